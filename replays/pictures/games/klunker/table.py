"""Klunker: the four places of each player (K1.4), and what lies in the middle."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import svg
from msgspec.structs import replace

from domain.games.klunker.meta import SET_SIZE, Jewel
from domain.games.klunker.sentences import jewel_names
from domain.games.klunker.view import KlunkerSeatView, KlunkerView
from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.words import Words
from replays.pictures.cards import CARD, faceless, faded, front
from replays.pictures.drawing import Drawn, box, change, circle, group, halo, pill, text
from replays.pictures.flow import Thing, flow, spots
from replays.pictures.games.klunker.narrator import KlunkerNarrator
from replays.pictures.games.klunker.words import WORDS
from replays.pictures.places import Spot, moved, within
from replays.pictures.scene import Scene
from replays.pictures.seats import named, sign
from replays.pictures.sheet import INSIDE, Block, page, panel, seat_places
from replays.pictures.text import width

COLOURS: Final[dict[Jewel, str]] = {
    Jewel.TONGUE_PIERCING: "purple",
    Jewel.EARRINGS: "sky",
    Jewel.GOLD_TEETH: "yellow",
    Jewel.SHOES: "vermilion",
    Jewel.TIARA: "orange",
    Jewel.MONOCLE: "green",
    Jewel.NECKLACE: "blue",
}

ICONS: Final[dict[Jewel, str]] = {
    Jewel.TONGUE_PIERCING: "M5 4v8a7 7 0 0 0 14 0V4M12 4v6M9.5 13.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0Z",
    Jewel.EARRINGS: "M7.5 3v5M16.5 3v5M7.5 8l3.5 6.5a4 4 0 1 1-7 0ZM16.5 8l3.5 6.5a4 4 0 1 1-7 0Z",
    Jewel.GOLD_TEETH: "M6 4c2-1.5 4 .5 6 .5s4-2 6-.5c2.5 2 1.5 6 .5 9s-1 8-2.7 8-1.6-6-3.8-6-2.1 6-3.8 6"
    "-1.7-5-2.7-8-1.5-7 1-9Z",
    Jewel.SHOES: "M3 8l3-4c4 4.5 8 7 13 8.5c2.5 1 3 4.5 1 4.5h-7c-4-1-7-5-10-9ZM4.5 10v9.5",
    Jewel.TIARA: "M3 18.5h18l1-11-5.5 5L12 4l-4.5 8.5L2 7.5ZM3 21.5h18",
    Jewel.MONOCLE: "M3.5 9.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0ZM15 14c3.5 1.5 1 4.5 5.5 7.5",
    Jewel.NECKLACE: "M3.5 3c0 8 3.5 12 8.5 12s8.5-4 8.5-12M12 15l3 3.5-3 3.5-3-3.5Z",
}
"""What is drawn on the card of each jewel, in a square of 24."""

LABELS: Final = 84
"""The width of the column that names the places."""


def jewel_card(jewel: Jewel) -> str:
    """The card of a jewel, drawn from (0, 0)."""
    return front(ICONS[jewel], COLOURS[jewel])


class KlunkerTable:
    """A position of Klunker being drawn."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: KlunkerView = scene.view
        self.before: KlunkerView = scene.before
        self.narrator = KlunkerNarrator(scene)
        self.words = WORDS[scene.language]
        self.jewels = jewel_names(scene.language)

    def drawn(self) -> str:
        """The whole picture."""
        seats = [self.seat(seat) for seat in range(len(self.view.seats))]
        rows = [replace(one, aside=seat % 2 == 1) for seat, one in enumerate(seats)]
        middle = replace(self.middle(), aside=len(seats) % 2 == 1)
        blocks = [*rows, middle, replace(self.legend(), aside=True)]
        situation, tells = self.narrator.situation(), self.narrator.tells_awaited()
        return page(self.scene, situation, blocks, list(self.narrator.position()), tells_awaited=tells)

    def seat(self, seat: int) -> Block:
        """The places of one player."""
        player = self.view.seats[seat]
        before = self.before.seats[seat]
        rows: list[svg.Element] = []
        places = {"banknotes": Spot(INSIDE - 66, 6, 60, 20, self.words["banknotes"])}
        y = 34.0
        begin = max(LABELS, *(24 + width(self.words[name], 12) for name in ("hand", "showcase", "safe")))
        for name, things in (
            ("hand", self._hand(player, before)),
            ("showcase", self._showcase(player, before)),
            ("safe", self._safe(player, before)),
        ):
            drawn, height = flow(things, begin, 0, INSIDE - begin - 8)
            tall = max(height, CARD)
            places[name] = Spot(4, y - 2, INSIDE - 8, tall + 4, self.words[name])
            places |= within(name, self.words[name], moved(spots(things, begin, 0, INSIDE - begin - 8), 0, y))
            label = text(10, 16, self.words[name], size=12, tone="soft")
            empty = [] if drawn else [text(begin, 16, self.words["nothing"], size=12, tone="soft")]
            rows.append(group(label, *empty, *drawn, title=self.words[name], at=(0, y)))
            y += tall + 8
        frame = panel(y, strong=seat in self.scene.asked)
        drawn = [frame, *self._heading(seat, player, before), *rows]
        return Block(y, drawn, title=self.scene.names[seat], places=seat_places(self.scene, seat, y, places))

    def _heading(self, seat: int, player: KlunkerSeatView, before: KlunkerSeatView) -> list[svg.Element]:
        by = change(player.banknotes, before.banknotes)
        drawn = banknotes(INSIDE - 66, 8, player.banknotes, by)
        right = INSIDE - 74 - (width(by, 12, bold=True) + 4 if by else 0)
        flags, right = pills(self.scene, self.words, seat, right, 9)
        return [*named(self.scene, seat, 8, 22, right - 10, size=13), *drawn, *flags]

    def _hand(self, player: KlunkerSeatView, before: KlunkerSeatView) -> list[Thing]:
        things = []
        for place, card in enumerate(player.hand):
            if card in {HIDDEN, UNKNOWN}:
                things.append(Thing(CARD, CARD, Drawn(faceless(card))))
            else:
                number = player.hand[:place].count(card) + 1
                name = card if number == 1 else f"{card}:{number}"
                things.append(Thing(CARD, CARD, Drawn(jewel_card(Jewel(card))), place=name, title=self.jewels[card]))
        if by := change(len(player.hand), len(before.hand)):
            things.append(Thing(0, CARD, svg.G(), by=by))
        return things

    def _showcase(self, player: KlunkerSeatView, before: KlunkerSeatView) -> list[Thing]:
        return self._counted(Counter(player.showcase), Counter(before.showcase))

    def _safe(self, player: KlunkerSeatView, before: KlunkerSeatView) -> list[Thing]:
        things = []
        for jewel in Jewel:
            now, then = player.safe.get(jewel, 0), before.safe.get(jewel, 0)
            if now or then:
                drawn, by = self._set(jewel, now), change(now, then)
                things.append(Thing(CARD, CARD + 9, drawn, by=by, place=jewel, title=self.jewels[jewel]))
        return things

    def _set(self, jewel: Jewel, number: int) -> svg.Element:
        """A type in a safe, and how far it is from the four that are sold (K5.1)."""
        steps = [
            box(0.5 + place * 6.3, CARD + 3.5, 4.5, 4.5, fill="ink" if place < number else None, stroke="ink", radius=1)
            for place in range(SET_SIZE)
        ]
        more = [text(CARD + 2, CARD + 8, f"+{number - SET_SIZE}", size=12, bold=True)] if number > SET_SIZE else []
        title = f"{number}/{SET_SIZE} {self.jewels[jewel]}"
        return group(_shown(jewel, present=number > 0), *steps, *more, title=title)

    def _counted(self, now: Mapping[Jewel, int], before: Mapping[Jewel, int]) -> list[Thing]:
        """Cards by type, with their number; a type that has just gone is still there, faded."""
        things = []
        for jewel in Jewel:
            number, then = now.get(jewel, 0), before.get(jewel, 0)
            if number or then:
                count = text(CARD + 3, 17, f"×{number}", bold=True)
                drawn = group(
                    _shown(jewel, present=number > 0), count, title=self.words("jewels", jewel=jewel, n=number)
                )
                broad, by = CARD + 5 + width(f"×{number}", 12), change(number, then)
                things.append(Thing(broad, CARD, drawn, by=by, place=jewel, title=self.jewels[jewel]))
        return things

    # --- the middle ---

    def middle(self) -> Block:
        """The deck, the buying cards and what is out of the game."""
        view, before = self.view, self.before
        drawn: list[svg.Element] = [
            text(10, 17, self.words["deck"], size=12, tone="soft"),
            *self._deck(10, 24, change(view.deck, before.deck)),
            text(104, 17, self.words["buying"], size=12, tone="soft"),
            *self._buying_cards(104, 24),
        ]
        gone, height = flow(self._counted(view.out_of_game, before.out_of_game), LABELS + 30, 58, INSIDE - LABELS - 38)
        places = {
            "deck": Spot(4, 2, 90, 50, self.words["deck"]),
            "buying-cards": Spot(98, 2, 14 + 46 * len(view.seats), 50, self.words["buying"]),
        }
        tall = 56.0
        if gone:
            drawn += [text(10, 75, self.words["gone"], size=12, tone="soft"), *gone]
            tall = 58 + height + 8
            places["out-of-game"] = Spot(4, 56, INSIDE - 8, tall - 60, self.words["gone"])
        return Block(tall, [panel(tall), *drawn], title=self.words["middle"], places=places)

    def _deck(self, x: float, y: float, by: str) -> list[svg.Element]:
        count = f"×{self.view.deck}"
        drawn: list[svg.Element] = [
            group(Drawn(faceless(HIDDEN)), text(CARD + 5, 17, count, bold=True), at=(x, y)),
        ]
        if by:
            broad = CARD + 6 + width(count, 12, bold=True)
            drawn += [
                halo(x, y, broad, CARD, radius=4),
                text(x + broad + 4, y + 17, by, size=12, tone="mark", bold=True),
            ]
        return drawn

    def _buying_cards(self, x: float, y: float) -> list[svg.Element]:
        """Numbered cards, each with the sign of who has it."""
        owners = {player.buying_card: seat for seat, player in enumerate(self.view.seats)}
        before = {player.buying_card for player in self.before.seats}
        drawn: list[svg.Element] = []
        for number in range(1, len(self.view.seats) + 1):
            drawn.append(box(x, y, 40, CARD, fill="card", stroke="edge", radius=4))
            drawn.append(text(x + 8, y + 17, str(number), bold=True))
            if number in owners:
                drawn.append(sign(owners[number], x + 28, y + 12, 7))
            if (number in owners) != (number in before):
                drawn.append(halo(x, y, 40, CARD, radius=4))
            x += 46
        return drawn

    def legend(self) -> Block:
        """Which picture is which jewel."""
        things = [
            Thing(
                CARD + 6 + width(self.jewels[jewel], 12),
                CARD,
                group(Drawn(jewel_card(jewel)), text(CARD + 5, 16, self.jewels[jewel], size=12)),
            )
            for jewel in Jewel
        ]
        drawn, height = flow(things, 0, 0, INSIDE, gap=8)
        return Block(height, drawn, title=self.words["legend"])


