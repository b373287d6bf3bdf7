"""Importing files on the pages, with forms alone: choose a file, see what will happen, go."""

import asyncio
import re
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import RawBody

from domain.kernel.words import Words
from domain.match.events import Visibility
from service.api.import_answers import resource_of
from service.api.importing import ImportId, WantedImport, added, name_of_file, soon, source_of
from service.api.parameters import Cursor
from service.api.problem_map import as_problem
from service.api.schemas.imports import ImportResource
from service.auth.access import Principal
from service.commands.imports.people import NEW, Answers, Identity
from service.commands.imports.plan_people import PlannedPerson
from service.commands.imports.uploaded_imports import InvalidAnswer
from service.commands.imports.uploads import WORKING, ImportState, decoded
from service.http.form_uploads import received_form
from service.http.negotiation import language_of
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST, INVALID_TEXT, UNKNOWN_PLAYER
from service.process.container import Services
from service.readers.mapping import TableMapping
from service.readers.play import Kind, UnreadableFile
from service.readers.table import heads_of
from service.web.addresses import address
from service.web.forms import read_form, read_open_form
from service.web.rendering import fault_page, fresh_page
from service.web.sign_in import see_other
from service.web.visitor import visitor_of
from service.web.words import WORDS

_LINE: Final = re.compile(r"line (\d+)(?:, column (\d+))?")
"""Where something stands in a table, or in a text."""

_LISTED: Final = 20
_PEOPLE: Final = 50
_COLUMNS: Final = ("date", "title", "players", "scores", "winners", "place", "minutes", "note", "id")
"""The columns of a table that the form asks for."""

_MOST_HEADS: Final = 50
_LONGEST_HEAD: Final = 200
"""A table with more or longer heads has them written, not chosen."""


@get("/imports", include_in_schema=False)
async def imports_page(
    services: NamedDependency[Services], request: AnyRequest, cursor: Cursor = None
) -> Response[bytes]:
    """The form that takes a file, and all imports, the newest first."""
    await _importer(services, request)
    return fresh_page(request, "imports.html", **await _overview(services, cursor))


async def _overview(services: Services, cursor: str | None = None, **facts: Any) -> dict[str, Any]:
    after = read_cursor(cursor, tuple[datetime, UUID])
    found = await services.imports.uploads.page(after, _LISTED + 1)
    asking = await services.imports.people.asking([one.id for one in found])
    last = found[_LISTED - 1] if len(found) > _LISTED else None
    return {
        "imports": [(one, _state(one.state, asks=one.id in asking)) for one in found[:_LISTED]],
        "older": None if last is None else address("/imports", cursor=make_cursor(last.created_at, last.id)),
        "newest": None if cursor is None else "/imports",
        "mebibytes": services.settings.imports.size >> 20,
        "fault_status": None,
        "reason": "",
        "detail": "",
        **facts,
    }


