"""Klunker on a phone: a table with a column for each jewel, and the three places of each player below one another."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import svg
from msgspec import Struct

from domain.games.klunker.meta import SET_SIZE, Jewel
from domain.games.klunker.sentences import jewel_names
from domain.games.klunker.view import KlunkerSeatView, KlunkerView
from domain.kernel.cards import HIDDEN, UNKNOWN
from replays.pictures.cards import CARD, faceless
from replays.pictures.drawing import Drawn, box, change, group, halo, line, text
from replays.pictures.games.klunker.narrator import KlunkerNarrator
from replays.pictures.games.klunker.table import banknotes, jewel_card, pills
from replays.pictures.games.klunker.words import WORDS
from replays.pictures.places import Spot, within
from replays.pictures.scene import Scene
from replays.pictures.seats import named
from replays.pictures.sheet import INSIDE, Block, page, panel, seat_places
from replays.pictures.text import width

LABELS: Final = 92
"""The width of the column that names the places."""

COVERED: Final = 50.0
"""Where it tells what is hidden of a hand."""

COLUMN: Final = (INSIDE - LABELS - 4) / len(Jewel)
ROW: Final = 19
BASE: Final = 14
"""The height of a line, and how far down in it words stand."""

TOP: Final = 23
"""The height of the line with a player's name."""


class _Place(Struct, frozen=True):
    """The cards in a place: how many of each jewel, now and before, and those that aren't known, by their back."""

    name: str
    now: Mapping[Any, int]
    before: Mapping[Any, int]


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return KlunkerCompactTable(scene).drawn()


