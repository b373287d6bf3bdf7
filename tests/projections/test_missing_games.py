"""Matches of a game that isn't installed wait for it, hold up nothing, and are processed when it is back."""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

import psycopg
import pytest

from domain import codec, registry
from domain.compression import plain
from domain.kernel import packages
from domain.kernel.figures import Figure
from domain.registry import GAMES, figures_of
from projections import PROJECTIONS
from projections.projection import LogEntry, Projection
from projections.rebuild import rebuild
from projections.runner import catch_up
from projections.statistics import projection as statistics
from projections.statistics.projection import Statistics
from tests.projections.log import any_game, caught_up, last_position, position, recorder, rows, wait_until
from tests.projections.test_batches import follow, rebuild_all
from tests.projections.test_dead_letters import aside, no_progress, originators, take_in_around
from tests.projections.test_runner import running
from tests.projections.test_together import NAMES, OTHERS, others_are_current, together

GONE = "klunker"

EACH = pytest.mark.parametrize("kind", PROJECTIONS, ids=lambda kind: kind.name)


@contextmanager
def missing(key: str) -> Iterator[None]:
    """As if a game weren't installed."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("GAMES", "EDITIONS"):
            known = getattr(registry, name)
            patch.setattr(registry, name, {one: game for one, game in known.items() if one != key})
        patch.delitem(codec._DECODERS, key)
        for module in [one for name, one in sys.modules.items() if name.startswith("service.")]:
            for name in ("GAMES", "EDITIONS"):
                if key in vars(module).get(name, ()):
                    patch.setattr(module, name, getattr(registry, name))
        yield


def fill(conninfo: str, seed: int, writes: int) -> None:
    """Matches of all games, some of them of the one that goes."""
    with recorder(conninfo, seed) as record:
        for _ in range(3):
            match_id = record.open(GAMES[GONE])
            record.play(match_id, 5)
            record.conclude(match_id)
        for _ in range(writes):
            record.something(any_game(record.random))


def waiting(conninfo: str) -> set[str]:
    """The faults that dead letters have."""
    with psycopg.connect(conninfo) as connection:
        found = connection.execute("SELECT DISTINCT fault FROM set_aside WHERE fault IS NOT NULL").fetchall()
    return {fault for (fault,) in found}


@EACH
def test_they_are_set_aside_at_once_and_count_to_no_limit(
    conninfo: str, kind: type[Projection], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(conninfo, 1, 10)
    monkeypatch.setattr("projections.dead_letters.MOST_ORIGINATORS", 0)
    monkeypatch.setattr("projections.follower._PATIENCE", ())  # nothing is tried again for them
    with missing(GONE), psycopg.connect(conninfo, autocommit=True) as connection:
        catch_up(connection, kind())
    assert position(conninfo, kind.name) == last_position(conninfo)
    with psycopg.connect(conninfo) as connection:
        rows = connection.execute("SELECT originator_id, topic, state FROM match_events")
        of_game = {match_id for match_id, *stored in rows if plain(*stored)[0].startswith(f"{GONE}/")}
    assert of_game
    of = originators(conninfo)
    assert of_game <= {of[at] for at in aside(conninfo)[kind.name]}
    assert all(fault.startswith(f"UnknownGame: {GONE}") for fault in waiting(conninfo))


@pytest.mark.slow
@pytest.mark.parametrize(("way", "lead"), [("followed", running), ("rebuilt", together)])
def test_when_it_is_back_all_is_as_it_would_have_been(
    conninfo: str, way: str, lead: Callable[..., AbstractContextManager[object]]
) -> None:
    fill(conninfo, 2, 40)
    for kind in PROJECTIONS:
        follow(conninfo, kind)
    right = rows(conninfo)
    with missing(GONE):
        for kind in PROJECTIONS:
            rebuild(conninfo, kind(), no_progress)
        if way == "followed":
            with running(conninfo, *PROJECTIONS):
                wait_until(lambda: caught_up(conninfo))
        assert set(aside(conninfo)) == {kind.name for kind in PROJECTIONS}
        assert rows(conninfo) != right
    with lead(conninfo, *PROJECTIONS):
        wait_until(lambda: not aside(conninfo))
        wait_until(lambda: caught_up(conninfo))
    assert rows(conninfo) == right


@pytest.mark.slow
def test_nothing_that_is_new_waits_for_them(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in other read models, nor in this one for more than some of them."""
    monkeypatch.setattr("projections.leadership._RETURNED", 1)
    new: list[bool] = []

    class Watched(Statistics):
        __module__ = Statistics.__module__

        def apply(self, connection: psycopg.Connection, batch: Sequence[LogEntry]) -> None:
            super().apply(connection, batch)
            if threading.current_thread().name == "aside-statistics":
                if not new:
                    record.conclude(record.open(GAMES["halunken"]))
                    wait_until(lambda: others_are_current(conninfo))
                new.append(batch[0].position > before)

    with recorder(conninfo, 5) as record:
        for _ in range(3):
            record.conclude(record.open(GAMES[GONE]))
        before = last_position(conninfo)
        for kind in OTHERS:
            follow(conninfo, kind)
        with missing(GONE):
            rebuild(conninfo, Statistics(), no_progress)
        with together(conninfo, *OTHERS, Watched) as runner:
            wait_until(lambda: set(runner.together) == NAMES and caught_up(conninfo))
            assert runner.faults == dict.fromkeys(NAMES)
    assert new == [False, True, False, False]
    assert not aside(conninfo)
    followed = rows(conninfo)
    rebuild_all(conninfo)
    assert rows(conninfo) == followed


