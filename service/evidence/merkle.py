"""Merkle trees as in RFC 6962 and RFC 9162: roots, inclusion proofs and consistency proofs.

Everything is told as ranges of leaves: a proof is the hashes of some ranges, and each range is made of complete
subtrees, which can be stored once and for all. :mod:`service.evidence.tree` stores them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

Range: TypeAlias = tuple[int, int]
"""The leaves from the first of these up to, but without, the second."""


class Subtree(Struct, frozen=True, order=True):
    """A complete subtree: the leaves from ``index << height`` on, ``1 << height`` of them."""

    height: int
    index: int

    @property
    def leaves(self) -> Range:
        """Which these are."""
        return self.index << self.height, (self.index + 1) << self.height


class WrongProof(ValueError):  # noqa: N818  # what it is
    """A proof doesn't show what it should; `str()` says why, for people."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of what is above two others."""
    return sha256(b"\1" + left + right).digest()


@cache
def empty(height: int) -> bytes:
    """The hash of a complete subtree of empty leaves."""
    return leaf_hash(b"") if height == 0 else node_hash(empty(height - 1), empty(height - 1))


def folded(hashes: Sequence[bytes]) -> bytes:
    """The hash above a power of two of hashes."""
    while len(hashes) > 1:
        hashes = [node_hash(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


def subtrees(leaves: Range) -> Iterator[Subtree]:
    """The largest complete subtrees that are side by side in `leaves`, from the left."""
    first, stop = leaves
    while first < stop:
        height = (stop - first).bit_length() - 1
        if first:
            height = min(height, (first & -first).bit_length() - 1)
        yield Subtree(height, first >> height)
        first += 1 << height


def range_hash(leaves: Range, hash_of: Callable[[Subtree], bytes]) -> bytes:
    """The hash of a range that a tree has as a subtree; of no leaves, the hash of nothing."""
    *others, last = [hash_of(subtree) for subtree in subtrees(leaves)] or [sha256().digest()]
    return reduce(lambda right, left: node_hash(left, right), reversed(others), last)


def inclusion_ranges(index: int, size: int) -> list[Range]:
    """The ranges whose hashes are the proof that a leaf is in the tree of the first `size` leaves, from the leaf up."""
    ranges: list[Range] = []
    first, stop = 0, size
    while stop - first > 1:
        middle = _middle(first, stop)
        if index < middle:
            ranges.append((middle, stop))
            stop = middle
        else:
            ranges.append((first, middle))
            first = middle
    return ranges[::-1]


def consistency_ranges(earlier: int, size: int) -> list[Range]:
    """The ranges whose hashes are the proof that the first `earlier` of `size` leaves are those of a smaller tree."""
    if not 0 < earlier < size:
        return []
    ranges: list[Range] = []
    first, stop = 0, size
    while stop != earlier:
        middle = _middle(first, stop)
        if earlier <= middle:
            ranges.append((middle, stop))
            stop = middle
        else:
            ranges.append((first, middle))
            first = middle
    if first:
        ranges.append((first, stop))
    return ranges[::-1]


def _middle(first: int, stop: int) -> int:
    """Where a tree of these leaves is parted: behind the largest power of two that leaves something."""
    return first + (1 << (stop - first - 1).bit_length() - 1)


def root_by_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root of a tree of `size` leaves that has `leaf` at `index`, by an inclusion proof.

    Raises:
        WrongProof: it has too many hashes or too few, or there is no such leaf.
    """
    if not 0 <= index < size:
        raise WrongProof(f"A tree of {size} leaves has none at {index}.")
    found = leaf
    for (_, stop), sibling in _paired(inclusion_ranges(index, size), proof):
        found = node_hash(sibling, found) if stop <= index else node_hash(found, sibling)
    return found


def verify_consistency(earlier: int, earlier_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> None:
    """Verify that the tree of `size` leaves begins with the `earlier` leaves of another one.

    Raises:
        WrongProof: it doesn't, or the proof doesn't show it.
    """
    if earlier > size:
        raise WrongProof(f"A tree of {size} leaves doesn't begin with {earlier}.")
    old = new = earlier_root
    if not 0 < earlier < size:
        _paired([], proof)
        if earlier == 0:
            old, new = sha256().digest(), root
    else:
        ranges = _paired(consistency_ranges(earlier, size), proof)
        first = ranges[0][0][0] if ranges[0][0][1] == earlier else 0
        if first:
            old = new = ranges.pop(0)[1]
        for (start, stop), sibling in ranges:
            if stop == first:
                first = start
                old = node_hash(sibling, old)
                new = node_hash(sibling, new)
            else:
                new = node_hash(new, sibling)
    if old != earlier_root:
        raise WrongProof(f"The proof is of another tree of {earlier} leaves.")
    if new != root:
        raise WrongProof(f"The proof is of another tree of {size} leaves.")


def _paired(ranges: Sequence[Range], proof: Sequence[bytes]) -> list[tuple[Range, bytes]]:
    if len(ranges) != len(proof):
        raise WrongProof(f"The proof has {len(proof)} hashes in place of {len(ranges)}.")
    return list(zip(ranges, proof, strict=True))
