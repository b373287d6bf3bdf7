"""Statistics: a row for each match that counts, for each of its seats, and for what matches have together."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final
from uuid import UUID

from psycopg import Connection
from psycopg.rows import dict_row

from domain.kernel.packages import is_built_in
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.match import Match
from domain.registry import GAMES, figures_of
from domain.subjects.subject import subject_of
from projections.dead_letters import MISSING
from projections.facts import counts, drawn, duration_of, recorded_options, scores_known, winning_sides
from projections.folding import MatchProjection, openings
from projections.projection import LogEntry
from projections.recordset import insert_rows
from projections.statistics import sums
from projections.statistics.result import SeatFigures, seat_results


class Statistics(MatchProjection):
    """What is asked of the matches that count; who was merged into whom is looked up when somebody asks."""

    name: ClassVar[str] = "statistics"
    version: ClassVar[int] = 9  # it grows, too, when a game of Partita counts other figures
    tables: ClassVar[tuple[str, ...]] = ("statistics_match", "statistics_seat", "statistics_sum", "statistics_form")

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Fold the batch into the matches; those that it touched get the rows that they have now, or none."""
        touched = {run.match_id: run.match for run in self.matches.fold(connection, batch) if not run.goes_on}
        if not touched:
            return
        before = _taken_out(connection, list(touched))
        counted = {match_id: match for match_id, match in touched.items() if counts(match)}
        opened = openings(connection, counted) if counted else {}
        results = {match_id: seat_results(match) for match_id, match in counted.items()}
        now = {key: _match_row(key, opened[key], match, results[key]) for key, match in counted.items()}
        if now:
            seats = [_seat_row(key, result) for key, seats in results.items() for result in seats]
            insert_rows(connection, "statistics_match", list(now.values()))
            insert_rows(connection, "statistics_seat", seats)
            if forms := _forms({match.game.meta.key for match in counted.values()}):
                connection.cursor().executemany(_INSERT_FORM, forms)
        sums.move(connection, [(before.get(key), now.get(key)) for key in {**before, **now}])

    def set_outdated_aside(self, connection: Connection) -> None:
        """Have the matches of a game of another distribution counted again, where that counts other figures now."""
        for game, figures in connection.execute("SELECT game, figures FROM statistics_form").fetchall():
            if game not in GAMES or figures == _figure_keys(game):
                continue
            query = "SELECT match_id FROM statistics_match WHERE game = %s"
            match_ids = [match_id for (match_id,) in connection.execute(query, (game,))]
            sums.move(connection, [(row, None) for row in _taken_out(connection, match_ids).values()])
            connection.execute(_DEAD_LETTERS, (self.name, f"{MISSING}{game}", match_ids))
            connection.execute("DELETE FROM statistics_form WHERE game = %s", (game,))


def _figure_keys(game: str) -> list[str]:
    return [figure.key for figure in figures_of(game)]


def _forms(games: Iterable[str]) -> list[tuple[str, list[str]]]:
    """What the rows of games of other distributions are made of."""
    return [(game, _figure_keys(game)) for game in sorted(games) if not is_built_in(game)]


def _taken_out(connection: Connection, match_ids: list[UUID]) -> dict[UUID, dict[str, Any]]:
    """Delete the rows of matches, and tell what those that counted had."""
    cursor = connection.cursor(row_factory=dict_row)
    cursor.execute(_TAKE_OUT, {"matches": match_ids}, prepare=True)
    return {row["match_id"]: row for row in cursor}


def _match_row(match_id: UUID, opened: int, match: Match, results: Sequence[SeatFigures]) -> dict[str, Any]:
    scores = [result.score for result in results if result.score is not None]
    scored = len(scores) == len(results)
    winners = [result for result in results if result.winner]
    best = min(winners, key=lambda result: result.rank, default=None)
    figures = list(zip(*(result.figures for result in results), strict=True))
    return {
        "match_id": match_id,
        "opened": opened,
        "game": match.game.meta.key,
        "subject": subject_of(match.game.meta, match.options).id,
        "lowest": match.game.lowest_wins(match.options),
        "scored": scored,
        "seats": len(results),
        "start_seat": match.game.starting_seat(match.options),
        "options": recorded_options(match),
        "played_on": match.played_on,
        "ordinal": match.ordinal,
        "place": match.place,
        "tags": list(match.tags),
        "visibility": match.visibility.value,
        "origin": match.origin.value,
        "scores_known": scores_known(match, match.standings(PUBLIC)),
        "sealed": match.sealed,
        "irregular": bool(match.line.irregular_steps),
        "steps": match.step,
        "duration": duration_of(match),
        "winners": winning_sides(match, match.standings(RECORDER)),
        "drawn": drawn(match),
        "winning_seats": [winner.seat for winner in winners],
        "winning_score": best.score if best and scored else None,
        "highest_score": max(scores) if scored else None,
        "lowest_score": min(scores) if scored else None,
        "total_score": sum(scores) if scored else None,
        "margin": best.margin if best and scored else None,
        "thoughts": sum(result.thoughts for result in results),
        "thinking": sum(result.thinking for result in results),
        "figures": [None if None in amounts else sum(amounts) for amounts in figures],
        "highest_figures": [None if None in amounts else max(amounts) for amounts in figures],
    }


def _seat_row(match_id: UUID, result: SeatFigures) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "seat": result.seat,
        "player_id": result.player,
        "turn": result.turn,
        "score": result.score,
        "rank": result.rank,
        "winner": result.winner,
        "margin": result.margin,
        "thoughts": result.thoughts,
        "thinking": result.thinking,
        "figures": list(result.figures),
    }


_TAKE_OUT: Final = """
    WITH seats AS (DELETE FROM statistics_seat WHERE match_id = ANY(%(matches)b))
    DELETE FROM statistics_match WHERE match_id = ANY(%(matches)b) RETURNING *
"""

_INSERT_FORM: Final = "INSERT INTO statistics_form (game, figures) VALUES (%s, %s) ON CONFLICT (game) DO NOTHING"

_DEAD_LETTERS: Final = """
    INSERT INTO set_aside (projection, position, originator_id, fault)
    SELECT %s, notification_id, originator_id, CASE WHEN originator_version = 1 THEN %s END
    FROM match_events WHERE originator_id = ANY(%s)
    ON CONFLICT DO NOTHING
"""
"""As if they had waited for their game: now that it is there, they are processed by themselves."""
