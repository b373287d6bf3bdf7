"""What is said of titles in a browser: another name, which of them are one game, and that two aren't after all."""

from typing import Final
from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, RawBody

from service.api.subjects import SUBJECT_LENGTH, SubjectId, merge_titles, title_to_change
from service.auth.access import Principal
from service.http.bodies import fit
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.queries.subjects import SubjectRow
from service.web.forms import read_form
from service.web.rendering import fresh_page
from service.web.sign_in import see_other
from service.web.visitor import visitor_of
from service.web.words import WORDS

_OFFERED: Final = 200
_REFUSED: Final = 422


@get("/subjects/{subject_id:uuid}/rename", include_in_schema=False)
async def rename_subject_page(
    subject_id: SubjectId, services: NamedDependency[Services], request: AnyRequest
) -> Response[bytes]:
    """The form for another name."""
    _, subject = await _asked(services, request, subject_id)
    return _rename_form(request, subject, subject.name, None)


@post("/subjects/{subject_id:uuid}/rename", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def rename_title(
    subject_id: SubjectId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """Lists and pages show the new name."""
    _, subject = await _asked(services, request, subject_id)
    form = read_form(request, body, ("name",))
    try:
        name = fit(form["name"], SUBJECT_LENGTH, "/name", required=True)
    except ProblemError as problem:
        answer = _rename_form(request, subject, form["name"], problem.detail)
        answer.status_code = _REFUSED
        return answer
    await services.subjects.rename(subject.id, name)
    return see_other(f"/subjects/{subject.id}")


@get("/subjects/{subject_id:uuid}/merge", include_in_schema=False)
async def merge_subject_page(
    subject_id: SubjectId,
    services: NamedDependency[Services],
    request: AnyRequest,
    name: FromQuery[str | None] = None,
    into: FromQuery[UUID | None] = None,
) -> Response[bytes]:
    """Which title it may turn out to be; of one of these, what merging means, and the form that does it."""
    principal, subject = await _asked(services, request, subject_id)
    if into is None:
        rows = await services.subjects.page(principal, name or None, None, _OFFERED, titles=True)
        others = [row for row in rows if row.id != subject.id]
        return fresh_page(request, "merge_subject.html", subject=subject, into=None, subjects=others, name=name or "")
    other = await title_to_change(services, principal, into)
    if other.id == subject.id:
        raise ProblemError(INVALID_REQUEST, "It takes two different titles.", parameter="into")
    return fresh_page(request, "merge_subject.html", subject=subject, into=other)


@post("/subjects/{subject_id:uuid}/merge", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def merge_title(
    subject_id: SubjectId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The matches of one count for the other from now on."""
    principal, subject = await _asked(services, request, subject_id)
    form = read_form(request, body, ("into", "sure"))
    try:
        into = UUID(form["into"])
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "That is no id of a subject.", pointer="/into") from None
    await merge_titles(services, principal, subject.id, into, None)
    return see_other(f"/subjects/{into}")


@post("/subjects/{subject_id:uuid}/unmerge", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def unmerge_title(
    subject_id: SubjectId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A title that was merged counts by itself again."""
    principal, subject = await _asked(services, request, subject_id)
    read_form(request, body, ("sure",))
    await services.subject_merges.undo(subject.id, by=principal.token_id, key=None)
    return see_other(f"/subjects/{subject.id}")


async def _asked(services: Services, request: AnyRequest, subject_id: UUID) -> tuple[Principal, SubjectRow]:
    """Who sent the request, who may record, and the title that it is about.

    Raises:
        AccessDenied, SubjectNotFound, InvalidSubjectMerge: as of the API.
    """
    principal = await visitor_of(services, request)
    principal.require("record")
    return principal, await title_to_change(services, principal, subject_id)


def _rename_form(request: AnyRequest, subject: SubjectRow, name: str, fault: str | None) -> Response[bytes]:
    wrong = WORDS[language_of(request)]["fault_422"]
    return fresh_page(request, "rename_subject.html", subject=subject, name=name, fault=fault, wrong=wrong)
