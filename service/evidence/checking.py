"""Checks the log against its leaves, and these against the tree: a stretch at a time, of whatever length."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import AsyncConnection

from domain.annotations.annotations import annotations_id
from domain.compression import plain
from domain.variations.variations import variations_id
from service.evidence.leaf import NO_LEAF, leaf_of
from service.evidence.tree import TILE, folded_sparse

_STRETCH: Final = 16_384  # positions that are read at one time


class FaultKind(StrEnum):
    """In which way the log isn't what was recorded; the value says so of an event, for people."""

    ALTERED = "isn't what was recorded"
    MISSING = "is missing"
    FOREIGN = "was put in past the service"
    MISPLACED = "stands where another event was recorded"
    TREE = "the log isn't the one that the tree was made of"


class LogFault(Struct, frozen=True):
    """Something that isn't as it was recorded.

    Attributes:
        position: the place in the log; of the tree, the last one of the leaves at fault.
        originator_id, version: of the event, as far as there is one.
    """

    position: int
    kind: FaultKind
    originator_id: UUID | None = None
    version: int | None = None

    def __str__(self) -> str:
        if self.originator_id is None:
            return f"up to position {self.position}: {self.kind}"
        return f"{self.originator_id} version {self.version} (position {self.position}): {self.kind}"


class Stretch(Struct, frozen=True):
    """What was found between two positions.

    Attributes:
        end: the position up to which all was checked.
        events: how many there were.
    """

    end: int
    events: int
    faults: tuple[LogFault, ...]


class _LogPlace(Struct, frozen=True):
    """A position: the event there, the leaf there, and the leaf of the event before, as far as they are there."""

    position: int
    originator_id: UUID | None
    version: int | None
    topic: str | None
    state: bytes | None
    leaf_originator: UUID | None
    leaf_version: int | None
    leaf: bytes | None
    before_originator: UUID | None
    before_version: int | None
    before: bytes | None


_QUERY: Final = """
    SELECT coalesce(e.notification_id, l.position) AS position,
        e.originator_id, e.originator_version, e.topic, e.state, l.originator_id, l.version, l.hash,
        b.originator_id, b.version, b.hash
    FROM (SELECT * FROM match_events WHERE notification_id > %(after)s AND notification_id <= %(upto)s) e
    FULL JOIN (SELECT * FROM log_leaves WHERE position > %(after)s AND position <= %(upto)s) l
        ON l.position = e.notification_id
    LEFT JOIN match_events p ON p.originator_id = e.originator_id AND p.originator_version = e.originator_version - 1
    LEFT JOIN log_leaves b ON b.position = p.notification_id
    ORDER BY 1
"""

_OF_MATCH: Final = """
    SELECT coalesce(e.notification_id, l.position) AS position,
        e.originator_id, e.originator_version, e.topic, e.state, l.originator_id, l.version, l.hash,
        b.originator_id, b.version, b.hash
    FROM (SELECT * FROM match_events WHERE originator_id = %(id)s) e
    FULL JOIN (
        SELECT * FROM log_leaves WHERE originator_id = %(id)s
        OR position IN (SELECT notification_id FROM match_events WHERE originator_id = %(id)s)
    ) l ON l.position = e.notification_id
    LEFT JOIN match_events p ON p.originator_id = e.originator_id AND p.originator_version = e.originator_version - 1
    LEFT JOIN log_leaves b ON b.position = p.notification_id
    ORDER BY 1
"""
"""Looks through all leaves, which have no index by match."""


async def end_of_log(connection: AsyncConnection[Any]) -> int:
    """The last position that has an event or a leaf."""
    rows = await connection.execute(
        "SELECT greatest((SELECT max(notification_id) FROM match_events), (SELECT max(position) FROM log_leaves), 0)"
    )
    row = await rows.fetchone()
    return int(row[0]) if row else 0


