"""Read models that one runner leads get each batch together; what keeps one from it doesn't hold up the others."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import psycopg
import pytest

from domain.codec import decode, is_of_match
from domain.match.folding import evolve
from domain.registry import GAMES
from projections import PROJECTIONS
from projections.follower import Follower, Uneven
from projections.projection import LogEntry, Projection
from projections.ratings.projection import Ratings
from projections.rebuild import rebuild
from projections.runner import ProjectionRunner, project_batch
from projections.scoreboard.projection import Scoreboard
from projections.statistics.projection import Statistics
from tests.projections.log import Recorder, any_game, caught_up, last_position, position, recorder, rows, wait_until
from tests.projections.test_batches import follow, rebuild_all
from tests.projections.test_dead_letters import Poison, empty, fill, poisoned
from tests.projections.test_runner import running

NAMES = {kind.name for kind in PROJECTIONS}
OTHERS = [kind for kind in PROJECTIONS if kind is not Statistics]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.follower._PATIENCE", (0.02, 0.02, 0.02))


@contextmanager
def together(conninfo: str, *kinds: Callable[[], Projection]) -> Iterator[ProjectionRunner]:
    """One runner for all of them."""
    runner = ProjectionRunner(conninfo, *kinds)
    runner.start()
    try:
        yield runner
    finally:
        runner.stop()


def write(record: Recorder, writes: int = 5) -> None:
    for _ in range(writes):
        record.something(any_game(record.random))


def assert_as_rebuilt(conninfo: str) -> None:
    followed = rows(conninfo)
    assert followed["set_aside"] == []
    rebuild_all(conninfo)
    assert rows(conninfo) == followed


def others_are_current(conninfo: str) -> bool:
    return {position(conninfo, kind.name) for kind in OTHERS} == {last_position(conninfo)}


class Counts:
    """How often events were decoded, and matches folded on by one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.decoded = Counter[bytes]()
        self.of_matches = self.folded = 0

        def decoding(topic: str, stored: bytes) -> Any:
            self.decoded[stored] += 1
            event = decode(topic, stored)
            self.of_matches += is_of_match(event)
            return event

        def evolving(match: Any, event: Any) -> Any:
            self.folded += 1
            return evolve(match, event)

        monkeypatch.setattr("projections.log.decode_plain", decoding)
        monkeypatch.setattr("projections.folding.evolve", evolving)


