"""Matches to be found: all that a query asks for, a page at a time."""

from collections.abc import Sequence
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Stream
from msgspec.structs import replace

from replays.exports.pgn import GAME as PGN_GAME
from service.api.match_access import principal_of
from service.api.match_filters import ASKED_FILTER
from service.api.parameters import AfterPosition, Cursor, Limit, awaited_position
from service.api.pgn_answers import PGN_FORMS, pgn_stream, wants_pgn
from service.api.schemas.matches import (
    MatchItem,
    MatchPage,
    SeatResult,
)
from service.api.schemas.players import PlayerRef
from service.api.schemas.subjects import SubjectRef
from service.api.subjects import subjects_named
from service.auth.access import Principal
from service.http.contract import Contract
from service.http.csv_answers import following_page
from service.http.negotiation import CSV, JSON
from service.http.pagination import make_cursor, read_order_of_play
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.matches import MatchRow, SeatRow, Sort
from service.queries.order_of_play import OrderOfPlay
from service.queries.player_names import ANONYMOUS_NAME


@get(
    "/matches",
    operation_id="listMatches",
    tags=["matches"],
    summary="Find matches",
    dependencies=ASKED_FILTER,
    opt=Contract(forms=PGN_FORMS).opt,
)
async def list_matches(
    services: NamedDependency[Services],
    request: AnyRequest,
    asked: NamedDependency[MatchFilter],
    sort: FromQuery[Sort] = "-opened",
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[MatchPage] | Stream:
    """Matches with their results so far; without a token the public ones, with the scope `read` all.

    With the token of a seat, its own match is found, too.

    `seat`, `turn`, `rank`, `result`, `with` and `compared` are asked of one seat: that of `player`, if one is given.
    Possible duplicates are matches that count, of one game or title, with the same people on the same date.

    As PGN, those that are of chess, with their moves; `Link` leads to the next page.
    """
    as_pgn = wants_pgn(request, asked.game, (JSON, CSV))
    if as_pgn:
        asked = replace(asked, game=PGN_GAME)
    principal = await principal_of(services, request)
    after = read_order_of_play(cursor)
    position = await services.progress.reach("scoreboard", awaited_position(request, after_position))
    items, following = await listed(services, principal, asked.accessible_to(principal), sort, after, limit)
    if as_pgn:
        headers = following_page(request.scope, following) | {"Partita-Position": str(position)}
        return pgn_stream(services, principal, [item.id for item in items], headers)
    return Response(MatchPage(items, following, position))


async def listed(
    services: Services,
    principal: Principal,
    wanted: MatchFilter,
    sort: Sort,
    after: OrderOfPlay | None,
    limit: int,
) -> tuple[tuple[MatchItem, ...], str | None]:
    """A page of matches behind `after`, with what `principal` may know of their results, and the cursor of the next."""
    rows = await services.read_models.matches(wanted, sort, after, limit + 1)
    shown = rows[:limit]
    seated = await services.read_models.seats([row.match_id for row in shown], sees_all=principal.sees_all)
    names = await services.player_names.of(seat.player_id for row in shown for seat in seated[row.match_id])
    roots = await services.subjects.roots([row.subject for row in shown if row.titled])
    now = {row.match_id: roots.get(row.subject, row.subject) for row in shown}
    subjects = await subjects_named(services, principal, [(now[row.match_id], row.game) for row in shown])
    following = make_cursor(*shown[-1].place_in_order) if len(rows) > limit else None
    items = (_item(row, subjects[now[row.match_id]], seated[row.match_id], names) for row in shown)
    return tuple(items), following


def _item(row: MatchRow, subject: SubjectRef, seats: Sequence[SeatRow], names: dict[UUID, str]) -> MatchItem:
    return MatchItem(
        id=row.match_id,
        game=row.game,
        subject=subject,
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
        sealed=row.sealed,
        irregular=row.irregular,
        duration=row.duration,
        options=row.options,
        ordinal=row.ordinal,
        opened_at=row.opened_at,
        updated_at=row.updated_at,
    )