@post("/imports", include_in_schema=False, guards=[verify_own_form], status_code=303, request_max_body_size=None)
async def send_file(services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """Leads to what would become of the file; or the form again, with what is wrong with it."""
    principal = await _importer(services, request)
    try:
        await services.imports.verify_room()
        form = await received_form(request, services.imports.folder, "file", ("source", "visibility"))
        try:
            wanted = _wanted(form.name, form.fields, principal)
            import_id, _ = await added(services, form.upload, wanted)
        finally:
            form.upload.path.unlink(missing_ok=True)
        await soon(services, import_id, await services.imports.plan(import_id))
    except Exception as error:
        problem = as_problem(request, error)
        if problem is None or problem.kind.status not in {409, 413, 422, 503}:
            raise
        status = problem.kind.status
        reason = error.reason.in_words(language_of(request)) if isinstance(error, UnreadableFile) else ""
        detail = problem.detail if status == INVALID_TEXT.status and not reason else ""
        facts = await _overview(services, fault_status=status, reason=reason, detail=detail)
        return fault_page(request, "imports.html", status, problem.headers, **facts)
    return see_other(f"/imports/{import_id}")


def _wanted(name: str, fields: dict[str, str], principal: Principal) -> WantedImport:
    visibility = fields.get("visibility", "")
    if visibility not in {"public", "unlisted", "private"}:
        raise ProblemError(INVALID_REQUEST, "It is public, unlisted or private.")
    source = source_of(fields.get("source", ""))
    return WantedImport(name_of_file(name), source, Visibility(visibility), principal.token_id)


@get("/imports/{import_id:uuid}", include_in_schema=False)
async def import_page(
    import_id: ImportId, services: NamedDependency[Services], request: AnyRequest, cursor: Cursor = None
) -> Response[bytes]:
    """What would become of a file, how far it is, and what came of it."""
    await _importer(services, request)
    return fresh_page(request, "import.html", **await _facts(services, request, import_id, cursor))


async def _facts(services: Services, request: AnyRequest, import_id: UUID, cursor: str | None = None) -> dict[str, Any]:
    language = language_of(request)
    found = await resource_of(services, import_id, language)
    after = read_cursor(cursor, tuple[Place])
    unsure = await services.imports.people.page(import_id, -1, _PEOPLE, Identity.UNSURE)
    people = await services.imports.people.page(import_id, after[0] if after else -1, _PEOPLE + 1)
    more = make_cursor(people[_PEOPLE - 1].number) if len(people) > _PEOPLE else None
    plan = found.plan
    may_replan = found.expires_at is not None and found.state not in WORKING
    return {
        "found": found,
        "places": _places(found, WORDS[language]),
        "state": _state(found.state, asks=bool(unsure)),
        "works": found.state in WORKING,
        "may_run": found.expires_at is not None
        and plan is not None
        and found.state in {ImportState.PLANNED, ImportState.STOPPED}
        and not plan.unsure,
        "may_replan": may_replan,
        "heads": await asyncio.to_thread(_heads, services, found) if may_replan and found.kind is Kind.CSV else [],
        "unsure": [_person(one) for one in unsure],
        "people": [_person(one) for one in people[:_PEOPLE] if one.person.identity is not Identity.UNSURE],
        "more": None if more is None else address(f"/imports/{import_id}", cursor=more),
        "columns": [(name, getattr(found.mapping, name, None) or "") for name in _COLUMNS],
        "matches": plan
        and plan.first
        and address(
            "/matches",
            game="chess" if found.kind is Kind.PGN else "sheet",
            played_from=str(plan.first),
            played_to=str(plan.last),
        ),
    }


def _state(state: ImportState, *, asks: bool) -> str:
    """How far an import is, and whether that is that it `asks` who somebody is: the end of a key of words."""
    return "asking" if asks and state is ImportState.PLANNED else str(state)


def _heads(services: Services, found: ImportResource) -> list[str]:
    """The heads of a table, to choose from; none where they can't be read, or are too many or too long for that."""
    try:
        with services.imports.folder.open(found.id) as file:
            heads = [head for head in heads_of(file, found.mapping or TableMapping()) if head.strip()]
    except (FileNotFoundError, UnreadableFile):
        return []
    return heads if len(heads) <= _MOST_HEADS and all(len(head) <= _LONGEST_HEAD for head in heads) else []


def _places(found: ImportResource, words: Words) -> dict[str, str]:
    """Places in the file that have words: its lines. Pointers and paths are the same in every language."""
    plan = found.plan
    places = [one.where for one in (*plan.refused, *plan.changed, *plan.broken)] if plan is not None else []
    if found.fault is not None:
        places.append(found.fault.where)
    lines = {place: line for place in places if (line := _LINE.fullmatch(place)) is not None}
    return {place: _line(line, words) for place, line in lines.items()}


def _line(found: "re.Match[str]", words: Words) -> str:
    if found[2] is None:
        return words("import_line", n=found[1])
    return words("import_line_and_column", n=found[1], column=found[2])


def _person(one: PlannedPerson) -> dict[str, Any]:
    """Somebody in a file, and who it may be said to be."""
    person = one.person
    offered = {candidate.id: candidate.name for candidate in person.candidates}
    if person.player is not None:
        offered.setdefault(person.player.id, person.player.name)
    return {
        "person": person.id,
        "name": person.name,
        "plays": person.plays,
        "identity": str(person.identity),
        "offered": [(str(player), name) for player, name in offered.items()],
        "chosen": NEW if person.identity == NEW else person.player and str(person.player.id),
    }


@post("/imports/{import_id:uuid}/people", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def answer_people(
    import_id: ImportId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """Who people are, as far as something was chosen."""
    await _importer(services, request)
    names = [f"{field}-{place}" for place in range(_PEOPLE) for field in ("person", "who")]
    sent = read_open_form(request, body, names)
    try:
        answers: Answers = {
            sent.get(f"person-{place}", ""): None if chosen == NEW else UUID(chosen)
            for place in range(_PEOPLE)
            if (chosen := sent.get(f"who-{place}", ""))
        }
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "Something in the form is no id.") from None
    try:
        await services.imports.answer(import_id, answers)
    except InvalidAnswer as invalid:
        raise ProblemError(UNKNOWN_PLAYER, str(invalid)) from None
    return see_other(f"/imports/{import_id}")


@post("/imports/{import_id:uuid}/plan", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def plan_again(
    import_id: ImportId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The file is read again; a table with the columns that are named."""
    await _importer(services, request)
    sent = read_open_form(request, body, _COLUMNS)
    one = await services.imports.uploads.get(import_id)
    mapping = decoded((await services.imports.uploads.stored(import_id)).mapping, TableMapping) or TableMapping()
    named = {name: column if column.strip() else None for name, column in sent.items()}
    try:
        mapping = msgspec.convert({**msgspec.to_builtins(mapping), **named}, TableMapping)
    except msgspec.ValidationError:
        raise ProblemError(INVALID_REQUEST, "The head of a column has at most 200 characters.") from None
    await services.imports.set_options(import_id, one.visibility or Visibility.PRIVATE, mapping)
    await soon(services, import_id, await services.imports.plan(import_id))
    return see_other(f"/imports/{import_id}")


@post("/imports/{import_id:uuid}/run", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def run(import_id: ImportId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """The file is imported as planned."""
    principal = await _importer(services, request)
    await soon(services, import_id, await services.imports.run(import_id, principal.token_id))
    return see_other(f"/imports/{import_id}")


@post("/imports/{import_id:uuid}/stop", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def stop(import_id: ImportId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """What goes on stops."""
    await _importer(services, request)
    await services.imports.ask_to_stop(import_id)
    return see_other(f"/imports/{import_id}")


@post("/imports/{import_id:uuid}/take-back", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def take_back(
    import_id: ImportId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """All that the import made is removed."""
    principal = await _importer(services, request)
    read_form(request, body, ("sure",))
    await soon(services, import_id, await services.imports.take_back(import_id, principal.token_id))
    return see_other(f"/imports/{import_id}")


@post("/imports/{import_id:uuid}/discard", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def discard(import_id: ImportId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """The file is removed."""
    await _importer(services, request)
    await services.imports.discard(import_id)
    return see_other("/imports")


async def _importer(services: Services, request: AnyRequest) -> Principal:
    """Who looks, if that one may import."""
    principal = await visitor_of(services, request)
    principal.require("record")
    principal.require("read")
    return principal
