"""What the pages of a game and of a title have in common: who leads, records, and statistics with charts."""

from asyncio import gather
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from msgspec import Struct

from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.points import Points, points_written
from domain.kernel.titles import title_of
from domain.registry import GAMES, figures_of
from domain.subjects.subject import subject_of_game
from service.api.match_query import MatchQuery
from service.api.persons import persons_named
from service.api.schemas.subjects import SubjectRef
from service.api.spread_answers import Spread
from service.api.statistics_answers import game_records, game_statistics
from service.api.subjects import subject_filter
from service.auth.access import Principal
from service.process.container import Services
from service.queries.leaderboards import LeaderFilter, pool_of
from service.web.addresses import address
from service.web.figures import spread_charts, turn_chart
from service.web.filters import Filters
from service.web.leaders import LeaderLine, leader_lines
from service.web.plots import Chart
from service.web.words import WORDS, decimal, duration_of

_LEADERS: Final = 5
_SECONDS: Final = frozenset({"longest", "shortest"})


class RecordLine(Struct, frozen=True):
    """A record: its value in words, who holds it, and in which match; of a figure, it is the most in one match."""

    title: str
    value: str
    match_id: str
    player: UUID | None
    name: str | None
    of_figure: bool


class SubjectView(Struct, frozen=True):
    """A subject by the matches that may be listed.

    Attributes:
        matches: those that count.
        facts: what they have on average, with its title.
        leaderboard, statistics, listed: where there is more of it.
    """

    matches: int
    facts: Sequence[tuple[str, str]]
    leaders: Sequence[LeaderLine]
    records: Sequence[RecordLine]
    charts: Sequence[Chart]
    leaderboard: str
    statistics: str
    listed: str


def subject_path(game: str, subject_id: UUID) -> str:
    """The page of a subject: that of a title, or of the game."""
    titled = game in GAMES and GAMES[game].meta.titled and subject_id != subject_of_game(game).id
    return f"/subjects/{subject_id}" if titled else f"/games/{game}"


def record_value(key: str, value: Points, language: Language) -> str:
    """A record in words; who has won with no more points than others has won the tie-break, or with them."""
    if key in _SECONDS:
        return duration_of(float(value), language)
    written = points_written(value, language)
    return f"{written} ({WORDS[language]['equal_points']})" if key == "smallest_margin" and not value else written


async def subject_view(
    services: Services, principal: Principal, game: AnyGame, subject: SubjectRef, language: Language
) -> SubjectView:
    """All of it."""
    key, w = game.meta.key, WORDS[language]
    chosen = subject_filter(game, subject)
    wanted = Filters(game=key, subject=chosen).wanted(principal)
    statistics, spread, (matches, holders), rows = await gather(
        services.statistics.game(game, wanted),
        services.statistics.distributions(wanted),
        services.statistics.records(game, wanted),
        services.leaderboards.leaders(
            subject.id, pool_of(principal), LeaderFilter(), "wins", None, _LEADERS, least=1, sees_all=principal.sees_all
        ),
    )
    asked = MatchQuery(game=key, subject=chosen)
    people = await persons_named(services, (holder.player for holder in holders if holder.player is not None))
    of_figures = {f"most_{one.key}": title_of(game, "figure", one.key, language) for one in figures_of(key)}
    records = game_records(game, asked, matches, holders, people, language, 0).records
    figures = game_statistics(subject, asked, statistics, Spread(), language, 0)
    turns = turn_chart(game, figures, w, language)
    facts = [
        (w["shared_wins"], str(figures.shared.count)),
        (w["mean_winning_score"], decimal(figures.winning_score.mean, language)),
        (w["mean_steps"], decimal(figures.steps.mean, language)),
    ]
    if figures.draws.count:
        facts.insert(0, (w["draws"], str(figures.draws.count)))
    if figures.duration.mean is not None:
        facts.append((w["mean_duration"], duration_of(figures.duration.mean, language)))
    return SubjectView(
        matches=figures.matches.count,
        facts=facts if figures.matches.count else [],
        leaders=await leader_lines(services, rows, "wins"),
        records=[
            RecordLine(
                title=of_figures.get(record.key, record.title),
                value=record_value(record.key, record.value, language),
                match_id=record.match.rpartition("/")[2],
                player=None if record.player is None else record.player.id,
                name=None if record.player is None else record.player.name,
                of_figure=record.key in of_figures,
            )
            for record in records
        ],
        charts=[*spread_charts(spread, language, of_person=False), *([turns] if turns else [])],
        leaderboard=address(f"/games/{key}/leaderboard", subject=chosen),
        statistics=address("/statistics", game=key, subject=chosen),
        listed=address("/matches", game=key, subject=chosen),
    )
