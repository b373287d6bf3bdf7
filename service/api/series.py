"""Series: matches of one game by the same players whose totals count together."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID, uuid4

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, RawBody
from msgspec.structs import replace

from domain.series.events import SeriesEvent
from domain.series.series import (
    Series,
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
from service.api.series_answers import series_answer, series_items
from service.api.series_commands import added, corrected, opening, removed_series, revised, verify_series
from service.api.series_members import is_hidden
from service.auth.access import Principal
from service.eventstore.errors import NotFound
from service.eventstore.log import AppendResult
from service.http.bodies import read_body
from service.http.conditional import etag, idempotency_key, tag_of, versioned
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import BUSY, INVALID_SERIES, INVALID_SETUP, INVALID_TEXT, NOT_FOUND, UNKNOWN_PLAYER
from service.process.container import Services
from service.queries.matches import SeriesFilter

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
        events = await opening(services, principal, wanted)
        written = await services.series.create(uuid4(), lambda: events, key=key)
    series = await services.series.at_version(written.originator_id, written.last_version)
    answer = await series_answer(services, principal, written.originator_id, series, written.position)
    headers = {"Location": f"/api/v1/series/{written.originator_id}", "ETag": etag(series.version)}
    return Response(answer, headers=headers)


@get("/series", operation_id="listSeries", tags=["series"], summary="Find series")
async def list_series(
    services: NamedDependency[Services],
    request: AnyRequest,
    game: FromQuery[str | None] = None,
    player: FromQuery[UUID | None] = None,
    match: FromQuery[UUID | None] = None,
    sealed: FromQuery[bool | None] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[SeriesPage]:
    """Series, the newest first: of a game, of a player, or those in which a match counts.

    With `sealed=true`, those that have matches, and in which the result of each is sealed; with `sealed=false`, the
    others. Matches that the token doesn't find in lists are left out.
    """
    principal = await principal_of(services, request)
    after = read_cursor(cursor, tuple[Place])
    awaited = awaited_position(request, after_position)
    position = await services.progress.reach("series", awaited)
    if sealed is not None:
        position = min(position, await services.progress.reach("scoreboard", awaited))
    wanted = SeriesFilter(principal.lists, principal.own_match, game, player, match, sealed)
    rows = await services.read_models.series(wanted, after[0] if after else None, limit + 1)
    items = await series_items(services, rows[:limit])
    if match is not None and not any(match in item.matches for item in items):
        items, rows = (), []  # it was removed
    following = make_cursor(rows[limit - 1].opened) if len(rows) > limit else None
    return Response(SeriesPage(items, following, position))


@get(
    "/series/{series_id:uuid}",
    operation_id="getSeries",
    tags=["series"],
    summary="One series and its standings",
    opt=Contract(versioned=True, rows="standings").opt,
)
async def get_series(
    series_id: SeriesId,
    services: NamedDependency[Services],
    request: AnyRequest,
    sealed: FromQuery[bool | None] = None,
    irregular: FromQuery[bool | None] = None,
    after_position: AfterPosition = None,
) -> Response[SeriesAnswer]:
    """The totals so far. They follow every match: one that ends, that is corrected, that is added.

    Of a series that needs seals, only matches whose result is sealed count; with `sealed=false`, only the others.
    Likewise, `irregular=false` leaves out matches that weren't played by the rules throughout, as a series may itself.

    Matches that the token doesn't find in lists are left out, and don't count.
    """
    principal = await principal_of(services, request)
    position = await services.progress.reach("scoreboard", awaited_position(request, after_position))
    await verify_visible(services, principal, series_id)
    series = await services.series.load(series_id)
    verify_series(principal, series)
    answer = await series_answer(services, principal, series_id, series, position, sealed=sealed, irregular=irregular)
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
    """Its title, its length, who may read it, what it asks of results."""
    principal = await may_write(services, request, series_id)
    wanted = read_body(request, body, _series_patch)
    return await _answered(services, principal, await corrected(services, request, principal, series_id, wanted))


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
        written = await added(services, request, principal, series_id, wanted.match, key)
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

    return await _answered(services, principal, await revised(services, request, principal, series_id, take_out))


@delete(
    "/series/{series_id:uuid}",
    operation_id="removeSeries",
    tags=["series"],
    summary="Remove a series",
    opt=Contract(conditional=True, problems=(BUSY,)).opt,
)
async def remove_a_series(series_id: SeriesId, services: NamedDependency[Services], request: AnyRequest) -> None:
    """Its matches stay."""
    await removed_series(services, request, await may_write(services, request, series_id), series_id)


async def _answered(
    services: Services, principal: Principal, written: AppendResult, *, status: int = 200
) -> Response[SeriesAnswer]:
    series = await services.series.at_version(written.originator_id, written.last_version)
    answer = await series_answer(services, principal, written.originator_id, series, written.position)
    return Response(answer, status_code=status, headers={"ETag": etag(series.version)})


async def _verify_still_readable(services: Services, principal: Principal, series_id: UUID) -> None:
    """Refuse to tell again of a series that `principal` may read no longer; of a removed one is told as it was."""
    if await is_hidden(services, principal, series_id):
        raise NotFound(series_id)
