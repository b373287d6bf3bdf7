"""The words and signs for what may be chosen in Dschunke, in English and Italian."""

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
    DschunkeGood,
    DschunkeJunk,
    DschunkePile,
    DschunkeTask,
    DschunkeWorker,
)
from domain.games.dschunke.offers import still_to_offer
from domain.games.dschunke.setup import opening_cards
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.words import GOOD_NAMES, JUNK_NAMES, PILE_NAMES, WORKER_NAMES, card_name
from domain.games.dschunke.workers import task_of
from domain.kernel.choices import Choice, Face, Option, Slot, SlotList, Wire, option
from domain.kernel.counts import Counts
from domain.kernel.languages import Language
from domain.kernel.legal import Multiset

VERBS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "place_bar": "Place a bar",
        "swap": "Swap goods",
        "pass": "Don't swap",
        "take_special": "Take a special card",
        "look": "Look through a pile",
        "play_special": "{card}",
        "done": "No extra action",
        "supply": "GoodsDraw for the supply cards",
        "offer": "Offer goods",
        "take_yen": "Take 3 yen instead",
        "show_specials": "Show the special cards",
        "deal": "Deal the opening hands",
        "show_merchants": "Show the merchants",
        "turn_market": "Turn up the market card",
    },
    "it": {
        "place_bar": "Piazza una barra",
        "swap": "Cambia risorse",
        "pass": "Non cambiare",
        "take_special": "Prendi una carta speciale",
        "look": "Guarda un mazzo",
        "play_special": "{card}",
        "done": "Nessuna azione extra",
        "supply": "Pesca per le carte rifornimento",
        "offer": "Offri risorse",
        "take_yen": "Prendi 3 yen al suo posto",
        "show_specials": "Mostra le carte speciali",
        "deal": "Distribuisci le mani iniziali",
        "show_merchants": "Mostra i mercanti",
        "turn_market": "Scopri la carta mercato",
    },
}

USES: Final[dict[Language, dict[DschunkeTask, str]]] = {
    "en": {
        DschunkeTask.LOAD: "Load with {worker}",
        DschunkeTask.SELL: "Sell with {worker}",
        DschunkeTask.DRAW: "Draw with {worker}",
    },
    "it": {
        DschunkeTask.LOAD: "Carica: {worker}",
        DschunkeTask.SELL: "Vendi: {worker}",
        DschunkeTask.DRAW: "Pesca: {worker}",
    },
}

GROUPS: Final[dict[Language, dict[str, str]]] = {
    "en": {"use": "Own action", "play_special": "Extra action"},
    "it": {"use": "Azione propria", "play_special": "Azione extra"},
}

QUESTIONS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "junk": "On which junk?",
        "bar": "Whose bar?",
        "give": "Which goods go back?",
        "take": "Which goods are drawn?",
        "pile": "From which pile?",
        "card": "Which card?",
        "goods": "Which goods are drawn?",
        "offer": "Which goods are offered?",
        "from": "From which junk?",
        "to": "To which junk?",
        "cards": "Which cards are they?",
        "hand": "What does {name} get?",
        "merchant": "Where does {worker} stand?",
        "market": "Which market card?",
        "amount": "What do {good} bring?",
    },
    "it": {
        "junk": "Su quale giunca?",
        "bar": "La barra di chi?",
        "give": "Quali risorse si rimettono?",
        "take": "Quali risorse si pescano?",
        "pile": "Da quale mazzo?",
        "card": "Quale carta?",
        "goods": "Quali risorse si pescano?",
        "offer": "Quali risorse si offrono?",
        "from": "Da quale giunca?",
        "to": "Su quale giunca?",
        "cards": "Quali carte sono?",
        "hand": "Che cosa riceve {name}?",
        "merchant": "Dove sta {worker}?",
        "market": "Quale carta mercato?",
        "amount": "Quanto vale: {good}?",
    },
}

TIE_BREAKS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("more goods cards in hand",),
    "it": ("più carte risorsa in mano",),
}
"""What breaks a tie, most important first (D8.4)."""


