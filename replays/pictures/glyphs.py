"""The pieces of a game as single drawings, which a page shows beside words, by the names that choices have for them."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

from msgspec import Struct

from replays.pictures.drawing_module import drawing_module
from replays.pictures.numbers import rounded
from replays.pictures.palette import ROOT, style

PREFIX: Final = "g-"
"""Before the name of a glyph, in the id of its drawing."""


class GlyphShape(Struct, frozen=True):
    """A drawing, and the part of the plane that it fills."""

    markup: str
    width: float
    height: float
    left: float = 0
    top: float = 0


@cache
def sprite(game: str) -> str:
    """All glyphs of a game, as symbols of one SVG element that shows nothing itself; empty where it has none."""
    glyphs = _glyphs(game)
    if not glyphs:
        return ""
    symbols = "".join(_symbol(name, glyph) for name, glyph in glyphs.items())
    rules = style("".join(glyph.markup for glyph in glyphs.values()))
    return f'<svg class="{ROOT}" width="0" height="0" aria-hidden="true"><style>{rules}</style>{symbols}</svg>'


def _symbol(name: str, glyph: GlyphShape) -> str:
    box = " ".join(str(rounded(number)) for number in (glyph.left, glyph.top, glyph.width, glyph.height))
    # The rules are bound to the class of a picture; where a symbol is used, it has nothing of the page above it.
    return f'<symbol class="{ROOT}" id="{PREFIX}{name}" viewBox="{box}">{glyph.markup}</symbol>'


def _glyphs(game: str) -> Mapping[str, GlyphShape]:
    module = drawing_module(game, "glyphs")
    if module is None:
        return {}
    found: Mapping[str, GlyphShape] = import_module(module).glyphs()
    return found
