"""Series: matches of one game by the same players whose totals count together."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated
from uuid import UUID, uuid4

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, RawBody
from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.match.events import Visibility
from domain.registry import UnknownGame, game_of
from domain.series.events import SeriesEvent
from domain.series.series import (
    Series,
    SeriesViolation,
    add_match,
    describe_series,
    fold,
    open_series,
    remove_series,
    take_out_match,
)
from domain.series.standings import series_standings
from service.api.idempotency import idempotency_key
from service.api.match_access import AfterPosition, Cursor, Limit, MatchId, may_write, principal_of, verify_visible
from service.api.schemas.players import PlayerRef
from service.api.schemas.series import (
    SeriesAnswer,
    SeriesItem,
    SeriesMatch,
    SeriesMatchRequest,
    SeriesPage,
    SeriesPatch,
    SeriesRequest,
    SeriesStandingAnswer,
)
from service.auth.access import Principal, may_read
from service.eventstore.errors import NotFound
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey
from service.http.bodies import fit, read_body
from service.http.conditional import etag, tag_of, versioned, wanted_versions
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.query import awaited_position
from service.http.requests import AnyRequest
from service.problems import BUSY, INVALID_SETUP, NOT_FOUND, UNFIT_SERIES, UNFIT_TEXT, UNKNOWN_PLAYER, ProblemError
from service.process.container import Services
from service.queries.matches import SeriesFilter, SeriesRow
from service.validation.text import PLACE_LENGTH

SeriesId = Annotated[UUID, PathParameter(description="The id of a series.")]

_series_request = msgspec.json.Decoder(SeriesRequest)
_series_patch = msgspec.json.Decoder(SeriesPatch)
_match_request = msgspec.json.Decoder(SeriesMatchRequest)


class _Candidate(Struct, frozen=True):
    """A match that is to count in a series; `persons` are who the players in its `seats` are now."""

    match_id: UUID
    game: str
    seats: tuple[UUID, ...]
    persons: tuple[UUID, ...]


@post(
    "/series",
    operation_id="openSeries",
    tags=["series"],
    summary="Open a series",
    opt=Contract(
        body=SeriesRequest,
        idempotent=True,
        problems=(
            UNFIT_SERIES,
            INVALID_SETUP,
            UNKNOWN_PLAYER,
            UNFIT_TEXT,
        ),
        headers=(
            "Location",
            "ETag",
        ),
    ).opt,
)
async def open_a_series(
    services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[SeriesAnswer]:
    """Matches of one game by the same players, whose totals are added; matches can be added at once or later."""
    principal = await may_write(services, request)
    wanted = read_body(request, body, _series_request)
    key = idempotency_key(request, principal, body)
    written = await services.series.find_by_key(key)
    if written is None:
        events = await _opening(services, principal, wanted)
        written = await services.series.create(uuid4(), lambda: events, key=key)
    series = await services.series.at_version(written.originator_id, written.last_version)
    answer = await _answer(services, principal, written.originator_id, series, written.position)
    headers = {"Location": f"/api/v1/series/{written.originator_id}", "ETag": etag(series.version)}
    return Response(answer, headers=headers)


async def _opening(services: Services, principal: Principal, wanted: SeriesRequest) -> Sequence[SeriesEvent]:
    """What begins the series that is wanted.

    Raises:
        ProblemError: 422 for a game, player or match that there isn't, or that doesn't fit.
        SeriesViolation: it can't be so.
    """
    try:
        game_of(wanted.game)
    except UnknownGame:
        raise ProblemError(INVALID_SETUP, "There is no such game; /api/v1/games lists them.", pointer="/game") from None
    candidates = [
        await _candidate(services, principal, match_id, f"/matches/{index}")
        for index, match_id in enumerate(wanted.matches)
    ]
    # Who played in the matches may be named, even if erased or merged since.
    took_part = {player for match in candidates for player in (*match.seats, *match.persons)}
    unseatable = await services.people.unseatable(wanted.players) - took_part
    for index, player in enumerate(wanted.players):
        if player in unseatable:
            detail = "There is no such player, or it was erased or merged into another."
            raise ProblemError(UNKNOWN_PLAYER, detail, pointer=f"/players/{index}")
    persons = await _persons(services, wanted.players)
    at, by = datetime.now(UTC), principal.token_id
    title = fit(wanted.title, PLACE_LENGTH, "/title")
    opened = open_series(
        wanted.game, wanted.players, wanted.length, title=title, visibility=wanted.visibility, at=at, by=by
    )
    events: list[SeriesEvent] = [opened]
    series = fold(None, events)
    for index, match in enumerate(candidates):
        added = _added(series, match, persons, at, by, f"/matches/{index}")
        series = fold(series, [added])
        events.append(added)
    return events


@get("/series", operation_id="listSeries", tags=["series"], summary="Find series")
async def list_series(
    services: NamedDependency[Services],
    request: AnyRequest,
    game: FromQuery[str | None] = None,
    player: FromQuery[UUID | None] = None,
    match: FromQuery[UUID | None] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[SeriesPage]:
    """Series, the newest first: of a game, of a player, or those in which a match counts.

    Matches that the token doesn't find in lists are left out.
    """
    principal = await principal_of(services, request)
    after = read_cursor(cursor, tuple[Place])
    position = await services.reach("series", awaited_position(request, after_position))
    wanted = SeriesFilter(principal.lists, principal.own_match, game, player, match)
    rows = await services.read_models.series(wanted, after[0] if after else None, limit + 1)
    removed = await services.read_models.removed([match_id for row in rows for match_id in row.matches])
    if match is not None and match in removed:
        rows = []
    players = list(dict.fromkeys(player for row in rows for player in row.players))
    persons = await _persons(services, players)
    names = await services.names.of(players)
    following = make_cursor(rows[limit - 1].opened) if len(rows) > limit else None
    return Response(SeriesPage(tuple(_item(row, removed, persons, names) for row in rows[:limit]), following, position))


@get(
    "/series/{series_id:uuid}",
    operation_id="getSeries",
    tags=["series"],
    summary="One series and its standings",
    opt=Contract(versioned=True).opt,
)
async def get_series(
    series_id: SeriesId,
    services: NamedDependency[Services],
    request: AnyRequest,
    after_position: AfterPosition = None,
) -> Response[SeriesAnswer]:
    """The totals so far. They follow every match: one that ends, that is corrected, that is added.

    Matches that the token doesn't find in lists are left out, and don't count.
    """
    principal = await principal_of(services, request)
    position = await services.reach("scoreboard", awaited_position(request, after_position))
    await verify_visible(services, principal, series_id)
    series = await services.series.load(series_id)
    _verify_readable(principal, series)
    answer = await _answer(services, principal, series_id, series, position)
    unplaced = replace(answer, position=0)  # it moves with every write to whatever match
    return versioned(request, tag_of(series.version, unplaced), answer)


@patch(
    "/series/{series_id:uuid}",
    operation_id="correctSeries",
    tags=["series"],
    summary="Correct the facts of a series",
    opt=Contract(
        body=SeriesPatch,
        conditional=True,
        problems=(
            UNFIT_SERIES,
            UNFIT_TEXT,
            BUSY,
        ),
    ).opt,
)
async def correct_series(
    series_id: SeriesId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[SeriesAnswer]:
    """Its title, its length, who may read it."""
    principal = await may_write(services, request, series_id)
    wanted = read_body(request, body, _series_patch)
    title = None if wanted.title is UNSET else fit(wanted.title, PLACE_LENGTH, "/title")

    series = await services.series.load(series_id)
    _verify_readable(principal, series)
    removed = await services.read_models.removed(series.matches)

    def correct(series: Series) -> Sequence[SeriesEvent]:
        at, by = datetime.now(UTC), principal.token_id
        cleared = _cleared(series, removed, at, by)
        described = describe_series(
            fold(series, cleared) or series,
            length=None if wanted.length is UNSET else wanted.length,
            title=title,
            visibility=None if wanted.visibility is UNSET else wanted.visibility,
            at=at,
            by=by,
        )
        return [] if described == describe_series(series, at=at, by=by) else [*cleared, described]

    return await _answered(services, principal, await _revised(services, request, principal, series_id, correct))


@post(
    "/series/{series_id:uuid}/matches",
    operation_id="addMatchToSeries",
    tags=["series"],
    summary="Let a match count in a series",
    opt=Contract(
        body=SeriesMatchRequest,
        idempotent=True,
        conditional=True,
        problems=(
            UNFIT_SERIES,
            BUSY,
        ),
    ).opt,
)
async def add_match_to_series(
    series_id: SeriesId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[SeriesAnswer]:
    """A match of the same game by the same players, in whatever seats; it may still be under way."""
    principal = await may_write(services, request)
    wanted = read_body(request, body, _match_request)
    key = idempotency_key(request, principal, body)
    written = await services.series.find_by_key(key)
    if written is not None:
        await _verify_still_readable(services, principal, series_id)
    else:
        await verify_visible(services, principal, series_id)
        match = await _candidate(services, principal, wanted.match, "/match")
        series = await services.series.load(series_id)
        persons = await _persons(services, series.players)
        removed = await services.read_models.removed(series.matches)

        def add(series: Series) -> Sequence[SeriesEvent]:
            at, by = datetime.now(UTC), principal.token_id
            cleared = _cleared(series, removed, at, by)
            return [*cleared, _added(fold(series, cleared), match, persons, at, by, "/match")]

        written = await _revised(services, request, principal, series_id, add, key)
    return await _answered(services, principal, written, status=201)


@delete(
    "/series/{series_id:uuid}/matches/{match_id:uuid}",
    operation_id="takeMatchOutOfSeries",
    tags=["series"],
    summary="Let a match count in a series no longer",
    opt=Contract(conditional=True, problems=(BUSY,)).opt,
    status_code=200,
)
async def take_match_out_of_series(
    series_id: SeriesId, match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[SeriesAnswer]:
    """The match itself stays as it is."""
    principal = await may_write(services, request, series_id)
    hidden = await _is_hidden(services, principal, match_id)

    def take_out(series: Series) -> Sequence[SeriesEvent]:
        if hidden or match_id not in series.matches:
            raise ProblemError(NOT_FOUND, "The match isn't in the series.")
        return [take_out_match(series, match_id, at=datetime.now(UTC), by=principal.token_id)]

    return await _answered(services, principal, await _revised(services, request, principal, series_id, take_out))


@delete(
    "/series/{series_id:uuid}",
    operation_id="removeSeries",
    tags=["series"],
    summary="Remove a series",
    opt=Contract(conditional=True, problems=(BUSY,)).opt,
)
async def remove_a_series(series_id: SeriesId, services: NamedDependency[Services], request: AnyRequest) -> None:
    """Its matches stay."""
    principal = await may_write(services, request, series_id)

    def remove(_: Series) -> Sequence[SeriesEvent]:
        return [remove_series("removed by hand", at=datetime.now(UTC), by=principal.token_id)]

    await _revised(services, request, principal, series_id, remove)


async def _revised(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    series_id: UUID,
    decide: Callable[[Series], Sequence[SeriesEvent]],
    key: IdempotencyKey | None = None,
) -> AppendResult:
    return await services.series.revise(
        series_id, decide, admit=partial(_verify_readable, principal), if_match=wanted_versions(request), key=key
    )


async def _answered(
    services: Services, principal: Principal, written: AppendResult, *, status: int = 200
) -> Response[SeriesAnswer]:
    series = await services.series.at_version(written.originator_id, written.last_version)
    answer = await _answer(services, principal, written.originator_id, series, written.position)
    return Response(answer, status_code=status, headers={"ETag": etag(series.version)})


def _verify_readable(principal: Principal, series: Series) -> None:
    """Refuse a series that `principal` may not read, as if there were none."""
    if not may_read(principal, series.visibility):
        raise NotFound(series.title)


async def _verify_still_readable(services: Services, principal: Principal, series_id: UUID) -> None:
    """Refuse to tell again of a series that `principal` may read no longer; of a removed one is told as it was."""
    if await _is_hidden(services, principal, series_id):
        raise NotFound(series_id)


async def _is_hidden(services: Services, principal: Principal, originator_id: UUID) -> bool:
    """Whether there is such a match or series, but not for `principal`."""
    if may_read(principal, Visibility.PRIVATE):
        return False
    visibility = await services.visibilities.answer(originator_id)
    return visibility is not None and not may_read(principal, visibility)


async def _persons(services: Services, players: Sequence[UUID]) -> dict[UUID, UUID]:
    """Who each of `players` is now."""
    return dict(zip(players, await services.people.persons(players), strict=True))


def _as_known(took_part: Collection[UUID], members: Mapping[UUID, UUID]) -> list[UUID]:
    """The persons who took part by the ids of a series' `members`, who each are some person now.

    Members may have turned out to be one person, who is then known by several ids.
    """
    known = [member for member, person in members.items() if person in took_part]
    return known + [person for person in took_part if person not in members.values()]


def _shown_as(members: Mapping[UUID, UUID]) -> dict[UUID, UUID]:
    """The id by which each person among `members` is shown: the person's own where it is one of them."""
    shown: dict[UUID, UUID] = {}
    for member, person in members.items():
        shown.setdefault(person, person if person in members else member)
    return shown