class KlunkerCompactTable:
    """A position of Klunker being drawn for a phone."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: KlunkerView = scene.view
        self.before: KlunkerView = scene.before
        self.narrator = KlunkerNarrator(scene)
        self.words = WORDS[scene.language]
        self.jewels = jewel_names(scene.language)

    def drawn(self) -> str:
        """The whole picture."""
        seats = [self._seat(seat) for seat in range(len(self.view.seats))]
        blocks = [self._middle(), *seats]
        return page(self.scene, self.narrator.situation(), blocks, list(self.narrator.position()))

    def _middle(self) -> Block:
        """The head of the table: a card of each jewel; before it how many are left in the deck."""
        drawn: list[svg.Element] = [
            text(4, 12, self.words["deck"], size=12, tone="soft"),
            text(4, 28, str(self.view.deck), size=15, bold=True),
        ]
        if by := change(self.view.deck, self.before.deck):
            drawn.append(text(8 + width(str(self.view.deck), 15, bold=True), 28, by, tone="mark", bold=True))
        for place, jewel in enumerate(Jewel):
            card = Drawn(jewel_card(jewel))
            drawn.append(group(card, title=self.jewels[jewel], at=(_centre(place) - CARD / 2, 4)))
        places = {"deck": Spot(0, 0, 70, 30, self.words["deck"])}
        height = 32.0
        if gone := self.view.out_of_game:
            title = self.words["gone"]
            drawn.append(text(4, 33 + BASE, title, size=12, tone="soft"))
            drawn += self._numbers(_Place(title, gone, self.before.out_of_game), 33 + BASE)
            places["out-of-game"] = Spot(0, 33, INSIDE, ROW - 1, title)
            height = 34.0 + ROW
        return Block(height, drawn, self.words["middle"], places)

    def _seat(self, seat: int) -> Block:
        """A player: name, money, and a line for each place."""
        player, before = self.view.seats[seat], self.before.seats[seat]
        drawn: list[svg.Element] = []
        places: dict[str, Spot] = {"banknotes": Spot(INSIDE - 66, 2, 60, 20, self.words["banknotes"])}
        y = float(TOP)
        for place, key in zip(_places(player, before), ("hand", "showcase", "safe"), strict=True):
            name = self.words[key]
            if key != "hand":
                drawn.append(line([(6, y - 1), (INSIDE - 6, y - 1)], stroke="line", thick=0.7))
            numbers = group(*self._numbers(place, y + BASE, of=SET_SIZE if key == "safe" else 0))
            label = text(8, y + BASE, name, size=12, tone="soft", room=LABELS - 10)
            drawn.append(group(label, *self._covered(place, y + BASE), numbers, title=name))
            places[key] = Spot(4, y, INSIDE - 8, ROW - 1, name)
            cells = {
                jewel.value: Spot(_centre(column) - COLUMN / 2 + 1, y, COLUMN - 2, ROW - 2, self.jewels[jewel])
                for column, jewel in enumerate(Jewel)
                if place.now.get(jewel)
            }
            places |= within(key, name, cells)
            y += ROW
        height = y + 2
        frame = panel(height, strong=seat in self.scene.asked)
        everything = [frame, *self._heading(seat, player, before), *drawn]
        return Block(height, everything, self.scene.names[seat], seat_places(self.scene, seat, height, places))

    def _heading(self, seat: int, player: KlunkerSeatView, before: KlunkerSeatView) -> list[svg.Element]:
        by = change(player.banknotes, before.banknotes)
        right = INSIDE - 74 - (width(by, 12, bold=True) + 4 if by else 0)
        flags, right = pills(self.scene, self.words, seat, right, 4)
        return [
            *named(self.scene, seat, 6, 17, right - 8, size=13),
            *banknotes(INSIDE - 66, 3, player.banknotes, by),
            *flags,
        ]

    def _numbers(self, place: _Place, y: float, *, of: int = 0) -> Iterator[svg.Element]:
        """How many of each jewel, with `of` as steps to so many; a number that has changed is outlined."""
        covered = any(place.now.get(card) for card in (HIDDEN, UNKNOWN))
        for column, jewel in enumerate(Jewel):
            now, before = place.now.get(jewel, 0), place.before.get(jewel, 0)
            x = _centre(column)
            if now or before:
                if of:
                    yield text(x - 1, y, str(now), size=14, bold=now > 0, anchor="end")
                    yield from _steps(now, of, x + 2, y)
                else:
                    yield text(x, y, str(now), size=14, bold=now > 0, anchor="middle")
            elif not covered:
                yield text(x, y, "·", tone="soft", anchor="middle")
            if now != before:
                yield halo(x - COLUMN / 2 + 3, y - BASE + 3, COLUMN - 6, 12, radius=4)

    @staticmethod
    def _covered(place: _Place, y: float) -> Iterator[svg.Element]:
        """How many cards nobody shows, or nobody knows, beside the name of the place."""
        x = COVERED
        for card in (HIDDEN, UNKNOWN):
            now, before = place.now.get(card, 0), place.before.get(card, 0)
            if not now and not before:
                continue
            if card == HIDDEN:
                yield Drawn(f'<g transform="translate({x} {y - 13}) scale(.66)">{faceless(card)}</g>')
                yield text(x + 19, y, str(now), size=13, bold=True)
                broad = 19 + width(str(now), 13, bold=True)
            else:
                yield text(x, y, f"?{now}", size=13, bold=True)
                broad = width(f"?{now}", 13, bold=True)
            if now != before:
                yield halo(x - 1, y - BASE + 3, broad + 2, 12, radius=4)
            x += broad + 5


def _steps(number: int, of: int, x: float, y: float) -> Iterator[svg.Element]:
    """How far a number is from a set: two steps above two."""
    for place in range(of):
        down, across = divmod(place, 2)
        yield box(x + 5.4 * across, y - 10 + 5.4 * down, 4.6, 4.6, fill="ink" if place < number else "line", radius=1)


def _places(player: KlunkerSeatView, before: KlunkerSeatView) -> tuple[_Place, _Place, _Place]:
    return (
        _Place("hand", Counter(player.hand), Counter(before.hand)),
        _Place("showcase", Counter(player.showcase), Counter(before.showcase)),
        _Place("safe", player.safe, before.safe),
    )


def _centre(column: int) -> float:
    """The middle of a column."""
    return LABELS + COLUMN * (column + 0.5)
