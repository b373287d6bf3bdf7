"""Replays, as the API gives them."""

from msgspec import Struct

from replays.stepper import Frame


class FramePage(Struct, frozen=True):
    """A page of a replay."""

    items: tuple[Frame, ...]
    next_cursor: str | None