async def _candidate(services: Services, principal: Principal, match_id: UUID, pointer: str) -> _Candidate:
    try:
        await verify_visible(services, principal, match_id)
        match = await services.matches.load(match_id)
    except NotFound:
        raise ProblemError(UNFIT_SERIES, "There is no such match.", pointer=pointer) from None
    if not may_read(principal, match.visibility):
        raise ProblemError(UNFIT_SERIES, "There is no such match.", pointer=pointer)
    persons = await services.people.persons(match.seats)
    return _Candidate(match_id, match.game.meta.key, match.seats, tuple(persons))


def _cleared(series: Series, removed: Collection[UUID], at: datetime, by: str) -> list[SeriesEvent]:
    """Take out matches that were removed since: they take up none of the length."""
    return [take_out_match(series, match_id, at=at, by=by) for match_id in series.matches if match_id in removed]


def _added(
    series: Series | None, match: _Candidate, members: Mapping[UUID, UUID], at: datetime, by: str, pointer: str
) -> SeriesEvent:
    if series is None:
        raise AssertionError("a series has been opened")
    try:
        return add_match(series, match.match_id, match.game, _as_known(match.persons, members), at=at, by=by)
    except SeriesViolation as violation:
        raise ProblemError(UNFIT_SERIES, violation.message, pointer=pointer) from None