def test_other_dead_letters_stay_where_they_are(conninfo: str) -> None:
    """Only what waits for a game is processed by itself; what the software can't process waits for `partita retry`."""
    kind = PROJECTIONS[0]
    fill(conninfo, 3, 0)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        first = "UPDATE match_events SET state = '\\x00' WHERE notification_id = 1"
        connection.execute(first)
    take_in_around(conninfo, kind)
    before = aside(conninfo)
    assert before
    with running(conninfo, kind):
        wait_until(lambda: position(conninfo, kind.name) == last_position(conninfo))
    assert aside(conninfo) == before


@pytest.mark.slow
def test_a_game_of_another_distribution_that_counts_otherwise_is_counted_again(
    conninfo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(packages._NOTED, GONE, f"domain.games.{GONE}")  # as if it were installed beside Partita
    fill(conninfo, 4, 30)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        catch_up(connection, Statistics())
        before = rows(conninfo)
        form = "SELECT figures FROM statistics_form WHERE game = %s"
        figures = [figure.key for figure in figures_of(GONE)]
        assert connection.execute(form, (GONE,)).fetchone() == (figures,)

        fewer: tuple[Figure, ...] = figures_of(GONE)[:2]
        for module in (registry, statistics, __import__("projections.statistics.result", fromlist=["_"])):
            monkeypatch.setattr(module, "figures_of", lambda key: fewer if key == GONE else figures_of(key))
        with running(conninfo, Statistics):
            wait_until(lambda: connection.execute(form, (GONE,)).fetchone() == (figures[:2],))
            wait_until(lambda: not aside(conninfo))
        widths = "SELECT DISTINCT cardinality(figures) FROM statistics_match WHERE game = %s"
        assert connection.execute(widths, (GONE,)).fetchall() == [(2,)]
        assert connection.execute(widths.replace("_match", "_sum"), (GONE,)).fetchall() == [(2,)]
    monkeypatch.undo()
    monkeypatch.setitem(packages._NOTED, GONE, f"domain.games.{GONE}")
    with running(conninfo, Statistics):
        wait_until(lambda: rows(conninfo)["statistics_form"] == before["statistics_form"])
        wait_until(lambda: not aside(conninfo))
    assert rows(conninfo) == before
