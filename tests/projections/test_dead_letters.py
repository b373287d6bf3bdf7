"""One entry that can't be taken in holds up nothing but its own match, in every read model for itself."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any
from uuid import UUID

import psycopg
import pytest

from domain.match.events import MatchDescribed
from projections import PROJECTIONS
from projections.dead_letters import MOST_ORIGINATORS, Broken
from projections.follower import Follower
from projections.projection import LogEntry, Projection
from projections.rebuild import rebuild
from projections.retry import Retried, retry
from tests.projections.log import any_game, caught_up, last_position, position, recorder, rows, wait_until
from tests.projections.test_batches import follow
from tests.projections.test_runner import running

EACH = pytest.mark.parametrize("kind", PROJECTIONS, ids=lambda kind: kind.name)
BOTH_WAYS = pytest.mark.parametrize("way", ["followed", "rebuilt"])


class Poison:
    """Positions that a read model can't take in, for as long as it isn't repaired."""

    def __init__(self) -> None:
        self.positions: set[int] = set()
        self.error: Callable[[], Exception] = lambda: ValueError("it can't be")


def poisoned(kind: type[Projection], poison: Poison) -> type[Projection]:
    """`kind` that fails on some entries, after it has written half of the batch's rows."""

    class Poisoned(kind):  # type: ignore[misc,valid-type]
        __module__ = kind.__module__

        def apply(self, connection: psycopg.Connection, batch: Sequence[LogEntry]) -> None:
            good = [entry for entry in batch if entry.position not in poison.positions]
            if good:
                super().apply(connection, good)
            if len(good) < len(batch):
                raise poison.error()

    return Poisoned


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.follower._PATIENCE", (0.02, 0.02, 0.02))


def fill(conninfo: str, seed: int, writes: int = 60) -> None:
    with recorder(conninfo, seed) as record:
        for _ in range(writes):
            record.something(any_game(record.random))


def originators(conninfo: str) -> dict[int, UUID]:
    """The match or series of each position."""
    with psycopg.connect(conninfo) as connection:
        return dict(connection.execute("SELECT notification_id, originator_id FROM match_events").fetchall())


def aside(conninfo: str) -> dict[str, list[int]]:
    """The positions that each read model has set aside."""
    found: dict[str, list[int]] = {}
    with psycopg.connect(conninfo) as connection:
        for name, at in connection.execute("SELECT projection, position FROM set_aside ORDER BY position"):
            found.setdefault(name, []).append(at)
    return found


def take_in_around(conninfo: str, kind: type[Projection], limit: int = 500) -> None:
    """Apply batches until there is nothing left, as the runner does when it has lost its patience."""
    with psycopg.connect(conninfo, autocommit=True) as connection:
        follower = Follower(connection, kind)
        while follower.advance_around(limit):
            pass


def no_progress(done: int, end: int) -> None:
    pass


@pytest.mark.slow
@EACH
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 12))])
def test_what_is_set_aside_is_the_rest_of_the_match_whatever_the_batches(
    conninfo: str, kind: type[Projection], seed: int
) -> None:
    """And all other matches stand as if there were nothing wrong; once repaired, all is as it should have been."""
    random = Random(f"{kind.name} {seed}")
    fill(conninfo, seed, 40)
    follow(conninfo, kind)
    right = rows(conninfo)
    of = originators(conninfo)
    poison = Poison()
    poison.positions = set(random.sample(sorted(of), 5))
    first = {of[at]: at for at in sorted(poison.positions, reverse=True)}
    expected = [at for at in sorted(of) if at >= first.get(of[at], at + 1)]
    broken = poisoned(kind, poison)
    results = []
    for limit in (1, 7, 500):
        empty(conninfo, kind)
        take_in_around(conninfo, broken, limit)
        assert aside(conninfo) == {kind.name: expected}
        assert position(conninfo, kind.name) == max(of)
        results.append(rows(conninfo))
    rebuild(conninfo, broken(), no_progress)
    results.append(rows(conninfo))
    assert results == results[:1] * 4
    lost = [text for table in kind.tables for text in right[table] if text not in results[0][table]]
    whole = {str(originator) for originator in of.values()} - {str(originator) for originator in first}
    without = [text for text in lost if not any(str(originator) in text for originator in first)]
    assert not [text for text in without if any(originator in text for originator in whole)]

    assert retry(conninfo, broken(), no_progress) == Retried(0, dict.fromkeys(first, "ValueError: it can't be"))
    assert rows(conninfo) == results[0]
    poison.positions.clear()
    assert retry(conninfo, broken(), no_progress) == Retried(len(first), {})
    assert rows(conninfo) == right


