"""How people put the table otherwise in Klunker, and what may have happened where the rules refuse an action."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import to_builtins

from domain.games.klunker.actions import (
    KlunkerBuy,
    KlunkerDecline,
    KlunkerPass,
    KlunkerStock,
    KlunkerStore,
)
from domain.games.klunker.adjusting import (
    goes_face_down,
    is_way,
    may_hold,
    most_at,
    most_face_down,
    notes_to_reveal,
    seats_for_turn,
    spots,
)
from domain.games.klunker.adjustments import (
    KlunkerAdjustment,
    KlunkerChangeTurn,
    KlunkerMoveCards,
    KlunkerMoveFaceDown,
    KlunkerPlace,
    KlunkerSpot,
)
from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.meta import JEWELS, TEXTS, Jewel
from domain.games.klunker.moving import turned_over
from domain.games.klunker.sentences import spot_in_words
from domain.games.klunker.state import KlunkerState
from domain.kernel.actions import SeatAction
from domain.kernel.adjusting import ADJUST
from domain.kernel.choices import Choice, Face, Option, Slot, SlotList, option
from domain.kernel.counts import Counts, minus
from domain.kernel.languages import Language
from domain.kernel.legal import Limit, Multiset

# --- what can be put otherwise ---------------------------------------------------------------------------------------


def adjustments(state: KlunkerState, slots: SlotList, names: Sequence[str], language: Language) -> Iterator[Choice]:
    """Cards in another place, named or face down; another turn; the start card before somebody else."""
    if state.phase is not KlunkerPhase.FINISHED:
        yield from _Offers(state, slots, names, language).choices()


class _Offers:
    """The choices at one state, with their slots."""

    def __init__(self, state: KlunkerState, slots: SlotList, names: Sequence[str], language: Language) -> None:
        self.state, self.slots, self.names, self.words = state, slots, names, TEXTS[language]

    def choices(self) -> Iterator[Choice]:
        """Each with the slots that it needs."""
        state = self.state
        if named := self._from_where({spot: self._which(spot) for spot in spots(state)}):
            yield self._choice("cards", named)
        if face_down := self._from_where({spot: self._how_many(spot) for spot in spots(state)}):
            yield self._choice("face_down", face_down)
        if seats := seats_for_turn(state):
            yield self._choice("turn", self._seats(seats, "question_turn"))
        others = tuple(seat for seat in range(len(state.seats)) if seat != state.start_seat)
        yield self._choice("start_card", self._seats(others, "question_start_card"))

    def _choice(self, kind: str, slot: int) -> Choice:
        action = {"type": ADJUST, "changes": [{"type": kind}]}
        return Choice(label=self.words[f"adjust_{kind}"], seat=None, action=action, slot=slot)

    def _from_where(self, then: dict[KlunkerSpot, int | None]) -> int | None:
        options = tuple(self._spot("from", spot, then=slot) for spot, slot in then.items() if slot is not None)
        return self._ask("from", "question_from", options) if options else None

    def _which(self, spot: KlunkerSpot) -> int | None:
        """Which cards, and then where to."""
        most = JEWELS.table(most_at(self.state, spot))
        then = self._to_where([to for to in spots(self.state) if _is_named_way(self.state, spot, to)])
        if not most or then is None:
            return None
        options = tuple(option(jewel, self._jewel(jewel), left=n) for jewel, n in most.items())
        return self.slots.add(
            Slot(
                pointer="/changes/0/jewels",
                kind="multiset",
                label=self.words["question_cards"],
                options=options,
                fits=(_fitting(self.state, spot),),
                then=then,
            )
        )

    def _how_many(self, spot: KlunkerSpot) -> int | None:
        """How many cards, and then where to."""
        ways = [to for to in spots(self.state) if is_way(self.state, spot, to) and goes_face_down(self.state, spot, to)]
        most, then = most_face_down(self.state, spot), self._to_where(ways)
        if not most or then is None:
            return None
        numbers = tuple(option(n, Face(str(n)), then=then) for n in range(1, most + 1))
        return self.slots.add(
            Slot(pointer="/changes/0/cards", kind="number", label=self.words["question_how_many"], options=numbers)
        )

    def _to_where(self, ways: Sequence[KlunkerSpot]) -> int | None:
        return self._ask("to", "question_to", tuple(self._spot("to", spot) for spot in ways)) if ways else None

    def _seats(self, seats: Sequence[int], question: str) -> int:
        return self._ask("seat", question, tuple(option(seat, Face(self.names[seat])) for seat in seats))

    def _ask(self, field: str, question: str, options: tuple[Option, ...]) -> int:
        return self.slots.add(
            Slot(pointer=f"/changes/0/{field}", kind="one_of", label=self.words[question], options=options)
        )

    def _spot(self, key: str, spot: KlunkerSpot, *, then: int | None = None) -> Option:
        return option(to_builtins(spot), Face(spot_in_words(key, spot, self.names, self.words)), then=then)

    def _jewel(self, jewel: Jewel) -> Face:
        return Face(self.words("jewel", jewel=jewel), glyph=jewel)


def _is_named_way(state: KlunkerState, from_: KlunkerSpot, to: KlunkerSpot) -> bool:
    deck_to_bank = (from_.place, to.place) == (KlunkerPlace.DECK, KlunkerPlace.BANK)
    return is_way(state, from_, to) and not deck_to_bank


def _fitting(state: KlunkerState, spot: KlunkerSpot) -> Multiset:
    """The lists of cards that can lie at `spot`."""
    most = most_at(state, spot)
    number, known, unknown = _number_at(state, spot), JEWELS.none, 0
    match spot.place:
        case KlunkerPlace.HAND if spot.seat is not None:
            known, unknown = state.seats[spot.seat].hand.known, state.seats[spot.seat].hand.unknown
        case KlunkerPlace.BANK:
            known, unknown = turned_over(state), notes_to_reveal(state)
    limits = (Limit(_named(known), unknown),) if any(known) and unknown else ()
    return Multiset(_named(most), 1, min(number, sum(most), sum(known) + unknown or number), limits)


def _number_at(state: KlunkerState, spot: KlunkerSpot) -> int:
    """How many cards lie at `spot`."""
    if spot.place is KlunkerPlace.DECK:
        return state.deck
    if spot.seat is None:
        return sum(state.out_of_game)
    player = state.seats[spot.seat]
    match spot.place:
        case KlunkerPlace.HAND:
            return len(player.hand)
        case KlunkerPlace.BANK:
            return player.banknotes
        case _:
            return sum(most_at(state, spot))


def _named(cards: Counts) -> dict[str, int]:
    return {str(jewel): n for jewel, n in JEWELS.table(cards).items()}


# --- what may have happened ------------------------------------------------------------------------------------------

_PHASES: Final[Mapping[type, KlunkerPhase]] = {
    KlunkerStock: KlunkerPhase.STOCK,
    KlunkerStore: KlunkerPhase.STORE,
    KlunkerPass: KlunkerPhase.STORE,
    KlunkerBuy: KlunkerPhase.BUY,
    KlunkerDecline: KlunkerPhase.BUY,
}
"""The actions that may have been taken out of turn, each with its phase."""


def proposals(state: KlunkerState, action: Any) -> Sequence[tuple[KlunkerAdjustment, ...]]:
    """Out of turn; cards that came from elsewhere; a purchase that somebody else paid for."""
    if not isinstance(action, SeatAction) or action.seat >= len(state.seats):
        return ()
    if state.phase is not _PHASES.get(type(action)):
        return ()
    before: tuple[KlunkerAdjustment, ...] = ()
    if action.seat in seats_for_turn(state):
        before = (KlunkerChangeTurn(seat=action.seat),)
    return tuple((*before, *changes) for changes in _needed(state, action) if before or changes)


def _needed(state: KlunkerState, action: Any) -> Iterator[tuple[KlunkerAdjustment, ...]]:
    """What has to be put otherwise for `action`, beside the turn; nothing, or one thing or another."""
    match action:
        case KlunkerStock():
            yield from _cards_from_elsewhere(state, action.seat, JEWELS.count(action.jewels))
        case KlunkerStore():
            yield from _cards_from_elsewhere(state, action.seat, JEWELS.count((action.jewel,)))
        case KlunkerBuy() if action.from_ != action.seat and not state.seats[action.seat].banknotes:
            yield from _loans(state, action.seat)
        case _:
            yield ()


def _cards_from_elsewhere(state: KlunkerState, seat: int, cards: Counts) -> Iterator[tuple[KlunkerAdjustment, ...]]:
    """Where those of `cards` may have come from that the hand doesn't hold: the own places first, then the others."""
    hand = state.seats[seat].hand
    if hand.may_hold(cards, state.unseen):
        yield ()
        return
    missing = minus(cards, tuple(map(min, cards, hand.most(state.unseen))))
    to = KlunkerSpot(place=KlunkerPlace.HAND, seat=seat)
    found = sorted(spots(state), key=lambda spot: (spot.seat != seat, spot.place is KlunkerPlace.HAND))
    for spot in found:
        if any(missing) and _is_named_way(state, spot, to) and may_hold(state, spot, missing):
            yield (KlunkerMoveCards(jewels=JEWELS.spread(missing), from_=spot, to=to),)


def _loans(state: KlunkerState, seat: int) -> Iterator[tuple[KlunkerAdjustment, ...]]:
    """Who may have paid for a player without money."""
    to = KlunkerSpot(place=KlunkerPlace.BANK, seat=seat)
    for other, player in enumerate(state.seats):
        if player.banknotes:
            yield (KlunkerMoveFaceDown(cards=1, from_=KlunkerSpot(place=KlunkerPlace.BANK, seat=other), to=to),)
