"""The board of Halunken und Spelunken: taverns, the spaces before them, and the harbour."""

from typing import Final

import svg

from domain.games.halunken.meta import PILE, RogueColour
from domain.games.halunken.sentences import colour_names, rogue_name
from domain.games.halunken.view import HalunkenTavernView, HalunkenView
from replays.pictures.drawing import Drawn, box, circle, group, halo, line, outline, pill, ring, text
from replays.pictures.flow import Thing, flow, spots
from replays.pictures.games.halunken.narrator import HalunkenNarrator, pieces_at
from replays.pictures.games.halunken.pieces import black_jack_piece, open_rogue, rogue_card, suit
from replays.pictures.games.halunken.ring import HOUSE, Ring
from replays.pictures.places import Spot, moved, within
from replays.pictures.seats import letter_of, sign
from replays.pictures.sheet import INSIDE, Block, panel
from replays.pictures.text import width

MOST_WITHIN: Final = 8
"""So many rogues have room in the harbour within the ring; with more it is drawn below."""

ACROSS: Final = 4
CLOCKWISE: Final = "M-10-3A10 10 0 1 1-7.5 7M-2.6 8L-7.5 7L-6.8 12"


class HalunkenBoard:
    """The board of a position being drawn."""

    def __init__(self, narrator: HalunkenNarrator, ring: Ring) -> None:
        self.narrator = narrator
        self.scene = narrator.scene
        self.words = narrator.words
        self.view: HalunkenView = self.scene.view
        self.before: HalunkenView = self.scene.before
        self.ring = ring

    def block(self) -> Block:
        """The ring, over it who has still to move, and in it the harbour."""
        order, tall = self._order()
        street = [*self.ring.spaces, self.ring.spaces[0]]
        drawn: list[svg.Element] = [
            *(line(way, stroke="line", thick=6) for way in zip(self.ring.houses, self.ring.spaces, strict=True)),
            line(street, stroke="line", thick=10),
        ]
        for tavern in range(len(self.ring.houses)):
            title = self.narrator.tavern(tavern)
            drawn.append(group(*self._house(tavern), *self._space(tavern), title=title))
        middle, places = self._middle()
        places |= self._places()
        return Block(
            tall + self.ring.height,
            [*order, group(*drawn, *middle, at=(0, tall))],
            title=self.words["board"],
            places=moved(places, 0, tall),
        )

    def harbour(self) -> Block | None:
        """The harbour as a block of its own, where more lies there than has room within the ring."""
        if self._fits:
            return None
        rogues = self._rogues()
        drawn, height = flow(rogues, 10, 30, INSIDE - 20)
        places = within("harbour", self.words["harbour"], spots(rogues, 10, 30, INSIDE - 20))
        tall = height + 40
        whole = Spot(0, 0, INSIDE, tall, self.words["harbour"])
        title = self.narrator.say("harbour_told", rogues=self.narrator.rogues(self.view.harbour))
        label = text(10, 19, self.words["harbour"], bold=True)
        return Block(tall, [panel(tall), label, *drawn], title=title, places={"harbour": whole, **places})

    @property
    def _fits(self) -> bool:
        return len(self.view.harbour) <= MOST_WITHIN

    def _places(self) -> dict[str, Spot]:
        """The taverns and spaces, which can be marked."""
        say, (broad, tall) = self.narrator.say, HOUSE
        houses = {
            f"tavern:{tavern}": Spot(x - broad / 2, y - tall / 2, broad, tall, say("tavern", n=tavern))
            for tavern, (x, y) in enumerate(self.ring.houses)
        }
        spaces = {
            f"space:{tavern}": Spot(x - 13, y - 13, 26, 26, say("space", n=tavern))
            for tavern, (x, y) in enumerate(self.ring.spaces)
        }
        return houses | spaces

    def _order(self) -> tuple[list[svg.Element], float]:
        """Who has still to move, how far, and what Rum counts as; and the height of it."""
        view = self.view
        drawn: list[svg.Element] = []
        x = 0.0
        if view.rum is not None:
            words = self.narrator.say("rum_is", n=view.rum)
            drawn += pill(x, 2, width(words, 12, bold=True) + 14, words, fill="back")
            x += width(words, 12, bold=True) + 26
        if view.to_move:
            drawn.append(text(x, 14, self.words["to_move"]))
            x += width(self.words["to_move"], 12) + 18
        for move in view.to_move:
            piece = black_jack_piece(9) if isinstance(move.piece, str) else str(sign(move.piece, 0, 0, 7))
            drawn += [group(Drawn(piece), at=(x, 10)), text(x + 13, 14, str(move.steps), bold=True)]
            x += 20 + width(str(move.steps), 12, bold=True) + 8
        return drawn, 22 if drawn else 0

    def _house(self, tavern: int) -> list[svg.Element]:
        """A tavern: its number, a back for each rogue face down, and the open rogue."""
        x, y = self.ring.houses[tavern]
        there: HalunkenTavernView = self.view.taverns[tavern]
        left, top = x - HOUSE[0] / 2, y - HOUSE[1] / 2
        drawn: list[svg.Element] = [
            box(left, top, *HOUSE, fill="panel", stroke="line", radius=5),
            text(left + 4, top + 13.5, str(tavern), size=12, tone="soft"),
        ]
        drawn += [
            box(left + HOUSE[0] - 7 - 6 * below, top + 4, 4.5, 10, fill="back", stroke="edge", radius=1)
            for below in range(min(there.face_down, PILE))
        ]
        if there.open is None:
            drawn.append(box(left + 3.5, top + 18.5, HOUSE[0] - 7, 26, fill=None, stroke="line", radius=4, dash=(3, 3)))
        else:
            drawn.append(Drawn(open_rogue(there.open, left + 3, top + 18)))
        if self.before.taverns[tavern] != there:
            drawn.append(halo(left, top, *HOUSE, radius=5))
        return drawn

    def _space(self, tavern: int) -> list[svg.Element]:
        """The space before a tavern, and who stands there: side by side, if there are several."""
        x, y = self.ring.spaces[tavern]
        pieces, before = pieces_at(self.view, tavern), pieces_at(self.before, tavern)
        if not pieces:
            gone = [ring(x, y, 8, dash=(3, 2))] if before else []
            return [circle(x, y, 6, fill="paper", stroke="line"), *gone]
        drawn: list[svg.Element] = []
        for piece, place in zip(pieces, self.ring.side_by_side(tavern, len(pieces)), strict=True):
            if isinstance(piece, int):
                drawn.append(sign(piece, *place, 11, letter_of(self.scene, piece)))
            else:
                drawn.append(group(Drawn(black_jack_piece(12)), at=place))
            if piece not in before:
                drawn.append(ring(*place, 15.5 if len(pieces) == 1 else 13.5))
        if set(before) - set(pieces) and set(pieces) <= set(before):
            drawn.append(ring(x, y, 15.5, dash=(3, 2)))
        return drawn

    def _middle(self) -> tuple[list[svg.Element], dict[str, Spot]]:
        """Within the ring: the harbour, where the game has one, and the colours; the arrow is the way round."""
        if self.view.black_jack is None or not self._fits:
            return self._colours(self.ring.centre[1] - 34), {}
        (x, y), rogues, before = self.ring.harbour, self._rogues(), self.before.harbour
        top, gap = y + self.ring.cards, self.ring.gap
        across = min(len(rogues), ACROSS) * (36 + gap) - gap
        shown, height = flow(rogues, x - across / 2, top, across, gap=gap)
        if not shown:
            shown.append(text(x, top + 13, self.words["nothing"], size=12, tone="soft", anchor="middle"))
        drawn = [text(x, y, self.words["harbour"], bold=True, anchor="middle"), *shown]
        if set(before) - set(self.view.harbour):
            half = width(self.words["harbour"], 12, bold=True) / 2 + 5
            drawn.append(halo(x - half, y - 10, 2 * half, 11))
        title = self.narrator.say("harbour_told", rogues=self.narrator.rogues(self.view.harbour))
        places = {"harbour": Spot(x - 86, y - 16, 172, 30 + max(height, 20), self.words["harbour"])}
        places |= within("harbour", self.words["harbour"], spots(rogues, x - across / 2, top, across, gap=gap))
        room = self.ring.height > 300  # only the round ring has some left
        return [group(*drawn, title=title), *(self._colours(y + 72) if room else [])], places

    def _rogues(self) -> list[Thing]:
        before = self.before.harbour
        return [
            Thing(
                36,
                20,
                Drawn(rogue_card(rogue)),
                changed=rogue not in before,
                place=rogue,
                title=rogue_name(rogue, self.scene.language),
            )
            for rogue in self.view.harbour
        ]

    def _colours(self, y: float) -> list[svg.Element]:
        """Which sign is which colour; the order decides between equal values (H5.2). And the way round."""
        x, names = self.ring.centre[0], colour_names(self.scene.language)
        drawn: list[svg.Element] = [group(outline(CLOCKWISE, stroke="soft", thick=1.5), at=(x - 62, y + 32))]
        for place, colour in enumerate(reversed(RogueColour)):
            row = y + 18 * place
            drawn += [
                group(Drawn(suit(colour, 1.1)), at=(x - 26, row + 5)),
                text(x - 13, row + 9, names[colour], size=12),
            ]
        return [group(*drawn, title=self.words["legend"])]
