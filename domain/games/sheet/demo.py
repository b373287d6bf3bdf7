"""A sheet to look at: what is written at random looks like no game."""

from typing import Final

from domain.games.sheet.actions import SheetAction, SheetEnd, SheetOptions, SheetScore
from domain.kernel.game import Setup

_ROUNDS: Final = ((0, 23, 0, 0), (31, 0, 0, 0), (0, 0, 0, 27), (0, 16, 0, 0))
"""What each player gets in each round, as in dominoes, where one wins what the others still hold."""

DEMO: Final = Setup(len(_ROUNDS[0]), SheetOptions(rounds=len(_ROUNDS)))

DEMO_PLAY: Final[tuple[SheetAction, ...]] = (
    *(
        SheetScore(seat=seat, row="points", round=number, value=str(won))
        for number, row in enumerate(_ROUNDS, start=1)
        for seat, won in enumerate(row)
    ),
    SheetEnd(),
)
