"""What can be put otherwise at a position of Halunken und Spelunken, as choices."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from domain.games.halunken.actions import (
    HalunkenAdjust,
    HalunkenAdjustment,
    HalunkenCardAdjustment,
    HalunkenPieceAdjustment,
    HalunkenTurnAdjustment,
)
from domain.games.halunken.adjusting import spots_to_put
from domain.games.halunken.choices import HalunkenWording
from domain.games.halunken.events import HalunkenPhase
from domain.games.halunken.meta import (
    BLACK_JACK,
    HARBOUR,
    TAVERNS,
    HalunkenAtTavern,
    MovementCard,
    Piece,
    Rogue,
    Spot,
)
from domain.games.halunken.rules import decide
from domain.games.halunken.sentences import piece_parts, spot_parts
from domain.games.halunken.state import HalunkenState
from domain.kernel.adjusting import ADJUST
from domain.kernel.choices import Choice, Face, Option, Slot, SlotKind, SlotList, option
from domain.kernel.errors import RuleViolation
from domain.kernel.languages import Language


def can_be_made(state: HalunkenState, changes: tuple[HalunkenAdjustment, ...]) -> bool:
    """Whether the table can be put so."""
    try:
        decide(state, HalunkenAdjust(reason="-", changes=changes))
    except RuleViolation:
        return False
    return True


def adjustments(state: HalunkenState, slots: SlotList, names: Sequence[str], language: Language) -> Iterator[Choice]:
    """Every rogue that can be seen, every piece, all movement cards, and whose turn it may be."""
    if state.phase is HalunkenPhase.FINISHED:
        return
    menu = _HalunkenMenu(state, slots, names, language)
    yield from menu.rogues()
    for piece in (*range(len(state.seats)), BLACK_JACK):
        yield from menu.of_piece(piece)


class _HalunkenMenu:
    """The choices for one position, in one language."""

    def __init__(self, state: HalunkenState, slots: SlotList, names: Sequence[str], language: Language) -> None:
        self.state, self.slots, self.names = state, slots, names
        self.wording = HalunkenWording(state, None, names, language)
        self.words = self.wording.words

    def rogues(self) -> Iterator[Choice]:
        """A choice for each crew, for the harbour, and for each rogue that lies open on a tavern."""
        state = self.state
        places: tuple[int | str, ...] = (*range(len(state.seats)), HARBOUR)
        for place in places:
            there = state.seats[place].crew if isinstance(place, int) else state.harbour
            spot: Spot = place if isinstance(place, int) else HARBOUR
            yield from self._rogues_of(spot, tuple(rogue for rogue in there if rogue != state.bid))
        for tavern, rogue in enumerate(state.open):
            if rogue is not None:
                yield from self._rogues_of(HalunkenAtTavern(tavern), (rogue,))

    def _rogues_of(self, spot: Spot, rogues: tuple[Rogue, ...]) -> Iterator[Choice]:
        if not rogues or not self.state.round:  # before the first round a crew keeps its number of rogues (H2.2)
            return
        to = [option(to_builtins(other), self._spot(other)) for other in spots_to_put(self.state) if other != spot]
        then = self._slot("to", "place", self.words["question_spot"], to)
        faces = [option(rogue, self.wording.rogue(rogue, self.wording.place_of(rogue)), then=then) for rogue in rogues]
        slot = self._slot("rogue", "one_of", self.wording.question(ADJUST, "rogue"), faces)
        parts = spot_parts(spot, self.names)
        yield self._choice("adjust_rogue", parts, {"type": "rogue", "from": to_builtins(spot)}, slot)

    def _spot(self, spot: Spot) -> Face:
        anchor = f"space:{spot.tavern}" if isinstance(spot, HalunkenAtTavern) else None
        return Face(self.words("spot", **spot_parts(spot, self.names)), anchor=anchor)

    def of_piece(self, piece: Piece) -> Iterator[Choice]:
        """Where the piece stands, which cards are used, and that it is its turn."""
        parts, space = piece_parts(piece, self.names), self.state.stands_at(piece)
        if space is not None:
            to = [
                option(tavern, self.wording.face(ADJUST, "tavern", tavern))
                for tavern in range(TAVERNS)
                if self._allowed(HalunkenPieceAdjustment(piece=piece, from_=space, to=tavern))
            ]
            change = {"type": "piece", "piece": piece, "from": space}
            if to:
                slot = self._slot("to", "place", self.wording.question(ADJUST, "tavern"), to)
                yield self._choice("adjust_piece", parts, change, slot)
        for used in (True, False):
            cards = [
                option(card, self._card(piece, card))
                for card in self._cards(piece, left=used)
                if self._allowed(HalunkenCardAdjustment(piece=piece, card=card, used=used))
            ]
            if cards:
                slot = self._slot("card", "one_of", self.wording.question(ADJUST, "card"), cards)
                phrase = "adjust_used" if used else "adjust_unused"
                yield self._choice(phrase, parts, {"type": "card", "piece": piece, "used": used}, slot)
        if self._allowed(HalunkenTurnAdjustment(piece=piece)):
            yield self._choice("adjust_turn", parts, {"type": "turn", "piece": piece}, None)

    def _cards(self, piece: Piece, *, left: bool) -> tuple[int | MovementCard, ...]:
        if isinstance(piece, int):
            player = self.state.seats[piece]
            return player.cards if left else player.played
        return self.state.deck if left else self.state.turned

    def _card(self, piece: Piece, card: int | MovementCard) -> Face:
        face = self.wording.face("choose" if isinstance(piece, int) else "turn_black_jack", "card", card)
        return Face(face.label, face.glyph)

    def _allowed(self, change: HalunkenAdjustment) -> bool:
        return can_be_made(self.state, (change,))

    def _slot(self, field: str, kind: SlotKind, label: str, options: Sequence[Option]) -> int:
        return self.slots.add(Slot(pointer=f"/changes/0/{field}", kind=kind, label=label, options=tuple(options)))

    def _choice(self, phrase: str, parts: dict[str, Any], change: dict[str, Any], slot: int | None) -> Choice:
        action = {"type": ADJUST, "changes": [change]}
        return Choice(label=self.words(phrase, **parts), seat=None, action=action, slot=slot)
