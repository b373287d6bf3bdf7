"""The pages of games: all of them, and one with its picture, leaders, records, statistics and boards."""

from asyncio import gather
from functools import lru_cache
from typing import Final
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.boards import HasBoards
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.registry import GAMES
from replays.pictures.games import picture
from replays.pictures.scene import Layout
from replays.sample import sample_scene
from service.api.games import GameKey
from service.api.match_query import MatchQuery
from service.api.persons import persons_named
from service.api.spread_answers import Spread
from service.api.statistics_answers import game_records, game_statistics
from service.auth.access import Principal
from service.http.conditional import digest_of, versioned
from service.http.negotiation import SVG, language_of
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services
from service.queries.leaderboards import LeaderFilter, pool_of
from service.web.figures import spread_charts, turn_chart
from service.web.filters import Filters
from service.web.home import LeaderLine, leader_lines
from service.web.rendering import page
from service.web.visitor import visitor_of
from service.web.words import WORDS, duration_of

_LEADERS: Final = 5
_MOST_BOARDS: Final = 100

_PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


class GameCard(Struct, frozen=True):
    """A game in the list of games."""

    key: str
    title: str
    credits: str
    seats: str
    matches: int
    leader: LeaderLine | None


class RecordLine(Struct, frozen=True):
    """A record: its value in words, who holds it, and in which match."""

    title: str
    value: str
    match_id: str
    player: UUID | None
    name: str | None


def known_game(key: str) -> AnyGame:
    """The game with this key.

    Raises:
        ProblemError: 404.
    """
    if key not in GAMES:
        raise ProblemError(NOT_FOUND, "There is no such game.")
    return GAMES[key]


@get("/games", include_in_schema=False)
async def games_page(services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """Every game that can be recorded, and who leads in it."""
    principal = await visitor_of(services, request)
    cards = []
    for key in sorted(GAMES):
        meta = GAMES[key].meta
        leaders = await _leaders(services, principal, key, 1)
        matches = await services.statistics.count(Filters(game=key).wanted(principal))
        cards.append(
            GameCard(key, meta.title, meta.credits, _numbers(meta.seats), matches, leaders[0] if leaders else None)
        )
    return page(request, "games.html", games=cards)


@get("/games/{game:str}", include_in_schema=False)
async def game_page(game: GameKey, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """What there is to know about a game, from the matches that may be listed."""
    found = known_game(game)
    principal = await visitor_of(services, request)
    language = language_of(request)
    w = WORDS[language]
    wanted = Filters(game=game).wanted(principal)
    statistics, spread, records, leaders = await gather(
        services.statistics.game(found, wanted),
        services.statistics.distributions(wanted),
        _records(services, principal, found, language),
        _leaders(services, principal, game, _LEADERS),
    )
    figures = game_statistics(found, MatchQuery(game=game), statistics, Spread(), language, 0)
    turns = turn_chart(figures.by_turn, w, language)
    return page(
        request,
        "game.html",
        key=game,
        meta=found.meta,
        seats=_numbers(found.meta.seats),
        matches=figures.matches.count,
        figures=figures,
        duration=None if figures.duration.mean is None else duration_of(figures.duration.mean, language),
        leaders=leaders,
        records=records,
        charts=[*spread_charts(spread, w, of_person=False, by_game=False), *([turns] if turns else [])],
        boards=await _boards(services, found),
        may_record=principal.may("record"),
    )


@get("/games/{game:str}/picture", include_in_schema=False, media_type=SVG)
async def game_picture(game: GameKey, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """What a table of the game looks like."""
    language, key = language_of(request), known_game(game).meta.key
    drawn = await services.blocking(lambda: _picture(key, language))
    headers = {
        "Cache-Control": "public, max-age=3600",
        "Content-Security-Policy": _PICTURE_POLICY,
        "X-Content-Type-Options": "nosniff",
        "Vary": "Accept-Language, Cookie",
    }
    return versioned(request, digest_of(drawn), drawn.encode(), headers, SVG)


@lru_cache(maxsize=64)
def _picture(key: str, language: Language) -> str:
    return picture(replace(sample_scene(GAMES[key], language), layout=Layout.LANDSCAPE))


async def _leaders(services: Services, principal: Principal, key: str, number: int) -> list[LeaderLine]:
    rows = await services.leaderboards.leaders(
        key, pool_of(principal), LeaderFilter(), "wins", None, number, least=1, sees_all=principal.sees_all
    )
    return await leader_lines(services, rows, "wins")


async def _records(services: Services, principal: Principal, game: AnyGame, language: Language) -> list[RecordLine]:
    wanted = Filters(game=game.meta.key).wanted(principal)
    matches, holders = await services.statistics.records(game, wanted)
    people = await persons_named(services, (holder.player for holder in holders if holder.player is not None))
    answer = game_records(game, MatchQuery(game=game.meta.key), matches, holders, people, language, 0)
    return [
        RecordLine(
            title=record.title,
            value=duration_of(record.value, language) if record.key in _SECONDS else str(record.value),
            match_id=record.match.rpartition("/")[2],
            player=None if record.player is None else record.player.id,
            name=None if record.player is None else record.player.name,
        )
        for record in answer.records
    ]


_SECONDS: Final = frozenset({"longest", "shortest"})


async def _boards(services: Services, game: AnyGame) -> list[str] | None:
    """The names of the boards kept for the game; None for a game that has no boards of its own."""
    if not isinstance(game, HasBoards):
        return None
    return [board.name for board in await services.boards.page(game.meta.key, None, _MOST_BOARDS)]


def _numbers(seats: tuple[int, ...]) -> str:
    """Numbers of players as a range, where they are one."""
    first, last = min(seats), max(seats)
    if len(seats) > 1 and set(range(first, last + 1)) == set(seats):
        return f"{first}–{last}"
    return ", ".join(map(str, seats))