@pytest.mark.slow
@EACH
def test_a_rebuild_takes_in_what_was_set_aside(conninfo: str, kind: type[Projection]) -> None:
    fill(conninfo, 4)
    poison = Poison()
    poison.positions = set(Random(4).sample(range(1, last_position(conninfo)), 3))
    take_in_around(conninfo, poisoned(kind, poison))
    assert aside(conninfo)
    rebuild(conninfo, kind(), no_progress)
    assert not aside(conninfo)
    followed = rows(conninfo)
    empty(conninfo, kind)
    follow(conninfo, kind)
    assert rows(conninfo) == followed


def empty(conninfo: str, kind: type[Projection]) -> None:
    """As on the first day."""
    with psycopg.connect(conninfo) as connection:
        projection = kind()
        projection.drop_tables(connection)
        projection.create_tables(connection)
        connection.execute("UPDATE projections SET position = 0 WHERE name = %s", (kind.name,))
        connection.execute("DELETE FROM set_aside WHERE projection = %s", (kind.name,))


@contextmanager
def damaged(conninfo: str, at: int) -> Iterator[None]:
    """An entry of the log that can't be decoded, for a while."""
    replace = "UPDATE match_events SET state = %s WHERE notification_id = %s"
    with psycopg.connect(conninfo, autocommit=True) as connection:
        query = "SELECT state FROM match_events WHERE notification_id = %s"
        (state,) = connection.execute(query, (at,)).fetchone() or (None,)
        connection.execute(replace, (b"damaged", at))
        try:
            yield
        finally:
            connection.execute(replace, (state, at))


@pytest.mark.slow
@BOTH_WAYS
def test_an_entry_that_cant_be_decoded_is_set_aside_by_every_read_model(conninfo: str, way: str) -> None:
    fill(conninfo, 5, 20)
    for kind in PROJECTIONS:
        follow(conninfo, kind)
    right = rows(conninfo)
    of = originators(conninfo)
    at = Random(5).choice(sorted(of))
    expected = [other for other in sorted(of) if of[other] == of[at] and other >= at]
    for kind in PROJECTIONS:
        empty(conninfo, kind)
    with damaged(conninfo, at):
        for kind in PROJECTIONS:
            if way == "followed":
                take_in_around(conninfo, kind, 3)
            else:
                rebuild(conninfo, kind(), no_progress)
            retried = retry(conninfo, kind(), no_progress)
            assert (retried.whole, set(retried.broken)) == (0, {of[at]})
        assert aside(conninfo) == {kind.name: expected for kind in PROJECTIONS}
        with psycopg.connect(conninfo) as connection:
            faults = connection.execute("SELECT position, fault FROM set_aside WHERE fault IS NOT NULL").fetchall()
        assert {where for where, _ in faults} == {at}
        assert all(fault.startswith("UnreadableEvent: a damaged event") for _, fault in faults)
    for kind in PROJECTIONS:
        assert retry(conninfo, kind(), no_progress) == Retried(1, {})
    assert rows(conninfo) == right


@pytest.mark.slow
def test_the_others_go_on(conninfo: str) -> None:
    """Read models that run: what one can't take in, the others have; and so does it, of all other matches."""
    kind, *others = PROJECTIONS
    poison = Poison()
    broken = poisoned(kind, poison)
    with recorder(conninfo, 6) as record, running(conninfo, broken, *others) as (runner, *_):
        for _ in range(10):
            record.something(any_game(record.random))
        wait_until(lambda: caught_up(conninfo))
        poison.positions = {last_position(conninfo) + 1}
        match_id = record.open(any_game(record.random))
        record.play(match_id, 2)
        wait_until(lambda: caught_up(conninfo))
        wait_until(lambda: runner.fault is None)
        assert runner.fault is None, "what is set aside is told by the database"
        for _ in range(10):
            record.something(any_game(record.random))
        wait_until(lambda: caught_up(conninfo))
        assert set(aside(conninfo)) == {kind.name}
        assert {originators(conninfo)[at] for at in aside(conninfo)[kind.name]} == {match_id}
        poison.positions.clear()
        assert retry(conninfo, broken(), no_progress) == Retried(1, {})
        if match_id in record.playing:
            record.play(match_id, 3)
        wait_until(lambda: caught_up(conninfo))
    followed = rows(conninfo)
    rebuild(conninfo, kind(), no_progress)
    assert rows(conninfo) == followed
    assert followed["set_aside"] == []


