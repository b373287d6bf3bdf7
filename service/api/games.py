"""The games that can be recorded."""

from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from domain.kernel.game import AnyGame
from domain.kernel.unknowns import HasUnknowns
from domain.registry import EDITIONS, GAMES, UnknownGame, clauses_of, game_of, rulebook_of
from service.api.schemas.games import GameAnswer, GameList, GameSummary, RulesAnswer
from service.http.contract import Contract
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND

GameKey = Annotated[str, PathParameter(description="The key of a game, such as `klunker`.")]
Edition = Annotated[str | None, QueryParameter(description="An edition of its rules; the newest if not given.")]


@get("/games", operation_id="listGames", tags=["games"], summary="The games that can be recorded")
async def list_games() -> GameList:
    """Every game with its title, its numbers of players and the editions of its rules."""
    return GameList(
        tuple(
            GameSummary(meta.key, meta.title, meta.seats, meta.edition, tuple(EDITIONS[meta.key]), meta.credits)
            for meta in (game.meta for game in GAMES.values())
        )
    )


@get("/games/{game:str}", operation_id="getGame", tags=["games"], summary="One game and its rules")
async def get_game(game: GameKey, edition: Edition = None) -> GameAnswer:
    """The rules as numbered clauses, which rule violations cite, and JSON Schemas of the options and actions."""
    found = game_called(game, edition)
    meta = found.meta
    return GameAnswer(
        key=meta.key,
        title=meta.title,
        seats=meta.seats,
        edition=meta.edition,
        editions=tuple(EDITIONS[meta.key]),
        credits=meta.credits,
        clauses=clauses_of(meta.key, meta.edition),
        options_schema=msgspec.json.schema(found.options_type),
        action_schema=msgspec.json.schema(found.action_type),
        identification_schema=(
            msgspec.json.schema(found.identification_type) if isinstance(found, HasUnknowns) else None
        ),
    )


@get(
    "/games/{game:str}/rules",
    operation_id="getRules",
    tags=["games"],
    summary="The rules of a game, to be read",
    opt=Contract(localized=True).opt,
)
async def get_rules(game: GameKey, request: AnyRequest, edition: Edition = None) -> Response[RulesAnswer]:
    """Every clause under its heading, with what the software does where the printed rules are unclear.

    They are in English or Italian (`Accept-Language`). Clauses may have Markdown in them.
    """
    meta = game_called(game, edition).meta
    book = rulebook_of(meta.key, meta.edition, language_of(request))
    answer = RulesAnswer(meta.key, meta.title, meta.edition, book.language, book.introduction, book.sections)
    return Response(answer, headers={"Content-Language": book.language})


def game_called(key: str, edition: str | None = None) -> AnyGame:
    """The game with this key, in `edition` or the newest one.

    Raises:
        ProblemError: 404.
    """
    try:
        return game_of(key, edition)
    except UnknownGame:
        if key in EDITIONS:
            known = ", ".join(EDITIONS[key])
            raise ProblemError(NOT_FOUND, f"The game has no such edition; it has {known}.") from None
        raise ProblemError(NOT_FOUND, "There is no such game; /api/v1/games lists them.") from None


def rules_address(key: str, edition: str, clause: str | None = None) -> str:
    """Where the rules of a game, or a clause of them, can be read."""
    newest = edition == game_called(key).meta.edition
    place = "" if clause is None else f"#{clause}"
    return f"/games/{key}/rules{'' if newest else f'?edition={edition}'}{place}"
