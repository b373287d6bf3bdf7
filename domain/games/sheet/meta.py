"""What a sheet is called, and how large it may be (S1)."""

from typing import Final

from domain.kernel.game import Meta
from domain.kernel.words import KERNEL, Texts

TEXTS: Final = Texts("domain.games.sheet", KERNEL)
"""What the sheet says to people."""

MOST_SEATS: Final = 16
MOST_ROWS: Final = 40
MOST_ROUNDS: Final = 100
MOST_CELLS: Final = 2000
"""Rows, times rounds, times seats (S1.4)."""

MOST_WRITTEN: Final = 100
"""Characters in a cell (S2.4)."""

META: Final = Meta(
    key="sheet",
    title="Score sheet",
    seats=tuple(range(1, MOST_SEATS + 1)),
    edition="first",
    credits="any game",
    titled=True,
)
