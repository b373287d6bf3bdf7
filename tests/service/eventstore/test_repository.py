"""Matches as the event loop has them: decided on what is at hand, right all the same."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from threading import current_thread, main_thread
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.kernel.chance import Pile
from domain.match import commands
from domain.match.events import MatchEvent
from domain.match.match import Match
from service.commands.play import ActionRefused, MatchCommands
from service.eventstore import repository
from service.eventstore.errors import KeyReused, NotFound, Overloaded, PreconditionFailed
from service.eventstore.event_loader import EventLoader
from service.eventstore.event_store import EventStore
from service.eventstore.group_commit import GroupCommit
from service.eventstore.log import AppendResult, EventLog
from service.eventstore.recorder import IdempotencyKey
from service.eventstore.repository import Repository
from tests.service.eventstore.blocking import opened
from tests.service.eventstore.test_matches import AT, GAME, KEY, notes, opening

Matches = Repository[Match, MatchEvent]


@asynccontextmanager
async def process(conninfo: str, places: int = 100) -> AsyncIterator[EventStore]:
    """What one process of the service has."""
    async with AsyncConnectionPool(conninfo, min_size=0, max_size=4, open=False) as pool:
        store = EventStore(conninfo, pool, connections=2, group_commit=GroupCommit(conninfo, places=places))
        try:
            yield store
        finally:
            await store.stop()


def run(conninfo: str, act: Callable[[Matches], Awaitable[None]], places: int = 100) -> None:
    async def with_process() -> None:
        async with process(conninfo, places) as store:
            await act(store.matches)

    asyncio.run(with_process())


async def noted(matches: Matches, match_id: Any, text: str, **how: Any) -> AppendResult:
    """Adds to the note of a match."""
    return await matches.revise(match_id, lambda match: notes(match, match.note + text), **how)


def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The reads of the log from now on."""
    seen: list[str] = []
    for reader, name in (
        (EventLog, "events"),
        (EventLog, "position_of"),
        (EventLoader, "answer"),
        (repository, "find_by_key"),
    ):
        whole = getattr(reader, name)

        def counted(*arguments: Any, name=name, whole=whole, **options: Any) -> Any:
            seen.append(name)
            return whole(*arguments, **options)

        monkeypatch.setattr(reader, name, counted)
    return seen


