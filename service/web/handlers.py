"""The pages for people: the home page, a player, and the files that all pages use."""

from datetime import date
from typing import Annotated, Final
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter
from msgspec import Struct

from domain.registry import GAMES
from projections.ratings.model import Rating
from service.api.match_list import listed
from service.api.parameters import Cursor
from service.api.persons import person_of
from service.api.players import PlayerId
from service.api.ratings import pool_of
from service.auth.access import Principal
from service.http.conditional import versioned
from service.http.pagination import Place, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.leaderboards import LeaderFilter, RatingRow
from service.queries.statistics.results import PlayerFigures
from service.web.rendering import page, static_files
from service.web.tables import MatchLine, match_lines
from service.web.visitor import visitor_of

_MATCHES: Final = 20
_LEADERS: Final = 5
_PLAYERS: Final = 60


class LeaderLine(Struct, frozen=True):
    """Who leads in a game."""

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
    leaders: tuple[LeaderLine, ...]


class GameLine(Struct, frozen=True):
    """A player's figures in one game; what may not be known, or isn't there, is None."""

    title: str
    matches: int
    wins: int
    win_share: float
    mean_score: float | None
    best_score: int | None
    rating: float | None
    rank: int | None


@get("/", include_in_schema=False)
async def home(
    services: NamedDependency[Services],
    request: AnyRequest,
    cursor: Cursor = None,
    after: Annotated[UUID | None, QueryParameter(description="The last player of the page before.")] = None,
) -> Response[bytes]:
    """Recent matches, who leads, and who plays."""
    principal = await visitor_of(services, request)
    matches, older = await _matches(services, principal, cursor)
    leaders = [await _leaders(services, principal, key) for key in sorted(GAMES)]
    players = await services.people.page(None, after, _PLAYERS + 1) if principal.may("read") else None
    return page(
        request,
        "home.html",
        matches=matches,
        older=None if older is None else f"/?cursor={older}#matches",
        games=leaders,
        players=None if players is None else players[:_PLAYERS],
        may_record=principal.may("record"),
        more_players=f"/?after={players[_PLAYERS - 1].id}#players" if players and len(players) > _PLAYERS else None,
        further=cursor is not None or after is not None,
    )


@get("/players/{player_id:uuid}", include_in_schema=False)
async def player_page(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, cursor: Cursor = None
) -> Response[bytes]:
    """A player's figures, game by game, and matches; who was merged into another player is that one."""
    principal = await visitor_of(services, request)
    person = await person_of(services, principal, player_id)
    matches, older = await _matches(services, principal, cursor, person.id)
    wanted = MatchFilter(
        readable=principal.lists, own=principal.own_match, sees_all=principal.sees_all, player=person.id
    )
    figures = await services.statistics.player(wanted)
    ratings = await services.leaderboards.ratings(person.id, pool_of(principal))
    return page(
        request,
        "player.html",
        name=person.name,
        games=_games(figures, {rating.game: rating for rating in ratings}),
        matches=matches,
        older=None if older is None else f"/players/{person.id}?cursor={older}#matches",
    )


@get("/static/{name:str}", include_in_schema=False)
async def static(
    request: AnyRequest,
    name: Annotated[str, PathParameter(description="The name of a file.")],
    v: FromQuery[str | None] = None,
) -> Response[bytes]:
    """A file of the pages; under the address that its content gave it, a browser may keep it for ever."""
    file = static_files().get(name)
    if file is None:
        raise ProblemError(NOT_FOUND, "There is no such file.")
    cache_control = "public, max-age=31536000, immutable" if v == file.digest else "no-cache"
    headers = {"Cache-Control": cache_control, "X-Content-Type-Options": "nosniff"}
    return versioned(request, int(file.digest[:14], 16), file.content, headers, file.media_type)


async def _matches(
    services: Services, principal: Principal, cursor: str | None, player: UUID | None = None
) -> tuple[list[MatchLine], str | None]:
    """The newest matches that may be listed, or those behind `cursor`, and the cursor of older ones."""
    wanted = MatchFilter(readable=principal.lists, own=principal.own_match, sees_all=principal.sees_all, player=player)
    after = read_cursor(cursor, tuple[date, Place])
    items, older = await listed(services, principal, wanted, "-played_on", after, _MATCHES)
    return match_lines(items), older


async def _leaders(services: Services, principal: Principal, key: str) -> GameLeaders:
    rows = await services.leaderboards.leaders(
        key, pool_of(principal), LeaderFilter(), "wins", None, _LEADERS, least=1, sees_all=principal.sees_all
    )
    names = await services.player_names.of(row.person for row in rows)
    leaders = (
        LeaderLine(row.person, names[row.person], row.wins, row.matches, row.best_score, row.shown) for row in rows
    )
    return GameLeaders(key, GAMES[key].meta.title, tuple(leaders))


def _games(figures: PlayerFigures, ratings: dict[str, RatingRow]) -> list[GameLine]:
    scores = {one.game: one.score for one in figures.games}
    lines = []
    for results in figures.slices:
        if results.by != "game" or results.value is None:
            continue
        score, rating = scores.get(results.value), ratings.get(results.value)
        lines.append(
            GameLine(
                title=GAMES[results.value].meta.title,
                matches=results.matches,
                wins=results.wins,
                win_share=results.wins / results.matches,
                mean_score=score.mean if score else None,
                best_score=score.highest.value if score and score.highest else None,
                rating=Rating(rating.mu, rating.sigma).shown if rating else None,
                rank=rating.rank if rating else None,
            )
        )
    return sorted(lines, key=lambda line: line.title)
