"""A match that isn't known yet is whole and new, whatever a standby has of it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from typing_extensions import override

from domain.codec import fingerprint_of
from service.eventstore.event_loader import EventLoader
from service.eventstore.group_commit import GroupCommit
from service.eventstore.leafed_events import LeafedEvent
from service.eventstore.log import KnownVersion
from service.reads.event_prefixes import PrefixedEventLoader
from service.reads.reads import Reads
from tests.service.eventstore.leafed import together
from tests.service.eventstore.test_group import write

Tell = Callable[[Sequence[LeafedEvent]], Any]


class FromStandby(Reads):
    """Gives what `tell` makes of what the primary has, as if a standby had that."""

    def __init__(self, conninfo: str, tell: Tell) -> None:
        super().__init__(AsyncConnectionPool(conninfo, open=False))
        self._conninfo = conninfo
        self._tell = tell
        self.asked = 0

    @override
    async def of_standby(self, work: Callable[[AsyncConnection[Any]], Awaitable[Any]]) -> Any:
        self.asked += 1
        async with await AsyncConnection.connect(self._conninfo, autocommit=True) as connection:
            told = self._tell(list(await work(connection)))
            return None if told is None else together(told)


@pytest.mark.parametrize(
    "tell",
    [
        lambda events: events,
        lambda events: events[:2],
        lambda _: [],
        lambda _: None,
        lambda events: [*events[:1], replace(events[1], state=b"another event, of another log")],
        lambda events: [*events, replace(events[-1], originator_version=5, state=b"an event that was lost")],
    ],
    ids=["all", "less", "nothing", "no standby", "another log", "more"],
)
def test_all_events_are_there_in_order(conninfo: str, tell: Tell) -> None:
    async def found() -> tuple[list[LeafedEvent], list[LeafedEvent], list[LeafedEvent], int]:
        group, plain, reads = GroupCommit(conninfo, places=10), EventLoader(conninfo), FromStandby(conninfo, tell)
        loader = PrefixedEventLoader(conninfo, reads)
        one = write(number=4)
        try:
            await group.append(one)
            unknown = KnownVersion(one.originator_id)
            known = KnownVersion(one.originator_id, 3, fingerprint_of(one.events[2].state))
            answers = [await loader.answer(unknown), await plain.answer(unknown), await loader.answer(known)]
            prefixed, whole, newer = map(list, answers)
            return prefixed, whole, newer, reads.asked
        finally:
            for part in (group, plain, loader):
                await part.stop()

    prefixed, plain, newer, asked = asyncio.run(found())
    assert prefixed == plain
    assert [event.originator_version for event in prefixed] == [1, 2, 3, 4]
    assert newer == plain[3:]
    assert asked == 1
