"""Scores and ranks."""

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any, TypeVar

from msgspec import Struct

from domain.kernel.points import Points


class Standing(Struct, frozen=True, gc=False):
    """How one seat stands. During a match it is the score as it would count now.

    Attributes:
        score: points; null where the viewer may not know it, or there are none.
        tie_breaks: the numbers that break a tie, most important first.
        rank: from 1; equal seats share a rank and the next one is left out (1, 2, 2, 4); null where that isn't known.
        winner: null until the match has ended; several seats may share a victory.
    """

    seat: int
    score: Points | None
    tie_breaks: tuple[int, ...]
    rank: int | None
    winner: bool | None


S = TypeVar("S", bound=Points | None)


def ranked(
    scores: Sequence[S],
    tie_breaks: Sequence[tuple[int, ...]],
    better: Callable[[S, tuple[int, ...]], Any],
    *,
    ended: bool,
) -> tuple[Standing, ...]:
    """The standings of all seats, in seat order.

    `better(score, tie_breaks)` gives a sort key; the highest key wins.
    """
    if len(scores) != len(tie_breaks):
        raise ValueError(f"{len(scores)} scores, and tie-breaks of {len(tie_breaks)}")
    keys = [*map(better, scores, tie_breaks)]
    best_first = sorted(keys, reverse=True)
    ranks = [best_first.index(key) + 1 for key in keys]
    winners: Iterable[bool | None] = [rank == 1 for rank in ranks] if ended else repeat(None)
    return tuple(map(Standing, range(len(ranks)), scores, tie_breaks, ranks, winners))
