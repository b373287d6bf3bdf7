"""What else a write brings, in the transaction of its events: an idempotency key, new players."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from msgspec import Struct
from psycopg import Cursor
from psycopg.rows import DictRow


class Key(Struct, frozen=True):
    """An ``Idempotency-Key``: unique for a token; `digest` stands for the request it came with."""

    token_id: str
    key: str
    digest: bytes


class NewPlayer(Struct, frozen=True):
    """A person who is to be known from this write on."""

    id: UUID
    name: str
    simulated: bool = False


class MatchRecorder(PostgresApplicationRecorder):
    """The library's recorder; ``insert_events`` also takes ``key`` and ``players``."""

    def _insert_events(
        self,
        curs: Cursor[DictRow],
        stored_events: Sequence[StoredEvent],
        *,
        key: Key | None = None,
        players: Sequence[NewPlayer] = (),
        **_: Any,
    ) -> None:
        for player in players:
            curs.execute(
                "INSERT INTO players (id, name, simulated) VALUES (%s, %s, %s)",
                (player.id, player.name, player.simulated),
            )
        if key is not None:
            first, last = stored_events[0], stored_events[-1]
            curs.execute(
                "INSERT INTO idempotency_keys (token_id, key, digest, resource, first_version, last_version)"
                " VALUES (%s, %s, %s, %s, %s, %s)",
                (
                    key.token_id,
                    key.key,
                    key.digest,
                    first.originator_id,
                    first.originator_version,
                    last.originator_version,
                ),
            )
