"""A match that is only played on counts in nothing: the read models of what counts are left alone, until it ends."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg import Cursor

from domain.registry import GAMES
from projections import PROJECTIONS
from projections.follower import Follower
from projections.ratings import due
from tests.projections.log import Recorder, last_position, recorder, rows
from tests.projections.test_together import assert_as_rebuilt

OF_WHAT_COUNTS = ("statistics_match", "rating_match", "rating_due")


class Asking:
    """Read models that follow, and what they ask the database."""

    def __init__(self, conninfo: str) -> None:
        self.statements = statements = list[str]()

        class Told(Cursor[Any]):
            def execute(self, query: Any, *parameters: Any, **options: Any) -> Any:
                statements.append(str(query))
                return super().execute(query, *parameters, **options)

        self.connection = psycopg.connect(conninfo, autocommit=True, cursor_factory=Told)
        self.follower = Follower(self.connection, *PROJECTIONS)

    def of_what_counts(self, limit: int = 500) -> set[str]:
        """The tables of what counts that are asked for by what is new."""
        self.statements.clear()
        while self.follower.advance(limit):
            pass
        assert any("scoreboard_match" in statement for statement in self.statements)
        return {table for table in OF_WHAT_COUNTS if any(table in statement for statement in self.statements)}


@pytest.fixture
def asking(conninfo: str) -> Iterator[Asking]:
    asking = Asking(conninfo)
    yield asking
    asking.connection.close()


def begun(record: Recorder, key: str) -> Any:
    """A match that is far from its end."""
    match_id = record.open(GAMES[key])
    record.play(match_id, 1)
    assert match_id in record.playing
    return match_id


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_counts_is_not_asked_for_a_match_that_goes_on(conninfo: str, asking: Asking, key: str) -> None:
    with recorder(conninfo, 3) as record:
        begun(record, key)
        asking.of_what_counts()  # the first look
        match_id = begun(record, key)
        assert not asking.of_what_counts()
        record.play(match_id, 1)
        assert match_id in record.playing
        assert not asking.of_what_counts()
        record.conclude(match_id)
        assert {"statistics_match", "rating_match"} <= asking.of_what_counts()
        assert_as_rebuilt(conninfo)


def test_how_far_a_match_has_got_is_written_though_nothing_else_changes(conninfo: str, asking: Asking) -> None:
    at = datetime.now(UTC) - timedelta(hours=1)
    with recorder(conninfo, 3) as record:
        match_id = record.open(GAMES["klunker"])
        asking.of_what_counts()
        for minute in range(4):
            record.play(match_id, 1, played_at=at + timedelta(minutes=minute))
            asking.of_what_counts()
            match = record.store.load(match_id)
            assert asking.connection.execute(
                "SELECT version, step, duration, updated_at, changed FROM scoreboard_match WHERE match_id = %s",
                (match_id,),
            ).fetchone() == (match.version, match.step, 60 * minute or None, match.updated_at, last_position(conninfo))
        assert_as_rebuilt(conninfo)


@pytest.mark.parametrize("together", [True, False])
def test_what_had_ended_is_asked_for_when_it_goes_on(conninfo: str, asking: Asking, *, together: bool) -> None:
    """Its rows go; unless nobody has seen that it had ended."""
    with recorder(conninfo, 3) as record:
        match_id = begun(record, "klunker")
        asking.of_what_counts()
        record.conclude(match_id)
        if not together:
            assert "statistics_match" in asking.of_what_counts()
        record.reopen(match_id)
        assert ("statistics_match" in asking.of_what_counts()) is not together
        assert_as_rebuilt(conninfo)


@pytest.mark.parametrize("around", [False, True])
def test_what_was_put_off_is_done_when_others_only_go_on(
    conninfo: str, asking: Asking, monkeypatch: pytest.MonkeyPatch, *, around: bool
) -> None:
    """Ratings wait for the end of a backlog, which may be of matches that are just played; whoever put them off."""
    monkeypatch.setattr(due, "_BACKLOG", 3)
    monkeypatch.setattr(due, "_FEW", 0)
    with recorder(conninfo, 3) as record:
        ended = begun(record, "klunker")
        going_on = begun(record, "klunker")
        asking.of_what_counts()
        record.conclude(ended)
        for _ in range(8):
            record.play(going_on, 1)
        assert going_on in record.playing
        if around:
            asking.follower.advance_around(1)
            assert rows(conninfo)["rating_due"]
        asking.of_what_counts(limit=1)
        assert rows(conninfo)["rating_due"] == []
        assert rows(conninfo)["rating_step"]
        assert_as_rebuilt(conninfo)
