"""Annotations to be read: those of a match, one of them, and what it said before."""

from typing import Annotated, Literal
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter

from domain.annotations.annotations import Annotation, Annotations, annotations_id
from domain.annotations.audience import Reader
from domain.annotations.content import kind_of
from domain.annotations.history import history
from domain.variations.variations import Variations
from replays.notebook import PlacedAnnotation, place_annotations, shown_annotations
from service.api.annotation_answers import annotation_answer, change_answer
from service.api.match_access import MatchAccess, see
from service.api.parameters import MAX_STEP, Cursor, Limit, MatchId, ViewerName, verify_range
from service.api.schemas.annotations import (
    AnnotationAnswer,
    AnnotationHistoryPage,
    AnnotationPage,
)
from service.http.conditional import digest_of, tag_of, versioned
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services

AnnotationId = Annotated[UUID, PathParameter(description="The id of an annotation.")]


Kind = Literal["comment", "glyphs", "marks", "tags"]


@get(
    "/matches/{match_id:uuid}/annotations",
    operation_id="listAnnotations",
    tags=["annotations"],
    summary="The annotations of a match",
)
async def list_annotations(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: Annotated[int | None, QueryParameter(ge=0, le=MAX_STEP, description="Only those at this step.")] = None,
    first: Annotated[
        int | None, QueryParameter(name="from", ge=0, le=MAX_STEP, description="Only those at this step or later.")
    ] = None,
    last: Annotated[
        int | None, QueryParameter(name="to", ge=0, le=MAX_STEP, description="Only those at this step or earlier.")
    ] = None,
    author: FromQuery[str | None] = None,
    kind: FromQuery[Kind | None] = None,
    variation: Annotated[
        UUID | None, QueryParameter(description="Only those of this variation; steps are then its own.")
    ] = None,
    viewer: ViewerName = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[AnnotationPage]:
    """What people wrote to the steps, as far as who asks may see it, in the order in which it was written.

    Where steps are asked for, they are those of the match unless a variation is named; annotations whose step is gone
    are left out then.
    """
    verify_range(first or 0, last)
    access = await see(services, request, match_id, viewer)
    after = read_cursor(cursor, tuple[Place])
    annotations = await services.notes.annotations_of(match_id)
    variations = await services.notes.variations_of(match_id)
    by_step = not (step is first is last is None)

    def at_step(placed: PlacedAnnotation) -> bool:
        if placed.step is None:
            return not by_step
        return step in {None, placed.step} and (first or 0) <= placed.step <= (MAX_STEP if last is None else last)

    def page() -> AnnotationPage:
        written = [
            one
            for one in shown_annotations(annotations, variations, access.reader)
            if one.serial > (after[0] if after else 0)
            and author in {None, one.author}
            and kind in {None, kind_of(one.content)}
            and (one.variation == variation if by_step else variation in {None, one.variation})
        ]
        placed = place_annotations(written, access.match, variations, lambda: services.matches.events(match_id))
        chosen = [one for one in placed if at_step(one)]
        following = make_cursor(chosen[limit - 1].annotation.serial) if len(chosen) > limit else None
        return AnnotationPage(tuple(annotation_answer(one, access.reader) for one in chosen[:limit]), following)

    content = await services.blocking(page)
    return versioned(request, digest_of(content), content)


@get(
    "/matches/{match_id:uuid}/annotations/{annotation_id:uuid}",
    operation_id="getAnnotation",
    tags=["annotations"],
    summary="One annotation",
)
async def get_annotation(
    match_id: MatchId, annotation_id: AnnotationId, services: NamedDependency[Services], request: AnyRequest
) -> Response[AnnotationAnswer]:
    """What it says, and where it belongs now."""
    access = await see(services, request, match_id, None)
    annotations = await services.notes.annotations_of(match_id)
    variations = await services.notes.variations_of(match_id)
    annotation = shown_annotation(annotations, variations, annotation_id, access.reader)
    answer = annotation_answer(
        await placed_annotation(services, match_id, access, variations, annotation), access.reader
    )
    return versioned(request, tag_of(annotation.version, answer), answer)


@get(
    "/matches/{match_id:uuid}/annotations/{annotation_id:uuid}/history",
    operation_id="getAnnotationHistory",
    tags=["annotations"],
    summary="What an annotation said before",
)
async def get_annotation_history(
    match_id: MatchId,
    annotation_id: AnnotationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[AnnotationHistoryPage]:
    """Every change of it, the oldest first; what only its author may see is left out for others.

    Of an annotation that is deleted, its author is still told.
    """
    access = await see(services, request, match_id, None)
    after = read_cursor(cursor, tuple[Place])
    reader = access.reader
    annotations = await services.notes.annotations_of(match_id)
    variations = await services.notes.variations_of(match_id)
    if not _is_own(annotations, annotation_id, reader):
        shown_annotation(annotations, variations, annotation_id, reader)

    def page() -> AnnotationHistoryPage:
        log = services.notes.annotations.events(annotations_id(match_id), upto=annotations.version)
        revisions = [
            revision
            for revision in history(annotation_id, log)
            if revision.after.version > (after[0] if after else 0) and revision.is_shown_to(reader)
        ]
        following = make_cursor(revisions[limit - 1].after.version) if len(revisions) > limit else None
        return AnnotationHistoryPage(tuple(map(change_answer, revisions[:limit])), following)

    content = await services.blocking(page)
    return versioned(request, digest_of(content), content)


def shown_annotation(
    annotations: Annotations, variations: Variations, annotation_id: UUID, reader: Reader
) -> Annotation:
    """The annotation, if `reader` may see it.

    Raises:
        ProblemError: 404.
    """
    for annotation in shown_annotations(annotations, variations, reader):
        if annotation.id == annotation_id:
            return annotation
    raise ProblemError(NOT_FOUND, "There is no such annotation.")


def _is_own(annotations: Annotations, annotation_id: UUID, reader: Reader) -> bool:
    annotation = annotations.items.get(annotation_id)
    return annotation is not None and bool(reader.token) and annotation.author == reader.token


async def placed_annotation(
    services: Services, match_id: UUID, access: MatchAccess, variations: Variations, annotation: Annotation
) -> PlacedAnnotation:
    """An annotation at the step where it belongs now."""
    (placed,) = await services.blocking(
        place_annotations, [annotation], access.match, variations, lambda: services.matches.events(match_id)
    )
    return placed
