"""What each person has achieved in a month, at a place, and at a place in a month; moved by what changes."""

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import Connection

from domain.kernel.points import Points
from projections.ratings.results import Best, Result, Share
from projections.ratings.totals import best_values


class _Key(Struct, frozen=True):
    """The matches that a row is of; `month` is its first day, None for all, as `place` is."""

    subject: UUID
    public: bool
    month: date | None
    place: str | None
    person: UUID


class _Move(Struct):
    """What a row gains and loses."""

    matches: int = 0
    wins: int = 0
    shared_wins: int = 0
    draws: int = 0
    best: Best | None = None
    known_best: Best | None = None

    def count(self, share: Share, sign: int) -> None:
        """A match begins to count (`sign` is 1), or counts no longer (-1)."""
        self.matches += sign
        self.wins += sign * share.won
        self.shared_wins += sign * share.shared
        self.draws += sign * share.drawn
        if sign > 0:
            self.best = _better_one(self.best, share.best)
            self.known_best = _better_one(self.known_best, share.known_best)


def _better_one(one: Best | None, other: Best | None) -> Best | None:
    if one is None or other is None:
        return other if one is None else one
    return max(one, other)


def move(connection: Connection, changed: Iterable[tuple[Result | None, Result | None]]) -> None:
    """Bring the rows up to date after results changed from one to another, which are written."""
    moves: dict[_Key, _Move] = {}
    lost: dict[tuple[_Key, Share], None] = {}
    for before, now in changed:
        was, becomes = dict(_counted(before)), dict(_counted(now))
        for key, share in becomes.items():
            if was.get(key) != share:
                moves.setdefault(key, _Move()).count(share, 1)
        for key, share in was.items():
            if becomes.get(key) != share:
                moves.setdefault(key, _Move()).count(share, -1)
                lost[key, share] = None
    if moves:
        connection.execute(_MOVE, _keys(moves) | _moved(moves.values()))
    if lost:
        keys = _keys(key for key, _ in lost)
        connection.execute(_DELETE, keys)
        bests = {"merits": [_merit(share.best) for _, share in lost]}
        bests |= {"known_merits": [_merit(share.known_best) for _, share in lost]}
        connection.execute(_MAKE_BESTS_AGAIN, keys | bests)


def _counted(result: Result | None) -> Iterator[tuple[_Key, Share]]:
    """The rows that a match is in, with what it counts there."""
    if result is None:
        return
    month = result.played_on.replace(day=1)
    for person, share in result.shares().items():
        for its_month, its_place in ((month, None), (None, result.place), (month, result.place)):
            yield _Key(result.subject, result.public, its_month, its_place, person), share


def _keys(keys: Iterable[_Key]) -> dict[str, list[Any]]:
    listed = list(keys)
    return {name: [getattr(key, name) for key in listed] for name in _Key.__struct_fields__}


def _moved(moves: Iterable[_Move]) -> dict[str, list[Any]]:
    listed = list(moves)
    numbers = {name: [getattr(one, name) for one in listed] for name in _NUMBERS}
    return numbers | {
        "best_scores": [_score(one.best) for one in listed],
        "best_merits": [_merit(one.best) for one in listed],
        "known_best_scores": [_score(one.known_best) for one in listed],
        "known_best_merits": [_merit(one.known_best) for one in listed],
    }


def _score(best: Best | None) -> Decimal | None:
    return None if best is None else _sent(best.score)


def _merit(best: Best | None) -> Decimal | None:
    return None if best is None else _sent(best.merit)


def _sent(points: Points) -> Decimal:
    """Points as an array of them is sent: whole ones among decimals are decimals, too."""
    return Decimal(points)


def _better(best: str) -> str:
    """Assignments that keep the better one of two scores."""
    merit, score = f"{best}_merit", f"{best}_score"
    gains = (
        f"excluded.{merit} IS NOT NULL"
        f" AND (s.{merit} IS NULL OR (excluded.{merit}, excluded.{score}) > (s.{merit}, s.{score}))"
    )
    return ", ".join(f"{name} = CASE WHEN {gains} THEN excluded.{name} ELSE s.{name} END" for name in (score, merit))


_ARRAYS: Final = "%(subject)b::uuid[], %(public)b::boolean[], %(month)s::date[], %(place)b::text[], %(person)b::uuid[]"
_NUMBERS: Final = ("matches", "wins", "shared_wins", "draws")
_NAMED: Final = ", ".join(_Key.__struct_fields__)

_MOVE: Final = f"""
    INSERT INTO rating_sum AS s
        ({_NAMED}, {", ".join(_NUMBERS)}, best_score, best_merit, known_best_score, known_best_merit)
    SELECT * FROM unnest(
        {_ARRAYS}, {", ".join(f"%({name})b::bigint[]" for name in _NUMBERS)}, %(best_scores)s::numeric[],
        %(best_merits)s::numeric[], %(known_best_scores)s::numeric[], %(known_best_merits)s::numeric[])
    ON CONFLICT (subject, month, place, person, public) DO UPDATE
    SET {", ".join(f"{name} = s.{name} + excluded.{name}" for name in _NUMBERS)},
        {_better("best")}, {_better("known_best")}
"""  # noqa: S608  # put together from constants, as below

_SAME: Final = """
    s.subject = l.subject AND s.person = l.person AND s.public = l.public
    AND s.month IS NOT DISTINCT FROM l.month AND s.place IS NOT DISTINCT FROM l.place
"""

_DELETE: Final = f"""
    DELETE FROM rating_sum s USING unnest({_ARRAYS}) AS l ({_NAMED}) WHERE {_SAME} AND s.matches = 0
"""  # noqa: S608

_MAKE_BESTS_AGAIN: Final = f"""
    UPDATE rating_sum s
    SET (best_score, best_merit, known_best_score, known_best_merit) = (
        SELECT {best_values("h.score", "h.lowest")}, {best_values("h.known_score", "h.lowest")}
        FROM rating_share h JOIN rating_match m USING (match_id)
        WHERE h.person = s.person AND h.subject = s.subject AND h.public = s.public
          AND (s.month IS NULL OR m.played_on >= s.month AND m.played_on < s.month + interval '1 month')
          AND (s.place IS NULL OR m.place = s.place))
    FROM unnest({_ARRAYS}, %(merits)s::numeric[], %(known_merits)s::numeric[]) AS l ({_NAMED}, merit, known_merit)
    WHERE {_SAME} AND (s.best_merit = l.merit OR s.known_best_merit = l.known_merit)
"""  # noqa: S608
"""Where the best score has gone, the next one is looked for among the matches of that person."""
