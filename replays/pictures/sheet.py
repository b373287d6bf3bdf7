"""The page of a picture: 360 wide, a head that tells the situation, and blocks below it, as long as it gets."""

import hashlib
from collections.abc import Sequence
from typing import Final

import svg
from msgspec import Struct

from domain.kernel.pending import AwaitChance, Finished
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.kernel.words import listed
from replays.pictures.drawing import Drawn, box, group, lines, rounded, text
from replays.pictures.notes import notes
from replays.pictures.palette import ROOT, style
from replays.pictures.places import Places, Spot, moved, within
from replays.pictures.scene import Scene
from replays.pictures.seats import named
from replays.pictures.text import isolated, width, wrapped
from replays.pictures.words import say

WIDTH: Final = 360
MARGIN: Final = 8
INSIDE: Final = WIDTH - 2 * MARGIN
"""The width of a block."""

GAP: Final = 8


class Block(Struct, frozen=True):
    """A part of a page, drawn from (0, 0), `INSIDE` wide; `title` says what it is.

    Attributes:
        places: what of it can be marked.
    """

    height: float
    elements: Sequence[svg.Element]
    title: str
    places: Places = {}


def page(scene: Scene, situation: str, blocks: Sequence[Block], description: Sequence[str]) -> str:
    """The whole picture: what happens and who acts, the blocks, then what people wrote to the step.

    `description` tells the position in sentences, for who doesn't see it.
    """
    head = _head(scene, situation)
    drawn: list[svg.Element] = []
    places: dict[str, Spot] = {}
    y: float = MARGIN
    for block in (head, *blocks):
        drawn.append(group(*block.elements, title=block.title, at=(MARGIN, y)))
        places |= moved(block.places, MARGIN, y)
        y += block.height + GAP
    if scene.remarks:
        written = notes(scene.remarks, places, scene.language, WIDTH, INSIDE)
        title = say(scene.language, "remarks")
        drawn.append(group(panel(written.height), *written.listed, title=title, at=(MARGIN, y)))
        drawn += written.overlay
        description = [*description, *written.description]
        y += written.height + GAP
    if scene.pointing:
        drawn.append(_areas(places))
    described = [
        situation,
        _waiting(scene),
        *([say(scene.language, "last_told", described=scene.sentence)] if scene.sentence else []),
    ]
    title = f"{scene.title}: {_step(scene)}, {_perspective(scene)}"
    return document(drawn, y - GAP + MARGIN, title, [*described, *description])


def _areas(places: Places) -> svg.Element:
    """An unseen area over each place, by which a page knows what was pointed at; smaller ones over larger ones."""
    ordered = sorted(places.items(), key=lambda place: -place[1].width * place[1].height)
    return Drawn(
        "".join(
            f'<rect data-place="{svg.escape(name)}" x="{rounded(spot.x)}" y="{rounded(spot.y)}"'
            f' width="{rounded(spot.width)}" height="{rounded(spot.height)}" fill="none" pointer-events="all"/>'
            for name, spot in ordered
        )
    )


def panel(height: float, *, strong: bool = False) -> svg.Element:
    """What lies below a block; a strong line for who is to act."""
    return box(0.5, 0.5, INSIDE - 1, height - 1, stroke="ink" if strong else "line", thick=2 if strong else 1)


def seat_places(scene: Scene, seat: int, height: float, places: Places) -> dict[str, Spot]:
    """What can be marked of the block of a seat: all of it, and the `places` within, as ``seat:1:hand``."""
    name, title = f"seat:{seat}", isolated(scene.names[seat])
    return {name: Spot(0, 0, INSIDE, height, title), **within(name, title, places)}


def document(elements: Sequence[svg.Element], height: float, title: str, description: Sequence[str]) -> str:
    """An SVG document with its text alternatives and its colours.

    Its ids come from what is in it, so that different pictures can stand in one page.
    """
    body = "".join(map(str, (box(0, 0, WIDTH, height, fill="paper", radius=0), *elements)))
    described = "\n".join(filter(None, description))
    name = hashlib.sha256(f"{title}\n{described}\n{body}".encode()).hexdigest()[:10]
    return str(
        svg.SVG(
            viewBox=svg.ViewBoxSpec(0, 0, WIDTH, rounded(height)),
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


def _step(scene: Scene) -> str:
    return say(scene.language, "step", n=scene.step) if scene.step else say(scene.language, "set_up")


def _perspective(scene: Scene) -> str:
    if isinstance(scene.viewer, int):
        return say(scene.language, "as_seat", name=isolated(scene.names[scene.viewer]))
    return say(scene.language, {PUBLIC: "as_public", RECORDER: "as_recorder"}[scene.viewer])


def _waiting(scene: Scene) -> str:
    """Whom the match waits for, or who has won."""
    match scene.pending:
        case AwaitChance():
            return say(scene.language, "chance")
        case Finished():
            winners = [isolated(scene.names[each.seat]) for each in scene.standings if each.winner]
            phrase = "over" if not winners else "won" if len(winners) == 1 else "won_together"
            return say(scene.language, phrase, names=listed(winners, scene.language))
        case _:
            names = (isolated(scene.names[seat]) for seat in scene.asked)
            return say(scene.language, "turn_told", names=listed(names, scene.language))


def _head(scene: Scene, situation: str) -> Block:
    step, perspective = _step(scene), _perspective(scene)
    aside = width(step, 12) + 8
    drawn: list[svg.Element] = [
        text(0, 15, scene.title, size=16, bold=True, room=INSIDE - aside),
        text(INSIDE, 15, step, tone="soft", anchor="end"),
    ]
    described = wrapped(situation, INSIDE, 13, 2)
    y = 34.0
    drawn += lines(0, y, described, size=13)
    y += len(described) * 17
    drawn += _waiting_line(scene, y)
    y += 17
    drawn.append(text(0, y, perspective, size=11, tone="soft", room=INSIDE))
    y += 8
    if scene.sentence:
        strip, height = _last(scene)
        drawn.append(group(*strip, at=(0, y)))
        y += height
    return Block(y, drawn, title=f"{scene.title}. {situation}")


def _waiting_line(scene: Scene, y: float) -> list[svg.Element]:
    """The signs and names of the seats that are to act, or of the winners."""
    language = scene.language
    if isinstance(scene.pending, AwaitChance):
        return [text(0, y, say(language, "chance"))]
    seats = scene.asked
    words = say(language, "turn")
    if isinstance(scene.pending, Finished):
        seats = tuple(each.seat for each in scene.standings if each.winner)
        words = say(language, "over" if not seats else "winner" if len(seats) == 1 else "winners")
    drawn: list[svg.Element] = [text(0, y, words)]
    x = width(words, 12) + 6
    for place, seat in enumerate(seats):
        room = min(18 + width(scene.names[seat], 12, bold=True) + 1, (INSIDE - x) / (len(seats) - place) - 6)
        drawn += named(scene, seat, x, y, room)
        x += room + 6
    return drawn


def _last(scene: Scene) -> tuple[list[svg.Element], float]:
    """The strip that tells the last action, outlined as what it changed is."""
    described = wrapped(scene.sentence or "", INSIDE - 18, 12, 5)
    height = 24 + len(described) * 15.6
    marked = say(scene.language, "marked")
    return [
        box(1, 1, INSIDE - 2, height - 2, fill="panel", stroke="mark", thick=2, radius=6),
        text(9, 16, say(scene.language, "last"), size=11, tone="mark", bold=True),
        text(INSIDE - 9, 16, marked, size=11, tone="soft", anchor="end"),
        *lines(9, 32, described),
    ], height
