"""Dschunke: the market, the five junks with cargo and merchants (D1), special cards, and what each player has."""

from typing import Any, Final

import svg
from msgspec.structs import replace

from domain.games.dschunke.meta import (
    GOOD_ON,
    MERCHANT_TASKS,
    DschunkeGood,
    DschunkeJunk,
    DschunkeTask,
    DschunkeWorker,
)
from domain.games.dschunke.view import DschunkeView
from domain.kernel.cards import HIDDEN
from replays.pictures.cards import CARD
from replays.pictures.drawing import Drawn, box, change, group, halo, line, outline, pill, text
from replays.pictures.games.dschunke.looking import looking
from replays.pictures.games.dschunke.narrator import DschunkeNarrator
from replays.pictures.games.dschunke.pieces import (
    DIMMED,
    HOLD,
    WORKER_COLOURS,
    goods_card,
    hold,
    junk_ship,
    pile_sign,
    special_star,
    task_token,
)
from replays.pictures.games.dschunke.players import DschunkePlayerPanel
from replays.pictures.numbers import rounded
from replays.pictures.places import Spot, within
from replays.pictures.scene import Scene
from replays.pictures.seats import sign
from replays.pictures.sheet import INSIDE, Block, page, panel
from replays.pictures.text import width

TWO: Final = 2
"""Players with whom a mixed pile lies on the grey junk (D10.3), and no assistant acts (D10.4)."""

ROW: Final = 74
"""The height of a junk."""

TALL: Final = 36
"""The height of a merchant."""

MARKET_CARD: Final = 44
"""The height of a good and what it brings."""

SHIP: Final = 12
CARGO: Final = 122
CRATES: Final = 182
WORKER: Final = 228
"""Where the parts of a junk begin, from left to right."""