def test_a_backlog_is_read_decoded_and_folded_once_for_all(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(conninfo, 3, 30)
    counts = Counts(monkeypatch)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        follower = Follower(connection, *PROJECTIONS)
        while follower.advance(50):
            pass
    assert caught_up(conninfo)
    assert set(counts.decoded.values()) == {1}
    assert sum(counts.decoded.values()) == last_position(conninfo)
    assert counts.folded == counts.of_matches > 100
    assert_as_rebuilt(conninfo)


@pytest.mark.parametrize(
    "seed", [pytest.param(0, marks=pytest.mark.slow), *(pytest.param(s, marks=pytest.mark.long) for s in range(1, 8))]
)
def test_batches_of_any_size_give_what_a_rebuild_gives(conninfo: str, seed: int) -> None:
    """Read models that leave, do some batches alone, and come back; and a memory that is lost now and then."""
    random = Random(seed)
    kinds = {kind.name: kind for kind in PROJECTIONS}
    with recorder(conninfo, seed) as record, psycopg.connect(conninfo, autocommit=True) as connection:
        follower = Follower(connection, *PROJECTIONS)
        for _ in range(60):
            write(record, 2)
            away = random.sample(follower.names, random.randrange(3))
            for name in away:
                follower.leave(name)
            for _ in range(random.randrange(4)):
                follower.advance(random.choice((1, 3, 20, 100)))
            reached = position(conninfo, follower.names[0])
            for name in away:
                alone = Follower(connection, kinds[name])
                while alone.advance(random.randint(1, 50), upto=reached):
                    pass
                follower.join(kinds[name])
            if random.random() < 0.1:
                follower = Follower(connection, *PROJECTIONS)
        while follower.advance():
            pass
    assert caught_up(conninfo)
    assert_as_rebuilt(conninfo)


def test_those_at_several_positions_are_not_given_one_batch(conninfo: str) -> None:
    fill(conninfo, 3, 10)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        project_batch(connection, Scoreboard(), 3)
        before = rows(conninfo)
        with pytest.raises(Uneven):
            Follower(connection, *PROJECTIONS).advance()
    assert rows(conninfo) == before


def test_a_batch_that_fails_for_one_leaves_no_trace_in_any(conninfo: str) -> None:
    fill(conninfo, 3, 10)
    poison = Poison()
    poison.positions = {5}
    before = rows(conninfo)
    with psycopg.connect(conninfo, autocommit=True) as connection, pytest.raises(ValueError, match="it can't be"):
        Follower(connection, *OTHERS, poisoned(Statistics, poison)).advance()
    assert rows(conninfo) == before


@pytest.mark.slow
def test_one_that_is_far_behind_works_that_off_alone_and_joins_the_others(conninfo: str) -> None:
    with recorder(conninfo, 4) as record:
        write(record, 30)
        for kind in OTHERS:
            follow(conninfo, kind)
        with together(conninfo, *PROJECTIONS) as runner:
            wait_until(lambda: set(runner.together) == NAMES)
            write(record)
            wait_until(lambda: caught_up(conninfo))
    assert_as_rebuilt(conninfo)


@pytest.mark.slow
@pytest.mark.parametrize("error", [psycopg.errors.DiskFull, ValueError])
def test_the_others_go_on_when_one_fails(conninfo: str, error: type[Exception]) -> None:
    """For trouble that passes, and for an entry that can't be processed; then all are together again."""
    poison = Poison()
    poison.error = lambda: error("it can't be")
    broken = poisoned(Statistics, poison)
    with recorder(conninfo, 5) as record, together(conninfo, *OTHERS, broken) as runner:
        write(record)
        wait_until(lambda: set(runner.together) == NAMES)
        poison.positions = {last_position(conninfo) + 1}
        write(record)
        wait_until(lambda: others_are_current(conninfo))
        if error is ValueError:
            wait_until(lambda: set(runner.together) == NAMES and caught_up(conninfo))
            assert {text.partition(",")[0] for text in rows(conninfo)["set_aside"]} == {"(statistics"}
        else:
            wait_until(lambda: runner.faults == dict.fromkeys(NAMES) | {"statistics": "DiskFull: it can't be"})
            write(record)
            wait_until(lambda: others_are_current(conninfo))
        poison.positions.clear()
        wait_until(lambda: set(runner.together) == NAMES and caught_up(conninfo))
        assert runner.faults == dict.fromkeys(NAMES)
    rebuild(conninfo, Statistics(), lambda done, end: None)
    assert_as_rebuilt(conninfo)


@pytest.mark.slow
def test_the_others_go_on_while_somebody_writes_one(conninfo: str) -> None:
    """As a rebuild does at its end, and whoever processes dead letters."""
    with recorder(conninfo, 6) as record, together(conninfo, *PROJECTIONS) as runner:
        write(record)
        wait_until(lambda: caught_up(conninfo))
        with psycopg.connect(conninfo) as other:
            other.execute("SELECT FROM projections WHERE name = 'statistics' FOR UPDATE")
            write(record)
            wait_until(lambda: others_are_current(conninfo))
            assert position(conninfo, "statistics") < last_position(conninfo)
        wait_until(lambda: set(runner.together) == NAMES and caught_up(conninfo))
        assert runner.faults == dict.fromkeys(NAMES)
    assert_as_rebuilt(conninfo)


@pytest.mark.slow
def test_the_others_do_not_wait_for_a_batch_that_takes_long(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here ratings, after a correction of a match that many follow; of which the first is one too many."""
    monkeypatch.setattr("projections.ratings.due._FEW_IF_BRIEF", 0)
    aside: list[str] = []

    class Watched(Ratings):
        __module__ = Ratings.__module__

        def apply(self, connection: psycopg.Connection, batch: Sequence[LogEntry]) -> None:
            super().apply(connection, batch)
            if threading.current_thread().name != "projections":
                if not aside:
                    write(record)
                    rest = [kind for kind in PROJECTIONS if kind is not Ratings]
                    wait_until(lambda: {position(conninfo, kind.name) for kind in rest} == {last_position(conninfo)})
                aside.append(threading.current_thread().name)

    kinds = [Watched if kind is Ratings else kind for kind in PROJECTIONS]
    with recorder(conninfo, 11) as record, together(conninfo, *kinds) as runner:
        for _ in range(3):
            record.conclude(record.open(GAMES["klunker"]))
        wait_until(lambda: set(runner.together) == NAMES and caught_up(conninfo))
        assert set(aside) == {"aside-ratings"}
        assert runner.faults == dict.fromkeys(NAMES)
    assert_as_rebuilt(conninfo)


def test_what_took_long_comes_back_while_writes_go_on(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though each time that the others look at the log, there is something new."""
    monkeypatch.setattr("projections.ratings.due._FEW_IF_BRIEF", 0)
    go_on = threading.Event()

    class Watched(Ratings):
        __module__ = Ratings.__module__

        def apply(self, connection: psycopg.Connection, batch: Sequence[LogEntry]) -> None:
            super().apply(connection, batch)
            if threading.current_thread().name != "projections":
                monkeypatch.setattr("projections.ratings.due._FEW_IF_BRIEF", 100)
                go_on.set()
                write(record)
                wait_until(lambda: position(conninfo, "scoreboard") > batch[-1].position + 5)

    class WithWrites(Scoreboard):
        __module__ = Scoreboard.__module__

        def apply(self, connection: psycopg.Connection, batch: Sequence[LogEntry]) -> None:
            super().apply(connection, batch)
            while go_on.is_set() and last_position(conninfo) == batch[-1].position:
                write(record, 1)

    special: dict[type[Projection], type[Projection]] = {Ratings: Watched, Scoreboard: WithWrites}
    with (
        recorder(conninfo, 12) as record,
        together(conninfo, *(special.get(kind, kind) for kind in PROJECTIONS)) as runner,
    ):
        record.conclude(record.open(GAMES["klunker"]))
        assert go_on.wait(10)
        wait_until(lambda: set(runner.together) == NAMES)
        go_on.clear()
        wait_until(lambda: caught_up(conninfo))
    assert_as_rebuilt(conninfo)


@pytest.mark.slow
def test_what_somebody_else_leads_joins_when_that_ends(conninfo: str) -> None:
    """As while the processes of another version end."""
    with recorder(conninfo, 7) as record:
        with running(conninfo, Statistics), together(conninfo, Scoreboard):
            write(record)
            wait_until(lambda: position(conninfo, "statistics") == last_position(conninfo))
            with together(conninfo, *PROJECTIONS) as runner:
                rest = NAMES - {"statistics", "scoreboard"}
                wait_until(lambda: set(runner.together) == rest)
                write(record)
                wait_until(lambda: caught_up(conninfo))
                assert set(runner.together) == rest
        with together(conninfo, *PROJECTIONS) as runner:
            wait_until(lambda: set(runner.together) == NAMES)
            with together(conninfo, *PROJECTIONS) as waiting:
                write(record)
                wait_until(lambda: caught_up(conninfo))
                assert waiting.together == []
                runner.stop()
                wait_until(lambda: set(waiting.together) == NAMES)
                write(record)
                wait_until(lambda: caught_up(conninfo))
    assert_as_rebuilt(conninfo)


@pytest.mark.slow
def test_the_rows_of_one_are_made_anew_while_the_others_go_on(conninfo: str) -> None:
    reached: list[int] = []

    class Newer(Statistics):
        __module__ = Statistics.__module__
        version = Statistics.version + 1

        def apply(self, connection: psycopg.Connection, batch: Any) -> None:
            super().apply(connection, batch)
            if not reached:
                write(record)
                wait_until(lambda: others_are_current(conninfo))
                reached.append(position(conninfo, "statistics"))

    with recorder(conninfo, 8) as record:
        write(record)
        for kind in PROJECTIONS:
            follow(conninfo, kind)
        with together(conninfo, *OTHERS, Newer) as runner:
            wait_until(lambda: set(runner.together) == NAMES)
            assert reached
            write(record)
            wait_until(lambda: caught_up(conninfo))
    followed = rows(conninfo)
    rebuild(conninfo, Newer(), lambda done, end: None)
    assert rows(conninfo) == followed


def test_an_entry_that_one_has_set_aside_is_folded_for_the_others(conninfo: str) -> None:
    """In all batches after: of those that share the matches, the first to ask isn't always the same."""
    fill(conninfo, 10, 5)

    class Scarred(Scoreboard):
        __module__ = Scoreboard.__module__

        def apply(self, connection: psycopg.Connection, batch: Sequence[LogEntry]) -> None:
            if any(entry.position == 1 for entry in batch):
                raise ValueError("it can't be")
            super().apply(connection, batch)

    others = [kind for kind in PROJECTIONS if kind is not Scoreboard]
    with psycopg.connect(conninfo, autocommit=True) as connection:
        alone = Follower(connection, Scarred)
        alone.advance_around(4)
        follower = Follower(connection, *others)
        follower.advance(4)
        follower.join(Scarred)
        while follower.advance(3):
            pass
    assert caught_up(conninfo)
    followed = rows(conninfo)
    for kind in others:
        empty(conninfo, kind)
        follow(conninfo, kind)
    assert rows(conninfo) == followed
    assert followed["set_aside"]
