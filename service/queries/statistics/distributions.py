"""How the scores, lengths and dates of some matches are spread: what charts are drawn of."""

from uuid import UUID

from msgspec import Struct

from domain.kernel.points import Points
from service.queries.filters import PERSON, SCORED, SUBJECT, MatchFilter


class ScoreCount(Struct, frozen=True, array_like=True):
    """How many seats had a score, and how many of these have won with it."""

    score: Points
    seats: int
    won: int


class ValueCount(Struct, frozen=True, array_like=True):
    """How many matches have a number: of steps, of minutes at the table."""

    value: int
    matches: int


class MonthCount(Struct, frozen=True, array_like=True):
    """How many matches were played in a month, by its name as in ISO 8601, and how many of these the person has won."""

    month: str
    matches: int
    won: int


class SubjectCount(Struct, frozen=True, array_like=True):
    """How many matches of a subject were played, and how many of these the person has won."""

    subject: UUID
    game: str
    matches: int
    won: int


class Distributions(Struct, frozen=True):
    """Matches by score, length, month and subject; of a person, if one is asked for, the scores are its alone."""

    matches: int
    scores: tuple[ScoreCount, ...]
    steps: tuple[ValueCount, ...]
    minutes: tuple[ValueCount, ...]
    months: tuple[MonthCount, ...]
    subjects: tuple[SubjectCount, ...]


def distributions_query(wanted: MatchFilter) -> str:
    """One row: what :class:`Distributions` holds, as JSON."""
    of_person = f"s.player_id IN {PERSON}" if wanted.player is not None else "true"

    def counted(value: str, source: str, more: str = "") -> str:
        return (
            f"(SELECT coalesce(jsonb_agg(jsonb_build_array(value, n{', won' if more else ''}) ORDER BY value), '[]')"
            f" FROM (SELECT {value} AS value, count(*) AS n{more} FROM {source} GROUP BY 1) t WHERE value IS NOT NULL)"
        )

    won = ", count(*) FILTER (WHERE won) AS won"
    return f"""
        WITH chosen AS MATERIALIZED (
            SELECT m.match_id, {SUBJECT} AS subject, m.game, m.played_on, m.steps, m.duration, {SCORED} AS known
            FROM statistics_match m WHERE {wanted.where("statistics")}
        ),
        seated AS MATERIALIZED (
            SELECT c.match_id, c.known, s.score, s.winner FROM chosen c JOIN statistics_seat s USING (match_id)
            WHERE {of_person}
        ),
        ended AS MATERIALIZED (
            SELECT c.*, coalesce(b.won, false) AS won FROM chosen c
            LEFT JOIN (SELECT match_id, bool_or(winner) AS won FROM seated GROUP BY match_id) b USING (match_id)
        )
        SELECT (SELECT count(*) FROM chosen) AS matches,
               {counted("score", "(SELECT score, winner AS won FROM seated WHERE known) k", won)} AS scores,
               {counted("steps", "chosen")} AS steps,
               {counted("(duration / 60)", "chosen")} AS minutes,
               {counted("to_char(played_on, 'YYYY-MM')", "ended", won)} AS months,
               (SELECT coalesce(jsonb_agg(jsonb_build_array(subject, game, n, won) ORDER BY game, subject), '[]')
                FROM (SELECT subject, min(game) AS game, count(*) AS n{won} FROM ended GROUP BY subject) t) AS subjects
    """
