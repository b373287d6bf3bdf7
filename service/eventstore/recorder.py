"""How events come into the log: one call of the database for one write or many, each whole or not at all.

The function ``append_match_events`` (migration ``0027_smaller_events.sql``) takes the place of what the
eventsourcing library does in three round trips under a lock of the whole table;
:mod:`service.eventstore.group_commit` calls it.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import count
from typing import Any, Final
from uuid import UUID

from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.utils import retry
from msgspec import Struct
from psycopg.pq.abc import PGresult
from psycopg.rows import tuple_row
from psycopg.sql import SQL
from psycopg.types.numeric import Int8

from domain.codec import fingerprint_of
from domain.compression import compressed
from service.database.questions import Question, array, bigint
from service.eventstore.leafed_events import LEAF, LeafedEvents, with_leaves
from service.evidence.leaf import named

ATTEMPTS: Final = 10
RETRY_SECONDS: Final = 0.2
"""What the library does with its own statements when a connection is lost, and we with ours."""


class IdempotencyKey(Struct, frozen=True):
    """An ``Idempotency-Key``: unique for a token; `digest` stands for the request it came with."""

    token_id: str
    key: str
    digest: bytes


class PlayerRow(Struct, frozen=True):
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


class Separation(Struct, frozen=True):
    """The player that is `person` from this write on, since a merge was undone; `person` itself gets its name back."""

    player: UUID
    person: UUID


class SubjectRoot(Struct, frozen=True):
    """The subject that is `root` from this write on, since it was merged, or a merge undone; `root` may be itself."""

    subject: UUID
    root: UUID


class MatchSeed(Struct, frozen=True):
    """The secret seed by which the service draws in a match, in events above the version `since`."""

    match_id: UUID
    since: int
    seed: bytes

    def __repr__(self) -> str:
        return f"MatchSeed({self.match_id}, {self.since})"  # a seed mustn't come into a log


class ImportedPlay(Struct, frozen=True):
    """The play of another program that a match tells from this write on; `digest` is what stands for its content."""

    source: str
    play_id: str
    incarnation: int
    digest: bytes
    import_id: UUID


class SideRows(Struct, frozen=True):
    """The rows that a write brings beside its events: there with them, or not at all.

    A new kind of rows takes a field here and an entry in `_BROUGHT`.
    """

    players: Sequence[PlayerRow] = ()
    tokens: Sequence[SeatToken] = ()
    merges: Sequence[Merge] = ()
    separations: Sequence[Separation] = ()
    subject_roots: Sequence[SubjectRoot] = ()
    seeds: Sequence[MatchSeed] = ()
    imported_plays: Sequence[ImportedPlay] = ()


NO_SIDE_ROWS: Final = SideRows()


class Write(Struct, frozen=True):
    """What one request stores: events of one match or series, from a version on that mustn't be there yet.

    Attributes:
        events: in order, without gaps in their versions; at least one.
        key: mustn't have been used before.
        predecessor: the fingerprint of the event that has to be the newest; None is any of the version before.
    """

    events: Sequence[StoredEvent]
    key: IdempotencyKey | None = None
    side_rows: SideRows = NO_SIDE_ROWS
    predecessor: bytes | None = None

    @property
    def originator_id(self) -> UUID:
        """Whose events they are."""
        originator_id: Any = self.events[0].originator_id
        return originator_id  # type: ignore[no-any-return]

    @property
    def versions(self) -> tuple[int, int]:
        """Of the first of its events, and of the last."""
        return self.events[0].originator_version, self.events[-1].originator_version

    @property
    def fingerprint(self) -> bytes:
        """That of the last of its events."""
        return fingerprint_of(self.events[-1].state)


def appending(writes: Sequence[Write]) -> Question:
    """The statement that stores `writes`: rows tell whose an event is, its version there, and its position.

    No two of `writes` have an originator or a key in common. Those that don't fit are left out: see the function.
    """
    versions = [write.versions for write in writes]
    keys = [write.key for write in writes]
    events = [(number, event) for number, write in enumerate(writes, 1) for event in write.events]
    small = [compressed(event.topic, event.state) for _, event in events]
    columns: list[Sequence[Any]] = [
        [write.originator_id for write in writes],
        [first for first, _ in versions],
        [last for _, last in versions],
        [key and key.token_id for key in keys],
        [key and key.key for key in keys],
        [key and key.digest for key in keys],
        [number for number, _ in events],
        [event.originator_version for _, event in events],
        [topic for topic, _ in small],
        [state for _, state in small],
        [write.predecessor for write in writes],
        [write.fingerprint for write in writes],
        [named(event.topic) + event.state for _, event in events],
    ]
    parameters = [array(form, values) for form, values in zip(_FORMS, columns, strict=True)]
    bringing = [write.side_rows for write in writes if write.side_rows is not NO_SIDE_ROWS]
    brought = tuple(kind for kind in _BROUGHT if any(getattr(rows, kind) for rows in bringing))
    for kind in brought:
        rows = [(write.originator_id, row) for write in writes for row in getattr(write.side_rows, kind)]
        parameters.append(array("uuid", [originator_id for originator_id, _ in rows]))
        parameters += [
            array(form, [getattr(row, name) for _, row in rows]) for name, form in _BROUGHT[kind].columns.items()
        ]
    return _statement(brought), parameters


class _Rows(Struct, frozen=True):
    """What is done with the rows of one field of :class:`SideRows`.

    Attributes:
        columns: their attributes, and the types of these in the database.
        statement: what is run; ``{rows}`` in it stands for the rows of the writes that are stored now.
    """

    columns: dict[str, str]
    statement: str


_BROUGHT: Final = {
    "players": _Rows(
        {"id": "uuid", "name": "text", "simulated": "boolean"},
        "INSERT INTO players (id, name, simulated) SELECT id, name, simulated FROM {rows}",
    ),
    "tokens": _Rows(
        {
            "id": "text",
            "digest": "bytea",
            "match_id": "uuid",
            "seat": "integer",
            "label": "text",
            "created_by": "text",
        },
        "INSERT INTO tokens (id, hash, scopes, match_id, seat, label, created_by)"
        " SELECT id, digest, '{{}}', match_id, seat, label, created_by FROM {rows}",
    ),
    "merges": _Rows(
        {"player": "uuid", "into": "uuid"},
        "UPDATE players SET former_name = coalesce(players.name, players.former_name), name = NULL,"
        ' merged_into = n."into" FROM {rows} WHERE players.id = n.player OR players.merged_into = n.player',
    ),
    # A name that wasn't kept when the merge was written is the one under which the person was shown since.
    "separations": _Rows(
        {"player": "uuid", "person": "uuid"},
        "UPDATE players SET merged_into = nullif(n.person, players.id),"
        " name = CASE WHEN n.person = players.id THEN coalesce(players.former_name,"
        " (SELECT q.name FROM players q WHERE q.id = players.merged_into)) END,"
        " former_name = CASE WHEN n.person <> players.id THEN players.former_name END"
        " FROM {rows} WHERE players.id = n.player",
    ),
    "subject_roots": _Rows(
        {"subject": "uuid", "root": "uuid"},
        "INSERT INTO subjects (id, merged_into) SELECT subject, nullif(root, subject) FROM {rows}"
        " ON CONFLICT (id) DO UPDATE SET merged_into = excluded.merged_into",
    ),
    # What is there already is the seed of an event that was lost when the log went back.
    "seeds": _Rows(
        {"match_id": "uuid", "since": "bigint", "seed": "bytea"},
        "INSERT INTO match_seeds (match_id, since, seed) SELECT match_id, since, seed FROM {rows}"
        " ON CONFLICT (match_id, since) DO UPDATE SET seed = excluded.seed",
    ),
    "imported_plays": _Rows(
        {"source": "text", "play_id": "text", "incarnation": "integer", "digest": "bytea", "import_id": "uuid"},
        "INSERT INTO imported_plays (source, play_id, incarnation, match_id, digest, import_id)"
        " SELECT source, play_id, incarnation, write_of, digest, import_id FROM {rows}"
        " ON CONFLICT (source, play_id) DO UPDATE SET incarnation = excluded.incarnation,"
        " match_id = excluded.match_id, digest = excluded.digest, import_id = excluded.import_id",
    ),
}


_FORMS: Final = (
    "uuid",
    "bigint",
    "bigint",
    "text",
    "text",
    "bytea",
    "integer",
    "bigint",
    "text",
    *("bytea",) * 4,
)


@cache
def _statement(brought: tuple[str, ...]) -> str:
    """With what is brought in these fields of :class:`SideRows`; not again for a write that was stored before."""
    numbers = count(1)

    def arrays(forms: Iterable[str]) -> str:
        return ", ".join(f"${next(numbers)}::{form}[]" for form in forms)

    given = arrays(_FORMS).rpartition(", ")
    appended = (
        "SELECT originator_id, originator_version, notification_id"
        f" FROM append_match_events({given[0]}, entries => {given[2]})"
    )
    if not brought:
        return appended
    parts = [f"appended AS ({appended.replace(' FROM', ', fresh FROM', 1)})"]
    for kind in brought:
        columns, statement = _BROUGHT[kind].columns, _BROUGHT[kind].statement
        names = ", ".join(f'"{name}"' for name in columns)
        rows = (
            f"(SELECT * FROM unnest({arrays(['uuid', *columns.values()])}) WITH ORDINALITY"
            f" AS w (write_of, {names}, place)"
            " WHERE write_of IN (SELECT originator_id FROM appended WHERE fresh) ORDER BY place) AS n"
        )
        parts.append(f"{kind} AS ({statement.format(rows=rows)})")
    return f"WITH {', '.join(parts)} SELECT originator_id, originator_version, notification_id FROM appended"


def positions(writes: Iterable[Write], stored: PGresult) -> list[int | None]:
    """The position of the last event of each of `writes`; None for one that didn't fit."""
    cell = stored.get_value
    found = {(cell(row, 0), cell(row, 1)): cell(row, 2) or b"" for row in range(stored.ntuples)}
    ends = [found.get((write.originator_id.bytes, bigint(write.versions[1]))) for write in writes]
    return [None if end is None else int.from_bytes(end, signed=True) for end in ends]


