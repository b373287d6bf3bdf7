"""A position of Dschunke in sentences."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.meta import GOOD_ON, MERCHANT_TASKS, ROUNDS, DschunkeGood, DschunkeJunk, DschunkeWorker
from domain.games.dschunke.view import DschunkeSeatView, DschunkeView
from domain.games.dschunke.words import good_names, goods_parts, junk_names, pile_names, worker_part
from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.pending import AwaitChance, Finished
from domain.kernel.words import listed
from replays.pictures.games.dschunke.words import WORDS, short_name
from replays.pictures.scene import Scene
from replays.pictures.text import isolated

_BY_CHANCE: Final = frozenset({DschunkePhase.SHUFFLE, DschunkePhase.DEAL, DschunkePhase.SHOW, DschunkePhase.MARKET})
"""Phases whose words say what chance has to tell."""

_AFTER_ROUNDS: Final = frozenset({DschunkePhase.SHOW_SPECIALS, DschunkePhase.FINISHED})


class DschunkeNarrator:
    """Puts a position into words."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: DschunkeView = scene.view
        self.language = scene.language
        self.words = WORDS[scene.language]
        self.goods = good_names(scene.language)
        self.junks = junk_names(scene.language)
        self.piles = pile_names(scene.language)

    def say(self, phrase: str, **words: object) -> str:
        """A phrase of this game, filled in."""
        return self.words(phrase, **words)

    def name(self, seat: int) -> str:
        """The player's name."""
        return isolated(self.scene.names[seat])

    def listed(self, items: Iterable[str]) -> str:
        """Things as a list in words; an empty list is named, too."""
        return listed(items, self.language) or self.words["none"]

    def situation(self) -> str:
        """Round and phase."""
        ended = isinstance(self.scene.pending, Finished)  # it may have been left before its end
        phase = self.words["now_finished" if ended else f"now_{self.view.phase}"]
        if not self.view.round:
            return self.say("set_up", phase=phase)
        n = min(self.view.round, ROUNDS)
        return self.say("round", n=n, rounds=ROUNDS, phase=phase)

    @property
    def first_player(self) -> int | None:
        """The seat of the first player; after the last round nobody is."""
        return None if self.view.phase in _AFTER_ROUNDS else self.view.start_seat

    def tells_awaited(self) -> bool:
        """Whether that says what is awaited: what chance has to tell."""
        return isinstance(self.scene.pending, AwaitChance) and self.view.phase in _BY_CHANCE

    def position(self) -> Iterator[str]:
        """All of it."""
        view = self.view
        yield self.market()
        yield from map(self.junk, view.junk_order)
        if not view.merchants:
            yield self.words["merchants_hidden"]
        yield from map(self.assistant, view.assistants)
        yield self.specials()
        if view.looking_through is not None and view.turn is not None:
            cards_shown = view.looking_at or ()
            who, pile = self.name(view.turn), view.looking_through
            yield self.say("looks", name=who, pile=pile)
            if cards_shown:
                yield self.say("looks_at", cards=self.listed(self.card(card) for card in cards_shown))
        for seat in range(len(view.seats)):
            yield from self.seat(seat)
        if self.first_player is not None:
            yield self.say("first_told", name=self.name(self.first_player))

    def card(self, card: str) -> str:
        """A special card."""
        return short_name(card, len(self.view.seats), self.language)

    def market(self) -> str:
        """The market card, and what is sold."""
        if self.view.market is None:
            return self.words["market_none"]
        amounts = []
        for good, amount in zip(DschunkeGood, self.view.market, strict=True):
            description = self.words["special"] if amount == "S" else self.say("yen", n=amount)
            description = self.words["sold"] if good in self.view.sold else description
            amounts.append(self.say("amount_told", good=self.goods[good], amount=description))
        return self.say("market_told", amounts=", ".join(amounts), n=self.view.market_cards_left)

    def junk(self, junk: DschunkeJunk) -> str:
        """Cargo, pile and merchant of a junk."""
        view = self.view
        crates = ", ".join(f"{self.name(seat)} {n}" for seat, n in enumerate(view.visible[junk]) if n)
        layers = len(view.cargo[junk])
        parts = (
            self.say("crates", crates=crates) if crates else self.words["no_crates"],
            self.say("layers_few", n=layers) if layers else "",
            self._pile(junk),
            self._worker(junk),
        )
        description = self.say("junk_told", junk=junk, parts="; ".join(filter(None, parts)))
        return description[:1].upper() + description[1:]

    def _pile(self, junk: DschunkeJunk) -> str:
        if junk in GOOD_ON:
            good = GOOD_ON[junk]
            return self.say("pile_told", n=self.pile_size(good), good=good)
        return self.say("mixed_told", n=self.view.mixed_pile) if len(self.view.seats) == 2 else ""

    def pile_size(self, good: DschunkeGood) -> int | str:
        """The size of a pile, or its bounds in words."""
        size = self.view.piles[good]
        least, most = self.view.piles_between[good]
        return self.say("between", least=least, most=most) if size is None else size

    def _worker(self, junk: DschunkeJunk) -> str:
        for merchant, place in self.view.merchants.items():
            if place == junk:
                worker = DschunkeWorker(merchant)
                name = self.say("worker", worker=worker_part(worker))
                if worker in self.view.used:
                    return self.say("stands_used", worker=name)
                return self.say("stands", worker=name, task=self.task(worker))
        return ""

    def task(self, worker: DschunkeWorker) -> str:
        """What a worker does."""
        return " ".join(self.task_lines(worker))

    def task_lines(self, worker: DschunkeWorker) -> tuple[str, ...]:
        """What a worker does, and how much."""
        if worker in MERCHANT_TASKS:
            task, amount = MERCHANT_TASKS[worker]
        elif len(self.view.seats) == 2:  # it never acts (D10.4)
            return (self.words["counts"],)
        else:
            space = self.view.assistants[worker]
            task, amount = space.action, space.amount
        return self.words[f"task_{task}"], self.say(f"amount_{task}", n=amount)

    def assistant(self, worker: DschunkeWorker) -> str:
        """An assistant."""
        event = self.view.assistants[worker].event
        parts = (
            self.task(worker),
            self.say("event", event=event) if event else "",
            self.words["used"] if worker in self.view.used else "",
        )
        return self.say("assistant_told", track=worker.partition("-")[2], parts="; ".join(filter(None, parts)))

    def specials(self) -> str:
        """The piles of special cards."""
        piles = ", ".join(f"{self.piles[pile]} {n}" for pile, n in self.view.special_piles.items())
        description = self.say("specials_told", piles=piles)
        out = self.listed(self._cards(self.view.special_cards_played))
        return f"{description} {self.say('out_told', cards=out)}" if self.view.special_cards_played else description

    def seat(self, seat: int) -> Iterator[str]:
        """What a player has."""
        player, name = self.view.seats[seat], self.name(seat)
        yield self.say(
            "seat_told",
            name=name,
            yen=self.yen(player),
            goods=self.listed(self._counted(player.hand, "hidden_goods")),
            cards=self.listed(self._cards(player.special_cards)),
            bars=self.say("bars", n=player.bars_left),
            supply=player.supply_cards,
        )
        if player.bars_to_place:
            owners = self.listed(self.name(owner) for owner in dict.fromkeys(player.bars_to_place))
            yield self.say("place_told", name=name, owners=owners)
        if player.offered:
            shown = self.words["offer_secret"] if player.offer is None else self.listed(self._counted(player.offer))
            yield self.say("offer_told", name=name, goods=shown)
        if player.bonus:
            cards, junks = player.bonus.special_cards, player.bonus.junks
            score = self.say("yen", n=self.scene.standings[seat].score)
            yield self.say("bonus_told", name=name, score=score, cards=cards, junks=junks)

    def yen(self, player: DschunkeSeatView) -> str:
        """A player's money, or what is known of it."""
        if player.yen is not None:
            return self.say("yen", n=player.yen)
        description = "" if player.yen_told is None else f" ({self.say('yen_told', n=player.yen_told)})"
        return self.words["yen_secret_told"] + description

    def _counted(self, hand: Iterable[str], hidden: str = "secret") -> Iterator[str]:
        numbers = Counter(hand)
        unknown = [
            self.say(phrase, n=numbers.pop(card))
            for card, phrase in ((HIDDEN, hidden), (UNKNOWN, "unknown_cards"))
            if card in numbers
        ]
        yield from goods_parts(numbers, self.language, numbered=bool(unknown))
        yield from unknown

    def _cards(self, cards: Iterable[str]) -> Iterator[str]:
        for card, n in Counter(cards).items():
            if card == HIDDEN:
                yield self.say("secret", n=n)
            elif card == UNKNOWN:
                yield self.say("unknown_cards", n=n)
            else:
                yield several(self.card(card), n)


def several(name: str, number: int) -> str:
    """A card in words, with its number if there are several."""
    return name if number == 1 else f"{number}×\u00a0{name}"
