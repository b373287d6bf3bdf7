"""Stored events are read at once as they are one by one, faults too."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import msgspec.msgpack
import pytest
from msgspec.structs import replace

from domain.codec import SCHEMA, UnreadableEvent
from domain.match.folding import fold
from domain.registry import UnknownGame
from service.eventstore import event_loader, repository
from service.eventstore.errors import DamagedLog
from service.eventstore.leafed_events import LeafedEvent
from service.eventstore.log import EventLog
from service.evidence.leaf import leaf_of
from tests.service.eventstore.blocking import opened
from tests.service.eventstore.leafed import together
from tests.service.eventstore.test_matches import notes, opening
from tests.service.eventstore.test_repository import noted, process
from tests.service.evidence.tampering import AT as EVENT_AT
from tests.service.evidence.tampering import FLIP, tamper

Change = Callable[[LeafedEvent], LeafedEvent]


@pytest.fixture
def written(conninfo: str) -> Iterator[tuple[EventLog, list[LeafedEvent]]]:
    """A log, and the five events of a match in it."""
    match_id = uuid4()
    with opened(conninfo) as store:
        store.matches.create(match_id, lambda: [opening()])
        store.matches.revise(match_id, lambda match: notes(match, *"abcd"))
        log = store.matches.log
        yield log, list(log.stored(match_id))


def recorded_as(one: LeafedEvent, **change: Any) -> LeafedEvent:
    """The event as if it had been recorded with a `change`."""
    changed = replace(one, **change)
    match_id: Any = changed.originator_id
    leaf = leaf_of(changed.before, match_id, changed.originator_version, changed.topic, changed.state)
    return replace(changed, leaf=leaf)


FAULTS: dict[str, Change] = {
    "none": lambda one: one,
    "changed": lambda one: replace(one, state=one.state[:-1]),
    "not recorded": lambda one: replace(one, leaf=None),
    "another version": lambda one: recorded_as(one, originator_version=9),
    "no event": lambda one: recorded_as(one, state=b"no event"),
    "newer": lambda one: recorded_as(one, state=msgspec.msgpack.encode([SCHEMA + 1, b"12345678", "anything"])),
    "no such game": lambda one: recorded_as(one, topic="halma/move"),
}


def told(read: Callable[[], list[Any]]) -> tuple[str, Any]:
    try:
        return "", read()
    except (UnreadableEvent, UnknownGame) as error:
        return type(error).__name__, str(error)


def read_singly(log: EventLog, stored: Sequence[LeafedEvent], after: int) -> list[Any]:
    return [event for _, event in log.read(stored, after)]


def test_the_first_fault_is_told(written: tuple[EventLog, list[LeafedEvent]]) -> None:
    """Whatever is wrong behind it."""
    log, stored = written
    faults = set()
    for first, second in product(FAULTS, FAULTS):
        events = [*stored]
        events[1], events[3] = FAULTS[first](events[1]), FAULTS[second](events[3])
        for after in (0, 1):
            one_by_one = told(partial(read_singly, log, events[after:], after))
            assert told(partial(log.read_all, together(events[after:]), after)) == one_by_one, (first, second)
            faults.add(one_by_one[0])
            assert (one_by_one[0] == "") == (first == second == "none")
    assert faults == {"", "MissingEvent", "UnreadableEvent", "UnknownGame"}


def test_nothing_is_read_of_nothing(written: tuple[EventLog, list[LeafedEvent]]) -> None:
    log, _ = written
    assert log.read_all(together([]), 0) == log.read_all(together([]), 7) == []


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are read in parts of two events."""
    for module in (event_loader, repository):
        monkeypatch.setattr(module, "MOST_EVENTS", 2)


def with_events(conninfo: str, number: int) -> UUID:
    match_id = uuid4()
    with opened(conninfo) as store:
        store.matches.create(match_id, lambda: [opening()])
        store.matches.revise(match_id, lambda match: notes(match, *map(str, range(number - 1))))
    return match_id


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize("quick", [128, 3])
@pytest.mark.parametrize("number", range(1, 8))
def test_a_match_in_parts_is_the_same(conninfo: str, monkeypatch: pytest.MonkeyPatch, number: int, quick: int) -> None:
    monkeypatch.setattr(repository, "QUICK_EVENTS", quick)
    match_id = with_events(conninfo, number)

    async def act() -> None:
        async with process(conninfo) as store:
            match = await store.matches.load(match_id)
            assert match == fold(None, [event for _, event in store.matches.events(match_id)])
            assert match.version == number
            assert await store.matches.load(match_id) is match
            assert (await noted(store.matches, match_id, "!")).last_version == number + 1

    asyncio.run(act())


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize("version", range(1, 8))
def test_damage_is_told_in_whatever_part_it_is(conninfo: str, version: int) -> None:
    damaged, whole = with_events(conninfo, 7), with_events(conninfo, 7)
    tamper(conninfo, FLIP + EVENT_AT, match=damaged, version=version)

    async def act() -> None:
        async with process(conninfo) as store:
            with pytest.raises(DamagedLog, match=f"damaged event: version {version} isn't what was recorded"):
                await store.matches.load(damaged)
            assert (await store.matches.load(whole)).version == 7

    asyncio.run(act())
