"""Numbers of pictures; apart from what draws, so that a page without a picture needn't load that."""

from math import ceil, floor

from domain.kernel.points import Points


def rounded(number: float) -> float:
    """`number` as short as it may stand in a picture."""
    short = round(number, 1)
    return int(short) if short == int(short) else short


def ticks(lowest: Points, highest: Points) -> tuple[int, ...]:
    """Round numbers, at most seven, that begin below `lowest` and end above `highest`."""
    low, high = floor(lowest), ceil(highest)
    span = max(1, high - low)
    step = 1
    while span / step > 5:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    first, last = low // step * step, -(-high // step) * step
    return tuple(range(first, max(last, first + step) + 1, step))
