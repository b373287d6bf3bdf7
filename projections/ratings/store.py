"""The stored results, and who is who."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, LiteralString, assert_never
from uuid import UUID

from psycopg import Connection, sql
from psycopg.types.json import Jsonb

from domain.match.events import Origin
from domain.people.events import MergeUndone, PeopleEvent, PlayersMerged
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


# --- who is who ---


def follow_people(connection: Connection, events: Iterable[PeopleEvent]) -> set[UUID]:
    """Write who is who after `events`; tell the persons of before, of whom somebody is another one now."""
    moved: set[UUID] = set()
    for event in events:
        match event:
            case PlayersMerged():
                moved.add(event.player)
                merged = {"player": event.player, "into": event.into}
                connection.execute("UPDATE rating_person SET person = %(into)s WHERE person = %(player)s", merged)
                connection.execute("INSERT INTO rating_person VALUES (%(player)s, %(into)s, %(into)s)", merged)
            case MergeUndone():
                moved.update(persons(connection, [event.player]).values())
                undone = {"player": event.player}
                connection.execute("DELETE FROM rating_person WHERE player = %(player)s", undone)
                connection.execute(_SEPARATE, undone)
            case _:
                assert_never(event)
    return moved


def persons(connection: Connection, players: Iterable[UUID]) -> dict[UUID, UUID]:
    """Who those of `players` are that were merged into somebody."""
    rows = connection.execute("SELECT player, person FROM rating_person WHERE player = ANY(%s)", (list(players),))
    return dict(rows.fetchall())


def matches_of(connection: Connection, players: Iterable[UUID]) -> set[UUID]:
    """The matches that count for somebody of `players`."""
    rows = connection.execute("SELECT match_id FROM rating_share WHERE person = ANY(%s)", (list(players),))
    return {match_id for (match_id,) in rows}


_SEPARATE: Final = """
    WITH RECURSIVE one (player) AS (
        SELECT player FROM rating_person WHERE merged_into = %(player)s
        UNION ALL SELECT p.player FROM rating_person p JOIN one ON p.merged_into = one.player
    )
    UPDATE rating_person p SET person = %(player)s FROM one WHERE p.player = one.player
"""


# --- rows ---

_MATCH: Final[Mapping[LiteralString, str]] = {
    "match_id": "uuid",
    "game": "text",
    "played_on": "date",
    "opened": "int8",
    "public": "bool",
    "place": "text",
    "origin": "text",
    "sealed": "bool",
    "irregular": "bool",
    "tags": "text[]",
    "options": "jsonb",
    "seats": "int4",
    "players": "uuid[]",
    "persons": "uuid[]",
    "ranks": "int4[]",
    "scores": "int4[]",
    "known_scores": "int4[]",
    "won": "bool[]",
}

_SHARE: Final[Mapping[LiteralString, str]] = {
    "match_id": "uuid",
    "person": "uuid",
    "game": "text",
    "public": "bool",
    "won": "bool",
    "shared": "bool",
    "score": "int4",
    "known_score": "int4",
}

_SELECT: Final = f"SELECT {', '.join(_MATCH)} FROM rating_match WHERE match_id = ANY(%s)"  # noqa: S608  # constants


def _match_row(result: Result) -> tuple[Any, ...]:
    seats = result.seats
    return (
        result.match_id,
        result.game,
        result.played_on,
        result.opened,
        result.public,
        result.place,
        result.origin.value,
        result.sealed,
        result.irregular,
        list(result.tags),
        Jsonb(result.options),
        len(seats),
        [seat.player for seat in seats],
        list(result.persons),
        [seat.rank for seat in seats],
        [seat.score for seat in seats],
        [seat.known_score for seat in seats],
        [seat.won for seat in seats],
    )


def _result(row: Sequence[Any]) -> Result:
    match_id, game, played_on, opened, public, place, origin, sealed, irregular, tags, options, _, *seats = row
    seated = tuple(Seated(*values) for values in zip(*seats, strict=True))
    facts = (public, place, Origin(origin), sealed, irregular, tuple(tags), options)
    return Result(match_id, game, played_on, opened, *facts, seated)


def _share_rows(result: Result) -> Iterable[tuple[Any, ...]]:
    for person, share in result.shares().items():
        yield (
            result.match_id,
            person,
            result.game,
            result.public,
            share.won,
            share.shared,
            share.score,
            share.known_score,
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
