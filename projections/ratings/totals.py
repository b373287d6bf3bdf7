"""What each person has achieved by now: a row for each game and pool, moved by what changes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import Connection
from psycopg.rows import class_row

from domain.kernel.points import Points
from projections.ratings.model import Rating
from projections.ratings.results import Pool, Result, Share


class TotalsChange:
    """By how much the row of a person changes."""

    def __init__(self) -> None:
        self.matches = self.wins = self.shared_wins = self.rated = 0
        self.gained: list[Share] = []
        self.lost: list[Share] = []

    def count(self, share: Share, sign: int, *, rated: bool) -> None:
        """A match begins to count (`sign` is 1), or counts no longer (-1)."""
        self.matches += sign
        self.wins += sign * share.won
        self.shared_wins += sign * share.shared
        self.rated += sign * rated
        (self.gained if sign > 0 else self.lost).append(share)


def changes_of(
    changed: Iterable[tuple[Result | None, Result | None]],
) -> dict[tuple[str, Pool], dict[UUID, TotalsChange]]:
    """What results, before and now, change for each person in each game and pool."""
    changes: dict[tuple[str, Pool], dict[UUID, TotalsChange]] = {}
    for before, now in changed:
        for result, sign in ((before, -1), (now, 1)):
            if result is None:
                continue
            shares = result.shares()
            for pool in result.pools:
                of_pool = changes.setdefault((result.game, pool), {})
                for person, share in shares.items():
                    of_pool.setdefault(person, TotalsChange()).count(share, sign, rated=result.rated)
    return changes


class Total(Struct, frozen=True):
    """A row of ``rating_total``."""

    person: UUID
    matches: int = 0
    wins: int = 0
    shared_wins: int = 0
    best_score: Points | None = None
    known_best_score: Points | None = None
    rated: int = 0
    mu: float | None = None
    sigma: float | None = None

    @property
    def shown(self) -> float | None:
        """The figure that leaderboards go by; null without a rating."""
        return None if self.mu is None or self.sigma is None else Rating(self.mu, self.sigma).shown


class Totals:
    """Reads and writes the rows of `game` in `pool`."""

    def __init__(self, connection: Connection, game: str, pool: Pool) -> None:
        self._connection = connection
        self._named = {"game": game, "pool": pool}

    def move(self, changes: Mapping[UUID, TotalsChange], ratings: Mapping[UUID, Rating]) -> None:
        """Bring the rows up to date; `ratings` are those that aren't what they were. The results are written."""
        persons = [*changes, *(ratings.keys() - changes.keys())]
        before = self._rows(persons)
        moved = {
            person: _moved(before.get(person, Total(person)), changes.get(person), ratings.get(person))
            for person in persons
        }
        lost = [person for person, change in changes.items() if _lost_best(before.get(person), change)]
        for person, best, known_best in self._bests(lost):
            total = moved[person]
            moved[person] = Total(
                person,
                total.matches,
                total.wins,
                total.shared_wins,
                best,
                known_best,
                total.rated,
                total.mu,
                total.sigma,
            )
        self._write([total for total in moved.values() if total.matches])
        gone = [person for person, total in moved.items() if not total.matches]
        if gone:
            self._connection.execute(_DELETE, {**self._named, "persons": gone})

    def _rows(self, persons: Sequence[UUID]) -> dict[UUID, Total]:
        cursor = self._connection.cursor(row_factory=class_row(Total))
        cursor.execute(_SELECT, {**self._named, "persons": persons})
        return {total.person: total for total in cursor}

    def _bests(self, persons: Sequence[UUID]) -> list[tuple[UUID, Points, Points | None]]:
        """The best scores, counted again from the results."""
        if not persons:
            return []
        return self._connection.execute(_BESTS, {**self._named, "persons": persons}).fetchall()

    def _write(self, totals: Sequence[Total]) -> None:
        if totals:
            columns: dict[str, list[Any]] = {name: [getattr(one, name) for one in totals] for name in _COLUMNS}
            self._connection.execute(_WRITE, {**self._named, **columns})


def _moved(total: Total, change: TotalsChange | None, rating: Rating | None) -> Total:
    change = change or TotalsChange()
    rated = total.rated + change.rated
    mu, sigma = (rating.mu, rating.sigma) if rating is not None else (total.mu, total.sigma)
    return Total(
        total.person,
        total.matches + change.matches,
        total.wins + change.wins,
        total.shared_wins + change.shared_wins,
        _best(total.best_score, (share.score for share in change.gained)),
        _best(total.known_best_score, (share.known_score for share in change.gained)),
        rated,
        mu if rated else None,
        sigma if rated else None,
    )


def _best(before: Points | None, scores: Iterable[Points | None]) -> Points | None:
    return max((score for score in (before, *scores) if score is not None), default=None)


def _lost_best(before: Total | None, change: TotalsChange) -> bool:
    """Whether a score has gone that was the best one."""
    if before is None:
        return False
    return any(
        share.score == before.best_score or share.known_score == before.known_best_score for share in change.lost
    )


_COLUMNS: Final = (*Total.__struct_fields__, "shown")

_SELECT: Final = f"""
    SELECT {", ".join(Total.__struct_fields__)} FROM rating_total
    WHERE game = %(game)s AND pool = %(pool)s AND person = ANY(%(persons)b)
"""  # noqa: S608  # put together from constants, as below

_BESTS: Final = """
    SELECT person, max(score), max(known_score) FROM rating_share
    WHERE game = %(game)s AND person = ANY(%(persons)b) AND (public OR %(pool)s = 'all')
    GROUP BY person
"""

_DELETE: Final = """
    DELETE FROM rating_total WHERE game = %(game)s AND pool = %(pool)s AND person = ANY(%(persons)b)
"""

_WRITE: Final = f"""
    INSERT INTO rating_total (game, pool, {", ".join(_COLUMNS)})
    SELECT %(game)s, %(pool)s, * FROM unnest(
        %(person)b::uuid[], %(matches)b::integer[], %(wins)b::integer[], %(shared_wins)b::integer[],
        %(best_score)b::integer[], %(known_best_score)b::integer[], %(rated)b::integer[],
        %(mu)b::float8[], %(sigma)b::float8[], %(shown)b::float8[])
    ON CONFLICT (game, pool, person) DO UPDATE
    SET {", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name != "person")}
"""  # noqa: S608
