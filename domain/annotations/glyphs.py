"""Glyphs: the Numeric Annotation Glyphs of the PGN standard (section 10) that mean something in any game.

A number stands for its meaning whatever the game. Those that speak of White and Black, or of pieces of chess, are left
out.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct


class Glyph(Struct, frozen=True):
    """What a number stands for.

    Attributes:
        symbol: as it is printed beside a move.
        meaning: the same in words.
    """

    symbol: str
    meaning: str


GLYPHS: Final[Mapping[int, Glyph]] = MappingProxyType(
    {
        1: Glyph("!", "good move"),
        2: Glyph("?", "mistake"),
        3: Glyph("!!", "excellent move"),
        4: Glyph("??", "blunder"),
        5: Glyph("!?", "interesting move"),
        6: Glyph("?!", "doubtful move"),
        7: Glyph("□", "forced move: the only good one"),
        8: Glyph("□", "the only legal move"),
        9: Glyph("???", "worst move"),
        10: Glyph("=", "level position"),
        13: Glyph("∞", "unclear position"),
        140: Glyph("∆", "with the idea"),
        141: Glyph("∇", "aimed against"),
        142: Glyph("⌓", "better is"),
        143: Glyph("≤", "worse is"),
        145: Glyph("RR", "editor's remark"),
        146: Glyph("N", "novelty"),
    }
)
"""The glyphs by their numbers."""

ASSESSMENTS: Final = frozenset({1, 2, 3, 4, 5, 6, 9})
"""Of these, a move has one: it can't be good and a mistake at once."""
