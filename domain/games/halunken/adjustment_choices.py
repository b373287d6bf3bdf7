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
    yield from menu.turns()
    yield from menu.rogues()
    yield from menu.pieces()
    yield from menu.cards()


class _HalunkenMenu:
    """The choices for one position, in one language."""

    def __init__(self, state: HalunkenState, slots: SlotList, names: Sequence[str], language: Language) -> None:
        self.state, self.slots, self.names = state, slots, names
        self.wording = HalunkenWording(state, None, names, language)
        self.words = self.wording.words

    def turns(self) -> Iterator[Choice]:
        """Whose turn it may be."""
        seats = [piece for piece in self._pieces if self._allowed(HalunkenTurnAdjustment(piece=piece))]
        options = [option(piece, self._piece(piece)) for piece in seats]
        yield from self._choice("adjust_turn", {"type": "turn"}, "/piece", "question_turn", options)

    def rogues(self) -> Iterator[Choice]:
        """Every rogue that can be seen: in a crew, in the harbour, or open on a tavern."""
        state = self.state
        if not state.round:  # before the first round a crew keeps its number of rogues (H2.2)
            return
        there: list[tuple[Spot, Sequence[Rogue]]] = [(seat, player.crew) for seat, player in enumerate(state.seats)]
        there.append((HARBOUR, state.harbour))
        there += [(HalunkenAtTavern(n), (rogue,)) for n, rogue in enumerate(state.open) if rogue is not None]
        options = [
            option(to_builtins(spot), self._spot(spot), then=self._rogues_of(spot, rogues))
            for spot, lying in there
            if (rogues := [rogue for rogue in lying if rogue != state.bid])
        ]
        yield from self._choice("adjust_rogue", {"type": "rogue"}, "/from", "question_whence", options)

    def _rogues_of(self, spot: Spot, rogues: Sequence[Rogue]) -> int:
        """Which of the rogues at `spot`, and then where to."""
        to = [option(to_builtins(other), self._spot(other)) for other in spots_to_put(self.state) if other != spot]
        then = self._slot("/to", "place", self.words["question_spot"], to)
        faces = [option(rogue, self.wording.rogue(rogue, self.wording.place_of(rogue)), then=then) for rogue in rogues]
        return self._slot("/rogue", "one_of", self.wording.question(ADJUST, "rogue"), faces)

    @property
    def _pieces(self) -> tuple[Piece, ...]:
        return (*range(len(self.state.seats)), BLACK_JACK)

    def _piece(self, piece: Piece) -> Face:
        return Face(self.words("piece", **piece_parts(piece, self.names)))

    def _spot(self, spot: Spot) -> Face:
        anchor = f"space:{spot.tavern}" if isinstance(spot, HalunkenAtTavern) else None
        return Face(self.words("spot", **spot_parts(spot, self.names)), anchor=anchor)

    def pieces(self) -> Iterator[Choice]:
        """Where a piece stands."""
        options = []
        for piece in self._pieces:
            space = self.state.stands_at(piece)
            if space is None:
                continue
            to = [
                option(tavern, self.wording.face(ADJUST, "tavern", tavern))
                for tavern in range(TAVERNS)
                if self._allowed(HalunkenPieceAdjustment(piece=piece, from_=space, to=tavern))
            ]
            if to:
                then = self._slot("/to", "place", self.wording.question(ADJUST, "tavern"), to)
                change = {"type": "piece", "piece": piece, "from": space}
                options.append(option(change, self._piece(piece), then=then))
        yield from self._choice("adjust_piece", {"type": "piece"}, "", "question_piece", options)

    def cards(self) -> Iterator[Choice]:
        """Which movement cards are used."""
        for used, phrase in ((True, "adjust_used"), (False, "adjust_unused")):
            options = []
            for piece in self._pieces:
                cards = [
                    option(card, self._card(piece, card))
                    for card in self._cards(piece, left=used)
                    if self._allowed(HalunkenCardAdjustment(piece=piece, card=card, used=used))
                ]
                if cards:
                    then = self._slot("/card", "one_of", self.wording.question(ADJUST, "card"), cards)
                    options.append(option(piece, self._piece(piece), then=then))
            yield from self._choice(phrase, {"type": "card", "used": used}, "/piece", "question_whose_card", options)

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

    def _slot(self, pointer: str, kind: SlotKind, label: str, options: Sequence[Option]) -> int:
        """A slot for a part of the change, or with the `pointer` ``""`` for all of it."""
        return self.slots.add(Slot(pointer=f"/changes/0{pointer}", kind=kind, label=label, options=tuple(options)))

    def _choice(
        self, phrase: str, change: dict[str, Any], pointer: str, question: str, options: Sequence[Option]
    ) -> Iterator[Choice]:
        """A choice that asks first whose or which; none where there is nothing to choose."""
        if options:
            slot = self._slot(pointer, "one_of", self.words[question], options)
            action = {"type": ADJUST, "changes": [change]}
            yield Choice(label=self.words[phrase], seat=None, action=action, slot=slot)
