"""The page of statistics: filters that compose, charts, tables, and the same matches as CSV and from the API."""

from asyncio import gather
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.response import Stream
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.titles import title_of
from domain.kernel.trait_names import NamesTraits
from domain.match.parts import Status
from domain.registry import GAMES
from domain.subjects.subject import subject_of_game
from service.api.exports import table_answer
from service.api.match_query import MATCHES, MatchQuery
from service.api.persons import person_of
from service.api.spread_answers import Spread
from service.api.statistics_answers import game_statistics
from service.api.subjects import subjects_named
from service.api.trait_answers import MOST_VALUES, WHOLE, results_by_trait, together
from service.auth.access import Principal
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.statistics.distributions import Distributions
from service.queries.tables.reader import TableQuery
from service.web.figures import seat_name, spread_charts, trait_chart, turn_chart
from service.web.filters import FILTERS, Filters, filter_form, matches_of_series
from service.web.player_page import GameLine, OpponentLine, game_lines, opponents_of
from service.web.plots import Chart
from service.web.rendering import page
from service.web.visitor import visitor_of
from service.web.words import WORDS, decimal, duration_of

_PATH: Final = "/statistics"
_CSV: Final = "/statistics/matches.csv"
_MOST_LISTED: Final = 50
"""Of what came about in play, such as openings."""


@get(_PATH, include_in_schema=False, dependencies=FILTERS)
async def statistics_page(
    services: NamedDependency[Services], request: AnyRequest, filters: NamedDependency[Filters]
) -> Response[bytes]:
    """The finished matches that the filters name, in numbers, as far as they may be listed."""
    principal = await visitor_of(services, request)
    language = language_of(request)
    wanted = filters.wanted(principal, await matches_of_series(services, principal, filters))
    form = await filter_form(
        services,
        principal,
        filters,
        _PATH,
        ("game", "subject", "player", "with", "series", "seats", "played_from", "played_to", "place", "tag"),
        language,
    )
    person = None if filters.player is None else await person_of(services, principal, filters.player)
    spread, (numbers, turns), traits, (lines, opponents) = await gather(
        services.statistics.distributions(wanted),
        _of_subject(services, principal, filters, wanted, language),
        _of_traits(services, filters, wanted, language),
        _of_person(services, principal, filters, wanted, language),
    )
    names = await services.subjects.names(principal, {one.subject: one.game for one in spread.subjects}, language)
    several = None if _subject_of(filters) is not None else _subject_names(names, spread, language)
    charts = spread_charts(spread, language, of_person=person is not None, subjects=several)
    return page(
        request,
        "statistics.html",
        form=form,
        matches=spread.matches,
        person=person,
        counted=numbers.counted,
        facts=numbers.means,
        per_player=numbers.per_player,
        lines=lines,
        opponents=opponents,
        charts=[*charts, *([turns] if turns and person is None else []), *traits],
        listed=filters.link("/matches", status="finished"),
        found=filters.link("/matches"),
        csv=filters.link(_CSV),
        api=_api(filters),
    )


def _subject_names(names: Mapping[UUID, str], spread: Distributions, language: Language) -> dict[UUID, str]:
    """The names of subjects; a game that others are titles of says that these matches have none."""
    w = WORDS[language]
    untitled = {
        one.subject
        for one in spread.subjects
        if one.game in GAMES and GAMES[one.game].meta.titled and one.subject == subject_of_game(one.game).id
    }
    return {subject: w("untitled_of", game=name) if subject in untitled else name for subject, name in names.items()}


def _subject_of(filters: Filters) -> UUID | None:
    """The one subject of all matches that the filters name; None where there may be several."""
    if filters.subject is not None:
        return filters.subject
    if filters.game is None or filters.game not in GAMES or GAMES[filters.game].meta.titled:
        return None
    return subject_of_game(filters.game).id


class SubjectNumbers(Struct, frozen=True):
    """How many matches of a subject ended in a special way, and what a match, and a player in it, has on average."""

    counted: Sequence[tuple[str, str]] = ()
    means: Sequence[tuple[str, str]] = ()
    per_player: Sequence[tuple[str, str]] = ()


