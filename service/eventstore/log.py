"""The log of all events, through the eventsourcing library."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment, EnvType, get_topic, retry
from msgspec import Struct
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from domain.codec import FINGERPRINT, AnyEvent, MissingEvent, fingerprint_of
from service.eventstore.errors import LogWentBack, NotFound, VersionConflict
from service.eventstore.mapper import MatchMapper, Recorded
from service.eventstore.recorder import (
    ATTEMPTS,
    NO_SIDE_ROWS,
    RETRY_SECONDS,
    IdempotencyKey,
    MatchRecorder,
    MatchSeed,
    NewPlayer,
    SideRows,
    Write,
)
from service.eventstore.rewinds import Rewinds

_WAIT_SECONDS: Final = 0.5
"""How long a call waits for a connection, in each of those attempts."""

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


class KeyedWrite(Struct, frozen=True):
    """What an idempotency key made, and the digest of the request that it came with."""

    written: AppendResult
    digest: bytes


class KnownVersion(Struct, frozen=True):
    """How far a match or series is known: the version of its newest event, and the fingerprint of that one."""

    originator_id: UUID
    version: int = 0
    fingerprint: bytes = b""


def newer(known: KnownVersion, stored: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Those of `stored` that came after those that are `known`, where `stored` are all from the newest known one on.

    Raises:
        LogWentBack: what is known isn't there.
    """
    if not known.version:
        return list(stored)
    if not stored or stored[0].originator_version != known.version:
        raise LogWentBack(known.originator_id)
    if fingerprint_of(stored[0].state) != known.fingerprint:
        raise LogWentBack(known.originator_id)
    return list(stored[1:])


class EventLog:
    """The events of one database. Calls block; they may come from several threads."""

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
            UnreadableEvent, UnknownGame: one of them can't be decoded, or isn't there while later ones are.
        """
        return self.read(self._select(originator_id, after, upto, limit), after)

    def newer(self, known: KnownVersion) -> list[StoredEvent]:
        """All events of a match or series that came after those that are `known`.

        Raises:
            LogWentBack: what is known isn't there any more.
        """
        return newer(known, self._select(known.originator_id, max(0, known.version - 1)))

    def _select(
        self, originator_id: UUID, after: int, upto: int | None = None, limit: int | None = None
    ) -> Sequence[StoredEvent]:
        return self._application.recorder.select_events(originator_id, gt=after or None, lte=upto, limit=limit)

    def append(
        self,
        originator_id: UUID,
        after: int,
        events: Sequence[AnyEvent],
        game: str,
        *,
        key: IdempotencyKey | None = None,
        beside: SideRows = NO_SIDE_ROWS,
    ) -> AppendResult:
        """Append `events` behind the version `after`, and all that comes with them, or nothing.

        Raises:
            VersionConflict: that version isn't the newest, or the key was used meanwhile.
        """
        position = self.store(self.to_write(originator_id, after, events, game, key=key, beside=beside))
        return AppendResult(originator_id, after + 1, after + len(events), position, tuple(events))

    def store(self, write: Write) -> int:
        """Store `write` and give the position of its last event.

        Raises:
            VersionConflict: it doesn't follow the newest event, or the key was used meanwhile.
        """
        return self._stored(write.events, write.key, write.beside, write.predecessor)

    def to_write(
        self,
        originator_id: UUID,
        after: int,
        events: Sequence[AnyEvent],
        game: str,
        *,
        key: IdempotencyKey | None = None,
        beside: SideRows = NO_SIDE_ROWS,
        predecessor: bytes | None = None,
    ) -> Write:
        """What :meth:`append` stores; with `predecessor`, only behind the event that has this fingerprint."""
        return Write(self._mapped(_recorded(originator_id, after, events, game)), key, beside, predecessor)

    def read(self, stored: Iterable[StoredEvent], after: int) -> Iterator[tuple[int, Any]]:
        """Stored events, those above the version `after`, as :meth:`events` gives them."""
        for expected, one in enumerate(stored, after + 1):
            if one.originator_version != expected:
                raise MissingEvent(f"version {expected} is missing, version {one.originator_version} is there")
            recorded = cast("Recorded", self._application.mapper.to_domain_event(one))
            yield recorded.originator_version, recorded.event

    def begin_together(
        self,
        beginnings: Sequence[Beginning],
        *,
        key: IdempotencyKey | None = None,
        players: Sequence[NewPlayer] = (),
        seeds: Sequence[MatchSeed] = (),
    ) -> AppendResult:
        """Store several new aggregates and all that comes with them, or nothing; what is told is of the last one.

        Raises:
            VersionConflict: one of them is there already, a player is, or the key was used meanwhile.
        """
        stored = [
            one
            for beginning in beginnings
            for one in self._mapped(_recorded(beginning.originator_id, 0, beginning.events, beginning.game))
        ]
        position = self._stored(stored, key, SideRows(players=players, seeds=seeds))
        told = beginnings[-1]
        return AppendResult(told.originator_id, 1, len(told.events), position, told.events)

    def _mapped(self, recorded: Iterable[Recorded]) -> list[StoredEvent]:
        mapper = self._application.mapper
        return [mapper.to_stored_event(cast("Any", one)) for one in recorded]

    def _stored(
        self,
        events: Sequence[StoredEvent],
        key: IdempotencyKey | None,
        beside: SideRows,
        predecessor: bytes | None = None,
    ) -> int:
        """Store `events` and tell the position of the last one.

        Past the library's `save`, which looks at each event for as long as storing it takes.
        """
        try:
            recorder = cast("Any", self._application.recorder)
            positions = recorder.insert_events(events, key=key, beside=beside, predecessor=predecessor)
        except IntegrityError:
            raise VersionConflict from None
        return int(positions[-1])

    def known_players(self, player_ids: Sequence[UUID]) -> dict[UUID, NewPlayer]:
        """Those of `player_ids` who are known, each with the name of who it was merged into, if it was."""
        rows = self._fetch_all(
            "SELECT p.id, coalesce(q.name, p.name) AS name, p.simulated FROM players p"
            " LEFT JOIN players q ON q.id = p.merged_into WHERE p.id = ANY(%s)",
            (list(player_ids),),
        )
        return {row["id"]: NewPlayer(**row) for row in rows}

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

    def made_by(self, key: IdempotencyKey) -> KeyedWrite | None:
        """What `key` made, if it was used before and that is still in the log."""
        row = self._fetch(
            "SELECT k.*, e.notification_id FROM idempotency_keys k"
            " LEFT JOIN match_events e ON e.originator_id = k.resource AND e.originator_version = k.last_version"
            " AND (k.fingerprint IS NULL OR substr(e.state, 1, %s) = k.fingerprint)"
            " WHERE k.token_id = %s AND k.key = %s",
            (FINGERPRINT, key.token_id, key.key),
        )
        if row is None or (row["notification_id"] is None and row["last_version"]):
            return None
        originator_id, first, last = row["resource"], row["first_version"], row["last_version"]
        events = tuple(event for _, event in self.events(originator_id, after=first - 1, upto=last))
        written = AppendResult(originator_id, first, last, row["notification_id"] or 0, events)
        return KeyedWrite(written, bytes(row["digest"]))

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
        self.datastore.pool.timeout = _WAIT_SECONDS
        self.datastore.pool.reconnect_timeout = RECONNECT_SECONDS


class _MatchApplication(Application[UUID]):
    name = "match"

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
