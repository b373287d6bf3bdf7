"""Replays, as the API gives them."""

from msgspec import Struct

from replays.frames import Frame, Part


class FramePage(Struct, frozen=True):
    """A page of a replay."""

    items: tuple[Frame, ...]
    next_cursor: str | None


class ChapterList(Struct, frozen=True):
    """The phases of a match, in order, each with its steps."""

    items: tuple[Part, ...]
