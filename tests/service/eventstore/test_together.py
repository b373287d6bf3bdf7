"""Several new aggregates in one write: all of them with what comes with them, or nothing."""

import asyncio
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.annotations.events import AnnotationsBegun
from domain.variations.events import VariationsBegun
from service.eventstore.errors import VersionConflict
from service.eventstore.recorder import IdempotencyKey, PlayerRow, SideRows, Write
from tests.domain.match.examples import AT
from tests.service.eventstore.blocking import BlockingStore, opened

KEY = IdempotencyKey("token", "once", b"digest")


@pytest.fixture
def store(conninfo: str) -> Iterator[BlockingStore]:
    with opened(conninfo) as opened_store:
        yield opened_store


def append(store: BlockingStore, *writes: Write) -> int:
    position: int = store.run(store.store.group_commit.append(*writes))
    return position


def beginnings(store: BlockingStore, *ids: UUID, **last: Any) -> list[Write]:
    """Two writes that belong together; what else is given belongs to the last one."""
    match_id = uuid4()
    begun = (AnnotationsBegun(at=AT, by="x", match_id=match_id), VariationsBegun(at=AT, by="x", match_id=match_id))
    first, second = ids or (uuid4(), uuid4())
    return [store.log.to_write(first, 0, begun[:1], ""), store.log.to_write(second, 0, begun[1:], "", **last)]


def stored(conninfo: str) -> tuple[list[UUID], int, int]:
    """Whose events the log has, in order, and how many players and keys there are."""
    with psycopg.connect(conninfo) as connection:
        owners = connection.execute("SELECT originator_id FROM match_events ORDER BY notification_id").fetchall()
        ((players, keys),) = connection.execute(
            "SELECT (SELECT count(*) FROM players), (SELECT count(*) FROM idempotency_keys)"
        ).fetchall()
    return [row[0] for row in owners], int(players), int(keys)


def test_all_are_stored_in_one_transaction(store: BlockingStore, conninfo: str) -> None:
    first, last = beginnings(store, key=KEY, side_rows=SideRows(players=[PlayerRow(uuid4(), "Ada")]))
    position = append(store, first, last)
    assert stored(conninfo) == ([first.originator_id, last.originator_id], 1, 1)
    assert position == store.log.last_position() == store.log.position_of(last.originator_id, 1)
    made = store.matches.find_by_key(KEY)
    assert (made.originator_id, made.last_version, made.position) == (last.originator_id, 1, position)
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT count(DISTINCT xmin::text) FROM match_events").fetchone() == (1,)


@pytest.mark.parametrize("taken", [0, 1])
def test_nothing_is_stored_when_one_of_them_is_there(store: BlockingStore, conninfo: str, taken: int) -> None:
    there = beginnings(store)[taken]
    append(store, there)
    ids = [uuid4(), uuid4()]
    ids[taken] = there.originator_id
    with pytest.raises(VersionConflict):
        append(store, *beginnings(store, *ids, key=KEY, side_rows=SideRows(players=[PlayerRow(uuid4(), "Ada")])))
    assert stored(conninfo) == ([there.originator_id], 0, 0)


def test_nothing_is_stored_when_the_key_was_used_or_a_player_is_there(store: BlockingStore, conninfo: str) -> None:
    players = SideRows(players=[PlayerRow(uuid4(), "Ada")])
    append(store, *beginnings(store, key=KEY, side_rows=players))
    before = stored(conninfo)
    for how in ({"key": KEY}, {"side_rows": players}):
        with pytest.raises(VersionConflict):
            append(store, *beginnings(store, **how))
    assert stored(conninfo) == before


def test_what_is_stored_together_disturbs_nobody_who_writes_at_that_moment(store: BlockingStore, conninfo: str) -> None:
    """In one batch: those that are refused, those that are stored, and single ones between them."""
    there = beginnings(store)[0]
    append(store, there)
    refused, whole = [beginnings(store)[0], *beginnings(store, there.originator_id, uuid4())], beginnings(store)
    singles = [beginnings(store)[n] for n in (0, 1, 0)]

    async def at_once() -> list[Any]:
        group = store.store.group_commit
        requests = [[singles[0]], refused, [singles[1]], whole, [singles[2]]]
        return await asyncio.gather(*(group.append(*writes) for writes in requests), return_exceptions=True)

    found = store.run(at_once())
    assert [type(one) for one in found] == [int, VersionConflict, int, int, int]
    stored_now = stored(conninfo)[0]
    assert len(stored_now) == 1 + 3 + 2
    assert refused[0].originator_id not in stored_now
    for writes, position in zip(([singles[0]], [singles[1]], whole, [singles[2]]), (found[0], *found[2:]), strict=True):
        assert position == store.log.position_of(writes[-1].originator_id, 1)


def test_sent_again_what_was_stored_together_is_told_as_before(store: BlockingStore, conninfo: str) -> None:
    writes = beginnings(store, key=KEY, side_rows=SideRows(players=[PlayerRow(uuid4(), "Ada")]))
    assert append(store, *writes) == append(store, *writes)
    assert stored(conninfo) == ([write.originator_id for write in writes], 1, 1)
