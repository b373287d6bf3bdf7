"""The pieces of chess, one by one."""

from collections.abc import Mapping

from domain.games.chess.choices import glyph_of
from domain.games.chess.meta import BLACK, WHITE, ChessPiece
from replays.pictures.games.chess.pieces import SIZE, piece_drawing
from replays.pictures.glyphs import GlyphShape


def glyphs() -> Mapping[str, GlyphShape]:
    """Every piece in both colours."""
    return {
        glyph_of(piece, colour): GlyphShape(piece_drawing(piece, colour), SIZE, SIZE)
        for colour in (WHITE, BLACK)
        for piece in ChessPiece
    }
