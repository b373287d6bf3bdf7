"""Annotations: comments, glyphs, marks and tags at the steps of a match and of its variations."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter, RawBody
from msgspec import UNSET, UnsetType

from domain.annotations import commands
from domain.annotations.annotations import Annotation, Annotations, annotations_id
from domain.annotations.audience import Reader
from domain.annotations.content import kind_of
from domain.annotations.events import (
    AnnotationEvent,
)
from domain.annotations.history import history
from domain.kernel.viewer import Viewer
from domain.variations.variations import Variations
from replays.notebook import PlacedAnnotation, place_annotations, shown_annotations
from service.api.annotating import clean_content, write_annotation
from service.api.annotation_answers import annotation_answer, change_answer, undone_answer
from service.api.idempotency import idempotency_key
from service.api.match_access import (
    MAX_STEP,
    Cursor,
    Limit,
    MatchAccess,
    MatchId,
    ViewerName,
    see,
    verify_range,
)
from service.api.note_access import reader_of, see_to_annotate, verify_author
from service.api.schemas.annotations import (
    AnnotationAnswer,
    AnnotationHistoryPage,
    AnnotationPage,
    AnnotationPatch,
    AnnotationRequest,
    UndoneAnswer,
)
from service.eventstore.errors import PreconditionFailed
from service.eventstore.log import AppendResult
from service.http.bodies import read_body
from service.http.conditional import digest_of, etag, tag_of, versioned, wanted_versions
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems import BUSY, NOT_FOUND, NOT_POSSIBLE, UNFIT_ANNOTATION, UNFIT_TEXT, ProblemError
from service.process.container import Services

AnnotationId = Annotated[UUID, PathParameter(description="The id of an annotation.")]
Kind = Literal["comment", "glyphs", "marks", "tags"]

_request = msgspec.json.Decoder(AnnotationRequest)
_patch = msgspec.json.Decoder(AnnotationPatch)


@post(
    "/matches/{match_id:uuid}/annotations",
    operation_id="addAnnotation",
    tags=["annotations"],
    summary="Annotate a step",
    opt=Contract(
        body=AnnotationRequest,
        idempotent=True,
        problems=(
            UNFIT_ANNOTATION,
            UNFIT_TEXT,
            BUSY,
        ),
        scope="annotate",
        headers=("Location",),
    ).opt,
)
async def add_annotation(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[AnnotationAnswer]:
    """A comment, glyphs, marks on the board, or tags, at a step of the match or of a variation.

    It follows its step when the match is corrected before it. Nobody is shown it who may know less of the match than
    its author did.
    """
    seen = await see_to_annotate(services, request, match_id)
    wanted = read_body(request, body, _request)
    content = clean_content(wanted.content)
    eyes = await _eyes(services, request, match_id, seen, wanted.viewer)
    written = await write_annotation(
        services,
        match_id,
        seen,
        content,
        step=wanted.step,
        variation=None if wanted.variation is UNSET else wanted.variation,
        audience=wanted.audience,
        eyes=eyes,
        key=idempotency_key(request, seen.principal, body),
    )
    annotation = await _made(services, written)
    # A retry is answered as the first request was, though the step may have moved since.
    answer = annotation_answer(PlacedAnnotation(annotation, annotation.step, annotation.step), reader_of(seen))
    headers = {
        "Location": f"/api/v1/matches/{match_id}/annotations/{annotation.id}",
        "ETag": etag(annotation.version),
    }
    return Response(answer, headers=headers)


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
    seen = await see(services, request, match_id, viewer)
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
            for one in shown_annotations(annotations, variations, reader_of(seen))
            if one.serial > (after[0] if after else 0)
            and author in {None, one.author}
            and kind in {None, kind_of(one.content)}
            and (one.variation == variation if by_step else variation in {None, one.variation})
        ]
        placed = place_annotations(written, seen.match, variations, lambda: services.matches.events(match_id))
        chosen = [one for one in placed if at_step(one)]
        following = make_cursor(chosen[limit - 1].annotation.serial) if len(chosen) > limit else None
        return AnnotationPage(tuple(annotation_answer(one, reader_of(seen)) for one in chosen[:limit]), following)

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
    seen = await see(services, request, match_id, None)
    annotations = await services.notes.annotations_of(match_id)
    variations = await services.notes.variations_of(match_id)
    annotation = _shown(annotations, variations, annotation_id, reader_of(seen))
    answer = annotation_answer(await _placed(services, match_id, seen, variations, annotation), reader_of(seen))
    return versioned(request, tag_of(annotation.version, answer), answer)


@patch(
    "/matches/{match_id:uuid}/annotations/{annotation_id:uuid}",
    operation_id="changeAnnotation",
    tags=["annotations"],
    summary="Change an annotation",
    opt=Contract(
        body=AnnotationPatch,
        conditional=True,
        problems=(
            UNFIT_ANNOTATION,
            UNFIT_TEXT,
            BUSY,
        ),
        scope="annotate",
    ).opt,
)
async def change_annotation(
    match_id: MatchId,
    annotation_id: AnnotationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    body: RawBody,
) -> Response[AnnotationAnswer]:
    """What it says, or for whom it is meant; by its author, or with the scope `admin`. What it said before is kept."""
    seen = await see_to_annotate(services, request, match_id)
    wanted = read_body(request, body, _patch)
    content = None if wanted.content is UNSET else clean_content(wanted.content)
    audience = None if wanted.audience is UNSET else wanted.audience
    eyes = await _eyes(services, request, match_id, seen, wanted.viewer)
    at, by = datetime.now(UTC), seen.principal.token_id

    def changed(annotation: Annotation) -> Sequence[AnnotationEvent]:
        declared = wanted.viewer is not UNSET
        event = commands.change(annotation, content, audience, eyes=eyes, declared=declared, at=at, by=by)
        same = (event.content, event.audience, event.eyes) == (annotation.content, annotation.audience, annotation.eyes)
        return [] if same else [event]

    written, variations = await _revised(services, request, match_id, seen, annotation_id, changed)
    annotations = await services.notes.annotations.at_version(written.originator_id, written.last_version)
    annotation = annotations.items[annotation_id]
    placed = await _placed(services, match_id, seen, variations, annotation)
    return Response(annotation_answer(placed, reader_of(seen)), headers={"ETag": etag(annotation.version)})


@delete(
    "/matches/{match_id:uuid}/annotations/{annotation_id:uuid}",
    operation_id="deleteAnnotation",
    tags=["annotations"],
    summary="Delete an annotation",
    opt=Contract(conditional=True, problems=(BUSY,), scope="annotate").opt,
)
async def delete_annotation(
    match_id: MatchId, annotation_id: AnnotationId, services: NamedDependency[Services], request: AnyRequest
) -> None:
    """By its author, or with the scope `admin`; who deleted it can undo that."""
    seen = await see_to_annotate(services, request, match_id)
    at, by = datetime.now(UTC), seen.principal.token_id
    await _revised(services, request, match_id, seen, annotation_id, lambda one: [commands.delete(one, at=at, by=by)])


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
    """Every change of it, the oldest first; what it said to its author alone, only its author is told.

    Of an annotation that is deleted, its author is still told.
    """
    seen = await see(services, request, match_id, None)
    after = read_cursor(cursor, tuple[Place])
    reader = reader_of(seen)
    annotations = await services.notes.annotations_of(match_id)
    variations = await services.notes.variations_of(match_id)
    if not _is_own(annotations, annotation_id, reader):
        _shown(annotations, variations, annotation_id, reader)

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


@post(
    "/matches/{match_id:uuid}/annotations/undo",
    operation_id="undoAnnotation",
    tags=["annotations"],
    summary="Undo your last change",
    opt=Contract(
        idempotent=True,
        problems=(
            NOT_POSSIBLE,
            BUSY,
        ),
        scope="annotate",
    ).opt,
)
async def undo_annotation(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[UndoneAnswer]:
    """The last change that this token made to an annotation of the match is taken back; once more, the one before.

    What somebody else has changed since stays.
    """
    seen = await see_to_annotate(services, request, match_id)
    at, by = datetime.now(UTC), seen.principal.token_id

    def undo(annotations: Annotations) -> Sequence[AnnotationEvent]:
        change = commands.last_change(annotations, by)
        before = services.notes.annotations.read_version(annotations_id(match_id), change.version - 1)
        return [commands.undo(annotations, before, change, at=at, by=by)]

    key = idempotency_key(request, seen.principal, b"")
    written = await services.notes.annotate(commands.begin(match_id, at=at, by=by), undo, key)
    annotation = await _made(services, written)
    variations = await services.notes.variations_of(match_id)
    placed = await _placed(services, match_id, seen, variations, annotation)
    answer = undone_answer(written.events[-1], placed, reader_of(seen))
    return Response(answer, headers={"ETag": etag(annotation.version)})


async def _eyes(
    services: Services, request: AnyRequest, match_id: UUID, seen: MatchAccess, declared: str | UnsetType
) -> Viewer:
    """The eyes that an annotation is written through: those declared, if the token may take them."""
    return seen.viewer if declared is UNSET else (await see(services, request, match_id, declared)).viewer


def _shown(annotations: Annotations, variations: Variations, annotation_id: UUID, reader: Reader) -> Annotation:
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


async def _revised(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    seen: MatchAccess,
    annotation_id: UUID,
    decide: Callable[[Annotation], Sequence[AnnotationEvent]],
) -> tuple[AppendResult, Variations]:
    """Store what `decide` makes of an annotation that who asks may change."""
    variations = await services.notes.variations_of(match_id)
    if_match = wanted_versions(request)

    def revise(annotations: Annotations) -> Sequence[AnnotationEvent]:
        annotation = _shown(annotations, variations, annotation_id, reader_of(seen))
        verify_author(seen.principal, annotation.author)
        if if_match is not None and annotation.version not in if_match:
            raise PreconditionFailed(annotation.version)
        return decide(annotation)

    begun = commands.begin(match_id, at=datetime.now(UTC), by=seen.principal.token_id)
    return await services.notes.annotate(begun, revise), variations


async def _made(services: Services, written: AppendResult) -> Annotation:
    """The annotation that a write was about, as it left it."""
    annotations = await services.notes.annotations.at_version(written.originator_id, written.last_version)
    return annotations.items[written.events[-1].id]


async def _placed(
    services: Services, match_id: UUID, seen: MatchAccess, variations: Variations, annotation: Annotation
) -> PlacedAnnotation:
    (placed,) = await services.blocking(
        place_annotations, [annotation], seen.match, variations, lambda: services.matches.events(match_id)
    )
    return placed
