"""Who looks at a match. What a viewer may know is decided by each game's ``view`` and ``redact``."""

from enum import Enum
from typing import TypeAlias


class Everyone(Enum):
    """The viewers that are not a seat."""

    PUBLIC = "public"
    """Sees what lies open on the table."""
    RECORDER = "recorder"
    """Sees everything that the record knows."""


PUBLIC = Everyone.PUBLIC
RECORDER = Everyone.RECORDER

Viewer: TypeAlias = int | Everyone
"""A seat's number, :data:`PUBLIC` or :data:`RECORDER`."""


def sees_hand_of(viewer: Viewer, seat: int) -> bool:
    """Whether what only `seat` may know is open to `viewer`."""
    return viewer is RECORDER or viewer == seat


def knows_all_that(viewer: Viewer, other: Viewer) -> bool:
    """Whether `viewer` may know whatever `other` may."""
    return viewer is RECORDER or other is PUBLIC or viewer == other


def common_viewer(one: Viewer, other: Viewer) -> Viewer:
    """The viewer that knows what `one` and what `other` may know, and as little else as can be."""
    if knows_all_that(one, other):
        return one
    return other if knows_all_that(other, one) else RECORDER
