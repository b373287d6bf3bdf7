"""What an export is: a visitor, which is called for each step of a match, and its result."""

from collections.abc import Callable
from typing import Protocol
from uuid import UUID

from msgspec import Struct

from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from domain.match.match import Match
from replays.frames import ChapterTitle, Narrator, PlayedView
from replays.notebook import Notebook, PlacedAnnotation, PlacedVariation


class ExportContext(Struct, frozen=True):
    """The match that is exported, its viewer, and the language.

    Attributes:
        viewer: the perspective; a visitor gets nothing that this viewer may not know.
        notebook: annotations and variations to include.
    """

    match_id: UUID
    match: Match
    viewer: Viewer
    narrator: Narrator
    notebook: Notebook


class Stride(Struct, frozen=True):
    """A step of the match, or of a variation.

    Attributes:
        number: that of the step in the match, as it is or as it would be; 0 is the set-up.
        chapter: the round and phase in which the move was made; the first ones at the set-up.
        played: what led there; None at the set-up and where a variation begins.
        seconds: how long the seat took that acted; None where that wasn't told, and in variations.
    """

    number: int
    chapter: ChapterTitle
    played: PlayedView | None
    standings: tuple[Standing, ...]
    seconds: float | None = None


class Visitor(Protocol):
    """Goes through a match: begins, is called for each step and what belongs there, and ends with a result.

    Annotations of a step follow right behind it, then the variations that leave it, each as a whole with those
    that leave it. What has lost its step comes at the end: of the variation to which it was written, or of all.
    """

    def name(self, name: str) -> str:
        """How the name of a player stands in sentences."""
        ...

    def begin(self, context: ExportContext) -> None:
        """The match, before any step."""

    def step(self, stride: Stride) -> None:
        """The next step, of the match or of the variation that was begun last."""

    def annotation(self, placed: PlacedAnnotation) -> None:
        """Something that was written to that step."""

    def begin_variation(self, placed: PlacedVariation) -> bool:
        """A line that leaves that step; False skips it with all that leave it."""
        ...

    def end_variation(self, placed: PlacedVariation) -> None:
        """Back where it was begun."""

    def lost(self, annotations: tuple[PlacedAnnotation, ...], variations: tuple[PlacedVariation, ...]) -> None:
        """What has no step any more, before the end of the variation that was begun last, or of all.

        Variations have with them what was written to them.
        """

    def end(self) -> bytes:
        """The end of the match; gives the result."""
        ...


class Export(Struct, frozen=True):
    """A form of a match for others to read.

    Attributes:
        media_type: as in `Accept`.
        visitor: makes a visitor for one walk.
    """

    media_type: str
    title: str
    visitor: Callable[[], Visitor]


class Quiet:
    """A visitor that asks nothing: what an export doesn't tell it leaves to this."""

    def name(self, name: str) -> str:
        """As it is."""
        return name

    def begin(self, context: ExportContext) -> None:
        """Nothing."""

    def step(self, stride: Stride) -> None:
        """Nothing."""

    def annotation(self, placed: PlacedAnnotation) -> None:
        """Nothing."""

    def begin_variation(self, placed: PlacedVariation) -> bool:  # others look at it
        """Skipped."""
        return False

    def end_variation(self, placed: PlacedVariation) -> None:
        """Nothing."""

    def lost(self, annotations: tuple[PlacedAnnotation, ...], variations: tuple[PlacedVariation, ...]) -> None:
        """Nothing."""
