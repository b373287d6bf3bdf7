"""The stored results, and which persons and subjects are which."""

from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from psycopg import Connection

from domain.match.events import Origin
from domain.merging import MergeEvent
from projections.ratings.results import Result, Seated
from projections.recordset import insert_rows


def results(connection: Connection, match_ids: Sequence[UUID]) -> dict[UUID, Result]:
    """The results of those of `match_ids` that have one."""
    if not match_ids:
        return {}
    rows = connection.execute(_SELECT, (list(match_ids),))
    return {row[0]: _result(row) for row in rows}


def replace_results(connection: Connection, gone: Sequence[Result], come: Sequence[Result]) -> None:
    """Take results away, and put others in."""
    if gone:
        match_ids = [result.match_id for result in gone]
        connection.execute("DELETE FROM rating_share WHERE match_id = ANY(%s)", (match_ids,))
        connection.execute("DELETE FROM rating_match WHERE match_id = ANY(%s)", (match_ids,))
    insert_rows(connection, "rating_match", [_match_row(result) for result in come])
    insert_rows(connection, "rating_share", [row for result in come for row in _share_rows(result)])


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
    rows = connection.execute("SELECT id, now FROM rating_identity WHERE id = ANY(%b)", (list(ids),))
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

_SELECT: Final = """
    SELECT match_id, game, own_subject, subject, lowest, played_on, ordinal, opened, public, place, origin, sealed,
           irregular, drawn, tags, options, seats, players, persons, sides, ranks, scores, known_scores, won
    FROM rating_match WHERE match_id = ANY(%b)
"""


def _match_row(result: Result) -> dict[str, Any]:
    seats = result.seats
    return {
        "match_id": result.match_id,
        "game": result.game,
        "own_subject": result.own_subject,
        "subject": result.subject,
        "lowest": result.lowest,
        "played_on": result.played_on,
        "ordinal": result.ordinal,
        "opened": result.opened,
        "public": result.public,
        "place": result.place,
        "origin": result.origin.value,
        "sealed": result.sealed,
        "irregular": result.irregular,
        "drawn": result.drawn,
        "tags": result.tags,
        "options": result.options,
        "seats": len(seats),
        "players": [seat.player for seat in seats],
        "persons": result.persons,
        "sides": result.sides,
        "ranks": [seat.rank for seat in seats],
        "scores": [seat.score for seat in seats],
        "known_scores": [seat.known_score for seat in seats],
        "won": [seat.won for seat in seats],
    }


def _result(row: Sequence[Any]) -> Result:
    match_id, game, own_subject, subject, lowest, played_on, ordinal, opened = row[:8]
    public, place, origin, sealed, irregular, drawn, tags, options, _, *seats = row[8:]
    seated = tuple(Seated(*values) for values in zip(*seats, strict=True))
    facts = (public, place, Origin(origin), sealed, irregular, drawn, tuple(tags), options)
    return Result(match_id, game, own_subject, subject, lowest, played_on, ordinal, opened, *facts, seated)


def _share_rows(result: Result) -> Iterable[dict[str, Any]]:
    for person, share in result.shares().items():
        yield {
            "match_id": result.match_id,
            "person": person,
            "subject": result.subject,
            "public": result.public,
            "won": share.won,
            "shared": share.shared,
            "drawn": share.drawn,
            "lowest": share.lowest,
            "score": share.score,
            "known_score": share.known_score,
        }
