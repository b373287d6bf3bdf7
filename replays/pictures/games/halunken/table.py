"""Halunken und Spelunken: the board, Black Jack, and what each player has."""

from collections.abc import Iterator
from typing import Any

import svg
from msgspec.structs import replace

from domain.games.halunken.sentences import card_name
from domain.games.halunken.view import HalunkenBlackJackView, HalunkenView
from domain.kernel.languages import Language
from replays.pictures.drawing import Drawn, halo, text
from replays.pictures.flow import Thing, flow, spots
from replays.pictures.games.halunken.board import HalunkenBoard
from replays.pictures.games.halunken.narrator import HalunkenNarrator
from replays.pictures.games.halunken.pieces import black_jack_piece, card_width, movement_card
from replays.pictures.games.halunken.players import GAP, HalunkenPlayerPanel, state_of
from replays.pictures.games.halunken.ring import round_ring
from replays.pictures.places import Spot, within
from replays.pictures.scene import Scene
from replays.pictures.sheet import INSIDE, Block, page, panel
from replays.pictures.text import width, wrapped


class HalunkenTable:
    """A position of Halunken und Spelunken being drawn."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: HalunkenView = scene.view
        self.before: HalunkenView = scene.before
        self.narrator = HalunkenNarrator(scene)
        self.words = self.narrator.words

    def drawn(self) -> str:
        """The whole picture."""
        view = self.view
        board = HalunkenBoard(self.narrator, round_ring())
        harbour = board.harbour()
        seats = [HalunkenPlayerPanel(self.narrator, seat).block() for seat in range(len(view.seats))]
        blocks = [
            board.block(),
            *([harbour] if harbour else []),
            *([self.black_jack(view.black_jack)] if view.black_jack else []),
            *(replace(seat, aside=True) for seat in seats),
        ]
        situation, tells = self.narrator.situation(), self.narrator.tells_awaited()
        return page(self.scene, situation, blocks, list(self.narrator.position()), tells_awaited=tells)

    # --- Black Jack ---

    def black_jack(self, jack: HalunkenBlackJackView) -> Block:
        """His cards and who controls him."""
        before = self.before.black_jack or jack
        facts = self.narrator.black_jack_line(jack)
        things = list(black_jack_cards(self.view, jack, before, self.scene.language))
        described = wrapped(facts, INSIDE - 20, 12, 3)
        below = 40 + 16 * len(described)
        cards, height = flow(things, 10, below, INSIDE - 20, gap=GAP)
        name = self.words["black_jack"]
        on_cards = within("black-jack", name, spots(things, 10, below, INSIDE - 20, gap=GAP))
        tall = below + height + 9
        drawn: list[svg.Element] = [
            panel(tall),
            Drawn(f'<g transform="translate(20 19)">{black_jack_piece(11)}</g>'),
            text(38, 23, self.words["black_jack"], size=13, bold=True),
            text(INSIDE - 10, 23, self.narrator.where(jack.tavern), size=12, tone="soft", anchor="end"),
            *(text(10, 47 + 16 * row, words) for row, words in enumerate(described)),
            *cards,
        ]
        if self._auction(before) != self._auction(jack):
            broad = max(width(words, 12) for words in described)
            drawn.append(halo(7, 36, broad + 7, 16 * len(described) - 2))
        places = {"black-jack": Spot(0, 0, INSIDE, tall, name), **on_cards}
        return Block(tall, drawn, title=f"{name}: {facts}", places=places)

    @staticmethod
    def _auction(jack: HalunkenBlackJackView) -> Any:
        return jack.opener, jack.bid, jack.passed, jack.controller, jack.chosen


def black_jack_cards(
    view: HalunkenView, jack: HalunkenBlackJackView, before: HalunkenBlackJackView, language: Language
) -> Iterator[Thing]:
    """Black Jack's movement cards: those that are left, picked and used."""
    for card in sorted((*jack.cards, *jack.turned), key=lambda card: str(card).rjust(2)):
        new = card in jack.turned and card not in before.turned
        picked = card == jack.chosen and before.chosen is None
        shown = movement_card(str(card), state_of(card, jack.turned, jack.chosen, view))
        changed, title = new or picked, card_name(card, language)
        yield Thing(card_width(str(card)), 22, Drawn(shown), changed=changed, place=str(card), title=title)
