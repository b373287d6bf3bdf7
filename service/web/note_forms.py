"""The forms of a replay page that write, change and delete what people note: comments, signs, marks on the board."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import RawBody

from domain.annotations import commands
from domain.annotations.annotations import Annotation
from domain.annotations.audience import Audience
from domain.annotations.content import Comment, Content
from domain.annotations.events import AnnotationEvent
from service.api.annotating import clean_content, revise_annotation, write_annotation
from service.api.annotation_reads import AnnotationId
from service.api.match_access import MatchAccess, see
from service.api.note_access import see_to_annotate
from service.api.parameters import MatchId
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.web.forms import read_open_form
from service.web.sign_in import see_other

_FORM: Final[dict[str, Any]] = {"guards": [verify_own_form], "include_in_schema": False, "status_code": 303}
_FIELDS: Final = ("kind", "step", "variation", "viewer", "audience", "text", "glyph", "place", "to", "colour")


@post("/matches/{match_id:uuid}/comments", **_FORM)
async def comment(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A comment on a step, written through the eyes that the page was seen with, as `POST …/annotations` takes it."""
    access = await see_to_annotate(services, request, match_id)
    form = _note_form(request, body)
    return await _written(services, request, match_id, access, form, Comment(text=form["text"]))


@post("/matches/{match_id:uuid}/notes", **_FORM)
async def note(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A sign for a step, or a mark on its board: a place, or an arrow where two are named."""
    access = await see_to_annotate(services, request, match_id)
    form = _note_form(request, body)
    return await _written(services, request, match_id, access, form, _content(form))


@post("/matches/{match_id:uuid}/notes/{annotation_id:uuid}", **_FORM)
async def change_note(
    match_id: MatchId,
    annotation_id: AnnotationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    body: RawBody,
) -> Response[bytes]:
    """What somebody wrote is deleted, or a comment says something else, if nobody has changed it since."""
    access = await see_to_annotate(services, request, match_id)
    form = {"viewer": "", "text": "", "audience": "shared"} | dict(
        read_open_form(request, body, ("do", "version", "step", "variation", "viewer", "text", "audience"))
    )
    at, by = datetime.now(UTC), access.principal.token_id

    def decide(annotation: Annotation) -> Sequence[AnnotationEvent]:
        if form.get("do") == "delete":
            return [commands.delete(annotation, at=at, by=by)]
        content = clean_content(Comment(text=form["text"]))
        audience = audience_of(form["audience"])
        if (content, audience) == (annotation.content, annotation.audience):
            return []
        return [commands.change(annotation, content, audience, eyes=access.viewer, declared=False, at=at, by=by)]

    await revise_annotation(services, match_id, access, annotation_id, decide, {number_of(form, "version")})
    return back(match_id, form)


def _note_form(request: AnyRequest, body: bytes) -> Mapping[str, str]:
    return {"viewer": "", "text": "", "to": ""} | dict(read_open_form(request, body, _FIELDS))


async def _written(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    access: MatchAccess,
    form: Mapping[str, str],
    content: Content,
) -> Response[bytes]:
    step, audience = number_of(form, "step"), audience_of(form.get("audience", ""))
    perspective = (await see(services, request, match_id, form["viewer"] or None)).viewer
    await write_annotation(
        services,
        match_id,
        access,
        clean_content(content),
        step=step,
        variation=variation_of(form),
        audience=audience,
        perspective=perspective,
    )
    return back(match_id, form)


def _content(form: Mapping[str, str]) -> Content:
    """The sign or mark of a form.

    Raises:
        ProblemError: it is neither.
    """
    colour = form.get("colour", "green")
    match form.get("kind"):
        case "glyphs":
            content: dict[str, Any] = {"kind": "glyphs", "glyphs": [number_of(form, "glyph")]}
        case "marks" if form["to"]:
            arrow = {"type": "arrow", "from": form.get("place", ""), "to": form["to"], "colour": colour}
            content = {"kind": "marks", "marks": [arrow]}
        case "marks":
            highlight = {"type": "highlight", "place": form.get("place", ""), "colour": colour}
            content = {"kind": "marks", "marks": [highlight]}
        case _:
            raise ProblemError(INVALID_REQUEST, "There is no such kind of note.", pointer="/kind")
    try:
        converted: Content = msgspec.convert(content, Content)
    except msgspec.ValidationError as error:
        raise ProblemError(INVALID_REQUEST, str(error)) from None
    return converted


def back(match_id: UUID, form: Mapping[str, str]) -> Response[bytes]:
    """To the comments of the step that a form was sent from, of the match or of a variation."""
    variation = variation_of(form)
    page = f"/matches/{match_id}" if variation is None else f"/matches/{match_id}/variations/{variation}"
    viewer = f"&viewer={form['viewer']}" if form.get("viewer") else ""
    return see_other(f"{page}?step={number_of(form, 'step')}{viewer}#comments")


def variation_of(form: Mapping[str, str]) -> UUID | None:
    """The variation that a form belongs to; None where it is the match itself.

    Raises:
        ProblemError: 400.
    """
    text = form.get("variation", "")
    try:
        return UUID(text) if text else None
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "That is no id.", pointer="/variation") from None


def number_of(form: Mapping[str, str], name: str) -> int:
    """The whole number in a field.

    Raises:
        ProblemError: 400.
    """
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 7):
        raise ProblemError(INVALID_REQUEST, "It is a whole number.", pointer=f"/{name}")
    return int(text)


def audience_of(text: str) -> Audience:
    """For whom something is meant, as a form says.

    Raises:
        ProblemError: 400.
    """
    try:
        return Audience(text)
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "There is no such audience.", pointer="/audience") from None
