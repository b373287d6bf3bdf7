"""What is new of many matches at once."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from domain.codec import fingerprint_of
from service.eventstore import event_loader as event_loader_module
from service.eventstore.errors import LogWentBack
from service.eventstore.event_loader import EventLoader
from service.eventstore.group_commit import GroupCommit
from service.eventstore.log import KnownVersion
from service.eventstore.recorder import Write
from tests.service.eventstore.blocking import opened
from tests.service.eventstore.test_group import write
from tests.service.eventstore.test_matches import notes, opening
from tests.service.eventstore.test_repository import noted, process
from tests.service.evidence.tampering import AT, tamper


def run(conninfo: str, act: Callable[[GroupCommit, EventLoader], Awaitable[None]]) -> None:
    async def with_both() -> None:
        group, event_loader = GroupCommit(conninfo, places=10), EventLoader(conninfo)
        try:
            await act(group, event_loader)
        finally:
            await group.stop()
            await event_loader.stop()

    asyncio.run(with_both())


async def versions(event_loader: EventLoader, known: KnownVersion) -> list[int]:
    return [event.originator_version for event in await event_loader.answer(known)]


def known(one: Write, version: int) -> KnownVersion:
    """The events of `one` up to `version`."""
    if version == 0:
        return KnownVersion(one.originator_id)
    return KnownVersion(one.originator_id, version, fingerprint_of(one.events[version - 1].state))


def counted(event_loader: EventLoader, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many are answered by each query from now on."""
    queries: list[int] = []
    answers = event_loader._answers

    async def told(connection: Any, requests: Any) -> Any:
        queries.append(len(requests))
        return await answers(connection, requests)

    monkeypatch.setattr(event_loader, "_answers", told)
    return queries


