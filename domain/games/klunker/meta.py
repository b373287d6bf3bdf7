"""What is in the box (K1)."""

from enum import StrEnum
from typing import Final

from domain.kernel.counts import Counts, Kinds
from domain.kernel.game import Meta
from domain.kernel.words import KERNEL, Texts

TEXTS: Final = Texts("domain.games.klunker", KERNEL)
"""What the game says to people."""

META: Final = Meta(
    key="klunker",
    title="Klunker",
    seats=(3, 4, 5),
    edition="hans-im-glueck-1999",
    credits="Uwe Rosenberg, Hans im Glück 1999",
)


class Jewel(StrEnum):
    """The seven types of jewel (K1.1)."""

    TONGUE_PIERCING = "tongue_piercing"
    EARRINGS = "earrings"
    GOLD_TEETH = "gold_teeth"
    SHOES = "shoes"
    TIARA = "tiara"
    MONOCLE = "monocle"
    NECKLACE = "necklace"


JEWELS: Final = Kinds(Jewel)

ALL_CARDS: Final[Counts] = JEWELS.count(j for j in Jewel for _ in range(10 if j is Jewel.NECKLACE else 14))
"""The 94 cards of the game (K1.1)."""

HAND_SIZE: Final = 6
"""Cards in a full hand (K2.3)."""

SET_SIZE: Final = 4
"""Cards of one type that are sold together (K5.1)."""