class DschunkeWording:
    """Words for what a seat, or chance, may do at a position."""

    heads: Mapping[str, tuple[str, ...]] = {"use": ("worker",), "play_special": ("card",)}
    fields: Mapping[str, tuple[str, ...]] = {
        "use": ("worker", "junk", "to", "goods"),
        "place_bar": ("bar", "junk"),
    }

    def __init__(self, state: DschunkeState, seat: int | None, names: Sequence[str], language: Language) -> None:
        self.state, self.seat, self.names, self.language = state, seat, names, language

    def verb(self, action: Wire) -> Face:
        """What an action is called: one that uses a worker by what that does now, one of a card by the card."""
        kind = action["type"]
        if kind == "use":
            worker = DschunkeWorker(action["worker"])
            words = USES[self.language][task_of(self.state, worker)[0]]
            label = words.format(worker=WORKER_NAMES[self.language][worker])
            return Face(label, glyph=f"worker-{worker.replace('/', '-')}", group=GROUPS[self.language][kind])
        if kind == "play_special":
            name = card_name(action["card"], self.language)
            return Face(f"{name[:1].upper()}{name[1:]}", glyph="special", group=GROUPS[self.language][kind])
        if kind == "take_special" and "card" not in action:
            kind = "look"
        return Face(VERBS[self.language][kind])

    def question(self, kind: str, field: str) -> str:
        """What a field asks for."""
        return QUESTIONS[self.language]["offer" if kind == "offer" else field]

    def face(self, kind: str, field: str, value: Any) -> Face:
        """How a value of a field looks, and where it is."""
        match field:
            case "junk" | "from" | "to":
                junk = DschunkeJunk(value)
                return Face(JUNK_NAMES[self.language][junk], glyph=f"junk-{junk}", anchor=f"junk:{junk}")
            case "bar":
                return Face(self.names[value], glyph=f"bar-{value}")
            case "goods" | "give" | "take":
                own = kind == "offer" or field == "give"
                return self.good(value, self._card_of_hand(value) if own else None)
            case "pile":
                return Face(PILE_NAMES[self.language][DschunkePile(value)], glyph=f"pile-{value}")
            case _:
                return Face(card_name(value, self.language), glyph="special")

    def _card_of_hand(self, good: str) -> str | None:
        """Where a good lies in the hand, if it is known to be there."""
        if self.seat is None or not self.state.seats[self.seat].hand.known[GOODS.index[DschunkeGood(good)]]:
            return None
        return f"seat:{self.seat}:goods:{good}"

    def good(self, good: str, anchor: str | None = None) -> Face:
        """A goods card, or one of the mixed pile."""
        return Face(GOOD_NAMES[self.language][good], glyph=good, anchor=anchor)


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
        label = QUESTIONS[words.language]["hand"].format(name=words.names[seat])
        slot = Slot(
            pointer=f"/hands/{seat}", kind="multiset", label=label, options=options, fits=fits, pool="goods", then=then
        )
        then = slots.add(slot)
    return then


def _merchants(slots: SlotList, words: DschunkeWording) -> int | None:
    """Where the merchants stand, each on a different junk (D2.9)."""
    then: int | None = None
    for merchant in reversed(MERCHANTS):
        worker = WORKER_NAMES[words.language][DschunkeWorker(merchant)]
        label = QUESTIONS[words.language]["merchant"].format(worker=worker)
        options = tuple(option(junk, words.face("show_merchants", "junk", junk), then=then) for junk in JUNKS)
        then = slots.add(Slot(pointer=f"/{merchant}", kind="place", label=label, options=options, pool="junks"))
    return then


def _market(state: DschunkeState, slots: SlotList, words: DschunkeWording) -> int | None:
    """The market card: one of the deck, where that is known, or its four amounts, one of which is S (D1.4, D4.1)."""
    if state.deck is not None:
        label = QUESTIONS[words.language]["market"]
        options = tuple(_card(card, words) for card in dict.fromkeys(state.deck))
        return slots.add(Slot(pointer="/amounts", kind="one_of", label=label, options=options))
    return _amounts(tuple(GOODS), slots, words, special=False)


def _card(card: Counts, words: DschunkeWording) -> Option:
    amounts = [f"{words.good(good).label} {amount or SPECIAL}" for good, amount in zip(GOODS, card, strict=True)]
    return Option(value=to_builtins(amounts_on(card)), label=", ".join(amounts))


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
    label = QUESTIONS[words.language]["amount"].format(good=words.good(good).label)
    return slots.add(Slot(pointer=f"/amounts/{good}", kind="one_of", label=label, options=tuple(options)))


def secret_choices(state: DschunkeState) -> tuple[int, ...] | None:
    """The seats that have offered, while goods are offered (D7.1)."""
    if state.phase is not DschunkePhase.OFFER:
        return None
    waiting = still_to_offer(state)
    return tuple(seat for seat in range(len(state.seats)) if seat not in waiting)
