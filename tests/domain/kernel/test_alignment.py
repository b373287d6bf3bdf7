"""Alignments: as short as the textbook's table of distances says, and with the closest items paired."""

from collections.abc import Sequence
from random import Random
from time import perf_counter

from domain.kernel.alignment import AlignmentEdit, Edit, differences


def textbook_distance(first: Sequence[int], second: Sequence[int]) -> int:
    """The optimal string alignment distance, by the whole table."""
    table = [[row + column for column in range(len(second) + 1)] for row in range(len(first) + 1)]
    for row, one in enumerate(first, start=1):
        for column, other in enumerate(second, start=1):
            table[row][column] = min(
                table[row - 1][column] + 1, table[row][column - 1] + 1, table[row - 1][column - 1] + (one != other)
            )
            if row > 1 and column > 1 and (first[row - 2], one) == (other, second[column - 2]):
                table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
    return table[-1][-1]


def aligned(first: Sequence[int], second: Sequence[int]) -> tuple[AlignmentEdit, ...]:
    alike = [sum(1 << place for place, one in enumerate(first) if one == other) for other in second]
    return differences(len(first), alike, lambda one, other: -abs(first[one] - second[other]))


def test_no_alignment_is_shorter_and_each_gives_the_second_from_the_first() -> None:
    random = Random(1)
    for _ in range(4000):
        letters = random.choice([1, 2, 3, 5])
        first, second = ([random.randrange(letters) for _ in range(random.randrange(9))] for _ in range(2))
        found = aligned(first, second)
        assert len(found) == textbook_distance(first, second), (first, second)
        rebuilt = list(first)
        for one in reversed(found):
            rebuilt[one.first : one.first_end] = second[one.second : one.second_end]
        assert rebuilt == second


def test_each_edit_is_called_what_it_is() -> None:
    assert aligned([1, 2, 3], [1, 2, 3]) == ()
    assert aligned([1, 2, 3], [1, 9, 3]) == (AlignmentEdit(Edit.REPLACED, 1, 2, 1, 2),)
    assert aligned([1, 2, 3], [1, 3]) == (AlignmentEdit(Edit.OMITTED, 1, 2, 1, 1),)
    assert aligned([1, 3], [1, 2, 3]) == (AlignmentEdit(Edit.INSERTED, 1, 1, 1, 2),)
    assert aligned([1, 2, 3, 4], [1, 3, 2, 4]) == (AlignmentEdit(Edit.EXCHANGED, 1, 3, 1, 3),)
    assert aligned([], [5]) == (AlignmentEdit(Edit.INSERTED, 0, 0, 0, 1),)
    assert aligned([5], []) == (AlignmentEdit(Edit.OMITTED, 0, 1, 0, 0),)


def test_of_a_run_the_closest_are_paired() -> None:
    edits = [AlignmentEdit(Edit.OMITTED, 0, 1, 0, 0), AlignmentEdit(Edit.REPLACED, 1, 2, 0, 1)]
    assert aligned([90, 10], [11]) == tuple(edits)
    edits = [AlignmentEdit(Edit.REPLACED, 0, 1, 0, 1), AlignmentEdit(Edit.OMITTED, 1, 2, 1, 1)]
    assert aligned([10, 90], [11]) == tuple(edits)
    assert [one.edit for one in aligned([10], [90, 11, 80])] == [Edit.INSERTED, Edit.REPLACED, Edit.INSERTED]


def test_two_thousand_items_that_have_little_in_common_take_no_time() -> None:
    random = Random(2)
    first, second = ([random.randrange(100) for _ in range(2000)] for _ in range(2))
    alike = [sum(1 << place for place, one in enumerate(first) if one == other) for other in second]
    begun = perf_counter()
    assert len(differences(2000, alike, lambda one, other: 0)) > 1500
    assert perf_counter() - begun < 0.5  # some hundredths of a second
