"""What each person has achieved by now: a row for each subject and pool, moved by what changes."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from psycopg import Connection
from psycopg.rows import class_row

from domain.kernel.points import Points
from projections.ratings.model import Rating
from projections.ratings.results import Best, Pool, Result, Share


class TotalsChange:
    """By how much the row of a person changes."""

    def __init__(self, game: str) -> None:
        """`game`: by whose rules the matches are recorded."""
        self.game = game
        self.matches = self.wins = self.shared_wins = self.draws = self.rated = 0
        self.gained: list[Share] = []
        self.lost: list[Share] = []

    def count(self, share: Share, sign: int, *, rated: bool) -> None:
        """A match begins to count (`sign` is 1), or counts no longer (-1)."""
        self.matches += sign
        self.wins += sign * share.won
        self.shared_wins += sign * share.shared
        self.draws += sign * share.drawn
        self.rated += sign * rated
        (self.gained if sign > 0 else self.lost).append(share)


def changes_of(
    changed: Iterable[tuple[Result | None, Result | None]],
) -> dict[tuple[UUID, Pool], dict[UUID, TotalsChange]]:
    """What results, before and now, change for each person in each subject and pool."""
    changes: dict[tuple[UUID, Pool], dict[UUID, TotalsChange]] = {}
    for before, now in changed:
        for result, sign in ((before, -1), (now, 1)):
            if result is None:
                continue
            shares = result.shares()
            for pool in result.pools:
                of_pool = changes.setdefault((result.subject, pool), {})
                for person, share in shares.items():
                    change = of_pool.setdefault(person, TotalsChange(result.game))
                    change.count(share, sign, rated=result.rated)
    return changes


class Total(Struct, frozen=True):
    """A row of ``rating_total``."""

    person: UUID
    game: str = ""
    matches: int = 0
    wins: int = 0
    shared_wins: int = 0
    draws: int = 0
    best_score: Points | None = None
    best_merit: Points | None = None
    known_best_score: Points | None = None
    known_best_merit: Points | None = None
    rated: int = 0
    mu: float | None = None
    sigma: float | None = None

    @property
    def best(self) -> Best | None:
        """The best score, to be compared with others."""
        return _best_of(self.best_score, self.best_merit)

    @property
    def known_best(self) -> Best | None:
        """The same, of what everybody may know."""
        return _best_of(self.known_best_score, self.known_best_merit)

    @property
    def shown(self) -> float | None:
        """The figure that leaderboards go by; null without a rating."""
        return None if self.mu is None or self.sigma is None else Rating(self.mu, self.sigma).shown


def _best_of(score: Points | None, merit: Points | None) -> Best | None:
    return None if score is None or merit is None else Best(merit, score)


class Totals:
    """Reads and writes the rows of `subject` in `pool`."""

    def __init__(self, connection: Connection, subject: UUID, pool: Pool) -> None:
        self._connection = connection
        self._named = {"subject": subject, "pool": pool}

    def move(self, changes: Mapping[UUID, TotalsChange], ratings: Mapping[UUID, Rating]) -> None:
        """Bring the rows up to date; `ratings` are those that aren't what they were. The results are written."""
        persons = [*changes, *(ratings.keys() - changes.keys())]
        before = self._rows(persons)
        moved = {
            person: _moved(before.get(person, Total(person)), changes.get(person), ratings.get(person))
            for person in persons
        }
        lost = [person for person, change in changes.items() if _lost_best(before.get(person), change)]
        for person, *bests in self._bests(lost):
            moved[person] = replace(moved[person], **dict(zip(_BEST_COLUMNS, bests, strict=True)))
        self._write([total for total in moved.values() if total.matches])
        gone = [person for person, total in moved.items() if not total.matches]
        if gone:
            self._connection.execute(_DELETE, {**self._named, "persons": gone})

    def _rows(self, persons: Sequence[UUID]) -> dict[UUID, Total]:
        cursor = self._connection.cursor(row_factory=class_row(Total))
        cursor.execute(_SELECT, {**self._named, "persons": persons})
        return {total.person: total for total in cursor}

    def _bests(self, persons: Sequence[UUID]) -> list[tuple[Any, ...]]:
        """The best scores, counted again from the results."""
        if not persons:
            return []
        return self._connection.execute(_BESTS, {**self._named, "persons": persons}).fetchall()

    def _write(self, totals: Sequence[Total]) -> None:
        if totals:
            columns: dict[str, list[Any]] = {name: [_column(one, name) for one in totals] for name in _COLUMNS}
            self._connection.execute(_WRITE, {**self._named, **columns})


