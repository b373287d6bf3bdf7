"""Dschunke on a phone: the market, a line for each junk, the helpers, and what each player has, in two lines."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Final

import svg

from domain.games.dschunke.meta import GOOD_ON, DschunkeGood, DschunkeJunk, DschunkeWorker
from domain.games.dschunke.view import DschunkeBonus, DschunkeSeatView, DschunkeView
from domain.kernel.cards import HIDDEN, UNKNOWN
from replays.pictures.cards import CARD
from replays.pictures.drawing import Drawn, box, group, halo, line, pill, text
from replays.pictures.flow import Thing, flow, spots
from replays.pictures.games.dschunke.looking import looking
from replays.pictures.games.dschunke.narrator import DschunkeNarrator
from replays.pictures.games.dschunke.pieces import (
    DIMMED,
    HOLD,
    JUNK_COLOURS,
    goods_card,
    hold,
    pile_sign,
    task_token,
)
from replays.pictures.games.dschunke.table import TWO, task_of
from replays.pictures.palette import ON
from replays.pictures.places import Spot, within
from replays.pictures.scene import Scene
from replays.pictures.seats import named, sign
from replays.pictures.sheet import HALF, INSIDE, Block, page, panel, seat_places, side_by_side
from replays.pictures.text import width

ROW: Final = 35
"""The height of a junk."""

FOUR: Final = 4

NARROW: Final = 3.0
"""Between the goods of a player."""

ORDER: Final = (*DschunkeGood, HIDDEN, UNKNOWN)

SMALL: Final = 0.58
NAME: Final = 70
PILE: Final = 74
CARGO: Final = 129
CRATES: Final = 163
WORKER: Final = 245
"""Where the parts of a junk begin, from left to right."""

ASSISTANT: Final = 20
"""The height of an assistant; its track and the event there stand below it."""


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return DschunkeCompactTable(scene).drawn()


class DschunkeCompactTable:
    """A position of Dschunke being drawn for a phone."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: DschunkeView = scene.view
        self.before: DschunkeView = scene.before
        self.narrator = DschunkeNarrator(scene)
        self.words = self.narrator.words

    def drawn(self) -> str:
        """The whole picture."""
        seats = side_by_side([self._seat(seat) for seat in range(len(self.view.seats))])
        blocks = [self._market(), self._junks(), self._helpers(), *seats]
        return page(self.scene, self.narrator.situation(), blocks, list(self.narrator.position()))

    # --- the market ---

    def _market(self) -> Block:
        """What each good brings."""
        view, title = self.view, self.narrator.market()
        if view.market is None:
            words = text(8, 18, self.words["market_none"], tone="soft", room=INSIDE - 16)
            return Block(27, [panel(27), words], title, {"market": Spot(0, 0, INSIDE, 27, self.words["market"])})
        drawn: list[svg.Element] = []
        places = {"market": Spot(0, 0, INSIDE, 30, self.words["market"])}
        for place, (good, amount) in enumerate(zip(DschunkeGood, view.market, strict=True)):
            x, sold = place * 86.5, good in view.sold
            brings = [(20, self.narrator.say("yen", n=amount), 14)]
            if sold:
                brings = [(20, self.words["sold"], 12)]
            elif amount == "S":
                first, second = self.words["special_lines"].split("|")
                brings = [(13, first, 12), (25, second, 12)]
            drawn += [
                box(x + 0.5, 0.5, 83, 29, fill="card", stroke="line", radius=5),
                group(Drawn(goods_card(good)), title=self.narrator.goods[good], at=(x + 3, 3)),
                *(text(x + 31, y, words, size=size, bold=size > 12, room=51) for y, words, size in brings),
            ]
            if self.before.market != view.market or (good in self.before.sold) != sold:
                drawn.append(halo(x, 0, 84, 30, radius=5))
            places[f"market:{good}"] = Spot(x, 0, 84, 30, f"{self.words['market']}: {self.narrator.goods[good]}")
        return Block(30, drawn, title, places)

    # --- the junks ---

    def _junks(self) -> Block:
        """A line for each, clockwise from top to bottom."""
        tall = ROW * len(self.view.junk_order) + 3.0
        drawn: list[svg.Element] = [panel(tall)]
        places: dict[str, Spot] = {}
        for place, junk in enumerate(self.view.junk_order):
            y = 1 + ROW * place
            if place:
                drawn.append(line([(6, y), (INSIDE - 6, y)], stroke="line"))
            drawn.append(group(*self._junk(junk), title=self.narrator.junk(junk), at=(0, y)))
            name = self.narrator.junks[junk]
            parts = {
                "pile": Spot(PILE - 2, y + 5, 48, 28, self.words["pile_place"]),
                "cargo": Spot(CARGO, y + 3, HOLD * SMALL, HOLD * SMALL, self.words["cargo_place"]),
                "merchant": Spot(WORKER, y + 2, INSIDE - 4 - WORKER, ROW - 4, self.words["merchant_place"]),
            }
            places[f"junk:{junk}"] = Spot(3, y + 2, INSIDE - 6, ROW - 3, name)
            places |= within(f"junk:{junk}", name, parts)
        return Block(tall, drawn, self.words["junks"], places)

    def _junk(self, junk: DschunkeJunk) -> Iterator[svg.Element]:
        """Its name, pile, cargo from above, visible crates, and the merchant."""
        colour, view, before = JUNK_COLOURS[junk], self.view, self.before
        yield box(3, 8, NAME - 2, 21, fill=colour, stroke="edge", radius=5)
        name = self.narrator.junks[junk]
        yield text(2 + NAME / 2, 23, name, tone=ON[colour], anchor="middle", room=NAME - 6)
        yield from self._pile(junk)
        yield Drawn(f'<g transform="translate({CARGO} 3) scale({SMALL})">{hold(view.cargo[junk])}</g>')
        if before.cargo[junk] != view.cargo[junk]:
            yield halo(CARGO, 3, HOLD * SMALL, HOLD * SMALL, radius=3)
        layers = len(view.cargo[junk])
        numbers, then = view.visible[junk], before.visible[junk]
        few = len(numbers) < FOUR
        shown = [seat for seat, number in enumerate(numbers) if few or number or then[seat]]
        for place, seat in enumerate(shown):
            x, number = CRATES + place * (27 if len(shown) < FOUR else 20.5), numbers[seat]
            yield sign(seat, x + 4, 13, 4)
            yield text(x + 10, 17, str(number), bold=bool(number), tone="ink" if number else "soft")
            if number != then[seat]:
                yield halo(x - 1, 5, 19, 15, radius=4)
        if layers > 1:
            yield text(CRATES, 32, self.narrator.say("layers_few", n=layers), tone="soft")
        yield from self._merchant(junk)

    def _pile(self, junk: DschunkeJunk) -> Iterator[svg.Element]:
        if junk in GOOD_ON:
            good = GOOD_ON[junk]
            size, bounds = self.view.piles[good], self.view.piles_between[good]
            words = f"×{size}" if size is not None else f"{bounds[0]}–\n{bounds[1]}"
            changed, card = self.before.piles_between[good] != bounds, goods_card(good)
        elif len(self.view.seats) == TWO:
            words, card = f"×{self.view.mixed_pile}", goods_card(HIDDEN)
            changed = self.before.mixed_pile != self.view.mixed_pile
        else:
            return
        yield group(Drawn(card), at=(PILE, 6))
        for row, part in enumerate(parts := words.split("\n")):
            yield text(PILE + CARD + 2, (23, 17)[len(parts) - 1] + 13 * row, part, bold=True)
        if changed:
            yield halo(PILE, 6, CARD, CARD, radius=4)

    def _merchant(self, junk: DschunkeJunk) -> Iterator[svg.Element]:
        for merchant, place in self.view.merchants.items():
            worker = DschunkeWorker(merchant)
            if place == junk:
                yield from self._worker(worker, WORKER, 2, INSIDE - 4 - WORKER)
                used, then = worker in self.view.used, worker in self.before.used
                if self.before.merchants.get(merchant) != junk or used != then:
                    yield halo(WORKER, 2, INSIDE - 4 - WORKER, ROW - 5, radius=8)

    def _worker(self, worker: DschunkeWorker, x: float, y: float, broad: float) -> Iterator[svg.Element]:
        """Who acts, what, and how much, in two lines; dimmed, in a dashed frame, when used."""
        used = worker in self.view.used
        task, colour = task_of(self.view, worker)
        yield box(x, y, broad, ROW - 5, fill="card", stroke="edge", radius=8, dash=(3, 2) if used else None)
        yield group(Drawn(task_token(task, colour)), at=(x + 12, y + 15), opacity=DIMMED if used else None)
        for place, words in enumerate(self.narrator.task_lines(worker)):
            base = y + 13 + 13 * place
            yield text(x + 25, base, words, tone="soft" if used else "ink", bold=not used, room=broad - 28)

    # --- assistants and special cards ---

    def _helpers(self) -> Block:
        """The assistants, one beside the other, and below them the piles of special cards."""
        drawn: list[svg.Element] = []
        places: dict[str, Spot] = {}
        y = 3.0
        for number, (worker, space) in enumerate(self.view.assistants.items()):
            x = 4 + number * 171.0
            track = self.narrator.say("track", n=worker.partition("-")[2])
            drawn += self._assistant(worker, x, y)
            drawn.append(text(x + 3, y + 35, track, tone="soft"))
            if space.event:
                event = self.words[f"event_{space.event}"]
                begin, broad = x + 9 + width(track, 12), width(event, 12) + 12
                drawn += [
                    box(begin, y + 23.5, broad, 15, fill="back", radius=7.5),
                    text(begin + 6, y + 35, event, tone=ON["back"]),
                ]
            places[f"assistant:{number}"] = Spot(x, y, 168, 38, f"{self.words['assistants']}: {track}")
        y += 38
        drawn.append(text(8, y + 16, self.words["specials"], tone="soft", room=90))
        for number, (pile, left) in enumerate(self.view.special_piles.items()):
            x = 102 + number * 42
            drawn += [group(Drawn(pile_sign(pile)), at=(x + 9, y + 12)), text(x + 20, y + 16, str(left), bold=True)]
            if self.before.special_piles[pile] != left:
                drawn.append(halo(x - 1, y + 2, 38, 20))
        out = self.narrator.say("out", n=len(self.view.special_cards_played))
        drawn.append(text(INSIDE - 8, y + 16, out, tone="soft", anchor="end"))
        places["special-cards"] = Spot(4, y, INSIDE - 8, 24, self.words["specials"])
        looked, height = looking(self.narrator, y + 25)
        tall = y + 25 + height
        return Block(tall, [panel(tall), *drawn, *looked], self.narrator.specials(), places)

    def _assistant(self, worker: DschunkeWorker, x: float, y: float) -> Iterator[svg.Element]:
        """What an assistant does, in a line; dimmed, in a dashed frame, when used. With two players it only counts."""
        used, words = worker in self.view.used, self.narrator.task(worker)
        acts = len(self.view.seats) > TWO
        begin = 25 if acts else 8
        broad = begin + width(words, 12, bold=not used) + 8
        yield box(x, y, broad, ASSISTANT, fill="card", stroke="edge", radius=8, dash=(3, 2) if used else None)
        yield text(x + begin, y + 14, words, tone="soft" if used else "ink", bold=not used)
        if acts:
            token = Drawn(task_token(*task_of(self.view, worker)))
            yield group(token, at=(x + 12, y + 10), opacity=DIMMED if used else None)
        if (worker in self.before.used) != used:
            yield halo(x, y, broad, ASSISTANT, radius=8)

    # --- players ---

    def _seat(self, seat: int) -> Block:
        """Name and money; bars and special cards; the goods."""
        player, before, say = self.view.seats[seat], self.before.seats[seat], self.narrator.say
        things = [*self._goods(player, self.times)]
        changed = Counter(player.hand) != Counter(before.hand)
        if player.offered:
            words = self.words["offer_row"] if player.offer is None else say("offers_few", n=len(player.offer))
            things.append(Thing(width(words, 12), 18, text(0, 14, words), changed=not before.offered))
        drawn, height = flow(things, 6, 42, HALF - 8, gap=NARROW)
        if not things:
            drawn.append(text(8, 56, self.words["nothing"], tone="soft"))
        tall = 41 + max(height, 20) + 5
        if changed:
            drawn.append(halo(4, 40.5, HALF - 8, tall - 44.5, radius=4))
        places = {"goods": Spot(3, 38, HALF - 6, tall - 41, self.words["goods_row"])}
        places |= within("goods", self.words["goods_row"], spots(things, 6, 42, HALF - 8, gap=NARROW))
        frame = panel(tall, strong=seat in self.scene.asked, broad=HALF)
        everything = [frame, *self._heading(seat, player, before), *drawn]
        return Block(tall, everything, self.scene.names[seat], seat_places(self.scene, seat, tall, places, HALF))

    @cached_property
    def times(self) -> str:
        """What stands before the number of a good: nothing where four kinds would need two lines with it."""
        for player in self.view.seats:
            kinds = [thing.width for thing in self._goods(player, "×")][:FOUR]
            if sum(kinds) + NARROW * (len(kinds) - 1) > HALF - 8:
                return ""
        return "×"

    def _goods(self, player: DschunkeSeatView, times: str) -> Iterator[Thing]:
        """Goods cards by kind, small enough for four kinds in a line."""
        for card, number in sorted(Counter(player.hand).items(), key=lambda one: ORDER.index(one[0])):
            if card == UNKNOWN:
                words = f"?×{number}"
                yield Thing(width(words, 12, bold=True), 18, text(0, 14, words, bold=True))
                continue
            words = f"{times}{number}"
            small = Drawn(f'<g transform="scale(.75)">{goods_card(card)}</g>')
            drawn = group(small, text(19, 14, words, bold=True))
            place = card if card in self.narrator.goods else ""
            title = self.narrator.goods[DschunkeGood(card)] if place else ""
            yield Thing(19 + width(words, 12, bold=True), 18, drawn, place=place, title=title)

    def _heading(self, seat: int, player: DschunkeSeatView, before: DschunkeSeatView) -> Iterator[svg.Element]:
        """Name and money, then bars, special cards, and whether this is the first player."""
        say, secret = self.narrator.say, player.yen is None
        money = self.words["yen_secret"] if secret else say("yen", n=player.yen)
        size = 12 if secret else 14
        broad = width(money, size, bold=not secret)
        yield text(HALF - 7, 17, money, size=size, bold=not secret, tone="soft" if secret else "ink", anchor="end")
        if player.yen != before.yen:
            yield halo(HALF - 9 - broad, 4, broad + 4, 17, radius=4)
        yield from named(self.scene, seat, 3, 17, HALF - 16 - broad, size=13)
        if player.bonus:
            yield from self._sum(seat, player.bonus, new=before.bonus is None)
            return
        facts = [
            (say("bars", n=player.bars_left), player.bars_left != before.bars_left),
            (say("specials_few", n=len(player.special_cards)), len(player.special_cards) != len(before.special_cards)),
            (self.words["first_few"] if seat == self.narrator.first_player else "", seat != self.before.start_seat),
        ]
        x, broads = 6.0, [width(words, 12) for words, _ in facts if words]
        gap = max(3.0, min(9.0, (HALF - 13 - sum(broads)) / (len(broads) - 1)))
        for words, changed in facts:
            if words and x + width(words, 12) < HALF - 4:
                yield text(x, 34, words, tone="soft")
                if changed:
                    yield halo(x - 1, 24, width(words, 12) + 2, 12.5, radius=4)
                x += width(words, 12) + gap

    def _sum(self, seat: int, bonus: DschunkeBonus, *, new: bool) -> Iterator[svg.Element]:
        """At the end: what is added to the money, the sum, and who wins."""
        standing = self.scene.standings[seat]
        added = f"+ {bonus.special_cards} + {bonus.junks} ="
        score = str(standing.score)
        begin = 11 + width(added, 12)
        end = begin + width(score, 12, bold=True)
        description = self.narrator.say(
            "bonus_told",
            name=self.narrator.name(seat),
            score=self.narrator.say("yen", n=standing.score),
            cards=bonus.special_cards,
            junks=bonus.junks,
        )
        yield group(text(6, 34, added, tone="soft"), text(begin, 34, score, bold=True), title=description)
        if new:
            yield halo(5, 24, end - 3, 12.5, radius=4)
        if standing.winner:
            words = self.words["wins"]
            broad = width(words, 12, bold=True) + 12
            yield group(*pill(HALF - 7 - broad, 22.5, broad, words, fill="back"))
