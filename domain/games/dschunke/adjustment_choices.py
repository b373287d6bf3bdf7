"""What can be put otherwise at a position of Dschunke, as choices."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.games.dschunke.actions import DschunkeDealing
from domain.games.dschunke.adjustments import (
    DschunkeAdjust,
    DschunkeAdjustment,
    DschunkeBarPlace,
    DschunkeDoneAdjustment,
    DschunkeTurnAdjustment,
)
from domain.games.dschunke.choices import DschunkeWording
from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.hands import showable, stock_behind_offers
from domain.games.dschunke.meta import ALWAYS, BARS, JUNKS, MERCHANTS, PILES, DschunkeJunk, DschunkePile
from domain.games.dschunke.moving import may_be_unknown, may_use_mixed_pile
from domain.games.dschunke.rules import decide
from domain.games.dschunke.specials import takeable
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.words import card_name, place_parts, worker_part
from domain.games.dschunke.workers import free_junks, workers
from domain.kernel.adjusting import ADJUST
from domain.kernel.cards import UNKNOWN
from domain.kernel.choices import Choice, Face, Option, Slot, SlotKind, SlotList, option
from domain.kernel.errors import RuleViolation
from domain.kernel.languages import Language
from domain.kernel.legal import Multiset

MOST_OFFERED: Final = 30
"""The most yen among the options; more can be put by several changes, or as on the wire."""

MOST_GOODS: Final = 20
"""Goods cards of one change."""


def can_be_made(state: DschunkeState, changes: tuple[DschunkeAdjustment, ...]) -> bool:
    """Whether the table can be put so."""
    try:
        decide(state, DschunkeAdjust(reason="-", changes=changes))
    except RuleViolation:
        return False
    return True


def adjustments(state: DschunkeState, slots: SlotList, names: Sequence[str], language: Language) -> Iterator[Choice]:
    """Goods, yen, bars, special cards, merchants and workers, and whose turn it may be."""
    if state.mixed_due or state.phase in {DschunkePhase.SHUFFLE, DschunkePhase.DEAL, DschunkePhase.FINISHED}:
        return
    menu = _DschunkeMenu(state, slots, names, language)
    yield from menu.turns()
    yield from menu.goods()
    yield from menu.yen()
    yield from menu.bars()
    yield from menu.special_cards()
    if state.round:
        yield from menu.workers()


class _DschunkeMenu:
    """The choices for one position, in one language."""

    def __init__(self, state: DschunkeState, slots: SlotList, names: Sequence[str], language: Language) -> None:
        self.state, self.slots, self.names, self.language = state, slots, names, language
        self.seats = range(len(state.seats))
        self.wording = DschunkeWording(state, None, names, language)
        self.words = self.wording.words

    # --- whose turn it is --------------------------------------------------------------------------------------------

    def turns(self) -> Iterator[Choice]:
        """It is the turn of another seat; who is at turn has done what was asked."""
        seats = [seat for seat in self.seats if can_be_made(self.state, (DschunkeTurnAdjustment(seat=seat),))]
        yield from self._choice("adjust_turn", {"type": "turn"}, "/seat", "question_turn", dict.fromkeys(seats))
        if can_be_made(self.state, (DschunkeDoneAdjustment(seat=self.state.turn),)):
            label = self.words("adjust_done", name=self.names[self.state.turn])
            yield self._complete(label, {"type": "done", "seat": self.state.turn}, None)

    # --- goods -------------------------------------------------------------------------------------------------------

    def goods(self) -> Iterator[Choice]:
        """Goods of each hand and of the piles; cards that aren't known, where there may be such."""
        state = self.state
        mixed = ("mixed",) if may_use_mixed_pile(state) else ()
        named, unknown = dict[int | str, int | None](), dict[int | str, int | None]()
        for seat in self.seats:
            player = state.seats[seat]
            if player.offered:  # what it can hold beside its offer is known when all offers are revealed (D7.1)
                continue
            elsewhere = [*(other for other in self.seats if other != seat), *mixed]
            named[seat] = self._goods(showable(state, seat), [*elsewhere, "piles"])
            if may_be_unknown(state):
                number = len(player.hand)
                unknown[seat] = self._goods(Multiset({UNKNOWN: number}, 0, number), elsewhere)
        in_piles = stock_behind_offers(state).drawable(0, MOST_GOODS)
        named["piles"] = self._goods(in_piles, [*self.seats, *mixed])
        if mixed:
            unknown["mixed"] = self._goods(Multiset({UNKNOWN: state.mixed}, 0, state.mixed), [*self.seats])
        for phrase, origins in (("adjust_goods", named), ("adjust_unknown_goods", unknown)):
            there = {origin: slot for origin, slot in origins.items() if slot is not None}
            yield from self._choice(phrase, {"type": "goods"}, "/from", "question_whence", there)

    def _goods(self, there: Multiset, to: Iterable[int | str]) -> int | None:
        """Which of the goods that are `there`, and then where to; None where there are none."""
        if not there.most or not any(there.of.values()):
            return None
        fits = (replace(there, least=1, most=min(there.most, MOST_GOODS)),)
        options = tuple(option(good, self._good(good), left=n) for good, n in there.of.items())
        then = self._places("/to", to)
        pointer, label = "/changes/0/goods", self.words["question_which_goods"]
        slot = Slot(pointer=pointer, kind="multiset", label=label, options=options, fits=fits, then=then)
        return self.slots.add(slot)

    def _good(self, good: str) -> Face:
        return Face(self.words("goods_cards", n=1)) if good == UNKNOWN else self.wording.good(good)

    # --- yen, bars ---------------------------------------------------------------------------------------------------

    def yen(self) -> Iterator[Choice]:
        """Yen of each player, and of the bank."""
        purses: tuple[int | str, ...] = (*self.seats, "bank")
        there = dict[int | str, int | None]()
        for purse in purses:
            most = MOST_OFFERED
            if isinstance(purse, int):
                most = min(most, self.state.seats[purse].yen)
            if most:
                number = self._numbers("/yen", most)
                there[purse] = self._places("/to", (other for other in purses if other != purse), then=number)
        yield from self._choice("adjust_yen", {"type": "yen"}, "/from", "question_whence", there)

    def bars(self) -> Iterator[Choice]:
        """Bars of each player, not loaded or on a junk."""
        owners: dict[int | str, int | None] = {seat: self._bars(seat) for seat in self.seats}
        yield from self._choice("adjust_bars", {"type": "bars"}, "/seat", "question_whose_bars", owners)

    def _bars(self, seat: int) -> int:
        """Where bars of `seat` come from, where they go, and how many."""
        there = {DschunkeBarPlace.STOCK: self.state.seats[seat].bars}
        there |= {DschunkeBarPlace(junk): self.state.hold(junk).count(seat) for junk in JUNKS}
        options = []
        for place, bars in there.items():
            if bars:
                number = self._numbers("/bars", min(bars, BARS))
                to = self._places("/to", (other for other in DschunkeBarPlace if other is not place), then=number)
                options.append(option(place, self._place(place), then=to))
        return self._slot("/from", "one_of", self.words["question_whence"], options)

    # --- special cards -----------------------------------------------------------------------------------------------

    def special_cards(self) -> Iterator[Choice]:
        """Special cards of each player, of each pile, and those that were played."""
        state = self.state
        there = dict[int | str, Sequence[str]]()
        for seat in self.seats:
            player = state.seats[seat]
            cards = dict.fromkeys(player.specials)
            if player.unknown_specials:
                cards |= dict.fromkeys(card for card in state.unseen_specials if card not in ALWAYS)
            unknown = (UNKNOWN,) if player.holds_secrets and state.dealing is not DschunkeDealing.SERVER else ()
            there[seat] = (*cards, *unknown)
        for pile, number in zip(PILES, state.piles, strict=True):
            if number and pile is not state.looking:
                there[pile] = takeable(state, pile)
        there["played"] = tuple(dict.fromkeys(state.played))
        origins = {origin: self._special_cards(origin, cards) for origin, cards in there.items() if cards}
        yield from self._choice("adjust_special", {"type": "special_card"}, "/from", "question_whence", origins)

    def _special_cards(self, origin: int | str, cards: Sequence[str]) -> int:
        """Which of the cards, and then where to."""
        places = [place for place in (*self.seats, *DschunkePile, "played") if place != origin]
        named = self._places("/to", places)
        unnamed = self._places("/to", (place for place in places if place != "played"))
        options = [
            option(card, Face(card_name(card, self.language), "special"), then=unnamed if card == UNKNOWN else named)
            for card in cards
        ]
        return self._slot("/card", "one_of", self.words["question_card"], options)

    # --- workers -----------------------------------------------------------------------------------------------------

    def workers(self) -> Iterator[Choice]:
        """Who is used, and where the merchants stand."""
        state = self.state
        for used, phrase in ((True, "adjust_used"), (False, "adjust_unused")):
            options = [
                option(worker, self._worker(worker)) for worker in workers(state) if (worker in state.used) is not used
            ]
            yield from self._ask(phrase, {"type": "worker", "used": used}, "/worker", "question_worker", options)
        merchants = [
            option(
                {"type": "merchant", "merchant": merchant, "from": junk},
                self._worker(merchant),
                then=self._places("/to", free_junks(state), "place"),
            )
            for merchant, junk in zip(MERCHANTS, state.merchants, strict=True)
        ]
        yield from self._ask("adjust_merchant", {"type": "merchant"}, "", "question_worker", merchants)

    def _worker(self, worker: str) -> Face:
        return Face(self.words("worker", worker=worker_part(worker)))

    # --- slots -------------------------------------------------------------------------------------------------------

    def _places(
        self, pointer: str, places: Iterable[int | str], kind: SlotKind = "one_of", *, then: int | None = None
    ) -> int:
        options = [option(place, self._place(place), then=then) for place in places]
        return self._slot(pointer, kind, self.words["question_whither"], options)

    def _place(self, place: int | str) -> Face:
        if place in set(JUNKS):
            return self.wording.face(ADJUST, "junk", DschunkeJunk(place))
        return Face(self.words("place", **place_parts(place, self.names)))

    def _numbers(self, pointer: str, most: int) -> int:
        options = [Option(value=n, label=str(n)) for n in range(1, most + 1)]
        return self._slot(pointer, "number", self.words["question_number"], options)

    def _slot(self, pointer: str, kind: SlotKind, label: str, options: Sequence[Option]) -> int:
        """A slot for a part of the change, or with the `pointer` ``""`` for all of it."""
        return self.slots.add(Slot(pointer=f"/changes/0{pointer}", kind=kind, label=label, options=tuple(options)))

    def _choice(
        self, phrase: str, change: dict[str, Any], pointer: str, question: str, then: Mapping[int | str, int | None]
    ) -> Iterator[Choice]:
        """A choice that asks first for one of the places, after which a slot follows, if one does."""
        options = [option(place, self._place(place), then=slot) for place, slot in then.items()]
        yield from self._ask(phrase, change, pointer, question, options)

    def _ask(
        self, phrase: str, change: dict[str, Any], pointer: str, question: str, options: Sequence[Option]
    ) -> Iterator[Choice]:
        """A choice with these options; none where there are none."""
        if options:
            slot = self._slot(pointer, "one_of", self.words[question], options)
            yield self._complete(self.words[phrase], change, slot)

    def _complete(self, label: str, change: dict[str, Any], slot: int | None) -> Choice:
        return Choice(label=label, seat=None, action={"type": ADJUST, "changes": [change]}, slot=slot)
