"""Matches in the event store, on a real database."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.compression import plain
from domain.kernel.chance import Pile
from domain.match import commands
from domain.match.events import MatchEvent, MatchOpened
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.registry import game_of
from service.commands.play import ActionRefused, MatchCommands
from service.eventstore.aggregate_cache import AggregateCache
from service.eventstore.errors import KeyReused, NotFound, PreconditionFailed, VersionConflict
from service.eventstore.group_commit import GroupCommit
from service.eventstore.recorder import IdempotencyKey, PlayerRow, SideRows
from tests.projections.log import any_game, recorder
from tests.service.eventstore.blocking import Blocking, opened

AT = datetime(2026, 11, 27, tzinfo=UTC)
GAME = game_of("klunker")
SERVED = GAME.demos[0].options
KEY = IdempotencyKey("token", "key", b"digest")


@contextmanager
def opened_store(conninfo: str) -> Iterator[Any]:
    with opened(conninfo) as store:
        yield store.matches


def commands_on(matches: Any) -> Any:
    return Blocking(MatchCommands(matches.target), matches.run)


@pytest.fixture
def store(conninfo: str) -> Iterator[Any]:
    with opened_store(conninfo) as matches:
        yield matches


def opening() -> MatchOpened:
    seats = [uuid4() for _ in range(3)]
    return commands.open_match(GAME, SERVED, seats, played_on=date(2026, 11, 27), at=AT, by="ada")


def notes(match: Match, *texts: str) -> list[MatchEvent]:
    return [commands.describe(match, note=text, at=AT, by="ada") for text in texts]


def open_match(store: Any, match_id: UUID | None = None) -> tuple[UUID, Match]:
    match_id = match_id or uuid4()
    store.commit(match_id, None, [opening()])
    return match_id, store.load(match_id)


def count(conninfo: str, table: str) -> int:
    with psycopg.connect(conninfo) as connection:
        ((number,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
    return int(number)


# --- reading and writing ---


def test_what_is_written_is_read(store: Any, conninfo: str) -> None:
    match_id, match = open_match(store)
    written = store.commit(match_id, match, notes(match, "a", "b"))
    assert (written.first_version, written.last_version) == (2, 3)
    assert written.position == store.log.position_of(match_id, 3) == store.log.last_position()
    assert written.events == tuple(notes(match, "a", "b"))
    assert [version for version, _ in store.events(match_id)] == [1, 2, 3]
    assert [version for version, _ in store.events(match_id, after=1, upto=2)] == [2]
    assert [version for version, _ in store.events(match_id, after=1, limit=1)] == [2]
    assert store.load(match_id).note == "b"
    assert store.at_version(match_id, 2).note == "a"
    with opened_store(conninfo) as other:
        assert (
            other.load(match_id) == store.load(match_id) == fold(None, (event for _, event in store.events(match_id)))
        )


def test_topics_are_stored(store: Any, conninfo: str) -> None:
    match_id, match = open_match(store)
    store.commit(match_id, match, [commands.play(match, GAME.draw(match.state, _First()), at=AT, by="x")])
    with psycopg.connect(conninfo) as connection:
        rows = connection.execute("SELECT topic, state FROM match_events ORDER BY originator_version").fetchall()
    assert [plain(topic, state)[0] for topic, state in rows] == ["match/opened", "klunker/deal"]
    assert [topic for topic, _ in rows] == ["match/opened", None], "those of a game lie with what they say"


class _First:
    since = None

    def draw(self, pile: Pile[Any], places: Sequence[int]) -> list[Any]:
        return list(pile.left[: len(places)])


def test_there_is_no_such_match(store: Any) -> None:
    for call in (store.load, lambda one: store.at_version(one, 1)):
        with pytest.raises(NotFound):
            call(uuid4())
    with pytest.raises(LookupError):
        store.log.position_of(uuid4(), 1)


def test_a_removed_match_is_gone_from_all_stores_but_not_from_the_log(store: Any, conninfo: str) -> None:
    match_id, match = open_match(store)
    with opened_store(conninfo) as other:
        other.load(match_id)
        store.commit(match_id, match, [commands.remove("twice", at=AT, by="ada")])
        for each in (store, other, store, other):
            with pytest.raises(NotFound):
                each.load(match_id)
            assert each.at_version(match_id, 1) == match
            assert len(list(each.events(match_id))) == 2


def test_a_match_moved_on_by_another_process_is_followed(store: Any, conninfo: str) -> None:
    match_id, match = open_match(store)
    with opened_store(conninfo) as other:
        for note in "abc":
            other.commit(match_id, other.load(match_id), notes(match, note))
            assert store.load(match_id).note == note
    assert store.load(match_id).version == 4


def test_more_matches_than_are_kept_in_memory(store: Any) -> None:
    store.target.cache = AggregateCache(2)
    matches = dict(open_match(store) for _ in range(4))
    assert {match_id: store.load(match_id) for match_id in matches} == matches
    assert len(store.cache) == 2


# --- conflicts ---


@pytest.mark.parametrize("texts", [("same",), ("same", "same"), ("other",)])
def test_who_decided_on_an_old_version_is_refused(store: Any, conninfo: str, texts: Sequence[str]) -> None:
    """Also with equal events of the same moment."""
    match_id, match = open_match(store)
    with opened_store(conninfo) as other:
        store.commit(match_id, match, notes(match, "same"))
        with pytest.raises(VersionConflict):
            other.commit(match_id, match, notes(match, *texts))
        assert other.load(match_id) == store.load(match_id)
        assert other.load(match_id).version == 2


def test_equal_events_at_once_are_one_writers(conninfo: str) -> None:
    writers = 6
    with ExitStack() as stack:
        stores = [stack.enter_context(opened_store(conninfo)) for _ in range(writers)]
        match_id, match = open_match(stores[0])
        for version in range(2, 12):
            event, barrier = notes(match, "same"), Barrier(writers)

            def write(store: Any, match=match, event=event, barrier=barrier) -> bool:
                barrier.wait()
                try:
                    store.commit(match_id, match, event)
                except VersionConflict:
                    return False
                return True

            with ThreadPoolExecutor(writers) as pool:
                assert sum(pool.map(write, stores)) == 1
            match = stores[0].load(match_id)
            assert match.version == version


def test_an_id_is_opened_once(store: Any) -> None:
    match_id, _ = open_match(store)
    with pytest.raises(VersionConflict):
        open_match(store, match_id)


# --- a commit whose acknowledgement is lost ---


@contextmanager
def lost_acknowledgements(
    monkeypatch: pytest.MonkeyPatch, times: int = 1, then: Callable[[], object] = lambda: None
) -> Iterator[list[int]]:
    """The first `times` commits reach the database, but their answers don't come back; after each, `then` happens."""
    lost: list[int] = []

    answers = GroupCommit._answers

    async def answer_and_lose(self: GroupCommit, connection: Any, requests: Any) -> Any:
        found = await answers(self, connection, requests)
        if len(lost) < times:
            lost.append(sum(len(write.events) for writes in requests for write in writes))
            await asyncio.to_thread(then)
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return found

    with monkeypatch.context() as patch:
        patch.setattr(GroupCommit, "_answers", answer_and_lose)
        yield lost


