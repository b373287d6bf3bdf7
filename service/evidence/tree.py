"""The Merkle tree over the positions of the log, as the database has it.

The leaf at index `position - 1` is that of the event at `position`, and an empty one where there was no event. Nodes at
heights 8, 16, … are stored behind the log, so that a proof takes a few tiles of 256 hashes; what is above less than a
whole tile, and what isn't stored yet, is made of leaves. See :mod:`service.evidence.merkle`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, LiteralString

from msgspec import Struct
from psycopg import Connection
from psycopg.rows import tuple_row

from service.evidence.merkle import (
    Range,
    Subtree,
    consistency_ranges,
    empty,
    folded,
    inclusion_ranges,
    range_hash,
    subtrees,
)

WIDTH: Final = 8
"""The height of a tile: it has 256 hashes of one level, which are at so many times this height."""

TILE: Final = 1 << WIDTH

BEHIND: Final = 256
"""Tiles of leaves that may be without a node above them; what is further on isn't in the tree yet."""

Tile = tuple[int, int]
"""A level, and which of its tiles, from the left, from 0."""

Hashes = Mapping[Tile, Mapping[int, bytes]]
"""Hashes of tiles, by their numbers in the whole level; empty ones aren't there."""


class Extent(Struct, frozen=True):
    """How far the tree goes.

    Attributes:
        size: its leaves.
        noded: the tiles of leaves that have a node.
    """

    size: int
    noded: int

    def has_node(self, subtree: Subtree) -> bool:
        """Whether the hash of a subtree can be made of nodes; if not, it takes leaves."""
        return subtree.height >= WIDTH and subtree.leaves[1] <= self.noded << WIDTH


class Tree:
    """The tree as it is at one moment, by a connection that it may use as long as it is used. Calls block."""

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection
        ((last, noded),) = self._rows(
            "SELECT coalesce((SELECT max(position) FROM log_leaves), 0),"
            " coalesce((SELECT max(number) + 1 FROM log_nodes WHERE level = 1), 0)"
        )
        self.extent = Extent(min(last, (noded + BEHIND) << WIDTH), noded)

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` leaves, or over all."""
        return self._hashes([(0, self.extent.size if size is None else size)])[0]

    def inclusion(self, position: int) -> list[bytes]:
        """The proof that the leaf of a position is in the tree."""
        return self._hashes(inclusion_ranges(position - 1, self.extent.size))

    def consistency(self, earlier: int) -> list[bytes]:
        """The proof that the tree begins with what was the tree of the first `earlier` leaves."""
        return self._hashes(consistency_ranges(earlier, self.extent.size))

    def _hashes(self, ranges: Sequence[Range]) -> list[bytes]:
        tiles = self._tiles({tile for one in ranges for part in subtrees(one) for tile in _tiles(part, self.extent)})
        return [range_hash(one, lambda part: _hash_of(part, self.extent, tiles)) for one in ranges]

    def _tiles(self, wanted: Collection[Tile]) -> Hashes:
        found: dict[Tile, dict[int, bytes]] = {tile: {} for tile in wanted}
        leaves = self._rows(
            "SELECT 0, t.number, l.position - 1, l.hash FROM unnest(%s::bigint[]) AS t (number)"
            " JOIN log_leaves l ON l.position > t.number * %s AND l.position <= (t.number + 1) * %s",
            [number for level, number in wanted if not level],
            TILE,
            TILE,
        )
        nodes = self._rows(
            "SELECT t.level, t.number, n.number, n.hash FROM unnest(%s::smallint[], %s::bigint[]) AS t (level, number)"
            " JOIN log_nodes n ON n.level = t.level AND n.number >= t.number * %s AND n.number < (t.number + 1) * %s",
            [level for level, _ in wanted if level],
            [number for level, number in wanted if level],
            TILE,
            TILE,
        )
        for level, number, index, hash_ in [*leaves, *nodes]:
            found[level, number][index] = hash_
        return found

    def _rows(self, query: LiteralString, *parameters: Any) -> list[Any]:
        with self._connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(query, parameters).fetchall()


def _tiles(subtree: Subtree, reach: Extent) -> Iterator[Tile]:
    """The tiles that the hash of a subtree is made of."""
    if subtree.height <= WIDTH and not reach.has_node(subtree):
        yield 0, subtree.leaves[0] >> WIDTH
    elif reach.has_node(subtree):
        level, beneath = divmod(subtree.height, WIDTH)
        yield level, (subtree.index << beneath) >> WIDTH
    else:
        for half in _halves(subtree):
            yield from _tiles(half, reach)


def _hash_of(subtree: Subtree, reach: Extent, tiles: Hashes) -> bytes:
    if subtree.height > WIDTH and not reach.has_node(subtree):
        left, right = (_hash_of(half, reach, tiles) for half in _halves(subtree))
        return folded([left, right])
    (tile,) = _tiles(subtree, reach)
    first = subtree.leaves[0] >> tile[0] * WIDTH
    return folded_sparse(tile[0], range(first, first + (1 << subtree.height - tile[0] * WIDTH)), tiles[tile])


def _halves(subtree: Subtree) -> tuple[Subtree, Subtree]:
    height, left = subtree.height - 1, subtree.index * 2
    return Subtree(height, left), Subtree(height, left + 1)


def folded_sparse(level: int, numbers: Iterable[int], hashes: Mapping[int, bytes]) -> bytes:
    """The hash above hashes of one level, of which `hashes` doesn't have those that are above empty leaves only."""
    nothing = empty(level * WIDTH)
    return folded([hashes.get(number, nothing) for number in numbers])
