"""The pages of games: all of them, and one with its picture, leaders, records, statistics and boards."""

from asyncio import gather
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.boards import HasBoards
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.titles import game_credits, game_title
from domain.registry import EDITIONS, GAMES
from domain.subjects.subject import subject_of_game
from replays.pictures.games import picture
from replays.pictures.scene import Layout
from replays.sample import sample_scene
from service.api.games import GameKey
from service.api.schemas.subjects import SubjectRef
from service.auth.access import Principal
from service.http.conditional import digest_of, versioned
from service.http.negotiation import SVG, language_of
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services
from service.queries.leaderboards import LeaderFilter, pool_of
from service.web.filters import Filters
from service.web.leaders import LeaderLine, leader_lines
from service.web.ordering import games_by_title
from service.web.rendering import page
from service.web.subject_pages import subject_line
from service.web.subject_view import subject_view
from service.web.visitor import visitor_of
from service.web.words import numbers_of

_TITLES: Final = 12
_MOST_BOARDS: Final = 100
_NAMED: Final = 3
"""So many of equal leaders are named."""
_MOST_LEADERS: Final = 50

_PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


class GameCard(Struct, frozen=True):
    """A game in the list of games."""

    key: str
    title: str
    credits: str
    titled: bool
    seats: str
    matches: int
    leaders: Sequence[LeaderLine]
    more_leaders: int


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
    principal, language = await visitor_of(services, request), language_of(request)
    cards = []
    for key in games_by_title(language):
        game = GAMES[key]
        leaders = await _leaders(services, principal, game)
        matches = await services.statistics.count(Filters(game=key).wanted(principal))
        title, makers = game_title(game, language), game_credits(game, language)
        cards.append(
            GameCard(
                key,
                title,
                makers,
                game.meta.titled,
                numbers_of(game.meta.seats),
                matches,
                leaders[:_NAMED],
                len(leaders[_NAMED:]),
            )
        )
    titles = await services.subjects.page(principal, None, None, _TITLES, titles=True)
    return page(request, "games.html", games=cards, titles=[subject_line(row) for row in titles])


@get("/games/{game:str}", include_in_schema=False)
async def game_page(game: GameKey, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """What there is to know about a game, from the matches that may be listed; of sheets, those without a title."""
    found = known_game(game)
    principal = await visitor_of(services, request)
    language = language_of(request)
    title = game_title(found, language)
    subject = SubjectRef(subject_of_game(game).id, game, title)
    view, titles = await gather(
        subject_view(services, principal, found, subject, language),
        services.subjects.page(principal, None, None, _TITLES if found.meta.titled else 0, titles=True),
    )
    return page(
        request,
        "game.html",
        key=game,
        title=title,
        credits=game_credits(found, language),
        meta=found.meta,
        editions=len(EDITIONS[game]),
        seats=numbers_of(found.meta.seats),
        view=view,
        titles=[subject_line(row) for row in titles],
        boards=await _boards(services, found),
        may_record=principal.may("record"),
    )


@get("/games/{game:str}/picture", include_in_schema=False, media_type=SVG)
async def game_picture(
    game: GameKey,
    services: NamedDependency[Services],
    request: AnyRequest,
    layout: Annotated[Layout, QueryParameter(description="How the picture uses its room.")] = Layout.LANDSCAPE,
) -> Response[bytes]:
    """What a table of the game looks like, on a wide screen or on a phone."""
    language, key = language_of(request), known_game(game).meta.key
    drawn = await services.blocking(lambda: _picture(key, language, layout))
    headers = {
        "Cache-Control": "public, max-age=3600",
        "Content-Security-Policy": _PICTURE_POLICY,
        "X-Content-Type-Options": "nosniff",
        "Vary": "Accept-Language, Cookie",
    }
    return versioned(request, digest_of(drawn), drawn.encode(), headers, SVG)


@lru_cache(maxsize=64)
def _picture(key: str, language: Language, layout: Layout) -> str:
    return picture(replace(sample_scene(GAMES[key], language), layout=layout))


async def _leaders(services: Services, principal: Principal, game: AnyGame) -> list[LeaderLine]:
    """Who leads in a game, all that are equal; nobody does without a win, or in titles that can't be compared."""
    if game.meta.titled:
        return []
    subject, pool = subject_of_game(game.meta.key).id, pool_of(principal)
    rows = await services.leaderboards.leaders(
        subject, pool, LeaderFilter(), "wins", None, _MOST_LEADERS, least=1, sees_all=principal.sees_all
    )
    lines = await leader_lines(services, [row for row in rows if row.wins], "wins")
    return [line for line in lines if line.place == 1]


async def _boards(services: Services, game: AnyGame) -> list[str] | None:
    """The names of the boards kept for the game; None for a game that has no boards of its own."""
    if not isinstance(game, HasBoards):
        return None
    return [board.name for board in await services.boards.page(game.meta.key, None, _MOST_BOARDS)]
