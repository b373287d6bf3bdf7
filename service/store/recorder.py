"""What else a write brings, in the transaction of its events: a key, new players, tokens of seats, a merge of two."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from msgspec import Struct
from psycopg import Cursor
from psycopg.rows import DictRow
from psycopg.sql import SQL, Composed


class Key(Struct, frozen=True):
    """An ``Idempotency-Key``: unique for a token; `digest` stands for the request it came with."""

    token_id: str
    key: str
    digest: bytes


class NewPlayer(Struct, frozen=True):
    """A person who is to be known from this write on; without a name, one whose name was erased elsewhere."""

    id: UUID
    name: str | None
    simulated: bool = False


class SeatToken(Struct, frozen=True):
    """A token of a seat that is to be good from this write on; `digest` is what is stored of it."""

    id: str
    digest: bytes
    match_id: UUID
    seat: int
    label: str
    created_by: str


class Merge(Struct, frozen=True):
    """The player that is `into` from this write on, with all who were merged into it before."""

    player: UUID
    into: UUID


class MatchRecorder(PostgresApplicationRecorder):
    """The library's recorder; ``insert_events`` also takes ``key``, ``players``, ``tokens`` and ``merge``."""

    def _insert_stored_events(
        self,
        curs: Cursor[DictRow],
        stored_events: Sequence[StoredEvent],
        *,
        key: Key | None = None,
        players: Sequence[NewPlayer] = (),
        tokens: Sequence[SeatToken] = (),
        merge: Merge | None = None,
        **_: Any,
    ) -> None:
        """All in one statement, the last of its transaction; `key` names the aggregate that comes last.

        The library sends its statements in a pipeline, and tells a conflict only when it comes with the last one.
        """
        self._lock_table(curs)
        self._notify_channel(curs)
        last = stored_events[-1]
        first = next(one for one in stored_events if one.originator_id == last.originator_id)
        others: list[SQL] = []
        parameters: list[Any] = []
        if players:
            others.append(_INSERT_PLAYERS)
            parameters += [[player.id for player in players], [player.name for player in players]]
            parameters.append([player.simulated for player in players])
        if tokens:
            others.append(_INSERT_TOKENS)
            fields = ("id", "digest", "match_id", "seat", "label", "created_by")
            parameters += [[getattr(token, field) for token in tokens] for field in fields]
        if merge is not None:
            others.append(_MERGE)
            parameters += [merge.into, merge.player, merge.player]
        if key is not None:
            others.append(_INSERT_KEY)
            parameters += [key.token_id, key.key, key.digest]
            parameters += [first.originator_id, first.originator_version, last.originator_version]
        parameters.append(
            [
                self.construct_pg_stored_event(one.originator_id, one.originator_version, one.topic, one.state)
                for one in stored_events
            ]
        )
        statement = Composed([SQL("WITH "), SQL(", ").join(others)]) if others else Composed([])
        curs.execute(statement + self.insert_events_statement, parameters)


_INSERT_PLAYERS: Final = SQL(
    "new_players AS (INSERT INTO players (id, name, simulated)"
    " SELECT * FROM unnest(%s::uuid[], %s::text[], %s::boolean[]))"
)
_INSERT_TOKENS: Final = SQL(
    "new_tokens AS (INSERT INTO tokens (id, hash, scopes, match_id, seat, label, created_by)"
    " SELECT id, hash, '{}', match_id, seat, label, created_by"
    " FROM unnest(%s::text[], %s::bytea[], %s::uuid[], %s::integer[], %s::text[], %s::text[])"
    " AS new (id, hash, match_id, seat, label, created_by))"
)
_MERGE: Final = SQL("merged AS (UPDATE players SET name = NULL, merged_into = %s WHERE id = %s OR merged_into = %s)")
_INSERT_KEY: Final = SQL(
    "new_key AS (INSERT INTO idempotency_keys (token_id, key, digest, resource, first_version, last_version)"
    " VALUES (%s, %s, %s, %s, %s, %s))"
)
