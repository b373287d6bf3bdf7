"""The home page: the last matches, who leads, and where to go from here."""

from collections.abc import Sequence
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from domain.kernel.languages import Language
from domain.kernel.titles import game_title
from domain.registry import GAMES
from domain.subjects.subject import subject_of_game
from service.api.match_list import listed
from service.api.schemas.subjects import SubjectRef
from service.auth.access import Principal
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.leaderboards import LeaderFilter, pool_of
from service.web.filters import Filters
from service.web.leaders import LeaderLine, leader_lines
from service.web.ordering import games_by_title
from service.web.rendering import page
from service.web.subject_view import subject_path
from service.web.tables import match_lines
from service.web.visitor import visitor_of

_MATCHES: Final = 6
_LEADERS: Final = 3
_TITLES: Final = 3


class GameLeaders(Struct, frozen=True):
    """A game or a title with its page, and who leads in it."""

    path: str
    title: str
    leaders: Sequence[LeaderLine]


@get("/", include_in_schema=False)
async def home(services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """Recent matches, who leads in each game and in some titles, and what to do next."""
    principal = await visitor_of(services, request)
    matches, _ = await listed(services, principal, Filters().wanted(principal), "-played_on", None, _MATCHES)
    return page(
        request,
        "home.html",
        matches=match_lines(matches, language_of(request)),
        games=await _leaders(services, principal, language_of(request)),
        may_record=principal.may("record"),
    )


async def _leaders(services: Services, principal: Principal, language: Language) -> list[GameLeaders]:
    """Of each game, and in place of score sheets of the titles that are played most and that somebody leads in."""
    pool = pool_of(principal)
    titles = await services.subjects.page(principal, None, None, _TITLES, titles=True)
    shown = [key for key in games_by_title(language) if not GAMES[key].meta.titled]
    subjects = [SubjectRef(subject_of_game(key).id, key, game_title(GAMES[key], language)) for key in shown]
    subjects += [SubjectRef(row.id, row.game, row.name) for row in titles]
    found = []
    for subject in subjects:
        rows = await services.leaderboards.leaders(
            subject.id, pool, LeaderFilter(), "wins", None, _LEADERS, least=1, sees_all=principal.sees_all
        )
        rows = [row for row in rows if row.wins]  # who has won nothing leads in nothing
        if rows or not GAMES[subject.game].meta.titled:
            lines = await leader_lines(services, rows, "wins")
            found.append(GameLeaders(subject_path(subject.game, subject.id), subject.name, lines))
    return found
