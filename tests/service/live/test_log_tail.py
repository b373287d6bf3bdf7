"""What came into the log since a moment, as one process is told who follows it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from projections import PROJECTIONS
from service.database.questions import PreparedQuestions
from service.eventstore.group_commit import GroupCommit
from service.eventstore.rewinds import Rewinds
from service.live import log_tail
from service.live.log_tail import LogTail, Moment
from service.queries.player_names import ANONYMOUS_NAME
from tests.service.eventstore.test_group import write


class Followed:
    """A log that one writes to and another follows."""

    def __init__(self, group: GroupCommit, tail: LogTail) -> None:
        self.group = group
        self.tail = tail
        self.rewound: list[Any] = []

    async def written(self, originator_id: UUID | None = None, first: int = 1, number: int = 1) -> UUID:
        """So many events of a match, from the version `first` on; of a new one if none is named."""
        one = write(originator_id, first, number)
        await self.group.append(one)
        return one.originator_id

    async def moment(self) -> Moment:
        """Now."""
        await self.tail.look()
        moment = self.tail.moment
        assert moment is not None
        return moment

    async def changed(self, originator_id: UUID, since: Moment) -> bool:
        """Whether it has changed by now, or may have."""
        await self.tail.look()
        return not self.tail.is_unchanged([uuid4(), originator_id], since)


def run(conninfo: str, act: Callable[[Followed], Awaitable[None]]) -> None:
    async def followed() -> None:
        rewinds = Rewinds()
        log = Followed(GroupCommit(conninfo, places=10), LogTail(conninfo, rewinds))
        rewinds.subscribe(lambda: log.rewound.append(log.tail.moment))
        try:
            await act(log)
        finally:
            await log.tail.stop()
            await log.group.stop()

    asyncio.run(followed())


def test_a_match_has_changed_once_it_was_written_to(conninfo: str) -> None:
    async def act(log: Followed) -> None:
        match, other = await log.written(), await log.written()
        before = await log.moment()
        assert not await log.changed(match, before)
        await log.written(match, 2)
        assert await log.changed(match, before)
        assert not await log.changed(other, before)
        assert not await log.changed(match, await log.moment())

    run(conninfo, act)


def test_an_empty_log_is_followed_from_its_first_event(conninfo: str) -> None:
    async def act(log: Followed) -> None:
        before = await log.moment()
        match = await log.written()
        assert await log.changed(match, before)
        assert not log.rewound

    run(conninfo, act)


def test_what_was_committed_before_a_look_is_in_it_however_many_look(conninfo: str) -> None:
    async def act(log: Followed) -> None:
        match = await log.written()

        async def write_and_look(version: int) -> None:
            before = log.tail.moment
            assert before is not None
            await log.written(match, version)
            assert await log.changed(match, before)

        await log.moment()
        done = asyncio.Event()

        async def look() -> None:
            while not done.is_set():
                await log.tail.look()

        others = [asyncio.create_task(look()) for _ in range(8)]
        for version in range(2, 40):
            await write_and_look(version)
        done.set()
        await asyncio.gather(*others)

    run(conninfo, act)


def test_who_asks_at_once_is_answered_by_one_question(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    ask = PreparedQuestions.ask

    async def counted(self: PreparedQuestions, questions: Any) -> Any:
        asked.append(len(questions))
        return await ask(self, questions)

    async def act(log: Followed) -> None:
        await log.moment()
        monkeypatch.setattr(PreparedQuestions, "ask", counted)
        one, other = uuid4(), uuid4()
        looks = await asyncio.gather(log.tail.look([one]), log.tail.look([other, one]), log.tail.look(positions=True))
        assert asked == [3]
        assert all(look.names == {one: ANONYMOUS_NAME, other: ANONYMOUS_NAME} for look in looks)
        await log.tail.look()
        assert asked == [3, 1]

    run(conninfo, act)


def test_names_and_places_of_read_models_are_as_they_stand(conninfo: str) -> None:
    async def act(log: Followed) -> None:
        named, merged, erased = uuid4(), uuid4(), uuid4()
        with psycopg.connect(conninfo, autocommit=True) as connection:
            insert = "INSERT INTO players (id, name, merged_into) VALUES (%s, %s, %s)"
            connection.execute(insert, (named, "Zoë", None))
            connection.execute(insert, (merged, "Zoe", named))
            connection.execute(insert, (erased, None, None))
            names = {named: "Zoë", merged: "Zoë", erased: ANONYMOUS_NAME}
            assert (await log.tail.look(names)).names == names
            connection.execute("UPDATE players SET name = 'Ada' WHERE id = %s", (named,))
            assert (await log.tail.look([merged])).names == {merged: "Ada"}
            one, other, *_ = PROJECTIONS
            connection.execute("UPDATE projections SET position = 7 WHERE name = %s", (one.name,))
            connection.execute("UPDATE projections SET version = version + 1 WHERE name = %s", (other.name,))
            positions = (await log.tail.look(positions=True)).positions
            assert positions[one.name] == 7
            assert positions.keys() == {kind.name for kind in PROJECTIONS} - {other.name}

    run(conninfo, act)


def test_the_stamp_of_names_is_another_one_after_each_change_of_a_name(conninfo: str) -> None:
    async def act(log: Followed) -> None:
        await log.written()
        ada, bruno = uuid4(), uuid4()

        async def changes(*statements: str) -> bool:
            """Whether these, in one transaction, give another stamp, once they are committed."""
            before = (await log.tail.look()).stamp
            with psycopg.connect(conninfo) as connection:
                for statement in statements:
                    connection.execute(statement, {"ada": ada, "bruno": bruno})
                assert (await log.tail.look()).stamp == before
            after = (await log.tail.look()).stamp
            assert len(after) == 16
            return after != before

        assert await changes("INSERT INTO players (id, name) VALUES (%(ada)s, 'Ada'), (%(bruno)s, 'Bruno')")
        assert await changes("UPDATE players SET name = 'Adda' WHERE id = %(ada)s")
        assert await changes(
            "UPDATE players SET merged_into = %(bruno)s WHERE id = %(ada)s",
            "UPDATE players SET name = NULL WHERE id = %(ada)s",
        )
        assert not await changes("UPDATE players SET former_name = NULL")
        assert not await changes("SELECT 1")
        assert await changes("DELETE FROM players WHERE id = %(ada)s")

    run(conninfo, act)


def test_who_changes_names_at_once_waits_for_nobody_but_at_the_end(conninfo: str) -> None:
    """The order in which two change the same names is theirs: the stamp adds no lock between."""
    ids = [uuid4(), uuid4()]
    rename = "UPDATE players SET name = 'Zoe' WHERE id = %s"
    with psycopg.connect(conninfo) as one, psycopg.connect(conninfo) as other:
        one.cursor().executemany("INSERT INTO players (id, name) VALUES (%s, 'Ada')", [(each,) for each in ids])
        one.commit()
        for connection, player in zip((one, other), ids, strict=True):
            connection.execute("SET lock_timeout = '1s'")
            connection.execute(rename, (player,))
        one.commit()
        other.commit()


def test_after_a_lost_connection_nothing_from_before_counts(conninfo: str) -> None:
    async def act(log: Followed) -> None:
        match = await log.written()
        before = await log.moment()
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE '%%notification_id%%' AND pid != pg_backend_pid()"
            )
        with pytest.raises(psycopg.OperationalError):
            await log.tail.look()
        assert log.tail.moment is None
        assert await log.changed(match, before)
        assert not await log.changed(match, await log.moment())

    run(conninfo, act)


def test_a_log_that_went_back_is_noticed(conninfo: str) -> None:
    """Also when another event has the position by then."""

    async def act(log: Followed) -> None:
        match = await log.written(number=3)
        before = await log.moment()
        with psycopg.connect(conninfo, autocommit=True) as connection:
            other = "UPDATE match_events SET state = '\\x00' || state WHERE notification_id = %s"
            connection.execute(other, before[1:])
        assert await log.changed(match, before)
        assert len(log.rewound) == 1
        between = await log.moment()
        assert not await log.changed(match, between)
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute("DELETE FROM match_events WHERE originator_id = %s", (match,))
        assert await log.changed(match, between)
        assert len(log.rewound) == 2

    run(conninfo, act)


def test_when_more_came_than_is_taken_in_nothing_from_before_counts(
    conninfo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(log: Followed) -> None:
        match, other = await log.written(), uuid4()
        before = await log.moment()
        await log.written(other, number=log_tail.MOST)
        assert await log.changed(match, before)
        before = await log.moment()
        monkeypatch.setattr(log_tail, "REMEMBERED", 2)
        await log.written()
        assert not await log.changed(match, before)
        await log.written()
        assert await log.changed(match, before)
        assert not log.rewound

    run(conninfo, act)


def test_at_the_end_who_waits_is_told(conninfo: str) -> None:
    async def act(log: Followed) -> None:
        looking = asyncio.ensure_future(log.tail.look())
        await asyncio.sleep(0)
        await log.tail.stop()
        with pytest.raises(psycopg.OperationalError):
            await looking

    run(conninfo, act)


def test_a_connection_on_which_nothing_could_be_asked_is_closed(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[PreparedQuestions] = []
    connect = PreparedQuestions.connect

    async def known(conninfo: str) -> PreparedQuestions:
        opened.append(await connect(conninfo))
        return opened[-1]

    async def act(log: Followed) -> None:
        monkeypatch.setattr(PreparedQuestions, "connect", known)
        monkeypatch.setattr(log_tail, "_END", "SELECT 1 FROM there_is_no_such_table")
        with pytest.raises(psycopg.errors.UndefinedTable):
            await log.tail.look()
        (one,) = opened
        assert one._connection.closed

    run(conninfo, act)
