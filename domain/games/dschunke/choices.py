"""The words and signs for what may be chosen in Dschunke."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import to_builtins

from domain.games.dschunke.actions import DschunkeDealing
from domain.games.dschunke.board import HIGHEST_AMOUNT, SPECIAL, amounts_on
from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.meta import (
    ALL_GOODS,
    GOODS,
    JUNKS,
    MERCHANTS,
    TEXTS,
    DschunkeGood,
    DschunkeJunk,
    DschunkeWorker,
)
from domain.games.dschunke.offers import still_to_offer
from domain.games.dschunke.setup import opening_cards
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.words import card_name, worker_part
from domain.games.dschunke.workers import supply_of, task_of
from domain.kernel.choices import Choice, Face, Option, Slot, SlotList, Wire, option
from domain.kernel.counts import Counts
from domain.kernel.languages import Language
from domain.kernel.legal import Multiset

TIE_BREAKS: Final = ("more_goods",)
"""What breaks a tie (D8.4)."""


class DschunkeWording:
    """Words for what a seat, or chance, may do at a position."""

    heads: Mapping[str, tuple[str, ...]] = {"use": ("worker",), "play_special": ("card",)}
    fields: Mapping[str, tuple[str, ...]] = {
        "use": ("worker", "junk", "to", "goods"),
        "place_bar": ("bar", "junk"),
    }

    def __init__(self, state: DschunkeState, seat: int | None, names: Sequence[str], language: Language) -> None:
        self.state, self.seat, self.names, self.language = state, seat, names, language
        self.words = TEXTS[language]

    def verb(self, action: Wire) -> Face:
        """What an action is called: one that uses a worker by what that does now, one of a card by the card."""
        kind = action["type"]
        if kind == "use":
            worker = DschunkeWorker(action["worker"])
            label = self.words(f"use_{task_of(self.state, worker)[0]}", worker=worker_part(worker))
            return Face(label, glyph=f"worker-{worker_part(worker)}", group=self.words[f"group_{kind}"])
        if kind == "play_special":
            name = card_name(action["card"], self.language)
            return Face(f"{name[:1].upper()}{name[1:]}", glyph="special", group=self.words[f"group_{kind}"])
        if kind == "take_special" and "card" not in action:
            kind = "look"
        if kind == "supply" and not supply_of(self.state, action["seat"]).most:
            kind = "supply_nothing"
        return Face(self.words[f"verb_{kind}"])

    def question(self, kind: str, field: str) -> str:
        """What a field asks for."""
        return self.words[f"question_{'offer' if kind == 'offer' else field}"]

    def face(self, kind: str, field: str, value: Any) -> Face:
        """How a value of a field looks, and where it is."""
        match field:
            case "junk" | "from" | "to":
                junk = DschunkeJunk(value)
                return Face(self.words("junk", junk=junk), glyph=f"junk-{junk}", anchor=f"junk:{junk}")
            case "bar":
                return Face(self.names[value], glyph=f"bar-{value}")
            case "goods" | "give" | "take":
                own = kind == "offer" or field == "give"
                return self.good(value, self._card_of_hand(value) if own else None)
            case "pile":
                return Face(self.words("pile", pile=value), glyph=f"pile-{value}")
            case _:
                return Face(card_name(value, self.language), glyph="special")

    def _card_of_hand(self, good: str) -> str | None:
        """Where a good lies in the hand, if it is known to be there."""
        if self.seat is None or not self.state.seats[self.seat].hand.known[GOODS.index[DschunkeGood(good)]]:
            return None
        return f"seat:{self.seat}:goods:{good}"

    def good(self, good: str, anchor: str | None = None) -> Face:
        """A goods card, or one of the mixed pile."""
        return Face(self.words("good", good=good), glyph=good, anchor=anchor)


def wording(state: DschunkeState, seat: int | None, names: Sequence[str], language: Language) -> DschunkeWording:
    """The words for what `seat`, or chance, may do."""
    return DschunkeWording(state, seat, names, language)


# --- chance ----------------------------------------------------------------------------------------------------------


def reports(state: DschunkeState, slots: SlotList, words: DschunkeWording) -> Iterator[Choice]:
    """How the opening hands, the merchants and a market card are reported; where the service deals, nothing is."""
    if state.dealing is DschunkeDealing.SERVER:
        return
    action: dict[str, Any] = {}
    match state.phase:
        case DschunkePhase.DEAL:
            slot, action = _hands(state, slots, words), {"hands": [[] for _ in state.seats]}
        case DschunkePhase.SHOW:
            slot = _merchants(slots, words)
        case DschunkePhase.MARKET:
            slot = _market(state, slots, words)
        case _:
            return
    kind = {
        DschunkePhase.DEAL: "deal",
        DschunkePhase.SHOW: "show_merchants",
        DschunkePhase.MARKET: "turn_market",
    }[state.phase]
    yield Choice(label=words.verb({"type": kind}).label, seat=None, action={"type": kind, **action}, slot=slot)


def _hands(state: DschunkeState, slots: SlotList, words: DschunkeWording) -> int | None:
    """The opening hands, one after the other, out of the cards that are shuffled (D2.4, D10.3)."""
    number = opening_cards(state)
    there = GOODS.table(ALL_GOODS if state.pool is None else state.pool)
    options = tuple(option(good, words.good(good), left=n) for good, n in there.items())
    fits = (Multiset({str(good): n for good, n in there.items()}, number, number),)
    then: int | None = None
    for seat in reversed(range(len(state.seats))):
        label = words.words("question_hand", name=words.names[seat])
        slot = Slot(
            pointer=f"/hands/{seat}", kind="multiset", label=label, options=options, fits=fits, pool="goods", then=then
        )
        then = slots.add(slot)
    return then


def _merchants(slots: SlotList, words: DschunkeWording) -> int | None:
    """Where the merchants stand, each on a different junk (D2.9)."""
    then: int | None = None
    for merchant in reversed(MERCHANTS):
        label = words.words("question_merchant", worker=merchant)
        options = tuple(option(junk, words.face("show_merchants", "junk", junk), then=then) for junk in JUNKS)
        then = slots.add(Slot(pointer=f"/{merchant}", kind="place", label=label, options=options, pool="junks"))
    return then


def _market(state: DschunkeState, slots: SlotList, words: DschunkeWording) -> int | None:
    """The market card: one of the deck, where that is known, or its four amounts, one of which is S (D1.4, D4.1)."""
    if state.deck is not None:
        label = words.words["question_market"]
        options = tuple(_card(card, words) for card in dict.fromkeys(state.deck))
        return slots.add(Slot(pointer="/amounts", kind="one_of", label=label, options=options))
    return _amounts(tuple(GOODS), slots, words, special=False)


def _card(card: Counts, words: DschunkeWording) -> Option:
    return Option(value=to_builtins(amounts_on(card)), label=card_label(card, words))


def card_label(card: Counts, words: DschunkeWording) -> str:
    """A market card in words: each good with what it brings."""
    amounts = (f"{words.good(good).label} {amount or SPECIAL}" for good, amount in zip(GOODS, card, strict=True))
    return ", ".join(amounts)


def _amounts(goods: tuple[DschunkeGood, ...], slots: SlotList, words: DschunkeWording, *, special: bool) -> int | None:
    """The slots for the amounts of `goods`; `special` tells whether S stood at a good before."""
    if not goods:
        return None
    good, *rest = goods
    following = tuple(rest)
    options = []
    if not special:
        then = _amounts(following, slots, words, special=True)
        options.append(Option(value=SPECIAL, label=SPECIAL, glyph="special", then=then))
    if special or following:
        then = _amounts(following, slots, words, special=special)
        options += [Option(value=n, label=str(n), then=then) for n in range(1, HIGHEST_AMOUNT + 1)]
    label = words.words("question_amount", good=good)
    return slots.add(Slot(pointer=f"/amounts/{good}", kind="one_of", label=label, options=tuple(options)))


def secret_choices(state: DschunkeState) -> tuple[int, ...] | None:
    """The seats that have offered, while goods are offered (D7.1)."""
    if state.phase is not DschunkePhase.OFFER:
        return None
    waiting = still_to_offer(state)
    return tuple(seat for seat in range(len(state.seats)) if seat not in waiting)
