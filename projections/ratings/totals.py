"""What each person has achieved by now: a row for each subject and pool, moved by what changes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from psycopg import Connection
from psycopg.rows import class_row

from domain.kernel.points import Points
from projections.ratings.model import Rating
from projections.ratings.results import Best, Pool, Result, Share
from projections.recordset import recordset

Holder = tuple[UUID, Pool, UUID]
"""Whose row it is: the subject, the pool and the person."""


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
) -> dict[Holder, TotalsChange]:
    """What results, before and now, change for each person in each subject and pool."""
    changes: dict[Holder, TotalsChange] = {}
    for before, now in changed:
        for result, sign in ((before, -1), (now, 1)):
            if result is None:
                continue
            shares, rated = result.shares(), result.rated
            for pool in result.pools:
                for person, share in shares.items():
                    change = changes.setdefault((result.subject, pool, person), TotalsChange(result.game))
                    change.count(share, sign, rated=rated)
    return changes


class Total(Struct, frozen=True):
    """A row of ``rating_total``."""

    subject: UUID
    pool: Pool
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
    def holder(self) -> Holder:
        """Whose it is."""
        return self.subject, self.pool, self.person

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
    """Reads and writes the rows."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def move(self, changes: Mapping[Holder, TotalsChange], ratings: Mapping[Holder, Rating]) -> None:
        """Bring the rows up to date; `ratings` are those that aren't what they were. The results are written."""
        holders = [*changes, *(ratings.keys() - changes.keys())]
        if not holders:
            return
        before = self._rows(holders)
        moved = {
            holder: _moved(before.get(holder, Total(*holder)), changes.get(holder), ratings.get(holder))
            for holder in holders
        }
        lost = [holder for holder, change in changes.items() if _lost_best(before.get(holder), change)]
        for subject, pool, person, *bests in self._bests(lost):
            holder = subject, pool, person
            moved[holder] = replace(moved[holder], **dict(zip(_BEST_COLUMNS, bests, strict=True)))
        self._write([total for total in moved.values() if total.matches])
        gone = [holder for holder, total in moved.items() if not total.matches]
        if gone:
            self._connection.execute(_DELETE, _named(gone))

    def _rows(self, holders: Sequence[Holder]) -> dict[Holder, Total]:
        cursor = self._connection.cursor(row_factory=class_row(Total))
        cursor.execute(_SELECT, _named(holders))
        return {total.holder: total for total in cursor}

    def _bests(self, holders: Sequence[Holder]) -> list[tuple[Any, ...]]:
        """The best scores, counted again from the results."""
        if not holders:
            return []
        return self._connection.execute(_BESTS, _named(holders)).fetchall()

    def _write(self, totals: Sequence[Total]) -> None:
        if totals:
            rows = [{name: getattr(total, name) for name in _COLUMNS} for total in totals]
            self._connection.execute(_WRITE, (recordset(rows),), prepare=True)


def _named(holders: Sequence[Holder]) -> dict[str, list[Any]]:
    subjects, pools, persons = map(list, zip(*holders, strict=True))
    return {"subject": subjects, "pool": pools, "person": persons}


def _moved(total: Total, change: TotalsChange | None, rating: Rating | None) -> Total:
    change = change or TotalsChange(total.game)
    rated = total.rated + change.rated
    mu, sigma = (rating.mu, rating.sigma) if rating is not None else (total.mu, total.sigma)
    best = _best(total.best, (share.best for share in change.gained))
    known_best = _best(total.known_best, (share.known_best for share in change.gained))
    return Total(
        *total.holder,
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


_BEST_COLUMNS: Final = ("best_score", "best_merit", "known_best_score", "known_best_merit")

_COLUMNS: Final = (*Total.__struct_fields__, "shown")

_HOLDERS: Final = "unnest(%(subject)b::uuid[], %(pool)b::text[], %(person)b::uuid[]) h (subject, pool, person)"

_SELECT: Final = f"""
    SELECT t.* FROM {_HOLDERS} CROSS JOIN LATERAL (
        SELECT {", ".join(Total.__struct_fields__)} FROM rating_total t
        WHERE t.subject = h.subject AND t.pool = h.pool AND t.person = h.person LIMIT 1) t
"""  # noqa: S608  # put together from constants, as below


def best_values(score: str, lowest: str = "lowest") -> str:
    """The best score of some shares and its merit, as aggregates; `lowest` tells where fewer points are better."""
    merit = f"CASE WHEN {lowest} THEN -{score} ELSE {score} END"
    known = f"FILTER (WHERE {score} IS NOT NULL)"
    return f"(array_agg({score} ORDER BY {merit} DESC, {score} DESC) {known})[1], max({merit})"


_BESTS: Final = f"""
    SELECT h.*, s.* FROM {_HOLDERS} CROSS JOIN LATERAL (
        SELECT {best_values("score")}, {best_values("known_score")} FROM rating_share s
        WHERE s.subject = h.subject AND s.person = h.person AND (s.public OR h.pool = 'all')) s
"""  # noqa: S608

_DELETE: Final = f"""
    DELETE FROM rating_total t USING {_HOLDERS}
    WHERE t.subject = h.subject AND t.pool = h.pool AND t.person = h.person
"""  # noqa: S608

_WRITE: Final = f"""
    INSERT INTO rating_total ({", ".join(_COLUMNS)})
    SELECT {", ".join(_COLUMNS)} FROM json_populate_recordset(NULL::rating_total, %s::json)
    ON CONFLICT (subject, pool, person) DO UPDATE
    SET {", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[3:])}
"""  # noqa: S608
