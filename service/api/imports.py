"""Files of other programs, imported: planned first, carried out in the background, and taken back."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from msgspec import UNSET

from domain.match.events import Visibility
from service.api.import_answers import item_of, person_answer, resource_of
from service.api.importing import ImportId, WantedImport, added, may_import, name_of_file, soon, source_of
from service.api.parameters import Cursor, Limit
from service.api.schemas.imports import (
    ImportOptions,
    ImportPage,
    ImportPeoplePage,
    ImportResource,
    PeopleAnswers,
)
from service.commands.imports.people import Identity
from service.commands.imports.uploaded_imports import InvalidAnswer
from service.commands.imports.uploads import decoded
from service.http.bodies import read_body
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.http.uploads import UPLOADS, received
from service.problems.details import ProblemError
from service.problems.kinds import (
    BUSY,
    IMPORT_NOT_READY,
    INVALID_FILE,
    INVALID_REQUEST,
    INVALID_TEXT,
    TOO_MANY_IMPORTS,
    UNKNOWN_PLAYER,
)
from service.process.container import Services
from service.readers.mapping import TableMapping
from service.readers.play import Kind

_options = msgspec.json.Decoder(ImportOptions)
_answers = msgspec.json.Decoder(PeopleAnswers)


@post(
    "/imports",
    operation_id="planImport",
    tags=["imports"],
    summary="Plan the import of a file",
    opt=Contract(
        upload=UPLOADS,
        also={200: "The same file was sent before; it is planned again."},
        problems=(INVALID_FILE, INVALID_TEXT, BUSY, TOO_MANY_IMPORTS),
        headers=("Location",),
    ).opt,
    request_max_body_size=None,  # the folder of uploads has a limit of its own
)
async def plan_import(
    services: NamedDependency[Services],
    request: AnyRequest,
    name: Annotated[str, QueryParameter(description="What the file is called, for people.")] = "",
    kind: Annotated[Kind | None, QueryParameter(description="What it is; recognised if not given.")] = None,
    source: Annotated[
        str,
        QueryParameter(description="A name for where ids of plays and people come from; that of the kind if empty."),
    ] = "",
    visibility: Annotated[
        Literal["public", "unlisted", "private"],
        QueryParameter(description="Who may read the matches without a token."),
    ] = "public",
) -> Response[ImportResource]:
    """What would become of a file of another program: nothing of it is imported yet.

    The body is the file as it is. The answer comes when it is read, or after two seconds, while reading goes on in the
    background (`state` is `planning`). The same file, of the same source, is the same import until that is taken back.
    Its matches will have the `visibility` that is said here.
    """
    principal = await may_import(services, request)
    asked_name, asked_source = name_of_file(name), source_of(source)
    await services.imports.verify_room()
    upload = await received(request, services.imports.folder)
    wanted = WantedImport(asked_name, asked_source, Visibility(visibility), principal.token_id, kind)
    import_id, is_new = await added(services, upload, wanted)
    answer = await soon(services, import_id, await services.imports.plan(import_id))
    headers = {"Location": f"/api/v1/imports/{import_id}"}
    return Response(answer, status_code=201 if is_new else 200, headers=headers)


@get(
    "/imports",
    operation_id="listImports",
    tags=["imports"],
    summary="All imports",
    opt=Contract(scope="record").opt,
)
async def list_imports(
    services: NamedDependency[Services], request: AnyRequest, limit: Limit = 100, cursor: Cursor = None
) -> ImportPage:
    """Those from here and from the command line, the newest first."""
    await may_import(services, request)
    after = read_cursor(cursor, tuple[datetime, UUID])
    found = await services.imports.uploads.page(after, limit + 1)
    following = make_cursor(found[limit - 1].created_at, found[limit - 1].id) if len(found) > limit else None
    hours = services.settings.imports.hours
    return ImportPage(tuple(item_of(one, hours) for one in found[:limit]), following)


@get(
    "/imports/{import_id:uuid}",
    operation_id="getImport",
    tags=["imports"],
    summary="One import",
    opt=Contract(scope="record").opt,
)
async def get_import(import_id: ImportId, services: NamedDependency[Services], request: AnyRequest) -> ImportResource:
    """How far it is, what would become of its file, and what came of it."""
    await may_import(services, request)
    return await resource_of(services, import_id)


@delete(
    "/imports/{import_id:uuid}",
    operation_id="discardImport",
    tags=["imports"],
    summary="Remove the file of an import",
    opt=Contract(problems=(BUSY,)).opt,
)
async def discard_import(import_id: ImportId, services: NamedDependency[Services], request: AnyRequest) -> None:
    """Its file and plan are removed. What it made stays, and so does the import in the list, if it made anything."""
    await may_import(services, request)
    await services.imports.discard(import_id)


@post(
    "/imports/{import_id:uuid}/plan",
    operation_id="replanImport",
    tags=["imports"],
    summary="Plan an import again",
    status_code=200,
    opt=Contract(body=ImportOptions, problems=(IMPORT_NOT_READY, BUSY, TOO_MANY_IMPORTS)).opt,
)
async def replan_import(
    import_id: ImportId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> ImportResource:
    """The file is read again, a table with another `mapping`. It answers as `POST /imports` does."""
    await may_import(services, request)
    options = read_body(request, body, _options)
    one = await services.imports.uploads.get(import_id)
    stored = await services.imports.uploads.stored(import_id)
    mapping = decoded(stored.mapping, TableMapping) if options.mapping is UNSET else options.mapping
    visibility = one.visibility or Visibility.PUBLIC
    chosen = visibility if options.visibility is UNSET else Visibility(options.visibility)
    await services.imports.set_options(import_id, chosen, mapping)
    return await soon(services, import_id, await services.imports.plan(import_id))


@get(
    "/imports/{import_id:uuid}/people",
    operation_id="listImportPeople",
    tags=["imports"],
    summary="The people of a file",
    opt=Contract(scope="record").opt,
)
async def list_import_people(
    import_id: ImportId,
    services: NamedDependency[Services],
    request: AnyRequest,
    identity: Annotated[
        Identity | None, QueryParameter(description="Only those of whom it is known in this way who they are.")
    ] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> ImportPeoplePage:
    """Who they will be. When the file is imported, there are none any longer."""
    await may_import(services, request)
    await services.imports.uploads.get(import_id)
    after = read_cursor(cursor, tuple[Place])
    found = await services.imports.people.page(import_id, after[0] if after else -1, limit + 1, identity)
    following = make_cursor(found[limit - 1].number) if len(found) > limit else None
    return ImportPeoplePage(tuple(person_answer(one.person) for one in found[:limit]), following)


@put(
    "/imports/{import_id:uuid}/people",
    operation_id="answerImport",
    tags=["imports"],
    summary="Say who people of a file are",
    opt=Contract(body=PeopleAnswers, problems=(UNKNOWN_PLAYER, IMPORT_NOT_READY, BUSY)).opt,
)
async def answer_import(
    import_id: ImportId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> ImportResource:
    """Those who are named are who is said; all others stay who they are. Once imported, that is remembered."""
    await may_import(services, request)
    answers = read_body(request, body, _answers).people
    by_person = {one.person: one.player for one in answers}
    if len(by_person) < len(answers):
        raise ProblemError(INVALID_REQUEST, "Somebody is named twice.", pointer="/people")
    try:
        await services.imports.answer(import_id, by_person)
    except InvalidAnswer as invalid:
        index = next(index for index, one in enumerate(answers) if one.person == invalid.person)
        kind = UNKNOWN_PLAYER if invalid.field == "player" else INVALID_REQUEST
        raise ProblemError(kind, str(invalid), pointer=f"/people/{index}/{invalid.field}") from None
    return await resource_of(services, import_id)


@post(
    "/imports/{import_id:uuid}/run",
    operation_id="runImport",
    tags=["imports"],
    summary="Import a file as planned",
    status_code=200,
    opt=Contract(problems=(IMPORT_NOT_READY, BUSY, TOO_MANY_IMPORTS)).opt,
)
async def run_import(import_id: ImportId, services: NamedDependency[Services], request: AnyRequest) -> ImportResource:
    """Its plays become matches, in the background; the answer comes when all are, or after two seconds.

    `GET /imports/{id}/stream` tells how far it is. What was stopped or interrupted is gone on with by the same request:
    what is there already is known.
    """
    principal = await may_import(services, request)
    return await soon(services, import_id, await services.imports.run(import_id, principal.token_id))


@post(
    "/imports/{import_id:uuid}/stop",
    operation_id="stopImport",
    tags=["imports"],
    summary="Stop the work on an import",
    status_code=200,
)
async def stop_import(import_id: ImportId, services: NamedDependency[Services], request: AnyRequest) -> ImportResource:
    """It stops behind the plays that are being stored, at most a hundred. They stay; `take-back` removes them."""
    await may_import(services, request)
    await services.imports.ask_to_stop(import_id)
    return await resource_of(services, import_id)


@post(
    "/imports/{import_id:uuid}/take-back",
    operation_id="takeBackImport",
    tags=["imports"],
    summary="Take an import back",
    status_code=200,
    opt=Contract(problems=(IMPORT_NOT_READY, BUSY, TOO_MANY_IMPORTS)).opt,
)
async def take_back_import(
    import_id: ImportId, services: NamedDependency[Services], request: AnyRequest
) -> ImportResource:
    """All matches that it made are removed, and people forgotten whom only it made known; as `run`, in the background.

    Corrections that it made in matches of other imports stay, and so do matches whose results are sealed. Then the same
    file can be imported again.
    """
    principal = await may_import(services, request)
    return await soon(services, import_id, await services.imports.take_back(import_id, principal.token_id))