async def _of_subject(
    services: Services, principal: Principal, filters: Filters, wanted: MatchFilter, language: Language
) -> tuple[SubjectNumbers, Chart | None]:
    """The numbers of a subject, and who wins from where; nothing of several."""
    chosen = _subject_of(filters)
    if chosen is None:
        return SubjectNumbers(), None
    w = WORDS[language]
    key = filters.game or (await services.subjects.get(principal, chosen)).game
    if key not in GAMES:  # what its figures are called isn't known
        return SubjectNumbers(), None
    subject = (await subjects_named(services, principal, [(chosen, key)], language))[chosen]
    figures = await services.statistics.game(GAMES[key], wanted)
    answer = game_statistics(subject, MatchQuery(game=key), figures, Spread(), language, 0)
    counted = [(w["shared_wins"], str(answer.shared.count))]
    facts = [
        (w["mean_score"], decimal(answer.score.mean, language)),
        (w["mean_winning_score"], decimal(answer.winning_score.mean, language)),
        (w["mean_margin"], decimal(answer.margin.mean, language)),
        (w["mean_steps"], decimal(answer.steps.mean, language)),
    ]
    if answer.draws.count:
        counted.insert(0, (w["draws"], str(answer.draws.count)))
    if answer.duration.mean is not None:
        facts.append((w["mean_duration"], duration_of(answer.duration.mean, language)))
    per_player = [(one.title, decimal(one.mean, language)) for one in answer.figures]
    numbers = SubjectNumbers(counted, facts, per_player) if answer.matches.count else SubjectNumbers()
    return numbers, turn_chart(GAMES[key], answer, w, language)


async def _of_traits(services: Services, filters: Filters, wanted: MatchFilter, language: Language) -> list[Chart]:
    """How often what came about in play, such as openings, and who won then; nothing of several games."""
    if filters.game is None or filters.game not in GAMES or _subject_of(filters) is None:
        return []
    game, asked = GAMES[filters.game], MatchQuery(game=filters.game)
    charts = []
    for trait in game.traits:
        group = game.trait_groups.get(trait)
        values = await services.statistics.traits(wanted, trait, WHOLE, MOST_VALUES)
        for kind, length in (("trait_group", group), ("trait", None)) if group else (("trait", None),):
            rows = values if length is None else together(values, length)
            found = results_by_trait(game, asked, trait, length, rows[:_MOST_LISTED])
            title = title_of(game, kind, trait, language)
            seats = range(max((len(one.by_seat) for one in found), default=0))
            names = [seat_name(game, seat, language) for seat in seats]
            named = [(_trait_name(game, trait, one.value, language), one) for one in found]
            charts.append(trait_chart(title, named, names, WORDS[language], language))
    return [chart for chart in charts if chart is not None]


def _trait_name(game: AnyGame, trait: str, value: str, language: Language) -> str:
    """The value with its name, where it has one."""
    name = game.trait_name(trait, value, language) if isinstance(game, NamesTraits) else ""
    return f"{value} {name}" if name else value


async def _of_person(
    services: Services, principal: Principal, filters: Filters, wanted: MatchFilter, language: Language
) -> tuple[list[GameLine], list[OpponentLine]]:
    """How the person does in each game or title and against whom; nothing of everybody together."""
    if filters.player is None:
        return [], []
    figures = await services.statistics.player(wanted)
    names = await services.subjects.names(principal, {one.subject: one.game for one in figures.games}, language)
    return game_lines(figures, [], names), [] if filters.companion else await opponents_of(services, wanted)


def _api(filters: Filters) -> str | None:
    """Where the API has the same; None where it knows no such filter."""
    if filters.series is not None:
        return None
    asked = replace(filters, game=None, player=None, status=None)
    if filters.player is not None:
        return asked.link(f"/api/v1/players/{filters.player}/statistics", game=filters.game)
    if filters.game is not None and _subject_of(filters) is not None:
        return asked.link(f"/api/v1/games/{filters.game}/statistics")
    return asked.link(MATCHES, game=filters.game, status="finished", counted="true")


@get(_CSV, include_in_schema=False, dependencies=FILTERS)
async def matches_csv(
    services: NamedDependency[Services], request: AnyRequest, filters: NamedDependency[Filters]
) -> Stream:
    """The same matches as the table of seats that the API exports, as CSV."""
    principal = await visitor_of(services, request)
    among = await matches_of_series(services, principal, filters)
    wanted = replace(filters, status=filters.status or Status.FINISHED).wanted(principal, among, counted=True)
    return table_answer(services, TableQuery("seats", wanted, principal), "csv", {})
