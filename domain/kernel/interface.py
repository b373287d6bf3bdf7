"""The number of the kernel's interface, which a game of another distribution names in its ``Meta``."""

from typing import Final

INTERFACE: Final = 1
"""Grows when something that :mod:`partita.kernel` offers is taken away or means something else.

What is added, with a default, leaves it as it is: a game that was written before goes on.
"""
