"""Python's garbage collector: out of the way of a start, and in a process that answers requests for a long time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_THRESHOLDS: Final = (20_000, 20, 20)
"""Objects, and collections of the younger ones, between collections; by default (700, 10, 10)."""


@contextmanager
def gc_held_off() -> Iterator[None]:
    """Collect nothing while modules are loaded and the application is built, nor ever what they made.

    Nearly all of it stays, and looking through it again and again took a fifth of the start. What garbage there is
    among it, some hundred kilobytes, stays, too.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def tune_gc() -> None:
    """Collect less often, and what is there by now never.

    Each answer makes some hundred objects, nearly all of which go away by themselves; looking through them, and through
    the matches at hand, for those that don't took a sixth of the time.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