def _moved(total: Total, change: TotalsChange | None, rating: Rating | None) -> Total:
    change = change or TotalsChange(total.game)
    rated = total.rated + change.rated
    mu, sigma = (rating.mu, rating.sigma) if rating is not None else (total.mu, total.sigma)
    best = _best(total.best, (share.best for share in change.gained))
    known_best = _best(total.known_best, (share.known_best for share in change.gained))
    return Total(
        total.person,
        change.game,
        total.matches + change.matches,
        total.wins + change.wins,
        total.shared_wins + change.shared_wins,
        total.draws + change.draws,
        None if best is None else best.score,
        None if best is None else best.merit,
        None if known_best is None else known_best.score,
        None if known_best is None else known_best.merit,
        rated,
        mu if rated else None,
        sigma if rated else None,
    )


def _best(before: Best | None, others: Iterable[Best | None]) -> Best | None:
    known = (one for one in (before, *others) if one is not None)
    return max(known, default=None)


def _lost_best(before: Total | None, change: TotalsChange) -> bool:
    """Whether a score has gone that was the best one."""
    if before is None:
        return False
    return any(share.best == before.best or share.known_best == before.known_best for share in change.lost)


def _column(total: Total, name: str) -> Any:
    """A value as an array of it is sent: whole points among decimals are decimals, too."""
    value = getattr(total, name)
    return Decimal(value) if name in _BEST_COLUMNS and value is not None else value


_BEST_COLUMNS: Final = ("best_score", "best_merit", "known_best_score", "known_best_merit")

_COLUMNS: Final = (*Total.__struct_fields__, "shown")

_SELECT: Final = f"""
    SELECT {", ".join(Total.__struct_fields__)} FROM rating_total
    WHERE subject = %(subject)s AND pool = %(pool)s AND person = ANY(%(persons)b)
"""  # noqa: S608  # put together from constants, as below


def best_values(score: str, lowest: str = "lowest") -> str:
    """The best score of some shares and its merit, as aggregates; `lowest` tells where fewer points are better."""
    merit = f"CASE WHEN {lowest} THEN -{score} ELSE {score} END"
    known = f"FILTER (WHERE {score} IS NOT NULL)"
    return f"(array_agg({score} ORDER BY {merit} DESC, {score} DESC) {known})[1], max({merit})"


_BESTS: Final = f"""
    SELECT person, {best_values("score")}, {best_values("known_score")} FROM rating_share
    WHERE subject = %(subject)s AND person = ANY(%(persons)b) AND (public OR %(pool)s = 'all')
    GROUP BY person
"""  # noqa: S608

_DELETE: Final = """
    DELETE FROM rating_total WHERE subject = %(subject)s AND pool = %(pool)s AND person = ANY(%(persons)b)
"""

_WRITE: Final = f"""
    INSERT INTO rating_total (subject, pool, {", ".join(_COLUMNS)})
    SELECT %(subject)s, %(pool)s, * FROM unnest(
        %(person)b::uuid[], %(game)b::text[], %(matches)b::integer[], %(wins)b::integer[],
        %(shared_wins)b::integer[], %(draws)b::integer[], %(best_score)b::numeric[], %(best_merit)b::numeric[],
        %(known_best_score)b::numeric[], %(known_best_merit)b::numeric[], %(rated)b::integer[],
        %(mu)b::float8[], %(sigma)b::float8[], %(shown)b::float8[])
    ON CONFLICT (subject, pool, person) DO UPDATE
    SET {", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name != "person")}
"""  # noqa: S608
