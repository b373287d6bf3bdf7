"""Matches in the event store: read at their newest version, and written with optimistic concurrency."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any, Final, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError
from eventsourcing.postgres import PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment, EnvType, get_topic, retry
from msgspec import Struct
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from domain.match.events import MatchEvent
from domain.match.match import Match, fold
from service.store.mapper import MatchMapper, Recorded
from service.store.recorder import Key, MatchRecorder, NewPlayer

CACHED_MATCHES: Final = 1024
"""How many matches are kept folded; each is a few kilobytes."""

_ATTEMPTS: Final = 10
_RETRY_SECONDS: Final = 0.2
"""What the library does with its own statements when a connection is lost, and we with ours."""

_WAIT_SECONDS: Final = 0.5
"""How long a call waits for a connection, in each of those attempts."""

RECONNECT_SECONDS: Final = 1.0
"""How long a pool tries to get a connection before it waits to be asked again; its own pauses double up to minutes."""


class MatchNotFound(LookupError):  # noqa: N818  # what it is
    """There is no such match, or it was removed."""


class VersionConflict(Exception):  # noqa: N818  # what it is
    """Somebody else wrote first: the match is not at the version that was decided on."""


class Written(Struct, frozen=True):
    """Where a write lies: the events `first_version` to `last_version` of a match.

    Attributes:
        position: the place of the last of them in the log of all matches.
        events: those events; none when a command had nothing to change.
    """

    match_id: UUID
    first_version: int
    last_version: int
    position: int
    events: tuple[MatchEvent, ...]


class KeyedWrite(Struct, frozen=True):
    """What an idempotency key made, and the digest of the request that it came with."""

    written: Written
    digest: bytes


class MatchStore:
    """The matches of one database. Calls block; they may come from several threads."""

    def __init__(self, conninfo: str, *, connections: int) -> None:
        self._application = _MatchApplication(_library_environment(conninfo, connections))
        self._cache: OrderedDict[UUID, Match] = OrderedDict()
        self._cache_lock = Lock()

    def close(self) -> None:
        """Give the connections back."""
        self._application.close()

    def load(self, match_id: UUID) -> Match:
        """The match after all its events.

        Raises:
            MatchNotFound: there is none.
        """
        cached = self._cached(match_id)
        match = fold(cached, (event for _, event in self.events(match_id, after=cached.version if cached else 0)))
        if match is None or match.removed:
            raise MatchNotFound(match_id)
        self._remember(match_id, match)
        return match

    def at_version(self, match_id: UUID, version: int) -> Match:
        """The match after its first `version` events, even if it was removed later."""
        cached = self._cached(match_id)
        if cached is not None and cached.version == version:
            return cached
        match = fold(None, (event for _, event in self.events(match_id, upto=version)))
        if match is None:
            raise MatchNotFound(match_id)
        return match

    def events(
        self, match_id: UUID, *, after: int = 0, upto: int | None = None, limit: int | None = None
    ) -> Iterator[tuple[int, MatchEvent]]:
        """The events of a match with their versions, in order: those above `after`, up to `upto`."""
        for recorded in self._recorded(match_id, after, upto, limit):
            yield recorded.originator_version, recorded.event

    def commit(
        self,
        match_id: UUID,
        match: Match | None,
        events: Sequence[MatchEvent],
        game: str,
        *,
        key: Key | None = None,
        players: Sequence[NewPlayer] = (),
    ) -> Written:
        """Append `events`, which were decided on `match`, and all that comes with them, or nothing.

        Raises:
            VersionConflict: the match has moved on, or the key was used meanwhile.
        """
        start = match.version if match else 0
        recorded = [Recorded(match_id, version, event, game) for version, event in enumerate(events, start=start + 1)]
        try:
            recordings = self._application.save(*cast("Any", recorded), key=key, players=players)
        except IntegrityError:
            # A commit whose acknowledgement was lost is tried again by the library and then looks like a conflict.
            if not self._holds(recorded):
                raise VersionConflict(match_id) from None
            position = self.position_of(match_id, start + len(events))
        else:
            position = recordings[-1].notification.id
        newest = fold(match, events)
        if newest is not None:
            self._remember(match_id, newest)
        return Written(match_id, start + 1, start + len(events), position, tuple(events))

    def position_of(self, match_id: UUID, version: int) -> int:
        """The place of an event in the log of all matches."""
        row = self._fetch(
            "SELECT notification_id FROM match_events WHERE originator_id = %s AND originator_version = %s",
            (match_id, version),
        )
        if row is None:
            raise MatchNotFound(match_id)
        return int(row["notification_id"])

    def last_position(self) -> int:
        """The place of the newest event of all."""
        return self._application.recorder.max_notification_id() or 0

    def made_by(self, key: Key) -> KeyedWrite | None:
        """What `key` made, if it was used before."""
        row = self._fetch(
            "SELECT k.*, e.notification_id FROM idempotency_keys k"
            " LEFT JOIN match_events e ON e.originator_id = k.resource AND e.originator_version = k.last_version"
            " WHERE k.token_id = %s AND k.key = %s",
            (key.token_id, key.key),
        )
        if row is None:
            return None
        match_id, first, last = row["resource"], row["first_version"], row["last_version"]
        events = tuple(event for _, event in self.events(match_id, after=first - 1, upto=last))
        written = Written(match_id, first, last, row["notification_id"] or 0, events)
        return KeyedWrite(written, bytes(row["digest"]))

    @retry((InterfaceError, OperationalError), max_attempts=_ATTEMPTS, wait=_RETRY_SECONDS)
    def _fetch(self, query: str, parameters: tuple[Any, ...]) -> dict[str, Any] | None:
        with self._application.datastore.cursor() as cursor:
            return cursor.execute(query, parameters, prepare=True).fetchone()

    def _recorded(self, match_id: UUID, after: int, upto: int | None, limit: int | None = None) -> Iterator[Recorded]:
        stored = self._application.events.get(match_id, gt=after or None, lte=upto, limit=limit)
        return cast("Iterator[Recorded]", stored)

    def _holds(self, recorded: Sequence[Recorded]) -> bool:
        """Whether the log has exactly these events, told by their ids."""
        first, last = recorded[0], recorded[-1]
        stored = self._recorded(first.originator_id, first.originator_version - 1, last.originator_version)
        return [one.id for one in stored] == [one.id for one in recorded]

    def _cached(self, match_id: UUID) -> Match | None:
        with self._cache_lock:
            match = self._cache.get(match_id)
            if match is not None:
                self._cache.move_to_end(match_id)
            return match

    def _remember(self, match_id: UUID, match: Match) -> None:
        with self._cache_lock:
            cached = self._cache.get(match_id)
            if cached is None or cached.version < match.version:
                self._cache[match_id] = match
            self._cache.move_to_end(match_id)
            if len(self._cache) > CACHED_MATCHES:
                self._cache.popitem(last=False)


class _Factory(PostgresFactory):
    """Connects with every libpq parameter of a connection string, where the library's settings know but five."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.datastore.pool.kwargs = {**conninfo_to_dict(env["CONNINFO"]), "row_factory": dict_row}
        self.datastore.pool.timeout = _WAIT_SECONDS
        self.datastore.pool.reconnect_timeout = RECONNECT_SECONDS


class _MatchApplication(Application[UUID]):
    name = "match"

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Exactly `env`: the library's own variables in the process's environment mean nothing here."""
        return Environment(name, env)

    def construct_factory(self, env: Environment) -> Any:
        return _Factory(env)

    @property
    def datastore(self) -> PostgresDatastore:
        return cast("_Factory", self.factory).datastore


def _library_environment(conninfo: str, connections: int) -> dict[str, str]:
    return {
        "CONNINFO": conninfo,
        # The library insists on these; _Factory connects by CONNINFO.
        **dict.fromkeys(("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER", "POSTGRES_PASSWORD"), ""),
        "CREATE_TABLE": "n",
        "MAPPER_TOPIC": get_topic(MatchMapper),
        "APPLICATION_RECORDER_TOPIC": get_topic(MatchRecorder),
        "POSTGRES_POOL_SIZE": str(connections),
        "POSTGRES_MAX_OVERFLOW": "0",
    }
