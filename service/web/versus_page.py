"""The page of two people: how they do against each other."""

from asyncio import gather
from collections.abc import Sequence
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from service.api.match_list import listed
from service.api.parameters import Cursor
from service.api.persons import person_of
from service.api.players import PlayerId
from service.api.statistics import OtherId
from service.http.negotiation import language_of
from service.http.pagination import read_order_of_play
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.queries.statistics.results import DuelResults
from service.web.filters import Filters
from service.web.ordering import name_order
from service.web.plots import Chart, Column, bars
from service.web.rendering import page
from service.web.tables import match_lines
from service.web.visitor import visitor_of
from service.web.words import WORDS

_MATCHES: Final = 20


class DuelLine(Struct, frozen=True):
    """Two people in one game or title, or in all: who won, whose score was the better, and by how much on average."""

    title: str
    matches: int
    wins: int
    other_wins: int
    better: int
    equal: int
    worse: int
    difference: float | None


@get("/players/{player_id:uuid}/against/{other:uuid}", include_in_schema=False)
async def versus_page(
    player_id: PlayerId,
    other: OtherId,
    services: NamedDependency[Services],
    request: AnyRequest,
    cursor: Cursor = None,
) -> Response[bytes]:
    """The matches in which both sat, as far as they may be listed."""
    principal = await visitor_of(services, request)
    person, opponent = await gather(*(person_of(services, principal, one) for one in (player_id, other)))
    if person.id == opponent.id:
        raise ProblemError(INVALID_REQUEST, "It takes two different people.", parameter="other")
    filters = Filters(player=person.id, companion=opponent.id)
    wanted = filters.wanted(principal)
    after = read_order_of_play(cursor)
    duels, (items, older) = await gather(
        services.statistics.duels(wanted), listed(services, principal, wanted, "-played_on", after, _MATCHES)
    )
    language = language_of(request)
    names = await services.subjects.names(principal, {duel.subject: duel.game for duel in duels}, language)
    lines = sorted(
        (_line(duel, names[duel.subject]) for duel in duels), key=lambda one: (-one.matches, name_order(one.title))
    )
    w = WORDS[language]
    path = f"/players/{person.id}/against/{opponent.id}"
    total = _total(lines, w["all_games"])
    return page(
        request,
        "versus.html",
        person=person,
        other=opponent,
        total=total,
        lines=[*([total] if len(lines) > 1 else []), *lines],
        charts=[_chart(total, person.name, opponent.name, w["wins"], w["person"])]
        if total.wins or total.other_wins
        else [],
        matches=match_lines(items, language),
        older=None if older is None else f"{path}?cursor={older}#matches",
        newest=None if cursor is None else f"{path}#matches",
        api=f"/api/v1/players/{person.id}/versus/{opponent.id}",
    )


def _line(duel: DuelResults, title: str) -> DuelLine:
    return DuelLine(
        title,
        duel.matches,
        duel.wins,
        duel.other_wins,
        duel.better,
        duel.equal,
        duel.worse,
        duel.difference.mean,
    )


def _total(lines: Sequence[DuelLine], title: str) -> DuelLine:
    """All games together; points of different games aren't added up."""

    def added_up(name: str) -> int:
        return sum(getattr(one, name) for one in lines)

    return DuelLine(
        title=title,
        matches=added_up("matches"),
        wins=added_up("wins"),
        other_wins=added_up("other_wins"),
        better=added_up("better"),
        equal=added_up("equal"),
        worse=added_up("worse"),
        difference=lines[0].difference if len(lines) == 1 else None,
    )


def _chart(total: DuelLine, name: str, other: str, title: str, head: str) -> Chart:
    values = [Column(name, total.wins, str(total.wins)), Column(other, total.other_wins, str(total.other_wins))]
    rows = [(name, str(total.wins)), (other, str(total.other_wins))]
    return Chart(title, bars(values, title), (head, title), rows)
