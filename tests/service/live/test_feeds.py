"""What is shared is read once, and nobody waits for ever."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.annotations.audience import Reader
from domain.kernel.viewer import PUBLIC
from service.live import feeds
from service.live.feeds import Feed, Feeds, Piece, PieceKey
from service.live.stream_places import StreamPlaces, Subscriber

ONE = Subscriber("one", 0)
KEY = PieceKey(1, 0, 0, Reader("", PUBLIC))


class Reads:
    """A source that counts how often it is asked."""

    def __init__(self) -> None:
        self.number = 0
        self.failing = False

    async def load(self, _: UUID) -> Any:
        self.number += 1
        number = self.number
        await asyncio.sleep(0.01)
        if self.failing:
            raise LookupError("gone")
        return number

    async def make(self) -> Piece:
        return Piece(str(await self.load(uuid4())).encode(), 1, 0)


async def newest(feed: Feed, times: int) -> list[Any]:
    return await asyncio.gather(*(feed.newest() for _ in range(times)))


def run(work: Callable[[Reads, Feed], Awaitable[None]]) -> None:
    async def whole() -> None:
        reads = Reads()
        await work(reads, Feed(uuid4(), reads.load))

    asyncio.run(whole())


def test_a_hundred_streams_read_a_match_once() -> None:
    async def work(reads: Reads, feed: Feed) -> None:
        assert await newest(feed, 100) == [1] * 100
        assert {piece.text for piece in await asyncio.gather(*(feed.piece(KEY, reads.make) for _ in range(100)))} == {
            b"2"
        }
        feed.wake()
        assert await newest(feed, 100) == [3] * 100
        assert (await feed.piece(KEY, reads.make)).text == b"4"

    run(work)


def test_what_was_read_a_while_ago_is_read_again_though_nobody_was_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notification may be lost: who looks again finds what has come since."""
    now = 100.0
    monkeypatch.setattr(feeds, "monotonic", lambda: now)

    async def work(_: Reads, feed: Feed) -> None:
        nonlocal now
        assert await newest(feed, 3) == [1, 1, 1]
        now += 0.99
        assert await newest(feed, 3) == [1, 1, 1]
        now += 0.02
        assert await newest(feed, 3) == [2, 2, 2]

    run(work)


def test_one_that_goes_away_doesnt_take_the_others_along() -> None:
    async def work(reads: Reads, feed: Feed) -> None:
        first, second = (asyncio.create_task(feed.newest()) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        assert [await second] == [await feed.newest()]
        assert reads.number == 1
        assert first.cancelled()

    run(work)


def test_what_fails_fails_for_all_who_ask_and_is_tried_again() -> None:
    async def work(reads: Reads, feed: Feed) -> None:
        reads.failing = True
        found = await asyncio.gather(*(feed.piece(KEY, reads.make) for _ in range(3)), return_exceptions=True)
        assert [type(error) for error in found] == [LookupError] * 3
        assert reads.number == 1
        reads.failing = False
        assert (await feed.piece(KEY, reads.make)).text == b"2"
        reads.failing = True
        feed.wake()
        lonely = asyncio.create_task(feed.newest())
        await asyncio.sleep(0)
        lonely.cancel()
        await asyncio.sleep(0.05)  # nobody asks for its error, and nobody is bothered by it

    run(work)


def test_few_pieces_are_kept() -> None:
    async def work(reads: Reads, feed: Feed) -> None:
        for version in range(1000):
            await feed.piece(PieceKey(1, version, 0, Reader("", PUBLIC)), reads_at_once)
        assert len(feed._pieces) <= 32

    async def reads_at_once() -> Piece:
        return Piece(b"", 1, 0)

    run(work)


def test_what_happens_between_a_look_and_the_wait_is_noticed() -> None:
    async def work(_: Reads, feed: Feed) -> None:
        turn = feed.turn
        feed.wake()
        assert await feed.moved(turn, 5)
        assert not await feed.moved(feed.turn, 0.01)

    run(work)


@pytest.mark.parametrize("known", [True, False])
def test_only_those_are_woken_whose_match_has_changed(known: bool) -> None:  # a parameter of the test
    class Cursor:
        def __init__(self, row: Any) -> None:
            self._row = row

        async def fetchone(self) -> Any:
            return self._row

    class Connection:
        rows: list[Any]

        async def execute(self, *_: Any) -> Cursor:
            return Cursor(self.rows.pop(0))

    async def whole() -> None:
        following, connection = Feeds(Reads().load, StreamPlaces(10, 10)), Connection()
        one, other = uuid4(), uuid4()
        with (
            following.follow(one, ONE) as first,
            following.follow(one, ONE) as same,
            following.follow(other, ONE) as second,
        ):
            assert first is same
            connection.rows = [(7, None), (9, [one, uuid4()] if known else None)]
            for payloads in (None, [""]):
                turns = first.turn, second.turn
                await following.look(connection, payloads)  # type: ignore[arg-type]
                woken = tuple(turn.is_set() for turn in turns)
                assert woken == ((True, True) if payloads is None else (known, False))
            following.end()
            assert following.ended
        assert (following.places.open, following._feeds) == (0, {})
        connection.rows = []
        await following.look(connection, [""])  # type: ignore[arg-type]  # nobody follows: the database isn't asked

    asyncio.run(whole())
