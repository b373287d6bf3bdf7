"""The page of a picture: a head that tells the situation, and blocks below it in one column or two."""

import hashlib
from collections.abc import Sequence
from typing import Final

import svg
from msgspec import Struct
from msgspec.structs import replace

from replays.pictures.drawing import Drawn, box, group
from replays.pictures.head import PictureHead, perspective_of, step_of, waiting
from replays.pictures.marks import ABOVE, label_place, overlay
from replays.pictures.notes import notes
from replays.pictures.numbers import rounded
from replays.pictures.obstacles import obstacles
from replays.pictures.palette import ROOT, style
from replays.pictures.places import Places, Spot, moved, within
from replays.pictures.remarks import marks_of
from replays.pictures.scene import Layout, Scene
from replays.pictures.text import isolated
from replays.pictures.words import say

WIDTH: Final = 360
MARGIN: Final = 8
INSIDE: Final = WIDTH - 2 * MARGIN
"""The width of a block."""

GAP: Final = 8
TIGHT: Final = 5
"""The gap between blocks, and that of the compact layout."""

HALF: Final = (INSIDE - TIGHT) / 2
"""The width of one of two blocks that stand side by side."""


class Block(Struct, frozen=True):
    """A part of a page, drawn from (0, 0), `INSIDE` wide; `title` says what it is.

    Attributes:
        places: what of it can be marked.
        aside: whether it stands in the second column where there are two.
    """

    height: float
    elements: Sequence[svg.Element]
    title: str
    places: Places = {}
    aside: bool = False


def page(
    scene: Scene,
    situation: str,
    blocks: Sequence[Block],
    description: Sequence[str],
    *,
    main: float = INSIDE,
    tells_awaited: bool = False,
    heading: str = "",
) -> str:
    """The whole picture: what happens and who acts, the blocks, then what people wrote to the step.

    `description` tells the position in sentences, for who doesn't see it. `main` is the width of the first of two
    columns; where it isn't that of the second one, the head stands between the blocks of that, the last of which ends
    where the first column ends. `tells_awaited`: whether `situation` says who or what is awaited.
    `heading` is what stands at the top in place of the title of the game.
    """
    blocks = [replace(block, elements=[Drawn("".join(map(str, block.elements)))]) for block in blocks]
    outlined = any("s-mark" in str(element) for block in blocks for element in block.elements)
    top_line = PictureHead(
        replace(scene, title=heading or scene.title), situation, outlined=outlined, tells_awaited=tells_awaited
    )
    columns = _columns(scene, blocks)
    broad = len(columns) * (INSIDE + GAP) - GAP + 2 * MARGIN
    uneven = len(columns) > 1 and main != INSIDE
    sheet = _Sheet()
    top, gap = float(MARGIN), TIGHT if scene.layout is Layout.COMPACT else GAP
    if scene.layout is Layout.COMPACT or uneven:
        top = max(top, ABOVE if marks_of(scene.remarks) else 0)
    if uneven:
        elements, height = top_line.drawn(aside_of(main))
        columns[1].insert(1, Block(height, elements, f"{scene.title}. {situation}"))
    elif scene.layout is not Layout.COMPACT:
        elements, height = top_line.drawn(broad - 2 * MARGIN)
        top = sheet.put(Block(height, elements, f"{scene.title}. {situation}"), MARGIN, top)
    ends: list[float] = []
    for number, column in enumerate(columns):
        y = top
        for block in column:
            if uneven and ends and block is column[-1]:
                y = max(y, ends[0] - GAP - block.height)
            y += _room_for_labels(scene, block, first=y == top)
            y = sheet.put(block, MARGIN + number * (main + GAP), y) - GAP + gap
        ends.append(y)
    if scene.remarks:
        written = notes(scene.remarks, sheet.places, scene.language, INSIDE)
        description = [*description, *written.description]
        if scene.layout is not Layout.COMPACT:
            shortest = 0 if uneven else ends.index(min(ends))
            listed_notes = [panel(written.height), *written.listed]
            block = Block(written.height, listed_notes, say(scene.language, "remarks"))
            ends[shortest] = sheet.put(block, MARGIN + shortest * (INSIDE + GAP), ends[shortest])
        sheet.drawn += overlay(written.marks, sheet.places, broad, obstacles(sheet.drawn))
    if scene.pointing:
        sheet.drawn.append(_areas(sheet.places))
    phrase = "irregular_told" if scene.irregular else "last_told"
    described = [
        situation,
        waiting(scene),
        *([say(scene.language, phrase, described=scene.sentence)] if scene.sentence else []),
    ]
    title = f"{scene.title}: {', '.join(filter(None, (step_of(scene), perspective_of(scene))))}"
    return document(sheet.drawn, max(ends) - gap + MARGIN, title, [*described, *description], broad)


