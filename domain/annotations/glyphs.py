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
        en, it: the same in words, in English and Italian.
    """

    symbol: str
    en: str
    it: str


GLYPHS: Final[Mapping[int, Glyph]] = MappingProxyType(
    {
        1: Glyph("!", "good move", "buona mossa"),
        2: Glyph("?", "mistake", "errore"),
        3: Glyph("!!", "excellent move", "mossa eccellente"),
        4: Glyph("??", "blunder", "errore grave"),
        5: Glyph("!?", "interesting move", "mossa interessante"),
        6: Glyph("?!", "doubtful move", "mossa dubbia"),
        7: Glyph("□", "forced move: the only good one", "mossa forzata: l’unica buona"),
        8: Glyph("□", "the only legal move", "l’unica mossa lecita"),
        9: Glyph("???", "worst move", "mossa pessima"),
        10: Glyph("=", "level position", "posizione pari"),
        13: Glyph("∞", "unclear position", "posizione poco chiara"),
        140: Glyph("∆", "with the idea", "con l’idea"),
        141: Glyph("∇", "aimed against", "contro"),
        142: Glyph("⌓", "better is", "è meglio"),
        143: Glyph("≤", "worse is", "è peggio"),
        145: Glyph("RR", "editor's remark", "nota del curatore"),
        146: Glyph("N", "novelty", "novità"),
    }
)
"""The glyphs by their numbers."""

ASSESSMENTS: Final = frozenset({1, 2, 3, 4, 5, 6, 9})
"""Of these, a move has one: it can't be good and a mistake at once."""
