"""The stored results, and which persons and subjects are which."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, LiteralString
from uuid import UUID

from psycopg import Connection, sql
from psycopg.types.json import Jsonb

from domain.kernel.points import Points
from domain.match.events import Origin
from domain.merging import MergeEvent
from projections.ratings.results import Result, Seated


def results(connection: Connection, match_ids: Sequence[UUID]) -> dict[UUID, Result]:
    """The results of those of `match_ids` that have one."""
    rows = connection.execute(_SELECT, (list(match_ids),))
    return {row[0]: _result(row) for row in rows}


def replace_results(connection: Connection, gone: Sequence[Result], come: Sequence[Result]) -> None:
    """Take results away, and put others in."""
    if gone:
        match_ids = [result.match_id for result in gone]
        connection.execute("DELETE FROM rating_share WHERE match_id = ANY(%s)", (match_ids,))
        connection.execute("DELETE FROM rating_match WHERE match_id = ANY(%s)", (match_ids,))
    if come:
        _copy(connection, "rating_match", _MATCH, (_match_row(result) for result in come))
        _copy(connection, "rating_share", _SHARE, (row for result in come for row in _share_rows(result)))


# --- what is what ---


def follow_merges(connection: Connection, events: Iterable[MergeEvent]) -> set[UUID]:
    """Write what is what after `events`; tell the persons and subjects of before that are in part another one now."""
    moved: set[UUID] = set()
    for event in events:
        one, into = event.edge
        if into is not None:
            moved.add(one)
            merged = {"one": one, "into": into}
            connection.execute("UPDATE rating_identity SET now = %(into)s WHERE now = %(one)s", merged)
            connection.execute("INSERT INTO rating_identity VALUES (%(one)s, %(into)s, %(into)s)", merged)
        else:
            moved.update(identities(connection, [one]).values())
            undone = {"one": one}
            connection.execute("DELETE FROM rating_identity WHERE id = %(one)s", undone)
            connection.execute(_SEPARATE, undone)
    return moved


def identities(connection: Connection, ids: Iterable[UUID]) -> dict[UUID, UUID]:
    """What those of `ids`, players and subjects, are that were merged into another one."""
    rows = connection.execute("SELECT id, now FROM rating_identity WHERE id = ANY(%s)", (list(ids),))
    return dict(rows.fetchall())


def matches_of(connection: Connection, identities: Iterable[UUID]) -> set[UUID]:
    """The matches that count for some of these persons and subjects."""
    rows = connection.execute(_MATCHES_OF, {"ids": list(identities)})
    return {match_id for (match_id,) in rows}


_SEPARATE: Final = """
    WITH RECURSIVE one (id) AS (
        SELECT id FROM rating_identity WHERE merged_into = %(one)s
        UNION ALL SELECT p.id FROM rating_identity p JOIN one ON p.merged_into = one.id
    )
    UPDATE rating_identity p SET now = %(one)s FROM one WHERE p.id = one.id
"""

_MATCHES_OF: Final = """
    SELECT match_id FROM rating_share WHERE person = ANY(%(ids)s)
    UNION SELECT match_id FROM rating_match WHERE subject = ANY(%(ids)s)
"""


# --- rows ---

_MATCH: Final[Mapping[LiteralString, str]] = {
    "match_id": "uuid",
    "game": "text",
    "own_subject": "uuid",
    "subject": "uuid",
    "lowest": "bool",
    "played_on": "date",
    "ordinal": "int8",
    "opened": "int8",
    "public": "bool",
    "place": "text",
    "origin": "text",
    "sealed": "bool",
    "irregular": "bool",
    "drawn": "bool",
    "tags": "text[]",
    "options": "jsonb",
    "seats": "int4",
    "players": "uuid[]",
    "persons": "uuid[]",
    "sides": "int4[]",
    "ranks": "int4[]",
    "scores": "numeric[]",
    "known_scores": "numeric[]",
    "won": "bool[]",
}

_SHARE: Final[Mapping[LiteralString, str]] = {
    "match_id": "uuid",
    "person": "uuid",
    "subject": "uuid",
    "public": "bool",
    "won": "bool",
    "shared": "bool",
    "drawn": "bool",
    "lowest": "bool",
    "score": "numeric",
    "known_score": "numeric",
}

_SELECT: Final = f"SELECT {', '.join(_MATCH)} FROM rating_match WHERE match_id = ANY(%s)"  # noqa: S608  # constants


def _match_row(result: Result) -> tuple[Any, ...]:
    seats = result.seats
    return (
        result.match_id,
        result.game,
        result.own_subject,
        result.subject,
        result.lowest,
        result.played_on,
        result.ordinal,
        result.opened,
        result.public,
        result.place,
        result.origin.value,
        result.sealed,
        result.irregular,
        result.drawn,
        list(result.tags),
        Jsonb(result.options),
        len(seats),
        [seat.player for seat in seats],
        list(result.persons),
        list(result.sides),
        [seat.rank for seat in seats],
        [_exact(seat.score) for seat in seats],
        [_exact(seat.known_score) for seat in seats],
        [seat.won for seat in seats],
    )


def _result(row: Sequence[Any]) -> Result:
    match_id, game, own_subject, subject, lowest, played_on, ordinal, opened = row[:8]
    public, place, origin, sealed, irregular, drawn, tags, options, _, *seats = row[8:]
    seated = tuple(Seated(*values) for values in zip(*seats, strict=True))
    facts = (public, place, Origin(origin), sealed, irregular, drawn, tuple(tags), options)
    return Result(match_id, game, own_subject, subject, lowest, played_on, ordinal, opened, *facts, seated)


def _exact(score: Points | None) -> Decimal | None:
    """A score as a binary copy takes a ``numeric``."""
    return None if score is None else Decimal(score)


def _share_rows(result: Result) -> Iterable[tuple[Any, ...]]:
    for person, share in result.shares().items():
        yield (
            result.match_id,
            person,
            result.subject,
            result.public,
            share.won,
            share.shared,
            share.drawn,
            share.lowest,
            _exact(share.score),
            _exact(share.known_score),
        )


def _copy(
    connection: Connection,
    table: LiteralString,
    columns: Mapping[LiteralString, str],
    rows: Iterable[tuple[Any, ...]],
) -> None:
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    statement = sql.SQL("COPY {} ({}) FROM STDIN BINARY").format(sql.Identifier(table), names)
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types(list(columns.values()))
        for row in rows:
            copy.write_row(row)
