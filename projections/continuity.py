"""Whether each match and series goes on in the log where it had got to: a log may have holes, and may go back."""

from typing import Final
from uuid import UUID

from cachetools import LRUCache
from psycopg import Connection
from psycopg.types.numeric import Int8

from domain.codec import MissingEvent
from projections.log import Batch, Unreadable
from projections.projection import LogEntry

REMEMBERED: Final = 10_000
"""Matches and series whose versions are known; those of others are looked up."""


class LogRewound(Exception):  # noqa: N818  # what it is
    """Rows hold what isn't in the log any more: an older copy of it took its place."""


class Continuity:
    """The versions that the matches and series which passed last have got to."""

    def __init__(self) -> None:
        self._versions: LRUCache[UUID, int] = LRUCache(REMEMBERED)
        self._verified: dict[UUID, int] = {}
        """Those that the entries get to that were verified last."""

    def verified(self, connection: Connection, batch: Batch) -> Batch:
        """`batch` with what comes after a hole among the entries that can't be read.

        Raises:
            LogRewound: an entry has a version that has passed before.
        """
        runs: dict[UUID, list[LogEntry | Unreadable]] = {}
        for entry in _in_order(batch):
            runs.setdefault(entry.originator_id, []).append(entry)
        versions = self._before(connection, {one: run[0].version for one, run in runs.items()})
        behind_holes: dict[int, Unreadable] = {}
        for one, run in runs.items():
            before = versions[one]
            for entry in run:
                if entry.version <= before:
                    raise LogRewound(f"version {entry.version} of {one} comes after version {before}")
                if entry.version > before + 1:
                    error = MissingEvent(f"version {before + 1} is missing, version {entry.version} is there")
                    behind_holes[entry.position] = Unreadable(entry.position, one, entry.version, error)
                before = entry.version
        self._verified = {one: run[-1].version for one, run in runs.items()}
        if not behind_holes:
            return batch
        unreadable = {entry.position: entry for entry in batch.unreadable} | behind_holes
        return Batch(
            tuple(entry for entry in batch.entries if entry.position not in behind_holes),
            tuple(unreadable[position] for position in sorted(unreadable)),
            batch.fingerprint,
        )

    def passed(self) -> None:
        """Take note that the entries that were verified last were processed, or became dead letters, for good."""
        self._versions.update(self._verified)
        self._verified = {}

    def _before(self, connection: Connection, first: dict[UUID, int]) -> dict[UUID, int]:
        """The version that comes before the `first` one of each match and series; 0 where that isn't there."""
        versions = {one: self._versions[one] for one in first if one in self._versions}
        unknown = {one: version - 1 for one, version in first.items() if one not in versions and version > 1}
        found = _found(connection, unknown) if unknown else {}
        return {one: versions.get(one, found.get(one, 0)) for one in first}


def _in_order(batch: Batch) -> list[LogEntry | Unreadable]:
    if not batch.unreadable:
        return list(batch.entries)
    return sorted((*batch.entries, *batch.unreadable), key=lambda entry: entry.position)


def _found(connection: Connection, versions: dict[UUID, int]) -> dict[UUID, int]:
    """Those of `versions` that are in the log."""
    rows = connection.execute(
        "SELECT w.id, w.version FROM unnest(%s::uuid[], %s::bigint[]) AS w (id, version) WHERE EXISTS ("
        "SELECT FROM match_events e WHERE e.originator_id = w.id AND e.originator_version = w.version)",
        (list(versions), [Int8(version) for version in versions.values()]),
    )
    return dict(rows.fetchall())