class MatchRecorder(PostgresApplicationRecorder):
    """The library's recorder, by which events are read: rows come as binary tuples.

    Of the library's tracking nothing is used: a read model moves its position with its own rows. Nor is its way to
    write: see :mod:`service.eventstore.repository`.
    """

    @retry((InterfaceError, OperationalError), max_attempts=ATTEMPTS, wait=RETRY_SECONDS)
    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> LeafedEvents:
        """The events above `gt` and up to `lte`, in order, with their leaves."""
        query = f"SELECT e.originator_version, e.topic, e.state, {LEAF}"
        parameters: list[Any] = []
        if gt is not None:
            query += f", (SELECT {LEAF} FROM match_events e WHERE e.originator_id = %s AND e.originator_version = %s)"
            parameters += [originator_id, Int8(gt)]
        query += " FROM match_events e WHERE e.originator_id = %s"
        parameters.append(originator_id)
        if gt is not None:
            query += " AND e.originator_version > %s"
            parameters.append(Int8(gt))
        if lte is not None:
            query += " AND e.originator_version <= %s"
            parameters.append(Int8(lte))
        query += f" ORDER BY e.originator_version {'DESC' if desc else 'ASC'}"
        if limit is not None:
            query += " LIMIT %s"
            parameters.append(Int8(limit))
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            rows = cursor.execute(SQL(query), parameters, prepare=True, binary=True).fetchall()
        before = rows[0][4] if rows and gt is not None else None
        versions, topics, states, leaves = zip(*(row[:4] for row in rows), strict=True) if rows else ((),) * 4
        return with_leaves(originator_id, versions, topics, states, leaves, before)
