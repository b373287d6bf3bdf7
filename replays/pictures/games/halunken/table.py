"""Halunken und Spelunken: the fourteen taverns around the harbour (H1.4), Black Jack, and what each player has."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any, Final

import svg

from domain.games.halunken.meta import PILE, TAVERNS, RogueColour
from domain.games.halunken.sentences import COLOUR_NAMES, card_name
from domain.games.halunken.view import HalunkenBlackJackView, HalunkenTavernView, HalunkenView
from replays.pictures.drawing import Drawn, box, circle, group, halo, line, outline, pill, ring, rounded, text
from replays.pictures.flow import Thing, flow, spots
from replays.pictures.games.halunken.narrator import HalunkenNarrator, piece_at
from replays.pictures.games.halunken.pieces import (
    black_jack_piece,
    card_width,
    movement_card,
    open_rogue,
    rogue_card,
    suit,
)
from replays.pictures.games.halunken.players import HalunkenPlayerPanel, state_of
from replays.pictures.games.halunken.words import WORDS
from replays.pictures.places import Spot, moved, within
from replays.pictures.scene import Scene
from replays.pictures.seats import letter_of, sign
from replays.pictures.sheet import INSIDE, Block, page, panel
from replays.pictures.text import width

# --- where things stand ----------------------------------------------------------------------------------------------

CENTRE: Final = (INSIDE / 2, 206.0)
HOUSES: Final = (150.0, 179.0)
"""Half the width and height of the ellipse on which the taverns stand."""
STREET: Final = (105.0, 134.0)
"""The same of the one with the spaces before them."""
HOUSE: Final = (42.0, 48.0)


@cache
def around(reach: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """A point for each tavern on an ellipse, clockwise from the top, all equally far from each other along it."""
    steps = 2000
    points = [
        (CENTRE[0] + reach[0] * sin(2 * pi * step / steps), CENTRE[1] - reach[1] * cos(2 * pi * step / steps))
        for step in range(steps + 1)
    ]
    walked = [0.0]
    for (x, y), (to_x, to_y) in pairwise(points):
        walked.append(walked[-1] + hypot(to_x - x, to_y - y))
    places, step = [], 0
    for tavern in range(TAVERNS):
        while walked[step] < walked[-1] * tavern / TAVERNS:
            step += 1
        places.append(points[step])
    return tuple(places)


class HalunkenTable:
    """A position of Halunken und Spelunken being drawn."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: HalunkenView = scene.view
        self.before: HalunkenView = scene.before
        self.language = scene.language
        self.narrator = HalunkenNarrator(scene)
        self.words = WORDS[scene.language]

    def drawn(self) -> str:
        """The whole picture."""
        view = self.view
        black_jack = [self.black_jack(view.black_jack)] if view.black_jack else []
        seats = [HalunkenPlayerPanel(self.narrator, seat).block() for seat in range(len(view.seats))]
        blocks = [self.board(), *black_jack, *seats, self.legend()]
        return page(self.scene, self.narrator.situation(), blocks, list(self.narrator.position()))

    # --- the board ---

    def board(self) -> Block:
        """Taverns, spaces and harbour."""
        ways = zip(around(HOUSES), around(STREET), strict=True)
        drawn: list[svg.Element] = [
            *(line(way, stroke="line", thick=6) for way in ways),
            svg.Ellipse(
                cx=CENTRE[0],
                cy=CENTRE[1],
                rx=STREET[0],
                ry=STREET[1],
                class_=["f-panel", "s-line"],
                stroke_width=10,
            ),
        ]
        for tavern, (house, space) in enumerate(zip(around(HOUSES), around(STREET), strict=True)):
            drawn.append(
                group(*self._house(tavern, *house), *self._space(tavern, *space), title=self.narrator.tavern(tavern))
            )
        drawn += self._harbour()
        order, tall = self._order()
        return Block(
            tall + CENTRE[1] * 2 - 2,
            [*order, group(*drawn, at=(0, tall))],
            title=self.words["board"],
            places=moved(self._places(), 0, tall),
        )

    def _places(self) -> dict[str, Spot]:
        """What can be marked of the board."""
        say, (x, y) = self.narrator.say, CENTRE
        houses = {
            f"tavern:{tavern}": Spot(left - HOUSE[0] / 2, top - HOUSE[1] / 2, *HOUSE, say("tavern", n=tavern))
            for tavern, (left, top) in enumerate(around(HOUSES))
        }
        spaces = {
            f"space:{tavern}": Spot(left - 13, top - 13, 26, 26, say("space", n=tavern))
            for tavern, (left, top) in enumerate(around(STREET))
        }
        if self.view.black_jack is None:
            return houses | spaces
        rows = max(1, (len(self.view.harbour) + 3) // 4)
        return houses | spaces | {"harbour": Spot(x - 86, y - 72, 172, 30 + 26 * rows, self.words["harbour"])}

    def _order(self) -> tuple[list[svg.Element], float]:
        """Who has still to move, how far, and what Rum counts as; and the height of it."""
        view = self.view
        drawn: list[svg.Element] = []
        x = 0.0
        if view.rum is not None:
            words = self.narrator.say("rum_is", n=view.rum)
            drawn += pill(x, 2, width(words, 11, bold=True) + 14, words, fill="back")
            x += width(words, 11, bold=True) + 26
        if view.to_move:
            drawn.append(text(x, 14, self.words["to_move"]))
            x += width(self.words["to_move"], 12) + 12
        for move in view.to_move:
            piece = black_jack_piece(9) if isinstance(move.piece, str) else str(sign(move.piece, 0, 0, 7))
            drawn += [group(Drawn(piece), at=(x, 10)), text(x + 13, 14, str(move.steps), bold=True)]
            x += 20 + width(str(move.steps), 12, bold=True) + 8
        return drawn, 22 if drawn else 0

    def _house(self, tavern: int, x: float, y: float) -> list[svg.Element]:
        """A tavern: its number, a back for each rogue face down, and the open rogue."""
        there: HalunkenTavernView = self.view.taverns[tavern]
        left, top = x - HOUSE[0] / 2, y - HOUSE[1] / 2
        drawn: list[svg.Element] = [
            box(left, top, *HOUSE, fill="panel", stroke="line", radius=5),
            text(left + 4, top + 13, str(tavern), size=11, tone="soft"),
        ]
        drawn += [
            box(left + HOUSE[0] - 8 - 7 * below, top + 4, 5.5, 10, fill="back", stroke="edge", radius=1)
            for below in range(min(there.face_down, PILE))
        ]
        if there.open is None:
            drawn.append(box(left + 3.5, top + 18.5, HOUSE[0] - 7, 26, fill=None, stroke="line", radius=4, dash=(3, 3)))
        else:
            drawn.append(Drawn(open_rogue(there.open, left + 3, top + 18)))
        if self.before.taverns[tavern] != there:
            drawn.append(halo(left, top, *HOUSE, radius=5))
        return drawn

    def _space(self, tavern: int, x: float, y: float) -> list[svg.Element]:
        """The space before a tavern, and who stands there."""
        piece = piece_at(self.view, tavern)
        drawn: list[svg.Element] = []
        if piece is None:
            drawn.append(circle(x, y, 6, fill="paper", stroke="line"))
        elif isinstance(piece, int):
            drawn.append(sign(piece, x, y, 11, letter_of(self.scene, piece)))
        else:
            drawn.append(Drawn(f'<g transform="translate({rounded(x)} {rounded(y)})">{black_jack_piece(12)}</g>'))
        before = piece_at(self.before, tavern)
        if before != piece:
            drawn.append(ring(x, y, 8, dash=(3, 2)) if piece is None else ring(x, y, 15.5))
        return drawn

    def _harbour(self) -> list[svg.Element]:
        """The rogues in the harbour, and the way round."""
        x, y = CENTRE
        clockwise = outline("M-10-3A10 10 0 1 1-7.5 7M-2.6 8L-7.5 7L-6.8 12", stroke="soft", thick=1.5)
        if self.view.black_jack is None:
            return [group(clockwise, at=(x, y))]
        middle: list[svg.Element] = [group(clockwise, at=(x, y - 92))]
        before = self.before.harbour
        rogues = [Thing(36, 20, Drawn(rogue_card(rogue)), changed=rogue not in before) for rogue in self.view.harbour]
        middle.append(text(x, y - 56, self.words["harbour"], bold=True, anchor="middle"))
        across = min(len(rogues), 4) * 41 - 5
        shown, _ = flow(rogues, x - across / 2, y - 44, across)
        if not shown:
            shown.append(text(x, y - 32, self.words["nothing"], size=11, tone="soft", anchor="middle"))
        if set(before) - set(self.view.harbour):
            middle.append(halo(x - 40, y - 69, 80, 18))
        return [
            group(
                *middle, *shown, title=self.narrator.say("harbour_told", rogues=self.narrator.rogues(self.view.harbour))
            )
        ]

    # --- Black Jack ---

    def black_jack(self, jack: HalunkenBlackJackView) -> Block:
        """His cards and who controls him."""
        before = self.before.black_jack or jack
        facts = " · ".join(self.narrator.black_jack_facts(jack))
        things = list(self._black_jack_cards(jack, before))
        cards, height = flow(things, 10, 54, INSIDE - 20, gap=3)
        name = self.words["black_jack"]
        on_cards = within("black-jack", name, spots(things, 10, 54, INSIDE - 20, gap=3))
        tall = 54 + height + 9
        drawn: list[svg.Element] = [
            panel(tall),
            Drawn(f'<g transform="translate(20 19)">{black_jack_piece(11)}</g>'),
            text(38, 23, self.words["black_jack"], size=13, bold=True),
            text(INSIDE - 10, 23, self.narrator.where(jack.tavern), size=11, tone="soft", anchor="end"),
            text(10, 44, facts, room=INSIDE - 20),
            *cards,
        ]
        if self._auction(before) != self._auction(jack):
            drawn.append(halo(6, 31, INSIDE - 12, 18))
        places = {"black-jack": Spot(0, 0, INSIDE, tall, name), **on_cards}
        return Block(tall, drawn, title=f"{name}: {facts}", places=places)

    @staticmethod
    def _auction(jack: HalunkenBlackJackView) -> Any:
        return jack.opener, jack.bid, jack.passed, jack.controller, jack.chosen

    def _black_jack_cards(self, jack: HalunkenBlackJackView, before: HalunkenBlackJackView) -> Iterator[Thing]:
        for card in sorted((*jack.cards, *jack.turned), key=lambda card: str(card).rjust(2)):
            new = card in jack.turned and card not in before.turned
            picked = card == jack.chosen and before.chosen is None
            shown = movement_card(str(card), state_of(card, jack.turned, jack.chosen, self.view))
            changed, title = new or picked, card_name(card)
            yield Thing(card_width(str(card)), 22, Drawn(shown), changed=changed, place=str(card), title=title)

    def legend(self) -> Block:
        """Which sign is which colour; the order decides between equal values (H5.2)."""
        names = COLOUR_NAMES[self.language]
        things = [
            Thing(
                18 + width(names[colour], 11),
                18,
                group(group(Drawn(suit(colour, 1.1)), at=(7, 9)), text(17, 13, names[colour], size=11)),
            )
            for colour in reversed(RogueColour)
        ]
        drawn, height = flow(things, 0, 0, INSIDE, gap=12)
        return Block(height, drawn, title=self.words["legend"])
