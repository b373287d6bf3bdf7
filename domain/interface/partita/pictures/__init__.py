"""What the drawing of a game of another distribution is made of: the parts of which all pictures are.

The module or package ``pictures`` in the package of a game has ``draw(scene)``, which gives an SVG document, and may
have a module ``glyphs`` with ``glyphs()``. It changes with the number of the kernel's interface.
"""

from replays.pictures.cards import CARD, faceless, faded, front
from replays.pictures.drawing import Drawn, box, change, circle, group, halo, line, outline, pill, ring, text
from replays.pictures.flow import Thing, flow, spots
from replays.pictures.glyphs import GlyphShape
from replays.pictures.palette import ON
from replays.pictures.places import Places, Spot, moved, within
from replays.pictures.scene import Layout, Scene
from replays.pictures.seats import COLOURS, disc, letter_of, named, polygon, shape, sign
from replays.pictures.sheet import HALF, INSIDE, Block, page, panel, seat_places, side_by_side
from replays.pictures.text import isolated, width

__all__ = [
    "CARD",
    "COLOURS",
    "HALF",
    "INSIDE",
    "ON",
    "Block",
    "Drawn",
    "GlyphShape",
    "Layout",
    "Places",
    "Scene",
    "Spot",
    "Thing",
    "box",
    "change",
    "circle",
    "disc",
    "faceless",
    "faded",
    "flow",
    "front",
    "group",
    "halo",
    "isolated",
    "letter_of",
    "line",
    "moved",
    "named",
    "outline",
    "page",
    "panel",
    "pill",
    "polygon",
    "ring",
    "seat_places",
    "shape",
    "side_by_side",
    "sign",
    "spots",
    "text",
    "width",
    "within",
]
