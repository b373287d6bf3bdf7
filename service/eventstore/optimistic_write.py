"""Optimistic concurrency: read, decide, write; and all that anew where somebody else has written in between."""

import asyncio
from collections.abc import Awaitable, Callable
from random import uniform
from typing import Final, TypeVar

from service.eventstore.errors import Overloaded, VersionConflict

ATTEMPTS: Final = 40
"""How often a write is decided anew when others are faster."""

_LONGEST_PAUSE_SECONDS: Final = 0.05
_PAUSE_SECONDS: Final = 0.002

T = TypeVar("T")


async def optimistic_write(attempt: Callable[[], Awaitable[T]]) -> T:
    """What `attempt` comes to, which reads, decides and writes; repeated when others were faster.

    Raises:
        Overloaded: they were, `ATTEMPTS` times in a row.
    """
    for number in range(1, ATTEMPTS + 1):
        try:
            return await attempt()
        except VersionConflict:
            pause = min(_LONGEST_PAUSE_SECONDS, _PAUSE_SECONDS * number)
            await asyncio.sleep(uniform(0, pause))  # noqa: S311  # spreads writers that collide
    raise Overloaded("Others were faster, many times in a row.")