def test_a_write_reads_nothing(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(matches: Matches) -> None:
        opened = await matches.create(uuid4(), lambda: [opening()])
        seen = reads(monkeypatch)
        for version, key in ((2, None), (3, KEY), (4, None)):
            written = await noted(matches, opened.originator_id, "x", key=key, if_match={version - 1})
            assert written.last_version == version
        assert (await matches.at_version(opened.originator_id, 4)).note == "xxx"
        assert seen == []

    run(conninfo, act)


def test_many_writers_of_one_match_in_several_processes(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id
        async with process(conninfo) as others, process(conninfo) as more:
            written = await asyncio.gather(
                *(noted(each, match_id, "x") for _ in range(20) for each in (matches, others.matches, more.matches))
            )
        assert sorted(one.last_version for one in written) == list(range(2, 62))
        assert (await matches.load(match_id)).note == "x" * 60
        assert [one.position for one in sorted(written, key=lambda one: one.last_version)] == list(range(2, 62))

    run(conninfo, act)


@pytest.mark.slow
def test_one_request_sent_many_times_at_once_to_several_processes(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id
        async with process(conninfo) as other:
            others = other.matches
            for turn in range(6):
                key = IdempotencyKey("token", str(turn), b"digest")
                how: Any = {"key": key, "if_match": {turn + 1}} if turn % 2 else {"key": key}
                answers = await asyncio.gather(
                    *(noted(each, match_id, "x", **how) for _ in range(8) for each in (matches, others))
                )
                assert answers == [answers[0]] * 16
                assert answers[0].last_version == turn + 2
        assert (await matches.load(match_id)).note == "x" * 6

    run(conninfo, act)


def test_one_opening_sent_many_times_at_once(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        async with process(conninfo) as other:
            others = other.matches
            answers = await asyncio.gather(
                *(each.create(uuid4(), lambda: [opening()], key=KEY) for _ in range(8) for each in (matches, others))
            )
        assert answers == [answers[0]] * 16
        assert matches.log.last_position() == 1

    run(conninfo, act)


def test_a_key_of_another_request_is_refused(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id
        await noted(matches, match_id, "a", key=KEY)
        with pytest.raises(KeyReused):
            await noted(matches, match_id, "b", key=IdempotencyKey(KEY.token_id, KEY.key, b"another"))
        with pytest.raises(KeyReused):
            await matches.create(uuid4(), lambda: [opening()], key=IdempotencyKey(KEY.token_id, KEY.key, b"another"))
        assert (await matches.load(match_id)).note == "a"

    run(conninfo, act)


@pytest.mark.slow
def test_a_retry_of_what_the_rules_would_now_refuse(conninfo: str) -> None:
    """Also by a process whose state is behind, or ahead, of the first write."""

    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id

        def deal(match: Match) -> list[Any]:
            return [GAME.draw(match.state, _First())]

        async with process(conninfo) as other:
            others = other.matches
            await others.load(match_id)
            first = await MatchCommands(matches).play(match_id, deal, by="x", key=KEY, quick=True)
            fixed = first.events[0].action
            for each in (matches, others, matches):
                again = await MatchCommands(each).play(match_id, lambda _: [fixed], by="x", key=KEY, quick=True)
                assert (again.first_version, again.last_version) == (2, 2)
                assert again.position == first.position
                with pytest.raises(ActionRefused):
                    await MatchCommands(each).play(match_id, lambda _: [fixed], by="x", quick=True)

    run(conninfo, act)


class _First:
    since = None

    def draw(self, pile: Pile[Any], places: Sequence[int]) -> list[Any]:
        return list(pile.left[: len(places)])


def test_a_refusal_on_an_old_state_is_looked_at_again(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id

        def only_after_b(match: Match) -> list[MatchEvent]:
            if "b" not in match.note:
                raise ValueError("too early")
            return notes(match, match.note + "c")

        with pytest.raises(ValueError, match="too early"):
            await matches.revise(match_id, only_after_b)
        with opened(conninfo) as other:
            other.matches.revise(match_id, lambda match: notes(match, "b"))
        assert (await matches.revise(match_id, only_after_b)).last_version == 3

    run(conninfo, act)


def test_nothing_to_change_on_an_old_state_is_looked_at_again(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id

        def emptied(match: Match) -> list[MatchEvent]:
            return notes(match, "") if match.note else []

        written = await matches.revise(match_id, emptied)
        assert (written.first_version, written.last_version, written.position) == (2, 1, 1)
        with opened(conninfo) as other:
            other.matches.revise(match_id, lambda match: notes(match, "b"))
        assert (await matches.revise(match_id, emptied)).last_version == 3

    run(conninfo, act)


@pytest.mark.parametrize("behind", [False, True])
def test_a_version_that_is_asked_for(conninfo: str, *, behind: bool) -> None:
    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id
        if behind:
            with opened(conninfo) as other:
                other.matches.revise(match_id, lambda match: notes(match, "b"))
        else:
            await noted(matches, match_id, "b")
        with pytest.raises(PreconditionFailed) as refusal:
            await noted(matches, match_id, "x", if_match={1})
        assert refusal.value.current == 2
        with pytest.raises(PreconditionFailed):
            await noted(matches, match_id, "x", if_match={3})
        assert (await noted(matches, match_id, "x", if_match={2, 9})).last_version == 3

    run(conninfo, act)


def test_who_may_not_know_the_newest_state_is_told_nothing(conninfo: str) -> None:
    """Neither its version, nor what the same request was told before."""

    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id

        def admit(match: Match) -> None:
            if match.note == "closed":
                raise PermissionError

        await noted(matches, match_id, "", admit=admit, key=KEY)
        with opened(conninfo) as other:
            other.matches.revise(match_id, lambda match: notes(match, "closed"))
            for how in ({}, {"key": KEY}, {"if_match": {1}}, {"if_match": {3}}):
                with pytest.raises(PermissionError):
                    await noted(matches, match_id, "x", admit=admit, **how)
                with pytest.raises(PermissionError):
                    other.matches.revise(match_id, lambda match: notes(match, "x"), admit=admit, **how)
        assert (await matches.load(match_id)).version == 3

    run(conninfo, act)


def test_a_match_that_another_process_removed(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id
        with opened(conninfo) as other:
            other.matches.revise(match_id, lambda match: [commands.remove("twice", at=AT, by="x")])
        for _ in range(2):
            with pytest.raises(NotFound):
                await noted(matches, match_id, "x")
        with pytest.raises(NotFound):
            await noted(matches, uuid4(), "x")

    run(conninfo, act)


def test_an_unknown_outcome_is_never_decided_anew(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was stored, but nobody can tell: the error is told, and nothing is stored twice."""

    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id
        append = GroupCommit.append

        async def stored_but_lost(self: GroupCommit, *writes: Any) -> int:
            await append(self, *writes)
            raise psycopg.OperationalError("gone")

        monkeypatch.setattr(GroupCommit, "append", stored_but_lost)
        with pytest.raises(psycopg.OperationalError):
            await noted(matches, match_id, "x", key=KEY)
        monkeypatch.setattr(GroupCommit, "append", append)
        assert (await matches.load(match_id)).note == "x"
        assert (await noted(matches, match_id, "x", key=KEY)).last_version == 2
        assert (await noted(matches, match_id, "y")).last_version == 3

    run(conninfo, act)


def test_what_takes_long_is_decided_in_a_thread(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id
        where: list[bool] = []

        def decide(match: Match) -> list[MatchEvent]:
            where.append(current_thread() is main_thread())
            return notes(match, "x")

        await matches.revise(match_id, decide)
        await matches.revise(match_id, decide, quick=lambda _: True)
        assert where == [False, True]

    run(conninfo, act)


def test_who_finds_no_place_is_turned_away(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        ids = [(await matches.create(uuid4(), lambda: [opening()])).originator_id for _ in range(2)]
        writes = [noted(matches, match_id, "x") for match_id in (ids[0], ids[0], ids[0], ids[1])]
        found = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(one) for one in found] == [AppendResult, AppendResult, Overloaded, Overloaded]
        assert (await noted(matches, ids[1], "x")).last_version == 2

    run(conninfo, act, places=2)


def test_a_writer_who_leaves_lets_the_next_one_in(conninfo: str) -> None:
    async def act(matches: Matches) -> None:
        match_id = (await matches.create(uuid4(), lambda: [opening()])).originator_id
        leaving = [asyncio.create_task(noted(matches, match_id, "x")) for _ in range(5)]
        staying = asyncio.create_task(noted(matches, match_id, "y"))
        await asyncio.sleep(0.002)
        for task in leaving:
            task.cancel()
        written = await staying
        match = await matches.load(match_id)
        assert match.version == written.last_version
        assert match.note.endswith("y")

    run(conninfo, act, places=6)
