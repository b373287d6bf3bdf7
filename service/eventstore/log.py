"""The log of all events, through the eventsourcing library."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment, EnvType, get_topic, retry
from msgspec import Struct
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from domain.codec import AnyEvent, MissingEvent, decode_without_game
from domain.compression import all_plain
from service.database.connections import KnownConnection
from service.eventstore.errors import NotFound
from service.eventstore.leafed_events import LeafedEvent, LeafedEvents
from service.eventstore.mapper import MatchMapper, Recorded
from service.eventstore.recorder import (
    ATTEMPTS,
    NO_SIDE_ROWS,
    RETRY_SECONDS,
    IdempotencyKey,
    MatchRecorder,
    MatchSeed,
    PlayerRow,
    SideRows,
    Write,
)
from service.eventstore.rewinds import Rewinds

_WAIT_SECONDS: Final = 0.5
"""How long a call waits for a connection, in each of those attempts."""

_START_SECONDS: Final = 20.0
"""How long the start waits for the first connection: a busy machine, or a first host that is silent, takes its time."""

RECONNECT_SECONDS: Final = 1.0
"""How long a pool tries to get a connection before it waits to be asked again; its own pauses double up to minutes."""


class AppendResult(Struct, frozen=True):
    """Where a write lies: the events `first_version` to `last_version` of a match, of a series or of people.

    Attributes:
        position: the place of the last of them in the log.
        events: those events; none when a command had nothing to change.
    """

    originator_id: UUID
    first_version: int
    last_version: int
    position: int
    events: tuple[Any, ...]


class Beginning(Struct, frozen=True):
    """All events of a new aggregate; `game` is that of a match, else empty."""

    originator_id: UUID
    events: tuple[AnyEvent, ...]
    game: str = ""


class KnownVersion(Struct, frozen=True):
    """How far a match or series is known: the version of its newest event, and the fingerprint of that one."""

    originator_id: UUID
    version: int = 0
    fingerprint: bytes = b""


class EventLog:
    """The events of one database, to be read. Calls block; they may come from several threads."""

    def __init__(self, conninfo: str, *, connections: int) -> None:
        self._application = _MatchApplication(library_environment(conninfo, connections))
        self.rewinds = Rewinds()

    def close(self) -> None:
        """Give the connections back."""
        self._application.close()

    def events(
        self, originator_id: UUID, *, after: int = 0, upto: int | None = None, limit: int | None = None
    ) -> Iterator[tuple[int, Any]]:
        """The events of a match or series with their versions, in order: those above `after`, up to `upto`.

        Raises:
            UnreadableEvent, UnknownGame: one of them can't be decoded, isn't what was recorded, or isn't there while
                later ones are.
        """
        return self.read(self.stored(originator_id, after=after, upto=upto, limit=limit), after)

    def events_without_game(self, originator_id: UUID) -> Iterator[tuple[int, Any]]:
        """All events of a match whose game isn't known, its actions and facts as maps.

        Raises:
            UnreadableEvent: as of :meth:`events`.
        """
        for expected, one in enumerate(self.stored(originator_id), 1):
            if one.originator_version != expected:
                raise MissingEvent(f"version {expected} is missing, version {one.originator_version} is there")
            one.verify()
            yield expected, decode_without_game(one.topic, one.state)

    def stored(
        self, originator_id: UUID, *, after: int = 0, upto: int | None = None, limit: int | None = None
    ) -> LeafedEvents:
        """The same as they are stored, not verified yet."""
        recorder = cast("MatchRecorder", self._application.recorder)
        events: LeafedEvents = recorder.select_events(originator_id, gt=after or None, lte=upto, limit=limit)
        return events

    def to_write(
        self,
        originator_id: UUID,
        after: int,
        events: Sequence[AnyEvent],
        game: str,
        *,
        key: IdempotencyKey | None = None,
        side_rows: SideRows = NO_SIDE_ROWS,
        predecessor: bytes | None = None,
    ) -> Write:
        """What stores `events` behind the version `after`; with `predecessor`, behind the event of this fingerprint."""
        return Write(self._mapped(_recorded(originator_id, after, events, game)), key, side_rows, predecessor)

    def read(self, stored: Iterable[LeafedEvent], after: int) -> Iterator[tuple[int, Any]]:
        """Stored events, those above the version `after`, as :meth:`events` gives them."""
        for expected, one in enumerate(stored, after + 1):
            if one.originator_version != expected:
                raise MissingEvent(f"version {expected} is missing, version {one.originator_version} is there")
            one.verify()
            yield expected, self._mapper.event_of(one)

    def read_all(self, stored: LeafedEvents, after: int) -> list[Any]:
        """The events of :meth:`read` alone, all at once, which takes half the time; raises as that does."""
        topics, states = all_plain(stored.topics, stored.states)
        if [*stored.versions] == [*range(after + 1, after + 1 + len(stored))] and stored.is_recorded(topics, states):
            return list(self._mapper.events_of(topics, states))
        return [event for _, event in self.read(stored, after)]  # which tells what is wrong

    @property
    def _mapper(self) -> MatchMapper:
        return cast("MatchMapper", self._application.mapper)

    def _mapped(self, recorded: Iterable[Recorded]) -> list[StoredEvent]:
        mapper = self._mapper
        return [mapper.to_stored_event(cast("Any", one)) for one in recorded]

    def known_players(self, player_ids: Sequence[UUID]) -> dict[UUID, PlayerRow]:
        """Those of `player_ids` who are known, each with the name of who it was merged into, if it was."""
        rows = self._fetch_all(
            "SELECT p.id, coalesce(q.name, p.name) AS name, p.simulated FROM players p"
            " LEFT JOIN players q ON q.id = p.merged_into WHERE p.id = ANY(%s)",
            (list(player_ids),),
        )
        return {row["id"]: PlayerRow(**row) for row in rows}

    def named(self, player_ids: Sequence[UUID]) -> set[UUID]:
        """Those of `player_ids` who have a name of their own: they were neither merged nor erased."""
        rows = self._fetch_all("SELECT id FROM players WHERE id = ANY(%s) AND name IS NOT NULL", (list(player_ids),))
        return {row["id"] for row in rows}

    def begun(self, originator_ids: Sequence[UUID]) -> set[UUID]:
        """Those of `originator_ids` that have events."""
        rows = self._fetch_all(
            "SELECT originator_id FROM match_events WHERE originator_id = ANY(%s) AND originator_version = 1",
            (list(originator_ids),),
        )
        return {row["originator_id"] for row in rows}

    def seeds_of(self, match_id: UUID) -> list[MatchSeed]:
        """The secret seeds of a match, in order."""
        rows = self._fetch_all(
            "SELECT match_id, since, seed FROM match_seeds WHERE match_id = %s ORDER BY since", (match_id,)
        )
        return [MatchSeed(row["match_id"], row["since"], bytes(row["seed"])) for row in rows]

    def position_of(self, originator_id: UUID, version: int) -> int:
        """The place of an event in the log.

        Raises:
            NotFound: there is no such event.
        """
        row = self._fetch(
            "SELECT notification_id FROM match_events WHERE originator_id = %s AND originator_version = %s",
            (originator_id, version),
        )
        if row is None:
            raise NotFound(originator_id)
        return int(row["notification_id"])

    def last_position(self) -> int:
        """The place of the newest event of all."""
        return self._application.recorder.max_notification_id() or 0

    @contextmanager
    def connection(self) -> Iterator[Connection[Any]]:
        """One of the connections, for other questions to the database."""
        with self._application.datastore.get_connection() as connection:
            yield connection

    @retry((InterfaceError, OperationalError), max_attempts=ATTEMPTS, wait=RETRY_SECONDS)
    def _fetch(self, query: str, parameters: tuple[Any, ...]) -> dict[str, Any] | None:
        with self._application.datastore.cursor() as cursor:
            return cursor.execute(query, parameters).fetchone()

    @retry((InterfaceError, OperationalError), max_attempts=ATTEMPTS, wait=RETRY_SECONDS)
    def _fetch_all(self, query: str, parameters: tuple[Any, ...]) -> list[dict[str, Any]]:
        with self._application.datastore.cursor() as cursor:
            return cursor.execute(query, parameters).fetchall()


def _recorded(originator_id: UUID, after: int, events: Sequence[AnyEvent], game: str) -> list[Recorded]:
    return [Recorded(originator_id, version, event, game) for version, event in enumerate(events, after + 1)]


class ConnectingFactory(PostgresFactory):
    """Connects with every libpq parameter of a connection string, where the library's settings know but five."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.datastore.pool.kwargs = {**conninfo_to_dict(env["CONNINFO"]), "row_factory": dict_row}
        self.datastore.pool.connection_class = KnownConnection
        # Who waits gets no connection once the pool has given up: at the start it may not do so any sooner.
        self.datastore.pool.timeout = self.datastore.pool.reconnect_timeout = _START_SECONDS


