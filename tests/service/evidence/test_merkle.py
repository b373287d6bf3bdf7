"""Merkle trees against the plain recursive definitions of RFC 6962, section 2.1."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.evidence.merkle import (
    Subtree,
    WrongProof,
    consistency_ranges,
    empty,
    folded,
    inclusion_ranges,
    leaf_hash,
    node_hash,
    range_hash,
    root_by_inclusion,
    subtrees,
    verify_consistency,
)

MOST: Final = 70


def mth(entries: Sequence[bytes]) -> bytes:
    """MTH of the RFC."""
    if not entries:
        return sha256().digest()
    if len(entries) == 1:
        return sha256(b"\0" + entries[0]).digest()
    k = parted(len(entries))
    return sha256(b"\1" + mth(entries[:k]) + mth(entries[k:])).digest()


def path(m: int, entries: Sequence[bytes]) -> list[bytes]:
    """PATH of the RFC."""
    if len(entries) == 1:
        return []
    k = parted(len(entries))
    if m < k:
        return [*path(m, entries[:k]), mth(entries[k:])]
    return [*path(m - k, entries[k:]), mth(entries[:k])]


def subproof(m: int, entries: Sequence[bytes], *, whole: bool) -> list[bytes]:
    """SUBPROOF of the RFC."""
    if m == len(entries):
        return [] if whole else [mth(entries)]
    k = parted(len(entries))
    if m <= k:
        return [*subproof(m, entries[:k], whole=whole), mth(entries[k:])]
    return [*subproof(m - k, entries[k:], whole=False), mth(entries[:k])]


def parted(n: int) -> int:
    """The largest power of two below n."""
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def entries_of(size: int) -> list[bytes]:
    return [b"entry %d" % number for number in range(size)]


class Tree:
    def __init__(self, size: int) -> None:
        self.entries = entries_of(size)
        self.leaves = [leaf_hash(entry) for entry in self.entries]

    def hash_of(self, subtree: Subtree) -> bytes:
        first, stop = subtree.leaves
        return folded(self.leaves[first:stop])

    def root(self, size: int) -> bytes:
        return range_hash((0, size), self.hash_of)

    def inclusion(self, index: int, size: int) -> list[bytes]:
        return [range_hash(one, self.hash_of) for one in inclusion_ranges(index, size)]

    def consistency(self, earlier: int, size: int) -> list[bytes]:
        return [range_hash(one, self.hash_of) for one in consistency_ranges(earlier, size)]


TREE: Final = Tree(MOST)

sizes = st.integers(1, MOST)


@given(st.integers(0, MOST))
def test_root_is_that_of_the_definition(size: int) -> None:
    assert TREE.root(size) == mth(TREE.entries[:size])


@pytest.mark.slow
@given(sizes, st.data())
def test_inclusion_proof_is_that_of_the_definition_and_leads_to_the_root(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    proof = TREE.inclusion(index, size)
    assert proof == path(index, TREE.entries[:size])
    assert root_by_inclusion(TREE.leaves[index], index, size, proof) == TREE.root(size)


@given(sizes, st.data())
def test_consistency_proof_is_that_of_the_definition_and_holds(size: int, data: st.DataObject) -> None:
    earlier = data.draw(st.integers(1, size))
    proof = TREE.consistency(earlier, size)
    assert proof == subproof(earlier, TREE.entries[:size], whole=True)
    verify_consistency(earlier, TREE.root(earlier), size, TREE.root(size), proof)


@given(sizes, st.data())
def test_an_altered_inclusion_proof_leads_elsewhere(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    proof = TREE.inclusion(index, size)
    altered = spoiled(data, [*proof, TREE.leaves[index]])
    assert root_by_inclusion(altered[-1], index, size, altered[:-1]) != TREE.root(size)
    with pytest.raises(WrongProof):
        root_by_inclusion(TREE.leaves[index], index, size, [*proof, bytes(32)])
    if proof:
        with pytest.raises(WrongProof):
            root_by_inclusion(TREE.leaves[index], index, size, proof[:-1])


@given(sizes, st.data())
def test_an_altered_consistency_proof_is_refused(size: int, data: st.DataObject) -> None:
    earlier = data.draw(st.integers(1, size))
    proof = TREE.consistency(earlier, size)
    altered = spoiled(data, [*proof, TREE.root(earlier), TREE.root(size)])
    *hashes, old, new = altered
    with pytest.raises(WrongProof):
        verify_consistency(earlier, old, size, new, hashes)
    with pytest.raises(WrongProof):
        verify_consistency(earlier, TREE.root(earlier), size, TREE.root(size), [*proof, bytes(32)])


@given(sizes, st.data())
def test_a_changed_leaf_changes_every_root_over_it(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    other = Tree(size)
    other.leaves[index] = leaf_hash(b"another")
    assert other.root(size) != TREE.root(size)
    if index:
        assert other.root(index) == TREE.root(index)


@given(st.integers(0, MOST), st.integers(0, MOST))
def test_subtrees_are_side_by_side_and_complete(first: int, stop: int) -> None:
    parts = list(subtrees((first, stop)))
    assert all(left.leaves[1] == right.leaves[0] for left, right in pairwise(parts))
    if parts:
        assert (parts[0].leaves[0], parts[-1].leaves[1]) == (first, stop)


def test_trees_don_t_grow_backwards() -> None:
    with pytest.raises(WrongProof):
        verify_consistency(3, TREE.root(3), 2, TREE.root(2), [])
    with pytest.raises(WrongProof):
        root_by_inclusion(TREE.leaves[0], 5, 5, [])
    verify_consistency(0, TREE.root(0), 2, TREE.root(2), [])


def test_empty_leaves_are_leaves() -> None:
    assert empty(0) == leaf_hash(b"")
    assert empty(2) == node_hash(node_hash(empty(0), empty(0)), node_hash(empty(0), empty(0)))


@pytest.mark.parametrize(
    ("size", "root"),
    [
        (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
        (8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
    ],
)
def test_known_roots_of_certificate_transparency(size: int, root: str) -> None:
    """The test vectors that implementations of RFC 6962 share."""
    vectors = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    leaves = [leaf_hash(bytes.fromhex(one)) for one in vectors]
    assert range_hash((0, size), lambda one: folded(leaves[slice(*one.leaves)])).hex() == root


def spoiled(data: st.DataObject, hashes: Sequence[bytes]) -> list[bytes]:
    """`hashes` with one bit of one of them flipped."""
    at = data.draw(st.integers(0, len(hashes) - 1))
    bit = data.draw(st.integers(0, 255))
    flipped = bytes(byte ^ (1 << bit % 8) * (place == bit // 8) for place, byte in enumerate(hashes[at]))
    return [*hashes[:at], flipped, *hashes[at + 1 :]]
