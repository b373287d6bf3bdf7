"""The page of a person: figures game by game, ratings, against whom, streaks and matches."""

from asyncio import gather
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from domain.kernel.languages import Language
from domain.kernel.points import Points
from projections.ratings.model import Rating
from service.api.match_list import listed
from service.api.parameters import Cursor
from service.api.persons import person_of
from service.api.players import PlayerId
from service.auth.access import Principal
from service.http.negotiation import language_of
from service.http.pagination import read_order_of_play
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.leaderboards import RatingRow, StepRow, pool_of
from service.queries.statistics.results import PlayerFigures, StreakMatches
from service.web.filters import Filters
from service.web.ordering import name_order
from service.web.plots import Chart, Point, line
from service.web.rendering import page
from service.web.subject_view import subject_path
from service.web.tables import match_lines
from service.web.visitor import visitor_of
from service.web.words import WORDS, day, decimal, short_day

_MATCHES: Final = 10
_OPPONENTS: Final = 12
_GAMES: Final = 12
_CHARTS: Final = 6
_STEPS: Final = 5_000
"""Rated matches of a chart at the most: the first ones, of more."""


class GameLine(Struct, frozen=True):
    """A player's figures in one game or title; what may not be known, or isn't there, is None."""

    subject: UUID
    path: str
    title: str
    matches: int
    wins: int
    win_share: float
    mean_score: float | None
    best_score: Points | None
    rating: float | None
    rank: int | None


class OpponentLine(Struct, frozen=True):
    """Somebody met, and how it went: wins of the person whose page it is, and of this one."""

    id: UUID
    name: str
    matches: int
    wins: int
    other_wins: int


class StreakLine(Struct, frozen=True):
    """So many matches won one after the other, from the first day to the last."""

    length: int
    first: UUID
    last: UUID


@get("/players/{player_id:uuid}", include_in_schema=False)
async def player_page(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, cursor: Cursor = None
) -> Response[bytes]:
    """A person, by the matches that may be listed; who was merged into another player is that one."""
    principal = await visitor_of(services, request)
    person = await person_of(services, principal, player_id)
    language = language_of(request)
    may_record = principal.may("record")
    wanted = Filters(player=person.id).wanted(principal)
    after = read_order_of_play(cursor)
    (items, older), figures, ratings, opponents, player = await gather(
        listed(services, principal, wanted, "-played_on", after, _MATCHES),
        services.statistics.player(wanted),
        services.leaderboards.ratings(person.id, pool_of(principal)),
        opponents_of(services, wanted),
        services.people.get(person.id),
    )
    played = {one.subject: one.game for one in figures.games} | {one.subject: one.game for one in ratings}
    names = await services.subjects.names(principal, played, language)
    lines = game_lines(figures, ratings, names)
    return page(
        request,
        "player.html",
        player_id=person.id,
        name=person.name,
        erased=player.name is None,
        games=lines[:_GAMES],
        all_games=len(lines),
        opponents=opponents,
        streaks=[("streak_current", _streak(figures.current)), ("streak_longest", _streak(figures.longest))],
        charts=await _rating_charts(
            services, principal, person.id, [line.subject for line in lines if line.rating is not None], names, language
        ),
        matches=match_lines(items, language),
        older=None if older is None else f"/players/{person.id}?cursor={older}#matches",
        newest=None if cursor is None else f"/players/{person.id}#matches",
        may_record=may_record,
        has_pin=bool(may_record and await services.pins.known_of([person.id])),
        aliases=await services.people.aliases(person.id, principal.lists) if may_record else [],
    )


def game_lines(figures: PlayerFigures, ratings: Sequence[RatingRow], names: Mapping[UUID, str]) -> list[GameLine]:
    """The figures of each game or title that somebody has played, what was played most first, then by `names`."""
    rated = {one.subject: one for one in ratings}
    results = {part.value: part for part in figures.slices if part.by == "subject"}
    lines = []
    for one in figures.games:
        part, rating = results[str(one.subject)], rated.get(one.subject)
        lines.append(
            GameLine(
                subject=one.subject,
                path=subject_path(one.game, one.subject),
                title=names[one.subject],
                matches=part.matches,
                wins=part.wins,
                win_share=(part.wins + part.draws / 2) / part.matches,
                mean_score=one.own.mean,
                best_score=one.best,
                rating=Rating(rating.mu, rating.sigma).shown if rating else None,
                rank=rating.rank if rating else None,
            )
        )
    return sorted(lines, key=lambda line: (-line.matches, line.title))


async def opponents_of(services: Services, wanted: MatchFilter) -> list[OpponentLine]:
    """Whom the player of `wanted` has met most often in these matches; by name, where it was equally often."""
    rows = await services.statistics.opponents(wanted, _OPPONENTS)
    names = await services.player_names.of(row.player for row in rows)
    lines = [OpponentLine(row.player, names[row.player], row.matches, row.wins, row.other_wins) for row in rows]
    return sorted(lines, key=lambda line: (-line.matches, name_order(line.name)))


def _streak(streak: StreakMatches | None) -> StreakLine | None:
    return None if streak is None else StreakLine(streak.length, streak.first, streak.last)


async def _rating_charts(
    services: Services,
    principal: Principal,
    person: UUID,
    subjects: Sequence[UUID],
    names: Mapping[UUID, str],
    language: Language,
) -> list[Chart]:
    """How the ratings in the first of these subjects came about."""
    pool = pool_of(principal)
    return [
        _rating_chart(names[subject], steps, language)
        for subject in subjects[:_CHARTS]
        if (steps := await services.leaderboards.steps(person, subject, pool, None, _STEPS))
    ]


def _rating_chart(game: str, steps: Sequence[StepRow], language: Language) -> Chart:
    """The estimate after each match with its standard deviation; the rating of leaderboards is more cautious."""
    w = WORDS[language]
    title = w("chart_rating", game=game)
    points = [_point(step, language) for step in steps]
    rows = [
        (
            short_day(step.played_on, language),
            f"{step.rank}/{step.seats}",
            decimal(step.after.mu, language),
            decimal(step.after.sigma, language),
            decimal(step.after.shown, language),
        )
        for step in steps[-_SHOWN_ROWS:]
    ]
    return Chart(
        title=game,
        svg=line(points, title, (day(steps[0].played_on, language), day(steps[-1].played_on, language))),
        heads=(w["played_on"], w["rank"], w["estimate"], w["uncertainty"], w["rating"]),
        rows=rows,
    )


def _point(step: StepRow, language: Language) -> Point:
    mean, deviation = decimal(step.after.mu, language), decimal(step.after.sigma, language)
    text = f"{day(step.played_on, language)}: {mean} ± {deviation}"
    return Point(step.played_on, step.after.mu, text, step.after.sigma)


_SHOWN_ROWS: Final = 50
"""Of the table beside a chart: the newest rated matches."""
