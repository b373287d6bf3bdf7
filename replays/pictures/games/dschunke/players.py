"""What a player of Dschunke has: goods, special cards and stock."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import svg
from msgspec.structs import replace

from domain.games.dschunke.meta import DschunkeGood
from domain.games.dschunke.view import DschunkeSeatView
from domain.kernel.cards import HIDDEN, UNKNOWN
from replays.pictures.cards import CARD, faded
from replays.pictures.drawing import Drawn, box, change, group, halo, pill, text
from replays.pictures.flow import Thing, flow, spots
from replays.pictures.games.dschunke.narrator import DschunkeNarrator, several
from replays.pictures.games.dschunke.pieces import CRATE, HOLD, bar, goods_card
from replays.pictures.places import Spot, moved, within
from replays.pictures.seats import named, sign
from replays.pictures.sheet import INSIDE, Block, panel, seat_places
from replays.pictures.text import width

LABELS: Final = 64
"""The least width of the column that names what a player has."""

ROWS: Final = ("goods", "offer", "cards", "stock")
"""What there is in a column, in order."""

SMALL: Final = 0.8
"""How large a bar in stock is, beside one on a junk."""


class DschunkePlayerPanel:
    """One player being drawn."""

    def __init__(self, narrator: DschunkeNarrator, seat: int) -> None:
        self.narrator = narrator
        self.scene = narrator.scene
        self.words = narrator.words
        self.seat = seat
        self.player: DschunkeSeatView = self.scene.view.seats[seat]
        self.before: DschunkeSeatView = self.scene.before.seats[seat]
        self.labels = max(LABELS, *(18 + width(self.words[f"{row}_row"], 12) for row in ROWS))
        self.room = INSIDE - self.labels - 8

    def block(self) -> Block:
        """All of it."""
        rows: list[svg.Element] = []
        places: dict[str, Spot] = {}
        y = 34.0
        for name, row in self._rows():
            things = list(row)
            drawn, height = flow(things, self.labels, 0, self.room)
            base = 16 if name in {"goods", "offer"} else 13
            empty = [] if drawn else [text(self.labels, base, self.words["nothing"], size=12, tone="soft")]
            label = text(10, base, self.words[f"{name}_row"], size=12, tone="soft")
            rows.append(group(label, *empty, *drawn, title=self.words[f"{name}_row"], at=(0, y)))
            places[name] = Spot(4, y - 2, INSIDE - 8, max(height, 18) + 4, self.words[f"{name}_row"])
            places |= within(name, self.words[f"{name}_row"], moved(spots(things, self.labels, 0, self.room), 0, y))
            y += max(height, 18) + 8
        frame = panel(y, strong=self.seat in self.scene.asked)
        drawn = [frame, *self._heading(), *rows]
        title = self.scene.names[self.seat]
        return Block(y, drawn, title=title, places=seat_places(self.scene, self.seat, y, places))

    def _rows(self) -> Iterator[tuple[str, Iterator[Thing]]]:
        yield "goods", counted_goods(self.narrator, self.player, self.before)
        if self.player.offered:
            yield "offer", self._offered()
        yield "cards", self._specials()
        yield "stock", self._stock()

    def _heading(self) -> list[svg.Element]:
        drawn, right = self._money()
        if self.seat == self.narrator.first_player:
            words = self.words["first"]
            broad = width(words, 12, bold=True) + 14
            right -= broad + 8
            drawn += pill(right, 9, broad, words, fill="back")
            if self.scene.before.start_seat != self.seat:
                drawn.append(halo(right, 9, broad, 16, radius=8))
        return [*named(self.scene, self.seat, 8, 22, right - 14, size=13), *drawn]

    def _money(self) -> tuple[list[svg.Element], float]:
        """The money, or that it is secret, at the right; and how far it reaches to the left."""
        now, then = self.player.yen, self.before.yen
        if now is None:
            description = self.words["yen_secret"]
            return [text(INSIDE - 10, 22, description, size=12, tone="soft", anchor="end")], INSIDE - 10 - width(
                description, 12
            )
        description = self.narrator.say("yen", n=now)
        right = INSIDE - 10 - width(description, 13, bold=True)
        drawn: list[svg.Element] = [text(INSIDE - 10, 22, description, size=13, bold=True, anchor="end")]
        if then is not None and then != now:
            by = change(now, then)
            drawn.append(halo(right - 2, 8, INSIDE - 6 - right, 20))
            right -= width(by, 12, bold=True) + 8
            drawn.append(text(right, 22, by, size=12, tone="mark", bold=True))
        return drawn, right

    def _offered(self) -> Iterator[Thing]:
        """An offer that lies face down, with its goods for who may know them."""
        changed = not self.before.offered
        if self.player.offer is None:
            words = self.words["face_down"]
            drawn = group(Drawn(goods_card(HIDDEN)), text(CARD + 6, 16, words, size=12))
            yield Thing(CARD + 6 + width(words, 12), CARD, drawn, changed=changed)
            return
        for good, number in Counter(self.player.offer).items():
            yield replace(_counted(goods_card(good), number, ""), changed=changed)

    def _specials(self) -> Iterator[Thing]:
        """Special cards in words; of those that have gone only the number."""
        now, then = Counter(self.player.special_cards), Counter(self.before.special_cards)
        for card, number in now.items():
            if card in {HIDDEN, UNKNOWN}:
                words = self.narrator.say("secret" if card == HIDDEN else "unknown_cards", n=number)
            else:
                words = several(self.narrator.card(card), number)
            yield chip(words, self.room, changed=then[card] != number)
        if gone := sum(number for card, number in then.items() if card not in now):
            yield Thing(0, 18, svg.G(), by=f"−{gone}")

    def _stock(self) -> Iterator[Thing]:
        """Bars that are left and to be placed, supply cards, money as announced, and at the end the sum."""
        player, before, say = self.player, self.before, self.narrator.say
        yield self._bars()
        if player.bars_to_place:
            yield self._bars_to_place()
        yield _words(say("supply", n=player.supply_cards), changed=before.supply_cards != player.supply_cards)
        if player.yen is None and player.yen_told is not None:
            yield _words(say("yen_told", n=player.yen_told), changed=before.yen_told != player.yen_told)
        if player.bonus:
            cards, junks = player.bonus.special_cards, player.bonus.junks
            score = self.scene.standings[self.seat].score
            description = say("bonus", yen=player.yen, cards=cards, junks=junks, score=score)
            yield chip(description, self.room, changed=before.bonus is None)
        elif (score := self.scene.standings[self.seat].score) is not None and score != player.yen:
            yield _words(say("as_now", score=score), changed=False)

    def _bars(self) -> Thing:
        words = f"×{self.player.bars_left}"
        broad = HOLD * SMALL
        drawn = group(
            Drawn(f'<g transform="scale({SMALL})">{bar(self.seat, across=True)}</g>'),
            text(broad + 3, 12, words, bold=True),
            title=self.narrator.say("bars", n=self.player.bars_left),
        )
        by = change(self.player.bars_left, self.before.bars_left)
        return Thing(broad + 4 + width(words, 12, bold=True), CRATE * SMALL, drawn, by=by)

    def _bars_to_place(self) -> Thing:
        """Received bars, by the signs of their owners."""
        description = self.words["to_place"]
        x = width(description, 12) + 4
        owners = self.player.bars_to_place
        signs = [sign(owner, x + 7 + place * 16, 8, 6) for place, owner in enumerate(owners)]
        drawn = group(text(0, 12, description, size=12), *signs)
        return Thing(x + 16 * len(owners), 16, drawn, changed=self.before.bars_to_place != owners)


def counted_goods(narrator: DschunkeNarrator, player: DschunkeSeatView, before: DschunkeSeatView) -> Iterator[Thing]:
    """Goods cards by kind; a kind that has just gone is still there, faded."""
    now, then = Counter(player.hand), Counter(before.hand)
    for card in (*DschunkeGood, HIDDEN, UNKNOWN):
        if now[card] or then[card]:
            counted = _counted(goods_card(card), now[card], change(now[card], then[card]))
            known = card in narrator.goods
            yield replace(counted, place=card, title=narrator.goods[card]) if known else counted


def chip(words: str, room: float, *, changed: bool = False) -> Thing:
    """A special card in words, which takes `room` at the most."""
    broad = min(width(words, 12) + 12, room)
    drawn = group(
        box(0.5, 0.5, broad - 1, 17, fill="card", stroke="edge", radius=4),
        text(6, 13, words, size=12, room=broad - 10),
    )
    return Thing(broad, 18, drawn, changed=changed)


def _words(words: str, *, changed: bool) -> Thing:
    return Thing(width(words, 12), 16, text(0, 12, words, size=12), changed=changed)


def _counted(card: str, number: int, by: str) -> Thing:
    """A card with the number of its kind."""
    words = f"×{number}"
    shown = Drawn(card) if number else faded(card)
    return Thing(CARD + 5 + width(words, 12), CARD, group(shown, text(CARD + 3, 17, words, bold=True)), by=by)