def _room_for_labels(scene: Scene, block: Block, *, first: bool) -> float:
    """How much further a block stands below the one above, for labels on its edge: that of a half, or of all of it.

    The compact layout needs it, whose gaps are tight; its first block has room as it is.
    """
    if first or scene.layout is not Layout.COMPACT:
        return 0
    broad = {name for name, spot in block.places.items() if spot.y == 0 and spot.width >= HALF}
    return 0 if broad.isdisjoint(map(label_place, marks_of(scene.remarks))) else ABOVE - TIGHT


def _columns(scene: Scene, blocks: Sequence[Block]) -> list[list[Block]]:
    """The blocks of each column, from top to bottom."""
    if scene.layout is not Layout.LANDSCAPE:
        return [[*blocks]]
    columns = [[block for block in blocks if block.aside is aside] for aside in (False, True)]
    return [column for column in columns if column]


def aside_of(main: float) -> float:
    """How wide the second column is beside a first one of this width."""
    return 2 * INSIDE - main


def side_by_side(blocks: Sequence[Block]) -> list[Block]:
    """Blocks that are `HALF` as wide, two in a row."""
    rows = []
    for pair in (blocks[first : first + 2] for first in range(0, len(blocks), 2)):
        sheet = _Sheet()
        for number, block in enumerate(pair):
            sheet.put(block, number * (HALF + TIGHT), 0)
        title = ", ".join(block.title for block in pair)
        rows.append(Block(max(block.height for block in pair), sheet.drawn, title, sheet.places))
    return rows


class _Sheet:
    """A page that is being filled: what is drawn, and where what can be marked is."""

    def __init__(self) -> None:
        self.drawn: list[svg.Element] = []
        self.places: dict[str, Spot] = {}

    def put(self, block: Block, x: float, y: float) -> float:
        """Draw `block` at (x, y); gives where the next one begins below it."""
        self.drawn.append(group(*block.elements, title=block.title, at=(x, y)))
        self.places |= moved(block.places, x, y)
        return y + block.height + GAP


def _areas(places: Places) -> svg.Element:
    """An unseen area over each place, by which a page knows what was pointed at; smaller ones over larger ones."""
    ordered = sorted(places.items(), key=lambda place: -place[1].width * place[1].height)
    return Drawn(
        "".join(
            f'<rect data-place="{svg.escape(name)}" x="{rounded(spot.x)}" y="{rounded(spot.y)}"'
            f' width="{rounded(spot.width)}" height="{rounded(spot.height)}" fill="none" pointer-events="all">'
            f"<title>{svg.escape(spot.title)}</title></rect>"
            for name, spot in ordered
        )
    )


def panel(height: float, *, strong: bool = False, broad: float = INSIDE) -> svg.Element:
    """What lies below a block; a strong line for who is to act."""
    return box(0.5, 0.5, broad - 1, height - 1, stroke="ink" if strong else "line", thick=2 if strong else 1)


def seat_places(scene: Scene, seat: int, height: float, places: Places, broad: float = INSIDE) -> dict[str, Spot]:
    """What can be marked of the block of a seat: all of it, and the `places` within, as ``seat:1:hand``."""
    name, title = f"seat:{seat}", isolated(scene.names[seat])
    return {name: Spot(0, 0, broad, height, title), **within(name, title, places)}


def document(
    elements: Sequence[svg.Element], height: float, title: str, description: Sequence[str], broad: float = WIDTH
) -> str:
    """An SVG document with its text alternatives and its colours.

    Its ids come from what is in it, so that different pictures can stand in one page.
    """
    body = "".join(map(str, (box(0, 0, broad, height, fill="paper", radius=0), *elements)))
    described = "\n".join(filter(None, description))
    name = hashlib.sha256(f"{title}\n{described}\n{body}".encode()).hexdigest()[:10]
    return str(
        svg.SVG(
            viewBox=svg.ViewBoxSpec(0, 0, rounded(broad), rounded(height)),
            class_=[ROOT],
            extra={"role": "img", "aria-labelledby": f"t{name} d{name}"},
            elements=[
                svg.Title(id=f"t{name}", text=svg.escape(title)),
                svg.Desc(id=f"d{name}", text=svg.escape(described)),
                svg.Style(text=style(body)),
                Drawn(body),
            ],
        )
    )
