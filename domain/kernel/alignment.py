"""Two sequences aligned with as few edits as can be: replaced, left out, put in, or two neighbours exchanged.

The distance is the optimal string alignment distance (restricted Damerau-Levenshtein), found with the bit-parallel
algorithm of H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances" (2003). Python's
integers are the bit vectors, so a column of 2,000 rows takes some microseconds, and three bits a cell of memory.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct


class Edit(StrEnum):
    """How a part of one sequence differs from its counterpart in the other."""

    REPLACED = "replaced"
    """One item stands in the place of another."""
    OMITTED = "omitted"
    """An item of the first that the second lacks."""
    INSERTED = "inserted"
    """An item of the second that the first lacks."""
    EXCHANGED = "exchanged"
    """Two neighbours in the other order."""


class AlignmentEdit(Struct, frozen=True):
    """One edit: the items `first` to `first_end` of the one sequence, counted from 0, and those of the other."""

    edit: Edit
    first: int
    first_end: int
    second: int
    second_end: int

    @property
    def reversed(self) -> "AlignmentEdit":
        """The same, with the other sequence as the first."""
        return AlignmentEdit(_REVERSED[self.edit], self.second, self.second_end, self.first, self.first_end)


_REVERSED: Final = {
    Edit.REPLACED: Edit.REPLACED,
    Edit.OMITTED: Edit.INSERTED,
    Edit.INSERTED: Edit.OMITTED,
    Edit.EXCHANGED: Edit.EXCHANGED,
}


class _Column(Struct, frozen=True):
    """What is known of one item of the second sequence, a bit for each item of the first.

    Attributes:
        alike: whether the two items are.
        exchanged: whether the best way ends with the two neighbours exchanged.
        omitting: whether it may end with leaving the item of the first out.
        inserting: whether it may end with putting the item of the second in.
    """

    alike: int
    exchanged: int
    omitting: int
    inserting: int


_MOST_PAIRS: Final = 40_000
"""The largest run, as the product of its lengths, whose items are paired by how close they are."""

Closeness = Callable[[int, int], int]
"""How close an item of the first sequence is to one of the second, by their numbers; the more, the closer."""


def differences(length: int, alike: Sequence[int], closeness: Closeness) -> tuple[AlignmentEdit, ...]:
    """The fewest edits between a first sequence of `length` items and a second one, in order.

    `alike` has an integer for each item of the second: its bit `n` says whether item `n` of the first is alike, which
    needn't be transitive. Where several alignments are as short, items between the same neighbours are paired so that
    the sum of their `closeness` is the largest.
    """
    found: list[AlignmentEdit] = []
    first = second = 0
    for edit, first_start, second_start, width in [*_anchors(length, alike), (None, length, len(alike), 0)]:
        found += _run(first, first_start, second, second_start, closeness)
        first, second = first_start + width, second_start + width
        if edit is not None:
            found.append(AlignmentEdit(edit, first_start, first, second_start, second))
    return tuple(found)


def _columns(length: int, alike: Sequence[int]) -> list[_Column]:
    every = (1 << length) - 1
    rising, falling = every, 0  # where the distance grows, and shrinks, from one row to the next
    diagonal = before = 0
    columns: list[_Column] = []
    for now in alike:
        exchanged = ((~diagonal & now) << 1) & before & every
        diagonal = ((((now & rising) + rising) ^ rising) | now | falling | exchanged) & every
        growing = (falling | ~(diagonal | rising)) & every  # from the column before to this one
        shrinking = diagonal & rising
        above_growing, above_shrinking = (growing << 1) | 1, shrinking << 1
        rising = (above_shrinking | ~(diagonal | above_growing)) & every
        falling = above_growing & diagonal & every
        before = now
        columns.append(_Column(now, exchanged, rising, growing))
    return columns


def _anchors(length: int, alike: Sequence[int]) -> list[tuple[Edit | None, int, int, int]]:
    """What an alignment with the fewest edits has in common, and what it exchanges, in order.

    Each as the edit, if it is one, the places in both sequences, and the number of items.
    """
    columns = _columns(length, alike)
    found: list[tuple[Edit | None, int, int, int]] = []
    first, second = length - 1, len(alike) - 1
    while first >= 0 and second >= 0:
        column = columns[second]
        if column.alike >> first & 1:
            found.append((None, first, second, 1))
            first, second = first - 1, second - 1
        elif column.exchanged >> first & 1:
            first, second = first - 2, second - 2
            found.append((Edit.EXCHANGED, first + 1, second + 1, 2))
        elif column.omitting >> first & 1:
            first -= 1
        elif column.inserting >> first & 1:
            second -= 1
        else:
            first, second = first - 1, second - 1
    return found[::-1]


def _run(first: int, first_end: int, second: int, second_end: int, closeness: Closeness) -> list[AlignmentEdit]:
    """The edits of a run in which nothing is in common: as many are replaced as can be."""
    pairs = _pairs(range(first, first_end), range(second, second_end), closeness)
    found: list[AlignmentEdit] = []
    for one, other in [*pairs, (first_end, second_end)]:
        found += [AlignmentEdit(Edit.OMITTED, place, place + 1, second, second) for place in range(first, one)]
        found += [AlignmentEdit(Edit.INSERTED, one, one, place, place + 1) for place in range(second, other)]
        if one < first_end and other < second_end:
            found.append(AlignmentEdit(Edit.REPLACED, one, one + 1, other, other + 1))
        first, second = one + 1, other + 1
    return found


def _pairs(first: range, second: range, closeness: Closeness) -> list[tuple[int, int]]:
    """Every item of the shorter one with an item of the other, in order, as close as can be in all."""
    spare = len(first) - len(second)
    if not spare or len(first) * len(second) > _MOST_PAIRS:
        return list(zip(first, second, strict=False))
    if spare < 0:
        return [(one, other) for other, one in _pairs(second, first, lambda one, other: closeness(other, one))]
    best: list[list[int]] = [[0] * (spare + 1)]  # by the number paired and left out, the closest so far
    for paired, other in enumerate(second):
        row: list[int] = []
        for left_out in range(spare + 1):
            close = best[-1][left_out] + closeness(first[paired + left_out], other)
            row.append(max(close, row[-1]) if row else close)
        best.append(row)
    pairs: list[tuple[int, int]] = []
    left_out = spare
    for paired in range(len(second), 0, -1):
        while left_out and best[paired][left_out] == best[paired][left_out - 1]:
            left_out -= 1
        pairs.append((first[paired - 1 + left_out], second[paired - 1]))
    return pairs[::-1]
