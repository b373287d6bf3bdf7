"""Python's garbage collector in a process that answers requests for a long time."""

import gc
from typing import Final

_THRESHOLDS: Final = (20_000, 20, 20)
"""Objects, and collections of the younger ones, between collections; by default (700, 10, 10)."""


def tune_gc() -> None:
    """Collect less often, and what is loaded by now never.

    Each answer makes some hundred objects, nearly all of which go away by themselves; looking through them, and through
    the matches at hand, for those that don't took a sixth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
