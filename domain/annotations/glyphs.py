"""Glyphs: the Numeric Annotation Glyphs of the PGN standard (section 10) that mean something in any game.

A number stands for its meaning whatever the game. Those that speak of White and Black, or of pieces of chess, are left
out.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from domain.kernel.languages import Language
from domain.kernel.words import KERNEL, Texts

TEXTS: Final = Texts("domain.annotations", KERNEL)


class Glyph(Struct, frozen=True):
    """What a number stands for.

    Attributes:
        symbol: as it is printed beside a move.
    """

    number: int
    symbol: str

    def meaning(self, language: Language) -> str:
        """The same in words."""
        return TEXTS[language][f"glyph_{self.number}"]


GLYPHS: Final[Mapping[int, Glyph]] = MappingProxyType(
    {
        1: Glyph(1, "!"),
        2: Glyph(2, "?"),
        3: Glyph(3, "!!"),
        4: Glyph(4, "??"),
        5: Glyph(5, "!?"),
        6: Glyph(6, "?!"),
        7: Glyph(7, "□"),
        8: Glyph(8, "□"),
        9: Glyph(9, "???"),
        10: Glyph(10, "="),
        13: Glyph(13, "∞"),
        140: Glyph(140, "∆"),
        141: Glyph(141, "∇"),
        142: Glyph(142, "⌓"),
        143: Glyph(143, "≤"),
        145: Glyph(145, "RR"),
        146: Glyph(146, "N"),
    }
)
"""The glyphs by their numbers."""

ASSESSMENTS: Final = frozenset({1, 2, 3, 4, 5, 6, 9})
"""Of these, a move has one: it can't be good and a mistake at once."""
