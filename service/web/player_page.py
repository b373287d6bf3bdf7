"""The page of a person: figures game by game, and matches."""

from datetime import date
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from domain.registry import GAMES
from projections.ratings.model import Rating
from service.api.match_list import listed
from service.api.parameters import Cursor
from service.api.persons import person_of
from service.api.players import PlayerId
from service.api.ratings import pool_of
from service.http.pagination import Place, read_cursor
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.leaderboards import RatingRow
from service.queries.statistics.results import PlayerFigures
from service.web.rendering import page
from service.web.tables import match_lines
from service.web.visitor import visitor_of

_MATCHES: Final = 20


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


@get("/players/{player_id:uuid}", include_in_schema=False)
async def player_page(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, cursor: Cursor = None
) -> Response[bytes]:
    """A player's figures, game by game, and matches; who was merged into another player is that one."""
    principal = await visitor_of(services, request)
    person = await person_of(services, principal, player_id)
    wanted = MatchFilter(
        readable=principal.lists, own=principal.own_match, sees_all=principal.sees_all, player=person.id
    )
    items, older = await listed(
        services, principal, wanted, "-played_on", read_cursor(cursor, tuple[date, Place]), _MATCHES
    )
    figures = await services.statistics.player(wanted)
    ratings = await services.leaderboards.ratings(person.id, pool_of(principal))
    return page(
        request,
        "player.html",
        name=person.name,
        games=_games(figures, {rating.game: rating for rating in ratings}),
        matches=match_lines(items),
        older=None if older is None else f"/players/{person.id}?cursor={older}#matches",
    )


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
