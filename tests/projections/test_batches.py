"""What follows the log batch by batch is what a rebuild makes of the whole log."""

from contextlib import suppress
from random import Random

import psycopg
import pytest

from domain.registry import GAMES
from projections import PROJECTIONS
from projections.move_history.projection import MoveHistory
from projections.projection import Projection
from projections.rebuild import rebuild
from projections.runner import project_batch
from projections.scoreboard.projection import Scoreboard
from service.eventstore.errors import NotFound
from tests.projections.log import any_game, caught_up, last_position, position, recorder, rows

EACH = pytest.mark.parametrize("kind", PROJECTIONS, ids=lambda kind: kind.name)
ONE_QUICKLY = pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=kind.name, marks=() if kind is Scoreboard else pytest.mark.slow) for kind in PROJECTIONS],
)
"""The read models share how they are led, which the quick tests look at with one of them."""


def rebuild_all(conninfo: str) -> None:
    for kind in PROJECTIONS:
        rebuild(conninfo, kind(), lambda done, end: None)


def follow(conninfo: str, kind: type[Projection], limit: int = 500) -> None:
    """Apply batches until there is nothing left."""
    projection = kind()
    with psycopg.connect(conninfo, autocommit=True) as connection:
        while project_batch(connection, projection, limit):
            pass


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_batches_of_any_size_give_what_a_rebuild_gives(conninfo: str, key: str) -> None:
    random = Random(key)
    with recorder(conninfo, 1) as record, psycopg.connect(conninfo, autocommit=True) as connection:
        projections = [kind() for kind in PROJECTIONS]
        for _ in range(120):
            record.something(GAMES[key])
            chosen = random.randrange(len(projections))
            if random.random() < 0.3:  # as after a restart: nothing is remembered
                projections[chosen] = PROJECTIONS[chosen]()
            for _ in range(random.randrange(4)):
                project_batch(connection, projections[chosen], random.choice((1, 2, 3, 5, 20, 100)))
        for projection in projections:
            while project_batch(connection, projection, random.randint(1, 50)):
                pass
    followed = rows(conninfo)
    assert caught_up(conninfo)
    assert len(followed["scoreboard_match"]) > 2
    assert len(followed["move_history"]) > 100
    rebuild_all(conninfo)
    assert rows(conninfo) == followed


@pytest.mark.slow
@EACH
def test_a_batch_that_fails_leaves_no_trace(conninfo: str, kind: type[Projection]) -> None:
    random = Random(kind.name)

    class Failing(kind):  # type: ignore[misc,valid-type]
        failing = False

        def apply(self, connection, batch):
            super().apply(connection, batch)
            if self.failing:
                raise RuntimeError("in the middle of a batch")

    with recorder(conninfo, 2) as record, psycopg.connect(conninfo, autocommit=True) as connection:
        for _ in range(30):
            record.something(any_game(random))
        projection = Failing()
        while last_position(conninfo) > position(conninfo, kind.name):
            before = rows(conninfo)
            projection.failing = True
            with pytest.raises(RuntimeError):
                project_batch(connection, projection, 40)
            assert rows(conninfo) == before
            projection.failing = False
            project_batch(connection, projection, 40)
    followed = rows(conninfo)
    rebuild(conninfo, kind(), lambda done, end: None)
    assert rows(conninfo) == followed


@ONE_QUICKLY
def test_rows_and_position_become_visible_together(conninfo: str, kind: type[Projection]) -> None:
    with recorder(conninfo, 3) as record:
        for _ in range(5):
            record.something(any_game(record.random))
        record.conclude(record.open(GAMES["klunker"]))  # which has ratings, unlike a score sheet
    before = rows(conninfo)
    during = []

    class Watched(kind):  # type: ignore[misc,valid-type]
        def apply(self, connection, batch):
            super().apply(connection, batch)
            during.append(rows(conninfo))

    with psycopg.connect(conninfo, autocommit=True) as connection:
        project_batch(connection, Watched())
    assert during == [before]
    after = rows(conninfo)
    assert all(after[table] != before[table] for table in ("projections", kind.tables[0]))


@pytest.mark.slow
def test_a_match_is_removed_wherever_a_batch_ends(conninfo: str) -> None:
    with recorder(conninfo, 4) as record:
        match_id = record.open(next(iter(GAMES.values())))
        record.play(match_id, 5)
        record.random = Random(0)
        for _ in range(12):
            if match_id in record.playing:
                record.change(match_id)
        with suppress(NotFound):  # it may be removed already
            record.remove(match_id)
    end = last_position(conninfo)
    for limit in range(1, end + 1):
        with psycopg.connect(conninfo) as connection:
            connection.execute("UPDATE projections SET position = 0")
        for kind in (MoveHistory, Scoreboard):
            follow(conninfo, kind, limit)
        of_matches = [table for kind in (MoveHistory, Scoreboard) for table in kind.tables]
        assert not [row for table in of_matches for row in rows(conninfo)[table]]


def test_a_read_model_of_another_version_is_left_alone(conninfo: str) -> None:
    kind = PROJECTIONS[0]
    newer = type("Newer", (kind,), {"version": kind.version + 1})
    with psycopg.connect(conninfo, autocommit=True) as connection, pytest.raises(LookupError, match=kind.name):
        project_batch(connection, newer())


def test_every_lock_is_another_one() -> None:
    locks = [kind().advisory_lock(purpose) for kind in PROJECTIONS for purpose in ("leader", "rebuild")]
    assert len(set(locks)) == len(locks)
