"""Python's garbage collector: out of the way of a start, and in a process that answers or follows the log for long."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

_THRESHOLDS: Final = (20_000, 20, 20)
"""Objects, and collections of the younger ones, between collections; by default (700, 10, 10)."""

_THRESHOLDS_OF_FOLLOWER: Final = (5_000, 10, 1_000_000_000)
"""Most of what is made is kept for a while, so that few of the young may come together; and all only if asked for."""

_IDLE_SECONDS: Final = 60.0
"""At least between two collections of all."""


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


class IdleCollections:
    """Has all objects looked through only while there is nothing to do, by calls of it.

    The matches at hand are hundreds of thousands of objects: looking through them all stops every thread for up to some
    tenths of a second, and whoever makes them has that happen in the middle of his work. They go away without it.
    """

    def __init__(self) -> None:
        self._collect()
        gc.set_threshold(*_THRESHOLDS_OF_FOLLOWER)

    def __call__(self) -> None:
        """There is nothing to do just now."""
        if monotonic() >= self._next:
            self._collect()

    def _collect(self) -> None:
        gc.collect()
        gc.freeze()  # what is there by now isn't looked through again
        self._next = monotonic() + _IDLE_SECONDS