def test_each_gets_his_own(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one query for all, also when two ask for one match."""

    async def act(group: GroupCommit, event_loader: EventLoader) -> None:
        queries = counted(event_loader, monkeypatch)
        one, other = write(number=3), write(number=1)
        await group.append(one)
        await group.append(other)
        asked = [known(one, 0), known(other, 0), known(one, 2), KnownVersion(uuid4()), known(one, 3), known(one, 0)]
        found = await asyncio.gather(*(versions(event_loader, each) for each in asked))
        assert found == [[1, 2, 3], [1], [3], [], [], [1, 2, 3]]
        assert queries == [6]
        (found_again,) = await event_loader.answer(known(one, 2))
        found_again.verify()
        assert (found_again.topic, found_again.state) == (one.events[2].topic, one.events[2].state)

    run(conninfo, act)


def test_what_is_known_has_to_be_there(conninfo: str) -> None:
    """By its fingerprint: another event may have its version. Others who ask at that moment are answered."""

    async def act(group: GroupCommit, event_loader: EventLoader) -> None:
        one, other = write(number=3), write(number=2)
        await group.append(one)
        await group.append(other)
        instead = KnownVersion(one.originator_id, 2, b"another one.")
        beyond = KnownVersion(one.originator_id, 4, known(one, 3).fingerprint)
        asked = [instead, known(other, 1), beyond, KnownVersion(uuid4(), 1, b"nothing here")]
        found = await asyncio.gather(*(versions(event_loader, each) for each in asked), return_exceptions=True)
        assert [type(each) for each in found] == [LogWentBack, list, LogWentBack, LogWentBack]
        assert found[1] == [2]

    run(conninfo, act)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5])
def test_all_comes_in_parts(conninfo: str, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Whoever has one to read, has the next one on its way."""
    monkeypatch.setattr(event_loader_module, "MOST_EVENTS", 2)

    async def act(group: GroupCommit, event_loader: EventLoader) -> None:
        one = write(number=6)
        await group.append(one)
        asked = counted(event_loader, monkeypatch)
        found: list[list[int]] = []
        async for part in event_loader.parts(known(one, 6 - number)):
            found.append([event.originator_version for event in part])
            assert len(asked) == len(found) + (len(part) == 2)
        assert [version for part in found for version in part] == list(range(7 - number, 7))
        assert [len(part) for part in found] == [2] * (number // 2) + [1] * (number % 2)

    run(conninfo, act)


def test_a_log_that_goes_back_between_two_parts_is_noticed(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loader_module, "MOST_EVENTS", 2)

    async def act(group: GroupCommit, event_loader: EventLoader) -> None:
        one = write(number=6)
        await group.append(one)
        found: list[int] = []

        async def read() -> None:
            async for part in event_loader.parts(known(one, 0)):
                await event_loader.answer(known(one, 6))  # by then, the next part is there
                tamper(conninfo, "DELETE FROM match_events" + AT, match=one.originator_id, version=4)
                found.extend(event.originator_version for event in part)

        with pytest.raises(LogWentBack):
            await read()
        assert found == [1, 2, 3, 4]

    run(conninfo, act)


def test_who_has_read_enough_gets_no_more(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loader_module, "MOST_EVENTS", 2)

    async def act(group: GroupCommit, event_loader: EventLoader) -> None:
        one = write(number=6)
        await group.append(one)
        async with aclosing(event_loader.parts(known(one, 0))) as parts:
            assert [event.originator_version for event in await anext(parts)] == [1, 2]
        assert await versions(event_loader, known(one, 5)) == [6]

    run(conninfo, act)


LEAF_AT = " WHERE originator_id = %(match)s AND version = %(version)s"


@pytest.mark.parametrize(
    ("changes", "without"),
    [
        ([], set()),
        (["DELETE FROM log_leaves" + LEAF_AT], {2}),
        (["DELETE FROM log_leaves WHERE originator_id = %(match)s"], {1, 2, 3, 4}),
        (["UPDATE log_leaves SET version = 9" + LEAF_AT], {2}),
        (["UPDATE log_leaves SET version = 5 - version WHERE originator_id = %(match)s"], {1, 2, 3, 4}),
        (["UPDATE log_leaves SET originator_id = gen_random_uuid()" + LEAF_AT], {2}),
        (["UPDATE log_leaves SET position = -position" + LEAF_AT], {2}),
        (
            [
                "UPDATE log_leaves SET position = -position" + LEAF_AT,
                "UPDATE match_events SET notification_id = -notification_id" + AT,
            ],
            set(),
        ),
    ],
    ids=["none", "one gone", "all gone", "version", "versions", "match", "position", "both positions"],
)
def test_a_leaf_is_of_its_position_and_version(conninfo: str, changes: Sequence[str], without: set[int]) -> None:
    """However the leaves of a match lie, each event gets its own, or none."""

    async def act(group: GroupCommit, event_loader: EventLoader) -> None:
        one = write(number=4)
        await group.append(one)
        whole = await event_loader.answer(known(one, 0))
        tamper(conninfo, *changes, match=one.originator_id, version=2)
        leaves = {event.originator_version: event.leaf for event in await event_loader.answer(known(one, 0))}
        assert {version for version, leaf in leaves.items() if leaf is None} == without
        assert leaves == {
            event.originator_version: None if event.originator_version in without else event.leaf for event in whole
        }
        assert all(event.leaf for event in whole)

    run(conninfo, act)


def test_what_was_answered_before_is_seen(conninfo: str) -> None:
    async def act(group: GroupCommit, event_loader: EventLoader) -> None:
        originator_id = uuid4()

        async def write_and_look(version: int) -> None:
            await group.append(write(originator_id, version))
            assert await versions(event_loader, KnownVersion(originator_id)) == list(range(1, version + 1))

        async def look() -> None:
            while len(await versions(event_loader, KnownVersion(originator_id))) < 20:
                pass

        others = [asyncio.create_task(look()) for _ in range(5)]
        for version in range(1, 21):
            await write_and_look(version)
        await asyncio.gather(*others)

    run(conninfo, act)


def test_a_lost_connection_is_made_again(conninfo: str) -> None:
    async def act(group: GroupCommit, event_loader: EventLoader) -> None:
        one = write()
        await group.append(one)
        for _ in range(2):
            assert await versions(event_loader, known(one, 0)) == [1]
            with psycopg.connect(conninfo) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )

    run(conninfo, act)


@pytest.mark.slow
@pytest.mark.parametrize("length", [50, 200, 349, 350, 351, 700, 999, 1000, 1001, 2500])
def test_a_match_of_any_length_is_followed(conninfo: str, length: int) -> None:
    async def act() -> None:
        async with process(conninfo) as one, process(conninfo) as other:
            matches, others = one.matches, other.matches
            match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id
            await others.load(match_id)
            with opened(conninfo) as writing:
                writing.matches.revise(match_id, lambda match: notes(match, *map(str, range(length - 1))))
            async with process(conninfo) as cold:
                assert (await cold.matches.load(match_id)).version == length
            assert (await others.load(match_id)).version == length
            assert (await matches.load(match_id)) == matches.cached(match_id) == (await others.load(match_id))
            assert (await noted(others, match_id, "!")).last_version == length + 1

    asyncio.run(act())
