"""Series: matches of one game by the same players whose totals count together."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated
from uuid import UUID, uuid4

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, RawBody
from msgspec import UNSET
from msgspec.structs import replace

from domain.registry import UnknownGame, game_of
from domain.series.events import SeriesEvent
from domain.series.series import (
    Series,
    describe_series,
    fold,
    open_series,
    remove_series,
    take_out_match,
)
from service.api.match_access import may_write, principal_of, verify_visible
from service.api.parameters import AfterPosition, Cursor, Limit, MatchId, awaited_position
from service.api.schemas.series import (
    SeriesAnswer,
    SeriesMatchRequest,
    SeriesPage,
    SeriesPatch,
    SeriesRequest,
)
from service.api.series_answers import series_answer, series_item
from service.api.series_members import addition, candidate, is_hidden, persons_of, removals
from service.auth.access import Principal, may_read
from service.eventstore.errors import NotFound
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey
from service.http.bodies import fit, read_body
from service.http.conditional import etag, idempotency_key, tag_of, versioned, wanted_versions
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import BUSY, INVALID_SERIES, INVALID_SETUP, INVALID_TEXT, NOT_FOUND, UNKNOWN_PLAYER
from service.process.container import Services
from service.queries.matches import SeriesFilter
from service.validation.text import PLACE_LENGTH

SeriesId = Annotated[UUID, PathParameter(description="The id of a series.")]

_series_request = msgspec.json.Decoder(SeriesRequest)
_series_patch = msgspec.json.Decoder(SeriesPatch)
_match_request = msgspec.json.Decoder(SeriesMatchRequest)


@post(
    "/series",
    operation_id="openSeries",
    tags=["series"],
    summary="Open a series",
    opt=Contract(
        body=SeriesRequest,
        idempotent=True,
        problems=(INVALID_SERIES, INVALID_SETUP, UNKNOWN_PLAYER, INVALID_TEXT),
        headers=("Location", "ETag"),
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
    answer = await series_answer(services, principal, written.originator_id, series, written.position)
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
        await candidate(services, principal, match_id, f"/matches/{index}")
        for index, match_id in enumerate(wanted.matches)
    ]
    # Who played in the matches may be named, even if erased or merged since.
    took_part = {player for match in candidates for player in (*match.seats, *match.persons)}
    unseatable = await services.people.unseatable(wanted.players) - took_part
    for index, player in enumerate(wanted.players):
        if player in unseatable:
            detail = "There is no such player, or it was erased or merged into another."
            raise ProblemError(UNKNOWN_PLAYER, detail, pointer=f"/players/{index}")
    persons = await persons_of(services, wanted.players)
    at, by = datetime.now(UTC), principal.token_id
    title = fit(wanted.title, PLACE_LENGTH, "/title")
    opened = open_series(
        wanted.game, wanted.players, wanted.length, title=title, visibility=wanted.visibility, at=at, by=by
    )
    events: list[SeriesEvent] = [opened]
    series = fold(None, events)
    for index, match in enumerate(candidates):
        event = addition(series, match, persons, at, by, f"/matches/{index}")
        series = fold(series, [event])
        events.append(event)
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
    position = await services.progress.reach("series", awaited_position(request, after_position))
    wanted = SeriesFilter(principal.lists, principal.own_match, game, player, match)
    rows = await services.read_models.series(wanted, after[0] if after else None, limit + 1)
    removed = await services.read_models.removed([match_id for row in rows for match_id in row.matches])
    if match is not None and match in removed:
        rows = []
    players = list(dict.fromkeys(player for row in rows for player in row.players))
    persons = await persons_of(services, players)
    names = await services.player_names.of(players)
    following = make_cursor(rows[limit - 1].opened) if len(rows) > limit else None
    return Response(
        SeriesPage(tuple(series_item(row, removed, persons, names) for row in rows[:limit]), following, position)
    )


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
    position = await services.progress.reach("scoreboard", awaited_position(request, after_position))
    await verify_visible(services, principal, series_id)
    series = await services.series.load(series_id)
    _verify_readable(principal, series)
    answer = await series_answer(services, principal, series_id, series, position)
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
        problems=(INVALID_SERIES, INVALID_TEXT, BUSY),
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
        cleared = removals(series, removed, at, by)
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
        problems=(INVALID_SERIES, BUSY),
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
        match = await candidate(services, principal, wanted.match, "/match")
        series = await services.series.load(series_id)
        persons = await persons_of(services, series.players)
        removed = await services.read_models.removed(series.matches)

        def add(series: Series) -> Sequence[SeriesEvent]:
            at, by = datetime.now(UTC), principal.token_id
            cleared = removals(series, removed, at, by)
            return [*cleared, addition(fold(series, cleared), match, persons, at, by, "/match")]

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
    hidden = await is_hidden(services, principal, match_id)

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
    answer = await series_answer(services, principal, written.originator_id, series, written.position)
    return Response(answer, status_code=status, headers={"ETag": etag(series.version)})


def _verify_readable(principal: Principal, series: Series) -> None:
    """Refuse a series that `principal` may not read, as if there were none."""
    if not may_read(principal, series.visibility):
        raise NotFound(series.title)


async def _verify_still_readable(services: Services, principal: Principal, series_id: UUID) -> None:
    """Refuse to tell again of a series that `principal` may read no longer; of a removed one is told as it was."""
    if await is_hidden(services, principal, series_id):
        raise NotFound(series_id)