@pytest.mark.parametrize("key", [None, KEY])
def test_a_lost_acknowledgement_is_no_conflict(
    store: Any, monkeypatch: pytest.MonkeyPatch, key: IdempotencyKey | None
) -> None:
    match_id, match = open_match(store)
    with lost_acknowledgements(monkeypatch) as lost:
        written = store.commit(match_id, match, notes(match, "a", "b"), key=key)
    assert lost == [2]
    assert (written.first_version, written.last_version) == (2, 3)
    assert written.position == store.log.last_position()
    assert store.load(match_id).version == 3
    if key:
        assert store.find_by_key(key) == written


@pytest.mark.parametrize("key", [None, KEY])
def test_a_lost_acknowledgement_of_an_opening_with_players(
    store: Any, conninfo: str, monkeypatch: pytest.MonkeyPatch, key: IdempotencyKey | None
) -> None:
    players = [PlayerRow(uuid4(), name) for name in ("Ada", "Bea", "Cid")]
    match_commands = commands_on(store)
    with lost_acknowledgements(monkeypatch) as lost:
        written = match_commands.open_match(
            uuid4(), GAME, SERVED, [player.id for player in players], new_players=players, by="x", key=key
        )
    assert lost == [2]  # opened, and the first deal
    assert count(conninfo, "players") == 3
    assert store.load(written.originator_id).version == 2