class DschunkeTable:
    """A position of Dschunke being drawn."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: DschunkeView = scene.view
        self.before: DschunkeView = scene.before
        self.narrator = DschunkeNarrator(scene)
        self.words = self.narrator.words

    def drawn(self) -> str:
        """The whole picture."""
        seats = [DschunkePlayerPanel(self.narrator, seat).block() for seat in range(len(self.view.seats))]
        blocks = [self.market(), self.junks(), self.helpers(), *(replace(seat, aside=True) for seat in seats)]
        situation, tells = self.narrator.situation(), self.narrator.tells_awaited()
        return page(self.scene, situation, blocks, list(self.narrator.position()), tells_awaited=tells)

    # --- the market ---

    def market(self) -> Block:
        """What each good brings, and what is sold."""
        view = self.view
        left = self.narrator.say("cards_left", n=view.market_cards_left)
        drawn: list[svg.Element] = [
            text(10, 18, self.words["market"], bold=True),
            text(INSIDE - 10, 18, left, size=12, tone="soft", anchor="end"),
        ]
        if view.market is None:
            drawn.append(text(10, 40, self.words["market_none"], tone="soft", room=INSIDE - 20))
        else:
            if "S" in view.market:
                drawn += self._star_explained()
            for place, (good, amount) in enumerate(zip(DschunkeGood, view.market, strict=True)):
                drawn.append(group(*self._offer_of(good, amount), at=(7 + place * 83.4, 27)))
        tall = 52 if view.market is None else 35 + MARKET_CARD
        places = {"market": Spot(0, 0, INSIDE, tall, self.words["market"])}
        if view.market is not None:
            places |= {
                f"market:{good}": Spot(
                    7 + place * 83.4, 27, 80, MARKET_CARD, f"{self.words['market']}: {self.narrator.goods[good]}"
                )
                for place, good in enumerate(DschunkeGood)
            }
        return Block(tall, [panel(tall), *drawn], title=self.narrator.market(), places=places)

    def _star_explained(self) -> list[svg.Element]:
        """What the sign of a special card means."""
        x = 26 + width(self.words["market"], 12, bold=True)
        star = Drawn(f'<g transform="translate({rounded(x)} 3) scale(.86)">{special_star()}</g>')
        return [star, text(x + 25, 18, self.words["special_short"], tone="soft")]

    def _offer_of(self, good: DschunkeGood, amount: Any) -> list[svg.Element]:
        """A good, and what it brings; covered when it is sold (D1.5)."""
        sold = good in self.view.sold
        name = self.narrator.goods[good]
        drawn: list[svg.Element] = [
            box(0.5, 0.5, 79, MARKET_CARD - 1, fill="card", stroke="line", radius=5),
            group(Drawn(goods_card(good)), at=(3, 3)),
        ]
        if sold:
            drawn.append(box(27.5, 3, 51, 24, fill="ink", radius=4))
            drawn.append(text(53, 19, self.words["sold"], size=12, tone="paper", anchor="middle", room=51))
        elif amount == "S":
            drawn.append(group(Drawn(special_star()), title=self.words["special"], at=(41, 3)))
        else:
            broad = width(str(amount), 18, bold=True)
            yen = self.words["yen_word"]
            x = 53 - (broad + 3 + width(yen, 12)) / 2
            drawn += [text(x, 22, str(amount), size=18, bold=True), text(x + broad + 3, 22, yen)]
        drawn.append(text(40, MARKET_CARD - 5, name, size=12, tone="soft", anchor="middle", room=78))
        before = self.before
        if before.market != self.view.market or (good in before.sold) != sold:
            drawn.append(halo(0, 0, 80, MARKET_CARD, radius=5))
        return drawn

    # --- the junks ---

    def junks(self) -> Block:
        """All junks, clockwise from top to bottom; from the last one the way goes on to the first."""
        view = self.view
        tall = ROW * len(view.junk_order) + 26
        explained = text(INSIDE / 2, tall - 9, self.words["legend"], tone="soft", anchor="middle", room=INSIDE - 16)
        drawn: list[svg.Element] = [panel(tall), explained]
        places: dict[str, Spot] = {}
        for place, junk in enumerate(view.junk_order):
            y = 3 + ROW * place
            if place:
                drawn.append(line([(12, y), (INSIDE - 12, y)], stroke="line"))
                drawn.append(outline(f"M54 {y - 1}l6 5 6-5", stroke="soft", thick=1.5))
            drawn.append(group(*self.junk(junk), title=self.narrator.junk(junk), at=(0, y)))
            places |= self._junk_places(junk, y)
        return Block(tall, drawn, title=self.words["junks"], places=places)

    def _junk_places(self, junk: DschunkeJunk, y: float) -> dict[str, Spot]:
        """What can be marked of a junk that is drawn at `y`."""
        name = self.narrator.junks[junk]
        parts = {
            "pile": Spot(SHIP + 48, y + 12, CARD + 20, CARD + 4, self.words["pile_place"]),
            "cargo": Spot(CARGO, y + 10, HOLD, HOLD, self.words["cargo_place"]),
            "merchant": Spot(WORKER, y + 12, INSIDE - 12 - WORKER, TALL, self.words["merchant_place"]),
        }
        return {f"junk:{junk}": Spot(4, y + 3, INSIDE - 8, ROW - 6, name), **within(f"junk:{junk}", name, parts)}

    def junk(self, junk: DschunkeJunk) -> list[svg.Element]:
        """Its name and pile, its cargo from above, whose crates are visible, and the merchant."""
        name = self.narrator.junks[junk]
        drawn: list[svg.Element] = [
            group(Drawn(junk_ship(junk)), at=(SHIP, 10)),
            text(SHIP + 48, 55, name, size=12, tone="dark", bold=True, anchor="middle", room=88),
            *self._pile(junk),
            group(Drawn(hold(self.view.cargo[junk])), at=(CARGO, 10)),
            *self._crates(junk),
            *self._merchant(junk),
        ]
        if self.before.cargo[junk] != self.view.cargo[junk]:
            drawn.append(halo(CARGO, 10, HOLD, HOLD, radius=3))
        return drawn

    def _pile(self, junk: DschunkeJunk) -> list[svg.Element]:
        """The goods on it, behind the sail."""
        x, y = SHIP + 50, 14
        if junk in GOOD_ON:
            good = GOOD_ON[junk]
            size, (least, most) = self.view.piles[good], self.view.piles_between[good]
            words = f"×{size}" if size is not None else f"{least}–{most}"
            changed = self.before.piles_between[good] != (least, most)
            drawn: list[svg.Element] = [group(Drawn(goods_card(good)), at=(x, y))]
        elif len(self.view.seats) == TWO:
            words = f"×{self.view.mixed_pile}"
            changed = self.before.mixed_pile != self.view.mixed_pile
            drawn = [group(Drawn(goods_card(HIDDEN)), at=(x, y))]
        else:
            return []
        drawn.append(text(x + CARD + 4, y + 16, words, bold=True))
        if changed:
            drawn.append(halo(x, y, CARD, CARD, radius=4))
        return drawn

    def _crates(self, junk: DschunkeJunk) -> list[svg.Element]:
        """How many crates of each player are visible; layers that lie on each other."""
        drawn: list[svg.Element] = []
        numbers = self.view.visible[junk]
        before = self.before.visible[junk]
        down = 13 if len(numbers) > 3 else 15
        for seat, number in enumerate(numbers):
            y = 20 + seat * down
            tone = "ink" if number else "soft"
            drawn += [
                sign(seat, CRATES + 6, y - 4, 4.5),
                text(CRATES + 17, y, str(number), size=12, tone=tone, bold=bool(number)),
            ]
            if by := change(number, before[seat]):
                x = CRATES + 19 + width(str(number), 12, bold=True)
                drawn.append(text(x, y, by, size=12, tone="mark", bold=True))
        layers = len(self.view.cargo[junk])
        if layers > 1:
            drawn.append(
                text(INSIDE - 12, 66, self.narrator.say("layers_short", n=layers), size=12, tone="soft", anchor="end")
            )
        return drawn

    def _merchant(self, junk: DschunkeJunk) -> list[svg.Element]:
        """Who stands there, what he does, and whether he is used."""
        drawn: list[svg.Element] = []
        for merchant, place in self.view.merchants.items():
            worker = DschunkeWorker(merchant)
            if place == junk:
                used = worker in self.view.used
                drawn += self._worker(worker, WORKER, 12, INSIDE - 12 - WORKER)
                before = self.before
                if before.merchants.get(merchant) != junk or (worker in before.used) != used:
                    drawn.append(halo(WORKER, 12, INSIDE - 12 - WORKER, TALL, radius=12))
            elif self.before.merchants.get(merchant) == junk and junk not in self._standing:
                drawn.append(
                    box(
                        WORKER,
                        12,
                        INSIDE - 12 - WORKER,
                        TALL,
                        fill=None,
                        stroke="mark",
                        radius=12,
                        dash=(3, 3),
                        thick=1.5,
                    )
                )
        return drawn

    @property
    def _standing(self) -> frozenset[DschunkeJunk]:
        return frozenset(self.view.merchants.values())

    def _worker(self, worker: DschunkeWorker, x: float, y: float, broad: float) -> list[svg.Element]:
        """A merchant: what he does, and how much; dimmed, in a dashed frame, when he is used."""
        used = worker in self.view.used
        start = x + 28
        drawn: list[svg.Element] = [
            box(x, y, broad, TALL, fill="card", stroke="edge", radius=12, dash=(3, 2) if used else None),
            self._token(worker, x + 14, y + TALL / 2),
        ]
        for place, words in enumerate(self.narrator.task_lines(worker)):
            base = y + 15 + 14 * place
            drawn.append(
                text(start, base, words, tone="soft" if used else "ink", bold=not used, room=x + broad - start)
            )
        return drawn

    def _token(self, worker: DschunkeWorker, x: float, y: float) -> svg.Element:
        token = Drawn(task_token(*task_of(self.view, worker)))
        return group(token, at=(x, y), opacity=DIMMED if worker in self.view.used else None)

    # --- assistants and special cards ---

    def helpers(self) -> Block:
        """The assistants with their events, and the piles of special cards."""
        view = self.view
        drawn: list[svg.Element] = [text(10, 20, self.words["assistants"], size=12, tone="soft")]
        y = 6.0
        places: dict[str, Spot] = {}
        for worker, space in view.assistants.items():
            track = self.narrator.say("track", n=worker.partition("-")[2])
            drawn += self._assistant(worker, y)
            drawn.append(text(INSIDE - 10, y + 15, track, tone="soft", anchor="end"))
            title = f"{self.words['assistants']}: {track}"
            tall = 28.0
            if space.event is not None:
                event = self.words[f"event_{space.event}"]
                drawn += pill(88, y + 26, width(event, 12, bold=True) + 14, event, fill="back")
                tall = 48
            places[f"assistant:{len(places)}"] = Spot(84, y - 2, INSIDE - 88, tall - 2, title)
            y += tall
        drawn += self._special_piles(y)
        places["special-cards"] = Spot(4, y, INSIDE - 8, 30, self.words["specials"])
        looked, height = looking(self.narrator, y + 34)
        drawn += looked
        tall = y + 34 + height
        return Block(tall, [panel(tall), *drawn], title=self.narrator.specials(), places=places)

    def _assistant(self, worker: DschunkeWorker, y: float) -> list[svg.Element]:
        """An assistant in a line: what it does; dimmed, in a dashed frame, when it is used."""
        used, words = worker in self.view.used, self.narrator.task(worker)
        acts = len(self.view.seats) > TWO
        start = 114 if acts else 98
        broad = start - 88 + width(words, 12, bold=not used) + 12
        drawn: list[svg.Element] = [
            box(88, y, broad, 22, fill="card", stroke="edge", radius=11, dash=(3, 2) if used else None),
            text(start, y + 15, words, tone="soft" if used else "ink", bold=not used),
        ]
        if acts:
            drawn.append(self._token(worker, 100, y + 11))
        if (worker in self.before.used) != used:
            drawn.append(halo(88, y, broad, 22, radius=11))
        return drawn

    def _special_piles(self, y: float) -> list[svg.Element]:
        view, before = self.view, self.before
        drawn: list[svg.Element] = [text(10, y + 18, self.words["specials"], size=12, tone="soft", room=84)]
        for place, (pile, number) in enumerate(view.special_piles.items()):
            x = 103 + place * 41
            drawn += [group(Drawn(pile_sign(pile)), at=(x + 9, y + 14)), text(x + 21, y + 18, str(number), bold=True)]
            if before.special_piles[pile] != number:
                drawn.append(halo(x - 2, y + 3, 36, 22))
        out = self.narrator.say("out", n=len(view.special_cards_played))
        drawn.append(text(INSIDE - 10, y + 18, out, size=12, tone="soft", anchor="end"))
        return drawn


def task_of(view: DschunkeView, worker: DschunkeWorker) -> tuple[DschunkeTask, str]:
    """What a worker does, and its colour."""
    if worker in MERCHANT_TASKS:
        return MERCHANT_TASKS[worker][0], WORKER_COLOURS[worker]
    return view.assistants[worker].action, "grey"
