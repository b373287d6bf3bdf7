"""An annotation is written, whether by the API or by a form of the pages."""

from collections.abc import Callable, Container, Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid4

from msgspec.structs import replace

from domain.annotations import commands
from domain.annotations.annotations import Annotation, Annotations
from domain.annotations.audience import Audience
from domain.annotations.content import Comment, Content, Tags
from domain.annotations.errors import InvalidAnnotation
from domain.annotations.events import AnnotationEvent
from domain.kernel.viewer import Viewer
from domain.match.anchors import anchor_of
from domain.variations.variations import Variations
from service.api.annotation_reads import shown_annotation
from service.api.match_access import MatchAccess
from service.api.note_access import verify_changeable
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey
from service.http.bodies import fit
from service.process.container import Services
from service.validation.text import COMMENT_LENGTH, TAG_LENGTH


async def write_annotation(
    services: Services,
    match_id: UUID,
    access: MatchAccess,
    content: Content,
    *,
    step: int,
    variation: UUID | None,
    audience: Audience,
    perspective: Viewer,
    key: IdempotencyKey | None = None,
) -> AppendResult:
    """Store `content`, whose texts are clean, at a step of the match or of a variation.

    Raises:
        InvalidAnnotation: there is no such step or variation for who asks, or it says nothing or too much.
    """
    variations = await services.notes.variations_of(match_id)
    anchor = _anchor(access, variations, variation, step)
    at, by = datetime.now(UTC), access.principal.token_id

    def add(annotations: Annotations) -> Sequence[AnnotationEvent]:
        return [
            commands.add(
                annotations,
                uuid4(),
                content,
                anchor=anchor,
                step=step,
                variation=variation,
                audience=audience,
                eyes=perspective,
                at=at,
                by=by,
            )
        ]

    return await services.notes.annotate(commands.begin(match_id, at=at, by=by), add, key)


async def revise_annotation(
    services: Services,
    match_id: UUID,
    access: MatchAccess,
    annotation_id: UUID,
    decide: Callable[[Annotation], Sequence[AnnotationEvent]],
    if_match: Container[int] | None,
) -> tuple[AppendResult, Variations]:
    """Store what `decide` makes of an annotation that who asks may change; gives the variations, too.

    Raises:
        ProblemError: 404 when there is no such annotation for who asks, 403 when somebody else wrote it.
        PreconditionFailed: `if_match` doesn't have its version.
    """
    variations = await services.notes.variations_of(match_id)

    def revise(annotations: Annotations) -> Sequence[AnnotationEvent]:
        annotation = shown_annotation(annotations, variations, annotation_id, access.reader)
        verify_changeable(access.principal, annotation, if_match)
        return decide(annotation)

    begun = commands.begin(match_id, at=datetime.now(UTC), by=access.principal.token_id)
    return await services.notes.annotate(begun, revise), variations


def clean_content(content: Content) -> Content:
    """`content` with its texts as they can be kept.

    Raises:
        ProblemError: 422.
    """
    if isinstance(content, Comment):
        return replace(content, text=fit(content.text, COMMENT_LENGTH, "/content/text", lines=True, required=True))
    if isinstance(content, Tags):
        cleaned = (
            fit(tag, TAG_LENGTH, f"/content/tags/{index}", required=True) for index, tag in enumerate(content.tags)
        )
        return replace(content, tags=tuple(cleaned))
    return content


def _anchor(access: MatchAccess, variations: Variations, variation_id: UUID | None, step: int) -> int:
    """The anchor of a step of the match or of a variation.

    Raises:
        InvalidAnnotation: there is no such step, or no such variation for who asks.
    """
    if variation_id is None:
        if step > access.match.step:
            raise InvalidAnnotation("/step", f"The match has got to step {access.match.step}.")
        return anchor_of(access.match, step)
    shown = {variation.id: variation for variation in variations.shown_to(access.reader)}
    if variation_id not in shown:
        raise InvalidAnnotation("/variation", "There is no such variation.")
    line = shown[variation_id].line
    if step > len(line):
        raise InvalidAnnotation("/step", f"The variation has got to step {len(line)}.")
    return line[step - 1].serial if step else 0
