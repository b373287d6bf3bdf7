"""The words and signs for what may be chosen in Klunker."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.meta import JEWELS, TEXTS, Jewel
from domain.games.klunker.state import KlunkerState
from domain.kernel.choices import Choice, Face, Slot, SlotList, Wire, option
from domain.kernel.languages import Language
from domain.kernel.legal import Multiset

TIE_BREAKS: Final = ("fewer_cards",)
"""What breaks a tie (K8.2)."""


class KlunkerWording:
    """Words for what a seat, or chance, may do at a position."""

    heads: Mapping[str, tuple[str, ...]] = {}
    fields: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, state: KlunkerState, seat: int | None, names: Sequence[str], language: Language) -> None:
        self.state, self.seat, self.names, self.words = state, seat, names, TEXTS[language]

    def verb(self, action: Wire) -> Face:
        """What an action of this type is called."""
        return Face(self.words[f"verb_{action['type']}"])

    def question(self, kind: str, field: str) -> str:
        """What a type of action asks for: it has one field."""
        del field
        return self.words[f"question_{kind}"]

    def face(self, kind: str, field: str, value: Any) -> Face:
        """A player by name, a jewel by name and card."""
        if field == "from":
            return Face(self.names[value], anchor=f"seat:{value}:showcase")
        return Face(self.words("jewel", jewel=value), glyph=value, anchor=self._place_of(kind, Jewel(value)))

    def _place_of(self, kind: str, jewel: Jewel) -> str | None:
        """Where a card lies: in the safe for a sale, else in the hand, if it is known to be there."""
        if self.seat is None or kind == "deal":
            return None
        if kind == "sell":
            return f"seat:{self.seat}:safe:{jewel}"
        known = self.state.seats[self.seat].hand.known[JEWELS.index[jewel]]
        return f"seat:{self.seat}:hand:{jewel}" if known else None


def wording(state: KlunkerState, seat: int | None, names: Sequence[str], language: Language) -> KlunkerWording:
    """The words for what `seat`, or chance, may do."""
    return KlunkerWording(state, seat, names, language)


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
                label=words.words("question_hand", name=words.names[seat]),
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