async def _answer(
    services: Services, principal: Principal, series_id: UUID, series: Series, position: int
) -> SeriesAnswer:
    removed = await services.read_models.removed(series.matches)
    shown = tuple(match_id for match_id in series.matches if match_id not in removed)
    if not principal.may("read"):
        listed = await services.read_models.listed(shown, principal.lists, principal.own_match)
        shown = tuple(match_id for match_id in shown if match_id in listed)
    results = await services.read_models.results(shown, sees_all=principal.sees_all)
    players = _shown_as(await _persons(services, series.players))
    scores = [_scores(results.get(match_id), players) for match_id in shown]
    standings = series_standings(tuple(players.values()), series.length, scores)
    names = await services.names.of(players.values())
    ended = all(score is not None for score in scores) and len(scores) == series.length
    return SeriesAnswer(
        id=series_id,
        game=series.game,
        title=series.title,
        length=series.length,
        status="finished" if ended else "playing",
        version=series.version,
        visibility=series.visibility,
        matches=tuple(
            SeriesMatch(match_id, finished=score is not None) for match_id, score in zip(shown, scores, strict=True)
        ),
        standings=tuple(
            SeriesStandingAnswer(
                player=PlayerRef(standing.player, names[standing.player]),
                total=standing.total,
                scores=standing.scores,
                rank=standing.rank,
                winner=standing.winner,
            )
            for standing in standings
        ),
        opened_at=series.opened_at,
        updated_at=series.updated_at,
        position=position,
    )


def _scores(result: Mapping[UUID, int] | None, players: Mapping[UUID, UUID]) -> dict[UUID, int] | None:
    """The scores in a finished match of those who sat in it; None while it is played or they aren't told."""
    if result is None:
        return None
    return {player: result[person] for person, player in players.items() if person in result}


def _item(
    row: SeriesRow, removed: Collection[UUID], persons: Mapping[UUID, UUID], names: Mapping[UUID, str]
) -> SeriesItem:
    players = _shown_as({player: persons[player] for player in row.players}).values()
    return SeriesItem(
        id=row.series_id,
        game=row.game,
        title=row.title,
        length=row.length,
        players=tuple(PlayerRef(player, names[player]) for player in players),
        matches=tuple(match_id for match_id in row.matches if match_id not in removed),
        version=row.version,
        visibility=row.visibility,
        opened_at=row.opened_at,
        updated_at=row.updated_at,
    )