def test_an_error_that_passes_is_no_ones_fault(conninfo: str) -> None:
    """It is tried again before an entry is blamed."""
    times: Counter[int] = Counter()

    class Nervous(PROJECTIONS[0]):  # type: ignore[misc,valid-type]
        __module__ = PROJECTIONS[0].__module__

        def apply(self, connection: psycopg.Connection, batch: Sequence[LogEntry]) -> None:
            super().apply(connection, batch)
            times[batch[-1].position] += 1
            if times[batch[-1].position] < 3:
                raise ValueError("not today")

    fill(conninfo, 7, 5)
    with running(conninfo, Nervous) as (runner,):
        wait_until(lambda: runner.fault == "ValueError: not today")
        wait_until(lambda: position(conninfo, Nervous.name) == last_position(conninfo))
    assert not aside(conninfo)


@pytest.mark.parametrize(
    "error", [psycopg.errors.DeadlockDetected, psycopg.errors.UndefinedTable, MemoryError, OSError]
)
def test_trouble_with_the_database_sets_nothing_aside(conninfo: str, error: type[Exception]) -> None:
    fill(conninfo, 8, 5)
    poison = Poison()
    poison.positions, poison.error = {1}, error
    with pytest.raises(error):
        take_in_around(conninfo, poisoned(PROJECTIONS[0], poison))
    assert not aside(conninfo)
    assert position(conninfo, PROJECTIONS[0].name) == 0


def test_what_the_database_refuses_of_one_entry_is_set_aside(conninfo: str) -> None:
    fill(conninfo, 8, 5)
    poison = Poison()
    poison.positions, poison.error = {1}, lambda: psycopg.errors.NumericValueOutOfRange("\0 too much")
    take_in_around(conninfo, poisoned(PROJECTIONS[0], poison))
    with psycopg.connect(conninfo) as connection:
        (fault,) = connection.execute("SELECT fault FROM set_aside WHERE position = 1").fetchone() or ("",)
    assert fault == "NumericValueOutOfRange:  too much"


@pytest.mark.parametrize("way", ["followed", pytest.param("rebuilt", marks=pytest.mark.slow)])
def test_when_too_much_cant_be_taken_in_the_software_is_at_fault(conninfo: str, way: str) -> None:
    """It stops there: rows that lack half of the matches are worth less than rows that are behind."""
    with recorder(conninfo, 9) as record:
        for _ in range(MOST_ORIGINATORS):
            record.open(any_game(record.random))
    poison = Poison()
    poison.positions = set(originators(conninfo))  # there is a series with each match
    broken = poisoned(PROJECTIONS[0], poison)
    before = rows(conninfo)
    works = {
        "followed": lambda: take_in_around(conninfo, broken),
        "rebuilt": lambda: rebuild(conninfo, broken(), no_progress),
    }
    with pytest.raises(Broken, match=r"more than 100 .* ValueError: it can't be"):
        works[way]()
    assert rows(conninfo) == before


def test_a_leader_forgets_what_it_remembers_of_rows_that_others_have_changed(conninfo: str) -> None:
    """Here the facts of each match, which are gathered in memory."""
    kind = next(kind for kind in PROJECTIONS if kind.name == "scoreboard")
    made: list[Any] = []

    def make() -> Projection:
        made.append(kind())
        return made[-1]  # type: ignore[no-any-return]

    with recorder(conninfo, 10) as record, psycopg.connect(conninfo, autocommit=True) as connection:
        match_id = record.open(any_game(record.random))
        follower = Follower(connection, make)
        follower.advance()
        before = len(made)
        note(record, match_id)
        follower.advance()
        assert len(made) == before
        rebuild(conninfo, kind(), no_progress)
        note(record, match_id)
        follower.advance()
        assert len(made) == before + 1
    followed = rows(conninfo)
    rebuild(conninfo, kind(), no_progress)
    assert rows(conninfo) == followed


def note(record: Any, match_id: UUID) -> None:
    record.match_commands.revise(
        match_id,
        lambda match, at: [
            MatchDescribed(
                at=at, by="tester", played_on=match.played_on, place="", note=str(at), visibility=match.visibility
            )
        ],
    )


def test_an_idle_read_model_writes_nothing(conninfo: str) -> None:
    fill(conninfo, 11, 5)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        follower = Follower(connection, PROJECTIONS[0])
        while follower.advance():
            pass
        query = "SELECT xmin, xmax FROM projections WHERE name = %s"
        before = connection.execute(query, (PROJECTIONS[0].name,)).fetchone()
        for _ in range(3):
            assert follower.advance() == 0
        assert connection.execute(query, (PROJECTIONS[0].name,)).fetchone() == before
