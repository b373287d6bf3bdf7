"""Several new aggregates in one write: all of them with what comes with them, or nothing."""

from collections.abc import Iterator
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.annotations.events import AnnotationsBegun
from domain.variations.events import VariationsBegun
from service.eventstore.errors import VersionConflict
from service.eventstore.log import Beginning, EventLog
from service.eventstore.recorder import IdempotencyKey, NewPlayer
from tests.domain.match.examples import AT

KEY = IdempotencyKey("token", "once", b"digest")


@pytest.fixture
def log(conninfo: str) -> Iterator[EventLog]:
    opened = EventLog(conninfo, connections=1)
    yield opened
    opened.close()


def beginnings() -> list[Beginning]:
    match_id = uuid4()
    begun = (AnnotationsBegun(at=AT, by="x", match_id=match_id), VariationsBegun(at=AT, by="x", match_id=match_id))
    return [Beginning(uuid4(), (event,)) for event in begun]


def stored(conninfo: str) -> tuple[list[UUID], int, int]:
    """Whose events the log has, in order, and how many players and keys there are."""
    with psycopg.connect(conninfo) as connection:
        owners = connection.execute("SELECT originator_id FROM match_events ORDER BY notification_id").fetchall()
        ((players, keys),) = connection.execute(
            "SELECT (SELECT count(*) FROM players), (SELECT count(*) FROM idempotency_keys)"
        ).fetchall()
    return [row[0] for row in owners], int(players), int(keys)


def test_all_are_stored_in_one_transaction(log: EventLog, conninfo: str) -> None:
    first, last = beginnings()
    written = log.begin_together([first, last], key=KEY, players=[NewPlayer(uuid4(), "Ada")])
    assert stored(conninfo) == ([first.originator_id, last.originator_id], 1, 1)
    assert (written.originator_id, written.last_version, written.events) == (last.originator_id, 1, last.events)
    assert written.position == log.last_position() == log.position_of(last.originator_id, 1)
    made = log.made_by(KEY)
    assert made is not None
    assert made.written == written
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT count(DISTINCT xmin::text) FROM match_events").fetchone() == (1,)


@pytest.mark.parametrize("taken", [0, 1])
def test_nothing_is_stored_when_one_of_them_is_there(log: EventLog, conninfo: str, taken: int) -> None:
    wanted = beginnings()
    there = Beginning(wanted[taken].originator_id, beginnings()[taken].events)
    log.begin_together([there])
    with pytest.raises(VersionConflict):
        log.begin_together(wanted, key=KEY, players=[NewPlayer(uuid4(), "Ada")])
    assert stored(conninfo) == ([there.originator_id], 0, 0)


def test_nothing_is_stored_when_the_key_was_used_or_a_player_is_there(log: EventLog, conninfo: str) -> None:
    player = NewPlayer(uuid4(), "Ada")
    log.begin_together(beginnings(), key=KEY, players=[player])
    before = stored(conninfo)
    with pytest.raises(VersionConflict):
        log.begin_together(beginnings(), key=KEY)
    with pytest.raises(VersionConflict):
        log.begin_together(beginnings(), players=[player])
    assert stored(conninfo) == before
