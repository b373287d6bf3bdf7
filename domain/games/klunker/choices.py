"""The words and signs for what may be chosen in Klunker, in English and Italian."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.meta import JEWELS
from domain.games.klunker.sentences import JEWEL_NAMES
from domain.games.klunker.state import KlunkerState
from domain.kernel.choices import Choice, Face, Slot, SlotList, Wire, option
from domain.kernel.languages import Language
from domain.kernel.legal import Multiset

VERBS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "stock": "Fill the showcase",
        "store": "Store a card",
        "pass": "Pass",
        "buy": "Buy a showcase",
        "decline": "Buy nothing",
        "sell": "Sell a set",
        "deal": "Deal the cards",
    },
    "it": {
        "stock": "Riempi la vetrina",
        "store": "Metti una carta in cassaforte",
        "pass": "Passa",
        "buy": "Compra una vetrina",
        "decline": "Non comprare nulla",
        "sell": "Vendi una serie",
        "deal": "Distribuisci le carte",
    },
}

QUESTIONS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "stock": "Which cards go to the showcase?",
        "store": "Which card goes to the safe?",
        "buy": "Whose showcase?",
        "sell": "Which set is sold next?",
        "deal": "What does {name} get?",
    },
    "it": {
        "stock": "Quali carte vanno in vetrina?",
        "store": "Quale carta va in cassaforte?",
        "buy": "La vetrina di chi?",
        "sell": "Quale serie si vende per prima?",
        "deal": "Che cosa riceve {name}?",
    },
}

TIE_BREAKS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("fewer cards in safe and showcase",),
    "it": ("meno carte in cassaforte e vetrina",),
}
"""What breaks a tie, most important first (K8.2)."""


class KlunkerWording:
    """Words for what a seat, or chance, may do at a position."""

    heads: Mapping[str, tuple[str, ...]] = {}
    fields: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, seat: int | None, names: Sequence[str], language: Language) -> None:
        self.seat, self.names, self.language = seat, names, language

    def verb(self, action: Wire) -> Face:
        """What an action of this type is called."""
        return Face(VERBS[self.language][action["type"]])

    def question(self, kind: str, field: str) -> str:
        """What a type of action asks for: it has one field."""
        del field
        return QUESTIONS[self.language][kind]

    def face(self, kind: str, field: str, value: Any) -> Face:
        """A player by name, a jewel by name and card."""
        if field == "from":
            return Face(self.names[value], anchor=f"seat:{value}:showcase")
        anchor = f"seat:{self.seat}:safe:{value}" if kind == "sell" else None
        return Face(JEWEL_NAMES[self.language][value], glyph=value, anchor=anchor)


def wording(state: KlunkerState, seat: int | None, names: Sequence[str], language: Language) -> KlunkerWording:
    """The words for what `seat`, or chance, may do."""
    del state
    return KlunkerWording(seat, names, language)


def reports(state: KlunkerState, slots: SlotList, words: KlunkerWording) -> Iterator[Choice]:
    """How a deal is reported: hand by hand, each out of the cards that are not yet accounted for (K2.3, K7.2)."""
    if state.phase is not KlunkerPhase.DEAL:
        return
    unseen = JEWELS.table(state.unseen)
    options = tuple(option(jewel, words.face("deal", "hands", jewel), left=n) for jewel, n in unseen.items())
    then: int | None = None
    for seat in reversed(range(len(state.seats))):
        wants = state.seats[seat].wants
        then = slots.add(
            Slot(
                pointer=f"/hands/{seat}",
                kind="multiset",
                label=QUESTIONS[words.language]["deal"].format(name=words.names[seat]),
                options=options,
                fits=(Multiset({str(jewel): n for jewel, n in unseen.items()}, wants, wants),),
                pool="deck",
                then=then,
            )
        )
    face = words.verb({"type": "deal"})
    action = {"type": "deal", "hands": [[] for _ in state.seats]}
    yield Choice(label=face.label, seat=None, action=action, slot=then)


def secret_choices(state: KlunkerState) -> tuple[int, ...] | None:
    """Nobody chooses secretly."""
    del state
    return None
