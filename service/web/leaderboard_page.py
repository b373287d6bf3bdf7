"""The leaderboard of a game, by filters and in three orders."""

from math import inf
from typing import Annotated, Any, Final, Literal, get_args
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from msgspec import Meta
from msgspec.structs import replace

from service.api.games import GameKey
from service.api.parameters import Cursor
from service.http.pagination import make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.queries.leaderboards import LeaderFilter, LeaderRow, LeaderSort, pool_of
from service.web.filters import FILTERS, Filters, filter_form
from service.web.game_pages import known_game
from service.web.home import leader_lines
from service.web.rendering import page
from service.web.visitor import visitor_of

_LISTED: Final = 50
_MOST: Final = 1_000_000_000

_Figure = Annotated[float, Meta(ge=-_MOST, le=_MOST)]
_Count = Annotated[int, Meta(ge=0, le=_MOST)]
_CURSOR: Final[Any] = tuple[LeaderSort, _Figure | None, _Figure, UUID, _Count, _Count]
"""The order, the last row's keys (without a rating, null), whose they are, its place, and how many came before."""


@get("/games/{game:str}/leaderboard", include_in_schema=False, dependencies=FILTERS)
async def leaderboard_page(
    game: GameKey,
    services: NamedDependency[Services],
    request: AnyRequest,
    filters: NamedDependency[Filters],
    sort: Annotated[Literal["", "wins", "rating", "best"], QueryParameter(description="The order.")] = "wins",
    cursor: Cursor = None,
) -> Response[bytes]:
    """Who leads in the matches that the filters name; a rating is made of all matches, whatever they say."""
    found = known_game(game)
    principal = await visitor_of(services, request)
    filters = replace(filters, game=None)  # it is in the path
    order: LeaderSort = sort or "wins"
    after = read_cursor(cursor, _CURSOR)
    if after is not None and after[0] != order:
        raise ProblemError(INVALID_REQUEST, "That cursor belongs to another order.", parameter="cursor")
    path = f"/games/{game}/leaderboard"
    wanted = LeaderFilter(
        seats=filters.seats,
        played_from=filters.played_from,
        played_to=filters.played_to,
        place=filters.place,
        origin=filters.origin,
        tag=filters.tag,
    )
    rows = await services.leaderboards.leaders(
        game,
        pool_of(principal),
        wanted,
        order,
        (-inf if after[1] is None else after[1], after[2], after[3]) if after else None,
        _LISTED + 1,
        least=1,
        sees_all=principal.sees_all,
    )
    before = after[5] if after else 0
    leaders = await leader_lines(services, rows[:_LISTED], order, before, _tied(after))
    following = None
    if len(rows) > _LISTED:
        last = rows[_LISTED - 1]
        place = leaders[-1].place
        following = make_cursor(order, *_keys(last, order), last.person, place, before + _LISTED)
    return page(
        request,
        "leaderboard.html",
        key=game,
        title=found.meta.title,
        leaders=leaders,
        sort=order,
        sorts=[(one, filters.link(path, sort=one)) for one in get_args(LeaderSort)],
        form=await filter_form(
            services, principal, filters, path, ("seats", "played_from", "played_to", "place", "tag"), {"sort": order}
        ),
        older=None if following is None else filters.link(path, sort=order, cursor=following),
        newest=None if cursor is None else filters.link(path, sort=order),
        api=filters.link(f"/api/v1/games/{game}/leaderboard", sort=order),
    )


def _keys(row: LeaderRow, sort: LeaderSort) -> tuple[float | None, float]:
    first, second = row.keys(sort)
    return None if first == -inf else first, second


def _tied(after: Any) -> tuple[float, int] | None:
    """What the last line of the page before was sorted by, and its place."""
    if after is None:
        return None
    return (-inf if after[1] is None else after[1]), after[4]