def test_a_lost_acknowledgement_of_a_write_that_somebody_has_followed(
    store: Any, conninfo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, match = open_match(store)
    with opened_store(conninfo) as other:

        def follow() -> None:
            other.commit(match_id, other.load(match_id), notes(match, "next"))

        with lost_acknowledgements(monkeypatch, then=follow):
            written = store.commit(match_id, match, notes(match, "first"))
    assert (written.first_version, written.last_version) == (2, 2)
    assert store.load(match_id).note == "next"


def test_a_conflict_after_a_lost_connection_is_one(store: Any, conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first attempt didn't reach the database, and then somebody else was faster, with an equal event."""
    match_id, match = open_match(store)
    with opened_store(conninfo) as other:
        other.commit(match_id, match, notes(match, "same"))
        connected, tries = GroupCommit._connected, iter([psycopg.OperationalError("gone")])

        async def lost_once(self: GroupCommit) -> Any:
            for error in tries:
                raise error
            return await connected(self)

        monkeypatch.setattr(GroupCommit, "_connected", lost_once)
        with pytest.raises(VersionConflict):
            store.commit(match_id, match, notes(match, "same"))


@pytest.mark.parametrize("wait", [0, pytest.param(0.1, marks=pytest.mark.slow)])
def test_lost_connections_between_writes_are_not_noticed(store: Any, conninfo: str, wait: float) -> None:
    match_id, match = open_match(store)
    for note in "abc":
        with psycopg.connect(conninfo) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        match = store.load(match_id)
        written = store.commit(match_id, match, notes(match, note))
        assert written.position == store.log.position_of(match_id, written.last_version)
    assert store.load(match_id).version == 4


# --- what comes with a write ---


def test_a_key_tells_what_it_made(store: Any, conninfo: str) -> None:
    match_id, match = open_match(store)
    assert store.find_by_key(KEY) is None
    written = store.commit(match_id, match, notes(match, "a", "b"), key=KEY)
    store.commit(match_id, store.load(match_id), notes(match, "c"))
    with opened_store(conninfo) as other:
        for each in (store, other):
            assert each.find_by_key(KEY) == written
            with pytest.raises(KeyReused):
                each.find_by_key(IdempotencyKey(KEY.token_id, KEY.key, b"another"))
        assert other.find_by_key(IdempotencyKey("another token", KEY.key, KEY.digest)) is None


def test_a_used_key_leaves_no_events(store: Any, conninfo: str) -> None:
    match_id, match = open_match(store)
    store.commit(match_id, match, notes(match, "a"), key=KEY)
    player = PlayerRow(uuid4(), "Ada")
    with pytest.raises(VersionConflict):
        store.commit(match_id, store.load(match_id), notes(match, "b"), key=KEY, side_rows=SideRows([player]))
    assert store.load(match_id).note == "a"
    assert count(conninfo, "players") == 0


def test_a_conflict_leaves_no_key_and_no_players(store: Any, conninfo: str) -> None:
    match_id, match = open_match(store)
    store.commit(match_id, match, notes(match, "a"))
    with pytest.raises(VersionConflict):
        store.commit(match_id, match, notes(match, "b"), key=KEY, side_rows=SideRows([PlayerRow(uuid4(), "Ada")]))
    assert store.find_by_key(KEY) is None
    assert count(conninfo, "players") == 0


@pytest.mark.parametrize("table", ["idempotency_keys", "players", "match_events"])
def test_a_failing_insert_leaves_nothing(store: Any, conninfo: str, table: str) -> None:
    match_id, match = open_match(store)
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'it fails'; END $$;"
            f" CREATE TRIGGER fail AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION fail()"
        )
    with pytest.raises(psycopg.errors.RaiseException, match="it fails"):
        store.commit(match_id, match, notes(match, "a"), key=KEY, side_rows=SideRows([PlayerRow(uuid4(), "Ada")]))
    assert (count(conninfo, "match_events"), count(conninfo, "idempotency_keys"), count(conninfo, "players")) == (
        1,
        0,
        0,
    )
    assert store.load(match_id) == match


# --- the scribe ---


def test_many_writers_of_one_match(conninfo: str) -> None:
    writers, writes = 6, 8
    with ExitStack() as stack:
        stores = [stack.enter_context(opened_store(conninfo)) for _ in range(writers)]
        match_id, match = open_match(stores[0])

        def write(store: Any) -> None:
            for _ in range(writes):
                commands_on(store).revise(match_id, lambda match, at: notes(match, match.note + "x"))

        with ThreadPoolExecutor(writers) as pool:
            list(pool.map(write, stores))
        assert stores[0].load(match_id).note == match.note + "x" * (writers * writes)


def test_one_key_at_once_writes_once(conninfo: str) -> None:
    writers = 6
    with ExitStack() as stack:
        stores = [stack.enter_context(opened_store(conninfo)) for _ in range(writers)]
        match_id, _ = open_match(stores[0])
        for number in range(8):
            key, barrier = IdempotencyKey("token", f"key {number}", b"digest"), Barrier(writers)

            def write(store: Any, key=key, barrier=barrier) -> Any:
                barrier.wait()
                return commands_on(store).revise(match_id, lambda match, at: notes(match, match.note + "x"), key=key)

            with ThreadPoolExecutor(writers) as pool:
                written = list(pool.map(write, stores))
            assert all(each == written[0] for each in written)
        assert stores[0].load(match_id).note == "x" * 8


def test_one_key_at_once_opens_once(conninfo: str) -> None:
    writers = 4
    with ExitStack() as stack:
        stores = [stack.enter_context(opened_store(conninfo)) for _ in range(writers)]
        barrier = Barrier(writers)

        def write(store: Any) -> UUID:
            players = [PlayerRow(uuid4(), name) for name in "abc"]
            barrier.wait()
            ids = [one.id for one in players]
            written = commands_on(store).open_match(uuid4(), GAME, SERVED, ids, new_players=players, by="x", key=KEY)
            opened_id: UUID = written.originator_id
            return opened_id

        with ThreadPoolExecutor(writers) as pool:
            assert len(set(pool.map(write, stores))) == 1
    assert count(conninfo, "players") == 3


def test_a_key_belongs_to_one_request(store: Any) -> None:
    match_id, _ = open_match(store)
    match_commands = commands_on(store)
    first = match_commands.revise(match_id, lambda match, at: notes(match, "a"), key=KEY)
    assert match_commands.revise(match_id, lambda match, at: notes(match, "b"), key=KEY) == first
    with pytest.raises(KeyReused):
        match_commands.revise(
            match_id, lambda match, at: notes(match, "b"), key=IdempotencyKey("token", "key", b"another digest")
        )
    assert store.load(match_id).note == "a"


def test_a_version_that_is_asked_for(store: Any) -> None:
    match_id, _ = open_match(store)
    match_commands = commands_on(store)
    match_commands.revise(match_id, lambda match, at: notes(match, "a"), if_match={1, 7})
    with pytest.raises(PreconditionFailed) as refusal:
        match_commands.revise(match_id, lambda match, at: notes(match, "b"), if_match={1})
    assert refusal.value.current == 2
    assert store.load(match_id).note == "a"


def test_nothing_to_write_writes_nothing(store: Any) -> None:
    match_id, _ = open_match(store)
    written = commands_on(store).revise(match_id, lambda match, at: [])
    assert (written.first_version, written.last_version, written.events) == (2, 1, ())
    assert written.position == store.log.position_of(match_id, 1)


def test_a_batch_is_all_or_nothing(store: Any) -> None:
    match_id, match = open_match(store)
    twice = [GAME.draw(match.state, _First())] * 2
    with pytest.raises(ActionRefused) as refusal:
        commands_on(store).play(match_id, lambda _: twice, by="x")
    assert (refusal.value.index, refusal.value.step) == (1, 1)
    assert store.load(match_id) == match


def test_what_was_recorded_is_what_folding_gives(conninfo: str) -> None:
    with recorder(conninfo, 12) as record:
        for _ in range(40):
            record.something(any_game(record.random))
        for match_id in record.playing:
            match: Match | None = None
            for version, event in record.store.events(match_id):
                match = evolve(match, event)
                assert match.version == version
            assert match == record.store.load(match_id)
            assert match is not None
            assert not match.awaits_server
