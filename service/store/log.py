"""The log of all events, through the eventsourcing library."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError
from eventsourcing.postgres import PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment, EnvType, get_topic, retry
from msgspec import Struct
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from domain.codec import AnyEvent
from service.store.mapper import MatchMapper, Recorded
from service.store.recorder import Key, MatchRecorder, Merge, NewPlayer, SeatToken

_ATTEMPTS: Final = 10
_RETRY_SECONDS: Final = 0.2
"""What the library does with its own statements when a connection is lost, and we with ours."""

_WAIT_SECONDS: Final = 0.5
"""How long a call waits for a connection, in each of those attempts."""

RECONNECT_SECONDS: Final = 1.0
"""How long a pool tries to get a connection before it waits to be asked again; its own pauses double up to minutes."""


class VersionConflict(Exception):  # noqa: N818  # what it is
    """Somebody else wrote first: the aggregate is not at the version that was decided on."""


class Written(Struct, frozen=True):
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

    written: Written
    digest: bytes


class EventLog:
    """The events of one database. Calls block; they may come from several threads."""

    def __init__(self, conninfo: str, *, connections: int) -> None:
        self._application = _MatchApplication(_library_environment(conninfo, connections))

    def close(self) -> None:
        """Give the connections back."""
        self._application.close()

    def events(
        self, originator_id: UUID, *, after: int = 0, upto: int | None = None, limit: int | None = None
    ) -> Iterator[tuple[int, Any]]:
        """The events of a match or series with their versions, in order: those above `after`, up to `upto`."""
        for recorded in self._recorded(originator_id, after, upto, limit):
            yield recorded.originator_version, recorded.event

    def append(
        self,
        originator_id: UUID,
        after: int,
        events: Sequence[AnyEvent],
        game: str,
        *,
        key: Key | None = None,
        players: Sequence[NewPlayer] = (),
        tokens: Sequence[SeatToken] = (),
        merge: Merge | None = None,
    ) -> Written:
        """Append `events` behind the version `after`, and all that comes with them, or nothing.

        Raises:
            VersionConflict: that version isn't the newest, or the key was used meanwhile.
        """
        last = after + len(events)
        recorded = [Recorded(originator_id, version, event, game) for version, event in enumerate(events, after + 1)]
        try:
            recordings = self._application.save(
                *cast("Any", recorded), key=key, players=players, tokens=tokens, merge=merge
            )
        except IntegrityError:
            # A commit whose acknowledgement was lost is tried again by the library and then looks like a conflict.
            if not self._holds(recorded):
                raise VersionConflict(originator_id) from None
            position = self.position_of(originator_id, last)
        else:
            position = recordings[-1].notification.id
        return Written(originator_id, after + 1, last, position, tuple(events))

    def begin_together(
        self, beginnings: Sequence[Beginning], *, key: Key | None = None, players: Sequence[NewPlayer] = ()
    ) -> Written:
        """Store several new aggregates and all that comes with them, or nothing; what is told is of the last one.

        Raises:
            VersionConflict: one of them is there already, a player is, or the key was used meanwhile.
        """
        recorded = [
            Recorded(one.originator_id, version, event, one.game)
            for one in beginnings
            for version, event in enumerate(one.events, start=1)
        ]
        told = beginnings[-1]
        try:
            recordings = self._application.save(*cast("Any", recorded), key=key, players=players)
        except IntegrityError:
            if not self._holds(recorded[-len(told.events) :]):
                raise VersionConflict(told.originator_id) from None
            position = self.position_of(told.originator_id, len(told.events))
        else:
            position = recordings[-1].notification.id
        return Written(told.originator_id, 1, len(told.events), position, told.events)

    def known_players(self, player_ids: Sequence[UUID]) -> dict[UUID, NewPlayer]:
        """Those of `player_ids` who are known, each with the name of who it was merged into, if it was."""
        rows = self._fetch_all(
            "SELECT p.id, coalesce(q.name, p.name) AS name, p.simulated FROM players p"
            " LEFT JOIN players q ON q.id = p.merged_into WHERE p.id = ANY(%s)",
            (list(player_ids),),
        )
        return {row["id"]: NewPlayer(**row) for row in rows}

    def position_of(self, originator_id: UUID, version: int) -> int:
        """The place of an event in the log.

        Raises:
            LookupError: there is no such event.
        """
        row = self._fetch(
            "SELECT notification_id FROM match_events WHERE originator_id = %s AND originator_version = %s",
            (originator_id, version),
        )
        if row is None:
            raise LookupError(f"no version {version} of {originator_id}")
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
        originator_id, first, last = row["resource"], row["first_version"], row["last_version"]
        events = tuple(event for _, event in self.events(originator_id, after=first - 1, upto=last))
        written = Written(originator_id, first, last, row["notification_id"] or 0, events)
        return KeyedWrite(written, bytes(row["digest"]))

    @retry((InterfaceError, OperationalError), max_attempts=_ATTEMPTS, wait=_RETRY_SECONDS)
    def _fetch(self, query: str, parameters: tuple[Any, ...]) -> dict[str, Any] | None:
        with self._application.datastore.cursor() as cursor:
            return cursor.execute(query, parameters).fetchone()

    @retry((InterfaceError, OperationalError), max_attempts=_ATTEMPTS, wait=_RETRY_SECONDS)
    def _fetch_all(self, query: str, parameters: tuple[Any, ...]) -> list[dict[str, Any]]:
        with self._application.datastore.cursor() as cursor:
            return cursor.execute(query, parameters).fetchall()

    def _recorded(
        self, originator_id: UUID, after: int, upto: int | None, limit: int | None = None
    ) -> Iterator[Recorded]:
        stored = self._application.events.get(originator_id, gt=after or None, lte=upto, limit=limit)
        return cast("Iterator[Recorded]", stored)

    def _holds(self, recorded: Sequence[Recorded]) -> bool:
        """Whether the log has exactly these events, told by their ids."""
        first, last = recorded[0], recorded[-1]
        stored = self._recorded(first.originator_id, first.originator_version - 1, last.originator_version)
        return [one.id for one in stored] == [one.id for one in recorded]


class _Factory(PostgresFactory):
    """Connects with every libpq parameter of a connection string, where the library's settings know but five."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        # Without prepared statements: those that a rolled back pipeline has made are forgotten by the server only, and
        # the next to use the connection would fail.
        without_preparing = {"row_factory": dict_row, "prepare_threshold": None}
        self.datastore.pool.kwargs = {**conninfo_to_dict(env["CONNINFO"]), **without_preparing}
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
