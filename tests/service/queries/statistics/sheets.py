"""Score sheets that are filled in as people do: numbers for everybody, and then an end."""

from collections.abc import Sequence
from random import Random
from typing import Any

from domain.games.sheet.actions import SheetEnd, SheetOptions, SheetScore, SheetWinning
from domain.kernel.game import Setup


def filled(setup: Setup[SheetOptions], random: Random) -> Sequence[Any]:
    """The actions of one, with a number in a cell of each seat; some are decimals, and some are equal."""
    options = setup.options
    cell = {"row": options.rows[0].key, "round": None if options.rounds is None else 1}
    values = [random.choice(["3", "7", "7.5", "-2", "12+0.25"]) for _ in range(setup.seats)]
    scores = [SheetScore(seat=seat, value=value, **cell) for seat, value in enumerate(values)]  # type: ignore[arg-type]
    return [*scores, _end(options, setup.seats, random)]


def _end(options: SheetOptions, seats: int, random: Random) -> SheetEnd:
    if random.random() < 0.2:
        return random.choice([SheetEnd(lost=True), SheetEnd(unfinished=True)])
    if options.winning in {SheetWinning.NAMED, SheetWinning.COOPERATIVE}:
        return SheetEnd(winners=tuple(random.sample(range(seats), random.randint(1, seats))))
    return SheetEnd()
