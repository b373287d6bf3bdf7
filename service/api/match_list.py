"""Matches to be found: all that a query asks for, a page at a time."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter

from domain.match.events import Origin
from domain.match.parts import Status
from domain.registry import GAMES
from service.api.match_access import principal_of
from service.api.match_query import OptionValues, PlaceName, SeatCount, Tag, With, read_options
from service.api.parameters import AfterPosition, Cursor, Limit, awaited_position
from service.api.schemas.matches import (
    MatchItem,
    MatchPage,
    SeatResult,
)
from service.api.schemas.players import PlayerRef
from service.auth.access import Principal
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import (
    INVALID_REQUEST,
)
from service.process.container import Services
from service.queries.filters import Compared, MatchFilter, Result
from service.queries.matches import MatchRow, SeatRow, Sort
from service.queries.player_names import ANONYMOUS_NAME


@get("/matches", operation_id="listMatches", tags=["matches"], summary="Find matches")
async def list_matches(
    services: NamedDependency[Services],
    request: AnyRequest,
    game: FromQuery[str | None] = None,
    player: FromQuery[UUID | None] = None,
    with_player: With = None,
    compared: FromQuery[Compared | None] = None,
    among: Annotated[UUID | None, QueryParameter(description="Who sits in it, whatever is asked of a seat.")] = None,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15, description="A seat, of `player` if given.")] = None,
    turn: Annotated[int | None, QueryParameter(ge=0, le=15, description="Seats after the starting one.")] = None,
    rank: Annotated[int | None, QueryParameter(ge=1, le=16, description="The rank of that seat.")] = None,
    result: Annotated[Result | None, QueryParameter(description="How it ended for that seat.")] = None,
    status: FromQuery[Status | None] = None,
    played_from: FromQuery[date | None] = None,
    played_to: FromQuery[date | None] = None,
    first: Annotated[UUID | None, QueryParameter(description="From this match on, by date and opening.")] = None,
    last: Annotated[UUID | None, QueryParameter(description="Up to this match, by date and opening.")] = None,
    place: PlaceName = None,
    tag: Tag = None,
    options: OptionValues = None,
    seats: SeatCount = None,
    origin: FromQuery[Origin | None] = None,
    counted: FromQuery[bool | None] = None,
    scores: Annotated[
        Literal["known"] | None, QueryParameter(description="`known`: only matches whose scores you may know.")
    ] = None,
    timed: Annotated[bool, QueryParameter(description="Only matches whose duration is known.")] = False,
    duplicates: Annotated[
        bool, QueryParameter(description="Only matches of which there seems to be another one.")
    ] = False,
    sort: FromQuery[Sort] = "-opened",
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[MatchPage]:
    """Matches with their results so far; without a token the public ones, with the scope `read` all.

    With the token of a seat, its own match is found, too.

    `seat`, `turn`, `rank`, `result`, `with` and `compared` are asked of one seat: that of `player`, if one is given.
    Possible duplicates are matches that count, of one game, with the same people on the same date.
    """
    if compared is not None and (player is None or with_player is None):
        raise ProblemError(INVALID_REQUEST, "It compares `player` and `with`: both are needed.", parameter="compared")
    principal = await principal_of(services, request)
    after = read_cursor(cursor, tuple[date, Place])
    position = await services.progress.reach("scoreboard", awaited_position(request, after_position))
    wanted = MatchFilter(
        readable=principal.lists,
        own=principal.own_match,
        blind_to=principal.blind_to,
        sees_all=principal.sees_all,
        game=game,
        player=player,
        companion=with_player,
        compared=compared,
        among=among,
        seat=seat,
        turn=turn,
        rank=rank,
        result=result,
        status=status,
        played_from=played_from,
        played_to=played_to,
        place=place,
        tag=tag,
        options=read_options(options, GAMES.get(game) if game else None),
        seats=seats,
        origin=origin,
        counted=counted,
        known=scores == "known",
        timed=timed,
        first=first,
        last=last,
        duplicates=duplicates,
    )
    items, following = await listed(services, principal, wanted, sort, after, limit)
    return Response(MatchPage(items, following, position))


async def listed(
    services: Services,
    principal: Principal,
    wanted: MatchFilter,
    sort: Sort,
    after: tuple[date, int] | None,
    limit: int,
) -> tuple[tuple[MatchItem, ...], str | None]:
    """A page of matches behind `after`, with what `principal` may know of their results, and the cursor of the next."""
    rows = await services.read_models.matches(wanted, sort, after, limit + 1)
    shown = rows[:limit]
    seated = await services.read_models.seats([row.match_id for row in shown], sees_all=principal.sees_all)
    names = await services.player_names.of(seat.player_id for row in shown for seat in seated[row.match_id])
    following = make_cursor(shown[-1].played_on, shown[-1].opened) if len(rows) > limit else None
    return tuple(_item(row, seated[row.match_id], names) for row in shown), following


def _item(row: MatchRow, seats: Sequence[SeatRow], names: dict[UUID, str]) -> MatchItem:
    return MatchItem(
        id=row.match_id,
        game=row.game,
        status=row.status,
        version=row.version,
        step=row.step,
        seats=tuple(
            SeatResult(
                seat=seat.seat,
                player=PlayerRef(seat.player_id, names.get(seat.player_id, ANONYMOUS_NAME)),
                score=seat.score,
                rank=seat.rank,
                winner=seat.winner,
            )
            for seat in seats
        ),
        played_on=row.played_on,
        place=row.place,
        note=row.note,
        tags=tuple(row.tags),
        visibility=row.visibility,
        origin=row.origin,
        counted=row.counted,
        duration=row.duration,
        opened_at=row.opened_at,
        updated_at=row.updated_at,
    )
