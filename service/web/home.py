"""The home page: the last matches, who leads, and where to go from here."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from domain.registry import GAMES
from service.api.match_list import listed
from service.auth.access import Principal
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.leaderboards import LeaderFilter, LeaderRow, LeaderSort, pool_of
from service.web.filters import Filters
from service.web.rendering import page
from service.web.tables import match_lines
from service.web.visitor import visitor_of

_MATCHES: Final = 6
_LEADERS: Final = 3


class LeaderLine(Struct, frozen=True):
    """A place in a leaderboard; equal ones share it."""

    place: int
    id: UUID
    name: str
    wins: int
    matches: int
    best_score: int | None
    rating: float | None


class GameLeaders(Struct, frozen=True):
    """A game, and who leads in it."""

    key: str
    title: str
    leaders: Sequence[LeaderLine]


@get("/", include_in_schema=False)
async def home(services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """Recent matches, who leads in each game, and what to do next."""
    principal = await visitor_of(services, request)
    matches, _ = await listed(services, principal, Filters().wanted(principal), "-played_on", None, _MATCHES)
    return page(
        request,
        "home.html",
        matches=match_lines(matches),
        games=[await _leaders(services, principal, key) for key in sorted(GAMES)],
        may_record=principal.may("record"),
    )


async def _leaders(services: Services, principal: Principal, key: str) -> GameLeaders:
    rows = await services.leaderboards.leaders(
        key, pool_of(principal), LeaderFilter(), "wins", None, _LEADERS, least=1, sees_all=principal.sees_all
    )
    return GameLeaders(key, GAMES[key].meta.title, await leader_lines(services, rows, "wins"))


async def leader_lines(
    services: Services,
    rows: Sequence[LeaderRow],
    sort: LeaderSort,
    before: int = 0,
    last: tuple[float, int] | None = None,
) -> list[LeaderLine]:
    """`rows` of a leaderboard as lines, with places: who is equal in what it is sorted by shares one.

    So many rows come `before` these; of the `last` one of them, what it is sorted by, and its place.
    """
    names = await services.player_names.of(row.person for row in rows)
    lines: list[LeaderLine] = []
    for number, row in enumerate(rows, start=before + 1):
        value = row.keys(sort)[0]
        place = last[1] if last is not None and last[0] == value else number
        last = value, place
        lines.append(
            LeaderLine(
                place=place,
                id=row.person,
                name=names[row.person],
                wins=row.wins,
                matches=row.matches,
                best_score=row.best_score,
                rating=row.shown,
            )
        )
    return lines
