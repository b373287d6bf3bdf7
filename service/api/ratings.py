"""Who leads in a game, and how strong people are."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter

from domain.match.events import Origin
from projections.ratings.model import Rating
from projections.ratings.projection import Ratings
from service.api.games import GameKey, game_called
from service.api.leader_keys import LeaderCount, LeaderFigure, LeaderScore, read_key, sent_keys
from service.api.match_access import principal_of
from service.api.match_query import OptionValues, SubjectAsked, Tag, read_options
from service.api.parameters import AfterPosition, Cursor, Limit, awaited_position
from service.api.persons import known_player
from service.api.players import PlayerId
from service.api.schemas.players import PlayerRef
from service.api.schemas.ratings import (
    GameRating,
    Leader,
    LeaderPage,
    PlayerRatings,
    RatingFigures,
    RatingHistory,
    RatingStep,
)
from service.api.subjects import subject_asked, subjects_named
from service.auth.access import Principal
from service.http.pagination import make_cursor, read_cursor, read_order_of_play
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import BEHIND
from service.process.container import Services
from service.queries.leaderboards import LeaderFilter, LeaderSort, pool_of

_MOST_MATCHES: Final = 1_000_000_000

_CURSORS: Final[Mapping[LeaderSort, Any]] = {
    "wins": tuple[Literal["wins"], LeaderCount, LeaderScore | None, UUID],
    "rating": tuple[Literal["rating"], LeaderFigure | None, LeaderCount, UUID],
    "best": tuple[Literal["best"], LeaderScore | None, LeaderCount, UUID],
}
"""What a cursor holds in each order: the order, the last row's keys (null without a rating or points), and whose."""


