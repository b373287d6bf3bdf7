"""Replays, as the API gives them."""

from msgspec import UNSET, Struct, UnsetType

from replays.frames import Frame, Part
from replays.prefix import Fault
from service.api.schemas.annotations import AnnotationAnswer


class FrameAnswer(Frame, frozen=True):
    """One picture of a replay, with what was written to it.

    Attributes:
        step: 0 is the set-up.
        version: that of the event that led here.
        chapter: the round and phase in which the action that led here was made, also where it ended them; at step 0
            the first ones.
        played: what led here; null at step 0.
        view: the table as the viewer knows it.
        changes: a JSON Patch (RFC 6902) that makes `view`, `standings` and `pending` of this frame out of those of the
            frame before; empty at step 0.
        annotations: those of the match at this step, in the order in which they were written, as far as who asks may
            see them; left out with `annotations=false`.
    """

    annotations: tuple[AnnotationAnswer, ...] | UnsetType = UNSET


class FramePage(Struct, frozen=True):
    """A page of a replay.

    Attributes:
        fault: where the log of the match is damaged: it can be shown up to there.
    """

    items: tuple[FrameAnswer, ...]
    next_cursor: str | None
    fault: Fault | None = None


class ChapterList(Struct, frozen=True):
    """The phases of a match, in order, each with its steps.

    Attributes:
        fault: where the log of the match is damaged: it can be shown up to there.
    """

    items: tuple[Part, ...]
    fault: Fault | None = None