def _shown(jewel: Jewel, *, present: bool) -> svg.Element:
    card = jewel_card(jewel)
    return Drawn(card) if present else faded(card)


def pills(scene: Scene, words: Words, seat: int, right: float, y: float) -> tuple[list[svg.Element], float]:
    """What lies before a player, in words, up to `right`; and where that begins."""
    drawn: list[svg.Element] = []
    for shown, fill, changed in _flags(scene, words, seat):
        broad = width(shown, 12, bold=True) + 14
        right -= broad
        drawn += pill(right, y, broad, shown, fill=fill)
        if changed:
            drawn.append(halo(right, y, broad, 16, radius=8))
        right -= 6
    return drawn, right


def _flags(scene: Scene, words: Words, seat: int) -> Iterator[tuple[str, str, bool]]:
    """Words, their tone, and whether they are new: the buying card, and who starts."""
    player, before = scene.view.seats[seat], scene.before.seats[seat]
    if player.buying_card is not None:
        yield words("buys_nth", n=player.buying_card), "ink", before.buying_card is None
    if seat == scene.view.start_seat:
        yield words["start"], "back", scene.before.start_seat != seat


def banknotes(x: float, y: float, number: int, by: str) -> list[svg.Element]:
    """A banknote with the number of those in the bank, and by how much it has changed."""
    drawn: list[svg.Element] = [
        box(x, y + 1, 26, 16, fill="green", stroke="edge", radius=2),
        circle(x + 13, y + 9, 4, fill=None, stroke="dark"),
        text(x + 31, y + 14, f"×{number}", size=14, bold=True),
    ]
    if by:
        drawn += [halo(x, y - 1, 60, 20), text(x - 4, y + 14, by, size=12, tone="mark", bold=True, anchor="end")]
    return drawn
