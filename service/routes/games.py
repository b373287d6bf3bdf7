"""The games that can be recorded, and who leads in them."""

from datetime import date
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter

from domain.kernel.game import AnyGame
from domain.kernel.unknowns import HasUnknowns
from domain.match.events import Origin
from domain.match.match import Status
from domain.registry import GAMES, UnknownGame, clauses_of, game_of
from service.filters import MatchFilter
from service.http import AnyRequest, Place, awaited_position, make_cursor, read_cursor
from service.people import ANONYMOUS_NAME
from service.problems import NOT_FOUND, ProblemError
from service.routes.common import AfterPosition, Cursor, Limit, principal_of
from service.schemas.games import GameAnswer, GameList, GameSummary, Leader, LeaderPage
from service.schemas.players import PlayerRef
from service.wiring import Services

Score = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=1 << 31)]
GameKey = Annotated[str, PathParameter(description="The key of a game, such as `klunker`.")]


@get("/games", operation_id="listGames", tags=["games"], summary="The games that can be recorded")
async def list_games() -> GameList:
    """Every game with its title, its numbers of players and the edition of its rules."""
    summaries = (msgspec.convert(game.meta, GameSummary, from_attributes=True) for game in GAMES.values())
    return GameList(tuple(summaries))


@get("/games/{game:str}", operation_id="getGame", tags=["games"], summary="One game and its rules")
async def get_game(game: GameKey) -> GameAnswer:
    """The rules as numbered clauses, which rule violations cite, and JSON Schemas of the options and actions."""
    found = game_called(game)
    meta = found.meta
    return GameAnswer(
        key=meta.key,
        title=meta.title,
        seats=meta.seats,
        edition=meta.edition,
        credits=meta.credits,
        clauses=clauses_of(meta.key),
        options_schema=msgspec.json.schema(found.options_type),
        action_schema=msgspec.json.schema(found.action_type),
        identification_schema=(
            msgspec.json.schema(found.identification_type) if isinstance(found, HasUnknowns) else None
        ),
    )


@get(
    "/games/{game:str}/leaderboard",
    operation_id="getLeaderboard",
    tags=["games"],
    summary="Who has won most in a game",
)
async def get_leaderboard(
    game: GameKey,
    services: NamedDependency[Services],
    request: AnyRequest,
    seats: Annotated[int | None, QueryParameter(ge=1, le=16, description="Only matches of so many players.")] = None,
    played_from: FromQuery[date | None] = None,
    played_to: FromQuery[date | None] = None,
    place: FromQuery[str | None] = None,
    origin: FromQuery[Origin | None] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[LeaderPage]:
    """Wins and best scores of the players in the finished matches of a game; a shared victory counts as a win.

    Without a token, public matches count; with the scope `read`, all do.
    """
    key = game_called(game).meta.key
    principal = await principal_of(services, request)
    after = read_cursor(cursor, tuple[Place, Score, UUID])
    position = await services.reach("scoreboard", awaited_position(request, after_position))
    wanted = MatchFilter(
        readable=principal.lists,
        own=principal.own_match,
        game=key,
        status=Status.FINISHED,
        played_from=played_from,
        played_to=played_to,
        place=place,
        origin=origin,
        seats=seats,
    )
    rows = await services.read_models.leaderboard(wanted, after, limit + 1, sees_all=principal.sees_all)
    leaders = tuple(
        Leader(
            PlayerRef(row.player_id, row.name or ANONYMOUS_NAME), row.matches, row.wins, row.shared_wins, row.best_score
        )
        for row in rows[:limit]
    )
    following = None
    if len(rows) > limit:
        last = rows[limit - 1]
        best: Any = last.best_score if last.best_score is not None else -1_000_000
        following = make_cursor(last.wins, best, last.player_id)
    return Response(LeaderPage(leaders, following, position))


def game_called(key: str) -> AnyGame:
    """The game with this key.

    Raises:
        ProblemError: 404.
    """
    try:
        return game_of(key)
    except UnknownGame:
        raise ProblemError(NOT_FOUND, "There is no such game; /api/v1/games lists them.") from None