class _MatchApplication(Application[UUID]):
    name = "match"

    def __init__(self, env: EnvType | None = None) -> None:
        super().__init__(env)  # which connects
        self.datastore.pool.timeout, self.datastore.pool.reconnect_timeout = _WAIT_SECONDS, RECONNECT_SECONDS

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Exactly `env`: the library's own variables in the process's environment mean nothing here."""
        return Environment(name, env)

    def construct_factory(self, env: Environment) -> Any:
        return ConnectingFactory(env)

    @property
    def datastore(self) -> PostgresDatastore:
        return cast("ConnectingFactory", self.factory).datastore


def library_environment(conninfo: str, connections: int) -> dict[str, str]:
    """The library's settings: our mapper and recorder, on tables that are there."""
    return {
        "CONNINFO": conninfo,
        # The library insists on these; ConnectingFactory connects by CONNINFO.
        **dict.fromkeys(("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER", "POSTGRES_PASSWORD"), ""),
        "CREATE_TABLE": "n",
        "MAPPER_TOPIC": get_topic(MatchMapper),
        "APPLICATION_RECORDER_TOPIC": get_topic(MatchRecorder),
        "POSTGRES_POOL_SIZE": str(connections),
        "POSTGRES_MAX_OVERFLOW": "0",
    }
