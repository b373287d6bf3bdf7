"""Subjects: what matches are of, a game or the title of score sheets."""

from collections.abc import Iterable
from typing import Annotated, Final
from uuid import UUID

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, RawBody
from msgspec import Meta

from domain.kernel.game import AnyGame
from domain.kernel.languages import ENGLISH, Language
from domain.kernel.titles import game_title
from domain.subjects.subject import subject_of_game
from service.api.match_access import may_write, principal_of
from service.api.parameters import AfterPosition, Cursor, Limit, awaited_position
from service.api.schemas.subjects import MergedSubject, SubjectMerge, SubjectName, SubjectPage, SubjectRef
from service.auth.access import Principal
from service.commands.merge_subjects import InvalidSubjectMerge
from service.eventstore.recorder import IdempotencyKey
from service.http.bodies import fit, read_body
from service.http.conditional import idempotency_key
from service.http.contract import Contract
from service.http.pagination import make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.live.checkpoints import Awaited
from service.problems.kinds import INVALID_TEXT, UNKNOWN_SUBJECT
from service.process.container import Services
from service.queries.subjects import NO_SUCH_SUBJECT, SubjectNotFound, SubjectRow

SubjectId = Annotated[UUID, PathParameter(description="The id of a subject.")]

SUBJECT_LENGTH: Final = 100
"""Characters of a name, as of a title."""

_READ_MODEL: Final = "scoreboard"
_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]

_name = msgspec.json.Decoder(SubjectName)
_merge = msgspec.json.Decoder(SubjectMerge)


