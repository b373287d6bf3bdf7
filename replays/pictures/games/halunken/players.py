"""What a player of Halunken und Spelunken has: the crew and the movement cards."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import svg

from domain.games.halunken.events import HalunkenPhase
from domain.games.halunken.meta import TAVERNS, MovementCard, Rogue, RogueColour
from domain.games.halunken.sentences import card_name, colour_names, rogue_name
from domain.games.halunken.view import HalunkenSeatView, HalunkenView
from domain.kernel.cards import HIDDEN
from replays.pictures.drawing import Drawn, box, group, halo, text
from replays.pictures.flow import Thing, flow, spots
from replays.pictures.games.halunken.narrator import HalunkenNarrator
from replays.pictures.games.halunken.pieces import FACE_DOWN, card_width, gone_rogue, movement_card, rogue_card, suit
from replays.pictures.places import Places, Spot, moved, within
from replays.pictures.seats import named
from replays.pictures.sheet import INSIDE, Block, panel, seat_places
from replays.pictures.text import width
from replays.pictures.words import say

LABELS: Final = 60
"""The width of the column that names what a player has; longer words take more."""

GAP: Final = 4
"""Between movement cards: their outlines touch no neighbours."""

LINE: Final = 19
"""The height of a second line of the heading."""

MOST_POINTS: Final = 199
"""More than anybody reaches, to know how much room a score takes at most."""


def state_of(card: Any, played: Sequence[Any], chosen: str | None, view: HalunkenView) -> str:
    """How a movement card lies: left to play, picked, open in this round, or played before."""
    if card not in played:
        return "picked" if card == chosen else "left"
    this_round = len(played) == view.round and view.phase is not HalunkenPhase.FINISHED
    return "open" if this_round and card == played[-1] else "played"


class HalunkenPlayerPanel:
    """One player being drawn."""

    def __init__(self, narrator: HalunkenNarrator, seat: int) -> None:
        self.narrator = narrator
        self.scene = narrator.scene
        self.words = narrator.words
        self.seat = seat
        self.player: HalunkenSeatView = self.scene.view.seats[seat]
        self.before: HalunkenSeatView = self.scene.before.seats[seat]

    def block(self) -> Block:
        """All of it."""
        rogues, movement_cards = list(self.crew()), list(self._movement_cards())
        begin = max(LABELS, *(22 + width(self.words[row], 12) for row in ("crew", "cards")))
        room = INSIDE - begin - 6
        crew, height = flow(rogues, begin, 0, room)
        if not crew:
            crew.append(text(begin, 14, self.words["nothing"], size=12, tone="soft"))
        cards, deep = flow(movement_cards, begin, 0, room, gap=GAP)
        top = 34 + LINE * self._takes_two_lines
        below = top + max(height, 20) + 8
        tall = below + deep + 9
        places = {
            **self._places("crew", top, below - top - 8, spots(rogues, begin, 0, room)),
            **self._places("cards", below, deep, spots(movement_cards, begin, 0, room, gap=GAP)),
        }
        drawn: list[svg.Element] = [
            panel(tall, strong=self.seat in self.scene.asked),
            *self._heading(),
            self._row("crew", 14, crew, top),
            self._row("cards", 15, cards, below),
        ]
        title = f"{self.scene.names[self.seat]}: {self.narrator.points(self.seat)}"
        return Block(tall, drawn, title=title, places=seat_places(self.scene, self.seat, tall, places))

    def _places(self, row: str, y: float, height: float, things: Places) -> dict[str, Spot]:
        """A row, and the things in it."""
        whole = Spot(4, y - 2, INSIDE - 8, height + 4, self.words[row])
        return {row: whole, **within(row, self.words[row], moved(things, 0, y))}

    def _row(self, name: str, base: float, things: Sequence[svg.Element], y: float) -> svg.Element:
        label = text(10, base, self.words[name], size=12, tone="soft")
        return group(label, *things, title=self.words[name], at=(0, y))

    def _heading(self) -> list[svg.Element]:
        """Name and score; between them, or below where a name would be cut, the tavern and the colour that doubles."""
        points, seat = self.narrator.points(self.seat), self.seat
        right = INSIDE - 10 - width(points, 13, bold=True)
        drawn: list[svg.Element] = [text(INSIDE - 10, 22, points, size=13, bold=True, anchor="end")]
        where = "" if self.player.captain is None else self.narrator.where(self.player.captain)
        doubled, broad = self.player.doubled, self.double_width
        if self._takes_two_lines:
            if doubled:
                drawn.append(group(*self.doubled(doubled, INSIDE - 10 - broad), at=(0, LINE)))
            drawn.append(text(26, 22 + LINE, where, size=12, tone="soft"))
            return [*named(self.scene, seat, 8, 22, right - 16, size=13), *drawn]
        if doubled:
            right -= broad + 8
            drawn += self.doubled(doubled, right)
        room = min(right - 18 - width(where, 12), self._room_of_name(seat))
        drawn.append(text(14 + room, 22, where, size=12, tone="soft"))
        return [*named(self.scene, seat, 8, 22, room, size=13), *drawn]

    @property
    def _takes_two_lines(self) -> bool:
        """Whether some name has no room beside all that can stand there: the same for all players, at every step."""
        points = width(say(self.scene.language, "points", n=MOST_POINTS), 13, bold=True)
        taken = points + self.double_width + width(self.narrator.where(TAVERNS - 1), 12)
        return any(self._room_of_name(seat) > INSIDE - 36 - taken for seat in range(len(self.scene.names)))

    def _room_of_name(self, seat: int) -> float:
        return 20 + width(self.scene.names[seat], 13, bold=True)

    @property
    def double_width(self) -> float:
        """How wide the word for it is, with the sign."""
        return width(self.words["double"], 12, bold=True) + 32

    def doubled(self, colour: RogueColour, x: float) -> Iterator[svg.Element]:
        """The sign of the colour that counts double, and the word for it, from x on."""
        broad = self.double_width
        yield group(
            box(x + 0.5, 9.5, broad - 1, 16, fill="card", stroke="line", radius=8),
            text(x + 23, 22, self.words["double"], bold=True),
            group(Drawn(suit(colour, 0.9)), at=(x + 12, 17.5)),
            title=self.narrator.say("doubled", colour=colour_names(self.scene.language)[colour]),
        )
        if self.before.doubled != colour:
            yield halo(x, 9, broad, 17, radius=8)

    def crew(self) -> Iterator[Thing]:
        """The rogues; one that has just gone is still there, struck through."""
        for rogue in Rogue:
            if rogue in self.player.crew:
                new, title = rogue not in self.before.crew, rogue_name(rogue, self.scene.language)
                yield Thing(36, 20, Drawn(rogue_card(rogue)), changed=new, place=rogue, title=title)
            elif rogue in self.before.crew:
                yield Thing(36, 20, Drawn(gone_rogue(rogue)), changed=True)

    def _movement_cards(self) -> Iterator[Thing]:
        """All eight, those played dimmed; at the end what was picked, if it is hidden."""
        player, before = self.player, self.before
        for card in MovementCard:
            if card in player.played or card in player.cards:
                new = card in player.played and card not in before.played
                picked = card == player.chosen and before.chosen is None
                shown = movement_card(card, state_of(card, player.played, player.chosen, self.scene.view))
                changed, title = new or picked, card_name(card, self.scene.language)
                yield Thing(card_width(card), 22, Drawn(shown), changed=changed, place=card, title=title)
        if player.chosen == HIDDEN:
            yield Thing(18, 22, Drawn(FACE_DOWN), changed=before.chosen is None)
