"""Frames that were made, kept for a while: many look at the same steps, and most of a frame's cost is what changed."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final
from uuid import UUID

from msgspec import Struct

from domain.kernel.viewer import Viewer
from replays.frames import Frame, Telling

CAPACITY: Final = 1024
"""How many frames are kept, of all matches; each takes some ten thousand bytes."""


class Shot(Struct, frozen=True):
    """All that decides what is in a frame: a match at a version, the step, how it is told, and whose eyes see it.

    Attributes:
        eyes: through which the step is seen, and the one before.
    """

    match_id: UUID
    version: int
    step: int
    eyes: tuple[Viewer, Viewer]
    telling: Telling


class Film:
    """Finds frames that were made before. It may be used from several threads."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[Shot, Frame] = OrderedDict()
        self._lock = Lock()

    def frame(self, shot: Shot, make: Callable[[], Frame]) -> Frame:
        """The frame of `shot`, as `make` gives it or gave it before."""
        with self._lock:
            if known := self._kept.get(shot):
                self._kept.move_to_end(shot)
                return known
        made = make()
        with self._lock:
            self._kept[shot] = made
            if len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
        return made
