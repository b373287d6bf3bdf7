"""Annotations: comments, glyphs, marks and tags at the steps of a match and of its variations."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

import msgspec
from litestar import Response, delete, patch, post
from litestar.di import NamedDependency
from litestar.params import RawBody
from msgspec import UNSET, UnsetType

from domain.annotations import commands
from domain.annotations.annotations import Annotation, Annotations, annotations_id
from domain.annotations.events import (
    AnnotationEvent,
)
from domain.kernel.viewer import Viewer
from replays.notebook import PlacedAnnotation
from service.api.annotating import clean_content, revise_annotation, write_annotation
from service.api.annotation_answers import annotation_answer, undone_answer
from service.api.annotation_reads import AnnotationId, placed_annotation
from service.api.match_access import MatchAccess, see
from service.api.note_access import see_to_annotate
from service.api.parameters import MatchId
from service.api.schemas.annotations import (
    AnnotationAnswer,
    AnnotationPatch,
    AnnotationRequest,
    UndoneAnswer,
)
from service.eventstore.log import AppendResult
from service.http.bodies import read_body
from service.http.conditional import etag, idempotency_key, wanted_versions
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.kinds import BUSY, INVALID_ANNOTATION, INVALID_TEXT, NOT_POSSIBLE, TOO_MANY_NOTES
from service.process.container import Services

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
        problems=(INVALID_ANNOTATION, INVALID_TEXT, BUSY, TOO_MANY_NOTES),
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
    access = await see_to_annotate(services, request, match_id)
    wanted = read_body(request, body, _request)
    content = clean_content(wanted.content)
    perspective = await _perspective(services, request, match_id, access, wanted.viewer)
    written = await write_annotation(
        services,
        match_id,
        access,
        content,
        step=wanted.step,
        variation=None if wanted.variation is UNSET else wanted.variation,
        audience=wanted.audience,
        perspective=perspective,
        key=idempotency_key(request, access.principal, body),
    )
    annotation = await _made(services, written)
    # A retry is answered as the first request was, though the step may have moved since.
    answer = annotation_answer(PlacedAnnotation(annotation, annotation.step, annotation.step), access.reader)
    headers = {
        "Location": f"/api/v1/matches/{match_id}/annotations/{annotation.id}",
        "ETag": etag(annotation.version),
    }
    return Response(answer, headers=headers)


@patch(
    "/matches/{match_id:uuid}/annotations/{annotation_id:uuid}",
    operation_id="changeAnnotation",
    tags=["annotations"],
    summary="Change an annotation",
    opt=Contract(
        body=AnnotationPatch,
        conditional=True,
        problems=(INVALID_ANNOTATION, INVALID_TEXT, BUSY, TOO_MANY_NOTES),
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
    access = await see_to_annotate(services, request, match_id)
    wanted = read_body(request, body, _patch)
    content = None if wanted.content is UNSET else clean_content(wanted.content)
    audience = None if wanted.audience is UNSET else wanted.audience
    perspective = await _perspective(services, request, match_id, access, wanted.viewer)
    at, by = datetime.now(UTC), access.principal.token_id

    def changed(annotation: Annotation) -> Sequence[AnnotationEvent]:
        declared = wanted.viewer is not UNSET
        event = commands.change(annotation, content, audience, eyes=perspective, declared=declared, at=at, by=by)
        same = (event.content, event.audience, event.eyes) == (annotation.content, annotation.audience, annotation.eyes)
        return [] if same else [event]

    written, variations = await revise_annotation(
        services, match_id, access, annotation_id, changed, wanted_versions(request)
    )
    annotations = await services.notes.annotations.at_version(written.originator_id, written.last_version)
    annotation = annotations.items[annotation_id]
    placed = await placed_annotation(services, match_id, access, variations, annotation)
    return Response(annotation_answer(placed, access.reader), headers={"ETag": etag(annotation.version)})


@delete(
    "/matches/{match_id:uuid}/annotations/{annotation_id:uuid}",
    operation_id="deleteAnnotation",
    tags=["annotations"],
    summary="Delete an annotation",
    opt=Contract(conditional=True, problems=(BUSY, TOO_MANY_NOTES), scope="annotate").opt,
)
async def delete_annotation(
    match_id: MatchId, annotation_id: AnnotationId, services: NamedDependency[Services], request: AnyRequest
) -> None:
    """By its author, or with the scope `admin`; who deleted it can undo that."""
    access = await see_to_annotate(services, request, match_id)
    at, by = datetime.now(UTC), access.principal.token_id

    def delete(annotation: Annotation) -> Sequence[AnnotationEvent]:
        return [commands.delete(annotation, at=at, by=by)]

    await revise_annotation(services, match_id, access, annotation_id, delete, wanted_versions(request))


@post(
    "/matches/{match_id:uuid}/annotations/undo",
    operation_id="undoAnnotation",
    tags=["annotations"],
    summary="Undo your last change",
    opt=Contract(
        idempotent=True,
        problems=(NOT_POSSIBLE, BUSY, TOO_MANY_NOTES),
        scope="annotate",
    ).opt,
)
async def undo_annotation(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[UndoneAnswer]:
    """The last change that this token made to an annotation of the match is taken back; once more, the one before.

    What somebody else has changed since stays.
    """
    access = await see_to_annotate(services, request, match_id)
    at, by = datetime.now(UTC), access.principal.token_id

    def undo(annotations: Annotations) -> Sequence[AnnotationEvent]:
        change = commands.last_change(annotations, by)
        before = services.notes.annotations.read_version(annotations_id(match_id), change.version - 1)
        return [commands.undo(annotations, before, change, at=at, by=by)]

    key = idempotency_key(request, access.principal, b"")
    written = await services.notes.annotate(commands.begin(match_id, at=at, by=by), undo, key)
    annotation = await _made(services, written)
    variations = await services.notes.variations_of(match_id)
    placed = await placed_annotation(services, match_id, access, variations, annotation)
    answer = undone_answer(written.events[-1], placed, access.reader)
    return Response(answer, headers={"ETag": etag(annotation.version)})


async def _perspective(
    services: Services, request: AnyRequest, match_id: UUID, access: MatchAccess, declared: str | UnsetType
) -> Viewer:
    """The perspective that an annotation is written through: those declared, if the token may take them."""
    return access.viewer if declared is UNSET else (await see(services, request, match_id, declared)).viewer


async def _made(services: Services, written: AppendResult) -> Annotation:
    """The annotation that a write was about, as it left it."""
    annotations = await services.notes.annotations.at_version(written.originator_id, written.last_version)
    return annotations.items[written.events[-1].id]
