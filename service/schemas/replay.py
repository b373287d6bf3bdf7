"""Replays, as the API gives them."""

from msgspec import Struct

from replays.frames import Frame, Part
from replays.prefix import Fault


class FramePage(Struct, frozen=True):
    """A page of a replay.

    Attributes:
        fault: where the log of the match is damaged: it can be shown up to there.
    """

    items: tuple[Frame, ...]
    next_cursor: str | None
    fault: Fault | None = None


class ChapterList(Struct, frozen=True):
    """The phases of a match, in order, each with its steps.

    Attributes:
        fault: where the log of the match is damaged: it can be shown up to there.
    """

    items: tuple[Part, ...]
    fault: Fault | None = None
