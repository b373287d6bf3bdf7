"""The leaderboard of a game, by filters and in three orders."""

from typing import Annotated, Any, Final, Literal, get_args
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from msgspec import Meta
from msgspec.structs import replace

from domain.kernel.points import Points
from service.api.games import GameKey
from service.api.leader_keys import LeaderFigure, LeaderScore, read_key, sent_keys
from service.api.parameters import Cursor
from service.api.subjects import subject_asked, subject_filter
from service.http.negotiation import language_of
from service.http.pagination import make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.queries.leaderboards import LeaderFilter, LeaderSort, pool_of
from service.web.filters import FILTERS, Filters, filter_form
from service.web.game_pages import known_game
from service.web.leaders import leader_lines
from service.web.rendering import page
from service.web.subject_view import subject_path
from service.web.visitor import visitor_of

_LISTED: Final = 50
_MOST: Final = 1_000_000_000

_Key = LeaderFigure | LeaderScore
_Count = Annotated[int, Meta(ge=0, le=_MOST)]
_CURSOR: Final[Any] = tuple[LeaderSort, _Key | None, _Key | None, UUID, _Count, _Count]
"""The order, the last row's keys (null without a rating or points), whose, its place, and how many came before."""


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
    language = language_of(request)
    order: LeaderSort = sort or "wins"
    after = read_cursor(cursor, _CURSOR)
    if after is not None and after[0] != order:
        raise ProblemError(INVALID_REQUEST, "That cursor belongs to another order.", parameter="cursor")
    subject = await subject_asked(services, principal, found, filters.subject, language=language)
    filters = replace(filters, subject=subject_filter(found, subject))
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
        subject.id,
        pool_of(principal),
        wanted,
        order,
        (read_key(after[1]), read_key(after[2]), after[3]) if after else None,
        _LISTED + 1,
        least=1,
        sees_all=principal.sees_all,
    )
    hidden = {"sort": order} | ({} if filters.subject is None else {"subject": str(filters.subject)})
    before = after[5] if after else 0
    leaders = await leader_lines(services, rows[:_LISTED], order, before, _tied(after))
    following = None
    if len(rows) > _LISTED:
        last = rows[_LISTED - 1]
        place = leaders[-1].place
        following = make_cursor(order, *sent_keys(last, order), last.person, place, before + _LISTED)
    return page(
        request,
        "leaderboard.html",
        key=game,
        title=subject.name,
        home=subject_path(game, subject.id),
        titled=subject_path(game, subject.id) != f"/games/{game}",
        leaders=leaders,
        sort=order,
        sorts=[(one, filters.link(path, sort=one)) for one in get_args(LeaderSort)],
        form=await filter_form(
            services, principal, filters, path, ("seats", "played_from", "played_to", "place", "tag"), language, hidden
        ),
        older=None if following is None else filters.link(path, sort=order, cursor=following),
        newest=None if cursor is None else filters.link(path, sort=order),
        api=filters.link(f"/api/v1/games/{game}/leaderboard", sort=order),
    )


def _tied(after: Any) -> tuple[Points | float, int] | None:
    """What the last line of the page before was sorted by, and its place."""
    return None if after is None else (read_key(after[1]), after[4])
