"""What the streams of one process share: one look at the log for all, one read of a match for all who follow it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg
from msgspec import Struct

from domain.annotations.audience import Reader
from domain.match.match import Match
from projections.runner import EVENTS_CHANNEL
from service.live.stream_places import StreamPlaces, Subscriber

_FRESH_SECONDS: Final = 1.0  # how long a match that was read is taken as the newest, if nothing tells otherwise
_CACHED: Final = 32  # pieces that are kept for streams which want the same


class Piece(Struct, frozen=True):
    """Some events as one viewer may know them: their text, and the version and step after them."""

    text: bytes
    version: int
    step: int


class PieceKey(NamedTuple):
    """What piece it is: of the match at `newest`, after `version`, which led to `step`."""

    newest: int
    version: int
    step: int
    reader: Reader


Load = Callable[[UUID], Awaitable[Match]]


class Feed:
    """One match, for all who follow it."""

    def __init__(self, match_id: UUID, load: Load) -> None:
        self._match_id = match_id
        self._load = load
        self._newest: tuple[float, asyncio.Future[Match]] | None = None
        self._pieces: dict[PieceKey, asyncio.Future[Piece]] = {}
        self.turn = asyncio.Event()
        """Is set when something has happened, and then replaced: whoever waits takes it before it looks."""
        self.followers = 0

    def wake(self) -> None:
        """Something may have happened."""
        self._newest = None
        self._pieces.clear()
        turn, self.turn = self.turn, asyncio.Event()
        turn.set()

    async def moved(self, turn: asyncio.Event, seconds: float) -> bool:
        """Whether something happens, since `turn` was taken, within `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                return await turn.wait()
        except TimeoutError:
            return False

    async def newest(self) -> Match:
        """The match at its newest version, read once however many ask; raises as reading does."""
        if self._newest is None or monotonic() - self._newest[0] > _FRESH_SECONDS:
            self._newest = monotonic(), _shared(self._load(self._match_id))
        return await asyncio.shield(self._newest[1])

    async def piece(self, key: PieceKey, make: Callable[[], Awaitable[Piece]]) -> Piece:
        """A piece of the log, made once however many ask; raises as `make` does."""
        if key not in self._pieces:
            if len(self._pieces) >= _CACHED:
                self._pieces.clear()
            self._pieces[key] = _shared(make())
        try:
            return await asyncio.shield(self._pieces[key])
        except Exception:
            self._pieces.pop(key, None)
            raise


class Feeds:
    """The matches that are followed in this process.

    :class:`service.live.listener.Listener` reports each write.
    """

    channel: Final = EVENTS_CHANNEL

    def __init__(self, load: Load, places: StreamPlaces) -> None:
        self._load = load
        self.places = places
        self._feeds: dict[UUID, Feed] = {}
        self._position: int | None = None
        self.dropped = 0
        """Streams that were given up because their readers didn't read."""
        self.ended = False
        """Whether all streams are to end."""
        self.epoch = 0
        """Grows when all streams that are open are to end, and new ones may begin."""

    @contextmanager
    def follow(self, match_id: UUID, subscriber: Subscriber) -> Iterator[Feed]:
        """The feed of a match, for one stream, which takes a place."""
        feed = self._feeds.setdefault(match_id, Feed(match_id, self._load))
        feed.followers += 1
        try:
            with self.places.taken(subscriber):
                yield feed
        finally:
            feed.followers -= 1
            if not feed.followers:
                del self._feeds[match_id]

    def end(self) -> None:
        """End all streams; their readers connect again elsewhere."""
        self.ended = True
        self.wake(self._feeds)

    def begin_anew(self) -> None:
        """End all streams that are open, since the log went back; their readers connect again."""
        self.epoch += 1
        self._position = None
        self.wake(self._feeds)

    def drop(self) -> None:
        """Count a stream that is given up."""
        self.dropped += 1

    async def look(self, connection: psycopg.AsyncConnection[Any], payloads: Sequence[str] | None) -> None:
        """Wake the streams of the matches that have new events; after a fresh start, all."""
        if payloads is None or not self._feeds:
            self._position = None
        if not self._feeds:
            return
        if self._position is None:
            rows = await connection.execute("SELECT coalesce(max(notification_id), 0), NULL::uuid[] FROM match_events")
        else:
            rows = await connection.execute(_CHANGED, {"after": self._position})
        position, changed = await rows.fetchone() or (0, None)
        self.wake(self._feeds if self._position is None else changed or ())
        self._position = position

    def wake(self, match_ids: Iterable[UUID]) -> None:
        """Something may have happened in these matches, or whatever else is followed by its id."""
        for match_id in tuple(match_ids):
            if feed := self._feeds.get(match_id):
                feed.wake()


_CHANGED: Final = """
    SELECT coalesce(max(notification_id), %(after)s), array_agg(DISTINCT originator_id)
    FROM match_events WHERE notification_id > %(after)s
"""


def _shared(work: Awaitable[Any]) -> "asyncio.Future[Any]":
    """Work that several wait for; one of them that goes away doesn't end it, and its error is raised to who waits."""
    future = asyncio.ensure_future(work)
    future.add_done_callback(lambda done: done.cancelled() or done.exception())
    return future