@get(
    "/games/{game:str}/leaderboard",
    operation_id="getLeaderboard",
    tags=["games"],
    summary="Who leads in a game",
)
async def get_leaderboard(
    game: GameKey,
    services: NamedDependency[Services],
    request: AnyRequest,
    subject: SubjectAsked = None,
    sort: FromQuery[LeaderSort] = "wins",
    min_matches: Annotated[
        int, QueryParameter(ge=1, le=_MOST_MATCHES, description="Only players with so many of the matches, or more.")
    ] = 1,
    seats: Annotated[int | None, QueryParameter(ge=1, le=16, description="Only matches of so many players.")] = None,
    played_from: FromQuery[date | None] = None,
    played_to: FromQuery[date | None] = None,
    place: FromQuery[str | None] = None,
    origin: FromQuery[Origin | None] = None,
    sealed: FromQuery[bool | None] = None,
    irregular: FromQuery[bool | None] = None,
    tag: Tag = None,
    options: OptionValues = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[LeaderPage]:
    """Wins, ratings and best scores of the players in the finished matches of a game, those apart that don't count.

    Score sheets are of their titles: without a `subject`, those count that have none. The best score is the lowest
    where fewer points are better. Who plays together wins and is rated together.

    Without a token, public matches count; with the scope `read`, all do. A rating is made of all of these, whatever is
    asked for. A shared victory counts as a win. Matches of bots and scripts only count where that was said of them.
    """
    found = game_called(game)
    principal = await principal_of(services, request)
    after = read_cursor(cursor, _CURSORS[sort])
    of = await subject_asked(services, principal, found, subject, awaited_position(request, after_position))
    position = await _reach(services, request, after_position)
    rows = await services.leaderboards.leaders(
        of.id,
        pool_of(principal),
        LeaderFilter(
            seats=seats,
            played_from=played_from,
            played_to=played_to,
            place=place,
            origin=origin,
            sealed=sealed,
            irregular=irregular,
            tag=tag,
            options=read_options(options, found),
        ),
        sort,
        (read_key(after[1]), read_key(after[2]), after[3]) if after else None,
        limit + 1,
        least=min_matches,
        sees_all=principal.sees_all,
    )
    names = await services.player_names.of(row.person for row in rows)
    leaders = tuple(
        Leader(
            PlayerRef(row.person, names[row.person]),
            row.matches,
            row.wins,
            row.shared_wins,
            row.draws,
            row.best_score,
            None if row.mu is None or row.sigma is None else _figures(Rating(row.mu, row.sigma)),
        )
        for row in rows[:limit]
    )
    last = rows[limit - 1] if len(rows) > limit else None
    following = None if last is None else make_cursor(sort, *sent_keys(last, sort), last.person)
    return Response(LeaderPage(leaders, following, position))


@get(
    "/players/{player_id:uuid}/ratings",
    operation_id="getRatings",
    tags=["players"],
    summary="How strong somebody is",
)
async def get_ratings(
    player_id: PlayerId,
    services: NamedDependency[Services],
    request: AnyRequest,
    after_position: AfterPosition = None,
) -> Response[PlayerRatings]:
    """The rating of a player in each game or title, and the rank that it gives.

    Without a token, public matches count; with the scope `read`, all do. Who was merged has the ratings of who it is.
    """
    principal, player, position = await _asked(services, request, player_id, after_position)
    rows = await services.leaderboards.ratings(player.id, pool_of(principal))
    subjects = await subjects_named(services, principal, ((row.subject, row.game) for row in rows))
    ratings = tuple(
        GameRating(
            row.game, subjects[row.subject], _figures(Rating(row.mu, row.sigma)), row.rated, row.rank, row.persons
        )
        for row in rows
    )
    return Response(PlayerRatings(player, ratings, position))


@get(
    "/players/{player_id:uuid}/ratings/{game:str}",
    operation_id="getRatingHistory",
    tags=["players"],
    summary="How a rating came about",
)
async def get_rating_history(
    player_id: PlayerId,
    game: GameKey,
    services: NamedDependency[Services],
    request: AnyRequest,
    subject: SubjectAsked = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[RatingHistory]:
    """The rating of a player before and after each match that went into it, in the order of play: for a chart.

    That is the order of the dates played, of ordinals where these are the same, and of the opening where both are.
    """
    found = game_called(game)
    principal, player, position = await _asked(services, request, player_id, after_position)
    after = read_order_of_play(cursor)
    of = await subject_asked(services, principal, found, subject, awaited_position(request, after_position))
    rows = await services.leaderboards.steps(player.id, of.id, pool_of(principal), after, limit + 1)
    steps = tuple(
        RatingStep(row.match_id, row.played_on, row.rank, row.seats, _figures(row.before), _figures(row.after))
        for row in rows[:limit]
    )
    following = make_cursor(*rows[limit - 1].place_in_order) if len(rows) > limit else None
    return Response(RatingHistory(player, steps, following, position))


async def _asked(
    services: Services, request: AnyRequest, player_id: UUID, after_position: int | None
) -> tuple[Principal, PlayerRef, int]:
    """Who asks, the person asked for, and how far the read model is.

    Raises:
        ProblemError: 404 for a player that there isn't.
    """
    principal = await principal_of(services, request)
    await known_player(services, principal, player_id, awaited_position(request, after_position))
    position = await _reach(services, request, after_position)
    person = await services.leaderboards.person(player_id)
    names = await services.player_names.of([person])
    return principal, PlayerRef(person, names[person]), position


async def _reach(services: Services, request: AnyRequest, after_position: int | None) -> int:
    """Wait for the read model, if that is asked for, and tell how far it is.

    Raises:
        ProblemError: 503 when it takes too long, or ratings were put off until the end of a long log.
    """
    wanted = awaited_position(request, after_position)
    position = await services.progress.reach(Ratings.name, wanted)
    if wanted is not None and not await services.leaderboards.is_settled():
        raise ProblemError(BEHIND, "The ratings will follow when all of the log is in.", headers={"Retry-After": "1"})
    return position


def _figures(rating: Rating) -> RatingFigures:
    return RatingFigures(rating.mu, rating.sigma, rating.shown)