@get("/subjects", operation_id="listSubjects", tags=["subjects"], summary="What was played")
async def list_subjects(
    services: NamedDependency[Services],
    request: AnyRequest,
    name: FromQuery[str | None] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[SubjectPage]:
    """Games and titles with matches that you may find, what is played most first; `name` is a part of the name.

    A score sheet is of its title, whatever its spelling, and every other match of its game. What was merged into
    another subject is that one.
    """
    principal = await principal_of(services, request)
    after = read_cursor(cursor, tuple[_Count, UUID])
    position = await services.progress.reach(_READ_MODEL, awaited_position(request, after_position))
    rows = await services.subjects.page(principal, name, after, limit + 1, titles=False)
    following = make_cursor(rows[limit - 1].matches, rows[limit - 1].id) if len(rows) > limit else None
    return Response(SubjectPage(tuple(rows[:limit]), following, position))


@get("/subjects/{subject_id:uuid}", operation_id="getSubject", tags=["subjects"], summary="One subject")
async def get_subject(
    subject_id: SubjectId,
    services: NamedDependency[Services],
    request: AnyRequest,
    after_position: AfterPosition = None,
) -> SubjectRow:
    """The subject, also when it was merged into another one: its own matches then.

    One of which you may find no match isn't there for you.
    """
    principal = await principal_of(services, request)
    await services.progress.reach(_READ_MODEL, awaited_position(request, after_position))
    return await services.subjects.get(principal, subject_id)


@patch(
    "/subjects/{subject_id:uuid}",
    operation_id="renameSubject",
    tags=["subjects"],
    summary="Give a title another name",
    opt=Contract(body=SubjectName, problems=(INVALID_TEXT, UNKNOWN_SUBJECT)).opt,
)
async def rename_subject(
    subject_id: SubjectId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> SubjectRow:
    """It is shown by that name from now on, however its matches spell it; it may be that of another subject, too."""
    principal = await may_write(services, request)
    wanted = read_body(request, body, _name)
    name = fit(wanted.name, SUBJECT_LENGTH, "/name", required=True)
    await title_to_change(services, principal, subject_id)
    await services.subjects.rename(subject_id, name)
    return await services.subjects.get(principal, subject_id)


@post(
    "/subjects/{subject_id:uuid}/merge",
    operation_id="mergeSubject",
    tags=["subjects"],
    summary="Two titles are one game",
    opt=Contract(body=SubjectMerge, idempotent=True, problems=(UNKNOWN_SUBJECT,)).opt,
    status_code=200,
)
async def merge_subject(
    subject_id: SubjectId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> MergedSubject:
    """The matches of the title in the address count for the one named in the body from now on.

    Only titles of score sheets can be merged. Leaderboards and ratings follow a moment later: `position` lets a read
    wait for that.
    """
    principal = await may_write(services, request)
    wanted = read_body(request, body, _merge)
    key = idempotency_key(request, principal, body)
    position = await merge_titles(services, principal, subject_id, wanted.into, key)
    row = await services.subjects.get(principal, subject_id)
    return MergedSubject(**msgspec.structs.asdict(row), position=position)


@delete(
    "/subjects/{subject_id:uuid}/merge",
    operation_id="undoSubjectMerge",
    tags=["subjects"],
    summary="Two titles aren't one game after all",
    opt=Contract(idempotent=True).opt,
    status_code=200,
)
async def undo_subject_merge(
    subject_id: SubjectId, services: NamedDependency[Services], request: AnyRequest
) -> MergedSubject:
    """The title counts by itself again, with whatever was merged into it before."""
    principal = await may_write(services, request)
    key = idempotency_key(request, principal, b"")
    await services.subjects.get(principal, subject_id)
    written = await services.subject_merges.undo(subject_id, by=principal.token_id, key=key)
    row = await services.subjects.get(principal, subject_id)
    return MergedSubject(**msgspec.structs.asdict(row), position=written.position)


async def title_to_change(services: Services, principal: Principal, subject_id: UUID) -> SubjectRow:
    """A subject of which something can be said: a title of which `principal` may find a match.

    Raises:
        SubjectNotFound: there is none.
        InvalidSubjectMerge: it is a game.
    """
    row = await services.subjects.get(principal, subject_id)
    if not row.title:
        raise InvalidSubjectMerge("That is a game: only titles of score sheets are renamed or merged.")
    return row


async def merge_titles(
    services: Services, principal: Principal, subject_id: UUID, into: UUID, key: IdempotencyKey | None
) -> int:
    """Let a title be another one from now on, and tell the position of that.

    Raises:
        SubjectNotFound, InvalidSubjectMerge: as of :func:`title_to_change` and the command.
    """
    await title_to_change(services, principal, subject_id)
    try:
        await title_to_change(services, principal, into)
    except SubjectNotFound:
        raise InvalidSubjectMerge(NO_SUCH_SUBJECT) from None
    return (await services.subject_merges.merge(subject_id, into, by=principal.token_id, key=key)).position


async def subject_asked(
    services: Services,
    principal: Principal,
    game: AnyGame,
    subject_id: UUID | None,
    awaited: Awaited | None = None,
    language: Language = ENGLISH,
) -> SubjectRef:
    """The subject of `game` that is asked for, or the game itself; of one that was merged, what it is now.

    Raises:
        SubjectNotFound: there is no such subject of that game of which `principal` may find a match.
    """
    own = subject_of_game(game.meta.key).id
    if subject_id is None or subject_id == own:
        return SubjectRef(own, game.meta.key, game_title(game, language))
    await services.progress.reach(_READ_MODEL, awaited)
    row = await services.subjects.get(principal, subject_id)
    if row.game != game.meta.key:
        raise SubjectNotFound(NO_SUCH_SUBJECT)
    now = row.merged_into or row.id
    return (await subjects_named(services, principal, [(now, row.game)], language))[now]


def subject_filter(game: AnyGame, subject: SubjectRef) -> UUID | None:
    """What `subject` is looked for by beside its game; None where all matches of that are of one subject."""
    return subject.id if game.meta.titled else None


async def subjects_named(
    services: Services, principal: Principal, subjects: Iterable[tuple[UUID, str]], language: Language = ENGLISH
) -> dict[UUID, SubjectRef]:
    """Subjects, given with their games, with the names to show to `principal`."""
    games = dict(subjects)
    names = await services.subjects.names(principal, games, language)
    return {subject: SubjectRef(subject, game, names[subject]) for subject, game in games.items()}