async def check_stretch(connection: AsyncConnection[Any], after: int, number: int, end: int) -> Stretch:
    """Check the next `number` positions behind `after`, rounded to whole tiles of the tree, at most up to `end`.

    Where there is nothing for long, it goes on behind that.
    """
    rows = await connection.execute(
        "SELECT least((SELECT min(notification_id) FROM match_events WHERE notification_id > %(after)s),"
        " (SELECT min(position) FROM log_leaves WHERE position > %(after)s))",
        {"after": after},
    )
    row = await rows.fetchone()
    if row is None or row[0] is None or row[0] > end:
        return Stretch(end, 0, ())
    first = (row[0] - 1) // TILE * TILE
    upto = min(first + -(-number // TILE) * TILE, end)
    found = await _rows(connection, _QUERY, {"after": max(after, first), "upto": upto})
    nodes = await (
        await connection.execute(
            "SELECT number, hash FROM log_nodes WHERE level = 1 AND number >= %s AND number < %s",
            (after // TILE, upto // TILE),
        )
    ).fetchall()
    faults = await _faults(connection, found)
    faults += await asyncio.to_thread(_against_tree, found, dict(nodes), after)
    return Stretch(upto, sum(one.originator_id is not None for one in found), tuple(faults))


async def check_all(connection: AsyncConnection[Any], progress: Callable[[float], object]) -> Stretch:
    """Check the whole log and the tree above it; `progress` is called with the share that is done."""
    faults: list[LogFault] = []
    position = events = 0
    end = await end_of_log(connection)
    while position < end:
        stretch = await check_stretch(connection, position, _STRETCH, end)
        position, events = stretch.end, events + stretch.events
        faults += stretch.faults
        progress(position / end)
    return Stretch(end, events, (*faults, *await check_nodes(connection, end)))


async def check_one(connection: AsyncConnection[Any], originator_id: UUID) -> Stretch:
    """Check all events of one match, series or notes."""
    found = await _rows(connection, _OF_MATCH, {"id": originator_id})
    faults = await _faults(connection, found)
    return Stretch(
        found[-1].position if found else 0,
        sum(one.originator_id == originator_id for one in found),
        tuple(fault for fault in faults if fault.originator_id == originator_id),
    )


async def check_nodes(connection: AsyncConnection[Any], end: int) -> list[LogFault]:
    """Check the higher nodes of the tree against those beneath them; the lowest are checked against leaves.

    `end` is the end of the log, above which there are none.
    """
    rows = await connection.execute(
        "SELECT p.level, p.number, p.hash, array_agg(n.number ORDER BY n.number), array_agg(n.hash ORDER BY n.number)"
        " FROM log_nodes p LEFT JOIN log_nodes n"
        " ON n.level = p.level - 1 AND n.number >= p.number * %(tile)s AND n.number < (p.number + 1) * %(tile)s"
        " WHERE p.level > 1 OR p.number >= %(end)s / %(tile)s GROUP BY p.level, p.number ORDER BY 1, 2",
        {"tile": TILE, "end": end},
    )
    return [
        LogFault((number + 1) * TILE**level, FaultKind.TREE)
        for level, number, hash_, numbers, hashes in await rows.fetchall()
        if (number + 1) * TILE**level > end
        or folded_sparse(level - 1, range(number * TILE, (number + 1) * TILE), dict(zip(numbers, hashes, strict=True)))
        != hash_
    ]


async def _rows(connection: AsyncConnection[Any], query: Any, parameters: dict[str, Any]) -> list[_LogPlace]:
    rows = await (await connection.execute(query, parameters, binary=True)).fetchall()
    return [_LogPlace(*row) for row in rows]


async def _faults(connection: AsyncConnection[Any], rows: Sequence[_LogPlace]) -> list[LogFault]:
    """What is wrong with events, by their leaves."""
    sound, doubtful = await asyncio.to_thread(_sorted_out, rows)
    if sound == len(rows):
        return []
    faults: list[LogFault] = []
    missing: list[tuple[int, UUID, int]] = []
    for row in doubtful:
        if row.leaf_originator is not None and row.leaf_version is not None and _is_elsewhere(row):
            missing.append((row.position, row.leaf_originator, row.leaf_version))
        if row.originator_id is None:
            continue
        if row.leaf is None:
            faults.append(LogFault(row.position, FaultKind.FOREIGN, row.originator_id, row.version))
        elif _is_elsewhere(row):
            faults.append(LogFault(row.position, FaultKind.MISPLACED, row.originator_id, row.version))
        elif not await _is_whole(connection, row):
            faults.append(LogFault(row.position, FaultKind.ALTERED, row.originator_id, row.version))
    there = await _there(connection, {(originator_id, version) for _, originator_id, version in missing})
    erased = await _erased(connection, {one for _, one, _ in missing}) if missing else set()
    faults += [
        LogFault(position, FaultKind.MISSING, originator_id, version)
        for position, originator_id, version in missing
        if originator_id not in erased and (originator_id, version) not in there
    ]
    return sorted(faults, key=lambda fault: fault.position)


def _sorted_out(rows: Sequence[_LogPlace]) -> tuple[int, list[_LogPlace]]:
    """How many are as they were recorded, and the others."""
    doubtful = [row for row in rows if _is_elsewhere(row) or not _has_leaf(row, _before(row))]
    return len(rows) - len(doubtful), doubtful


def _is_elsewhere(row: _LogPlace) -> bool:
    """Whether the leaf at a position is that of another event than the one that is there, if any."""
    return (row.originator_id, row.version) != (row.leaf_originator, row.leaf_version)


def _before(row: _LogPlace) -> bytes:
    """The leaf of the event before, by what is there now."""
    if row.before is not None and (row.before_originator, row.before_version) == (row.originator_id, _previous(row)):
        return row.before
    return NO_LEAF


def _previous(row: _LogPlace) -> int:
    return (row.version or 0) - 1


def _has_leaf(row: _LogPlace, before: bytes) -> bool:
    if row.originator_id is None or row.version is None or row.state is None:
        return False
    return leaf_of(before, row.originator_id, row.version, *plain(row.topic, row.state)) == row.leaf


async def _is_whole(connection: AsyncConnection[Any], row: _LogPlace) -> bool:
    """Whether an event is as it was recorded, whose predecessor is gone or elsewhere: by what was its leaf."""
    rows = await connection.execute(
        "SELECT hash FROM log_leaves WHERE originator_id = %s AND version = %s", (row.originator_id, _previous(row))
    )
    return any(_has_leaf(row, bytes(hash_)) for (hash_,) in await rows.fetchall())


async def _there(connection: AsyncConnection[Any], events: Collection[tuple[UUID, int]]) -> set[tuple[UUID, int]]:
    """Those of `events` that are somewhere in the log."""
    rows = await connection.execute(
        "SELECT e.originator_id, e.originator_version FROM unnest(%s::uuid[], %s::bigint[]) AS w (id, version)"
        " JOIN match_events e ON e.originator_id = w.id AND e.originator_version = w.version",
        ([one for one, _ in events], [version for _, version in events]),
    )
    return set(await rows.fetchall())


async def _erased(connection: AsyncConnection[Any], ids: Collection[UUID]) -> set[UUID]:
    """Those of `ids` that were notes of matches that are removed, with which they are erased."""
    rows = await connection.execute("SELECT originator_id FROM match_events WHERE topic = 'match/removed'")
    removed = [match_id for (match_id,) in await rows.fetchall()]
    return set(ids).intersection(_notes_of(removed))


def _notes_of(match_ids: Iterable[UUID]) -> Iterable[UUID]:
    return (note_id(match_id) for match_id in match_ids for note_id in (annotations_id, variations_id))


def _against_tree(rows: Sequence[_LogPlace], nodes: dict[int, bytes], after: int) -> list[LogFault]:
    """Where the leaves aren't those of which nodes were made; of a tile that isn't looked at whole, nothing is told."""
    tiles: dict[int, dict[int, bytes]] = {number: {} for number in nodes}
    for row in rows:
        number = (row.position - 1) // TILE
        if row.leaf is not None and number in tiles:
            tiles[number][row.position - 1] = row.leaf
    return [
        LogFault((number + 1) * TILE, FaultKind.TREE)
        for number, leaves in tiles.items()
        if number * TILE >= after
        and folded_sparse(0, range(number * TILE, (number + 1) * TILE), leaves) != nodes[number]
    ]
