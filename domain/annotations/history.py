"""What an annotation said before."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from msgspec import Struct

from domain.annotations.annotations import Annotation, OfOne, evolve
from domain.annotations.audience import Reader, is_shown
from domain.annotations.events import AnnotationAdded, AnnotationEvent, AnnotationsBegun


class Revision(Struct, frozen=True):
    """A change of an annotation.

    Attributes:
        event: what happened.
        after: the annotation after it.
        undoes: the version of the annotation whose change was taken back, if one was.
    """

    event: OfOne
    after: Annotation
    undoes: int | None

    def is_shown_to(self, reader: Reader) -> bool:
        """Whether it was meant for `reader` as it was then."""
        return is_shown(self.after.author, self.after.audience, self.after.eyes, reader)


def history(annotation_id: UUID, log: Iterable[tuple[int, AnnotationEvent]]) -> Iterator[Revision]:
    """Every change of an annotation, in order, from the events of all annotations of its match and their versions."""
    after: Annotation | None = None
    versions: dict[int, int] = {}
    for version, event in log:
        if isinstance(event, AnnotationsBegun) or event.id != annotation_id:
            continue
        after = evolve(after, event, version)
        versions[version] = after.version
        undone = None if isinstance(event, AnnotationAdded) or event.undoes is None else versions[event.undoes]
        yield Revision(event, after, undone)
