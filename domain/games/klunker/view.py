"""What a viewer may know of a Klunker match: all but the hands of others (K1.4)."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.games.klunker.actions import KlunkerAction, KlunkerDeal
from domain.games.klunker.adjustments import KlunkerAdjust, KlunkerAdjustment, KlunkerMoveCards
from domain.games.klunker.events import (
    KlunkerDealt,
    KlunkerFact,
    KlunkerFilled,
    KlunkerIdentified,
    KlunkerMoved,
    KlunkerMovedFaceDown,
    KlunkerPhase,
)
from domain.games.klunker.meta import JEWELS, Jewel
from domain.games.klunker.moving import is_open_to
from domain.games.klunker.state import KlunkerSeat, KlunkerState
from domain.kernel.cards import HIDDEN, UNKNOWN, hands_known_to, hidden
from domain.kernel.viewer import Viewer, sees_hand_of


class KlunkerSeatView(Struct, frozen=True):
    """The places of one player.

    Attributes:
        hand: a jewel, ``unknown`` or ``hidden`` for each card.
        showcase: open cards, sorted by type.
        safe: cards by type; types without cards are left out.
        banknotes: how many lie in the bank.
        buying_card: the number of the buying card taken this round, if one is.
    """

    hand: tuple[str, ...]
    showcase: tuple[Jewel, ...]
    safe: dict[Jewel, int]
    banknotes: int
    buying_card: int | None


class KlunkerView(Struct, frozen=True, tag="klunker", tag_field="game"):
    """The table as one viewer knows it.

    Attributes:
        round: from 1; 0 before the first deal.
        turn: the seat that acts, null while cards are dealt and after the end.
        deck: how many cards are left to deal.
        out_of_game: cards that left the game in sales, by type.
    """

    round: int
    phase: KlunkerPhase
    start_seat: int
    turn: int | None
    deck: int
    out_of_game: dict[Jewel, int]
    seats: tuple[KlunkerSeatView, ...]


def view(state: KlunkerState, viewer: Viewer) -> KlunkerView:
    """What `viewer` may know of `state`."""
    idle = state.phase in {KlunkerPhase.DEAL, KlunkerPhase.FINISHED}
    return KlunkerView(
        round=state.round,
        phase=state.phase,
        start_seat=state.start_seat,
        turn=None if idle else state.turn,
        deck=state.deck,
        out_of_game=JEWELS.table(state.out_of_game),
        seats=tuple(
            KlunkerSeatView(
                hand=_hand(player, open_to_viewer=sees_hand_of(viewer, seat)),
                showcase=JEWELS.spread(player.showcase),
                safe=JEWELS.table(player.safe),
                banknotes=player.banknotes,
                buying_card=state.order.index(seat) + 1 if seat in state.order else None,
            )
            for seat, player in enumerate(state.seats)
        ),
    )


def _hand(player: KlunkerSeat, *, open_to_viewer: bool) -> tuple[str, ...]:
    if not open_to_viewer:
        return hidden(player.hand)
    return (*JEWELS.spread(player.hand.known), *(UNKNOWN,) * player.hand.unknown)


def redact(
    action: KlunkerAction, facts: Sequence[KlunkerFact], viewer: Viewer
) -> tuple[KlunkerAction, tuple[KlunkerFact, ...]]:
    """`action` and `facts` as `viewer` may know them: what goes from the deck or hands to others is hidden."""
    return _redacted_action(action, viewer), tuple(_redacted(fact, viewer) for fact in facts)


def _redacted_action(action: KlunkerAction, viewer: Viewer) -> KlunkerAction:
    match action:
        case KlunkerDeal():
            return replace(action, hands=hands_known_to(viewer, action.hands))
        case KlunkerAdjust():
            changes = tuple(_redacted_change(change, viewer) for change in action.changes)
            # the reason may name the cards
            return action if changes == action.changes else replace(action, changes=changes, reason=HIDDEN)
        case _:
            return action


def _redacted_change(change: KlunkerAdjustment, viewer: Viewer) -> Any:
    if isinstance(change, KlunkerMoveCards) and not is_open_to(viewer, change.from_, change.to):
        return replace(change, jewels=hidden(change.jewels))
    return change


def _redacted(fact: KlunkerFact, viewer: Viewer) -> Any:
    match fact:
        case KlunkerDealt():
            return replace(fact, hands=hands_known_to(viewer, fact.hands))
        case KlunkerIdentified() if not sees_hand_of(viewer, fact.seat):
            return replace(fact, jewels=hidden(fact.jewels))
        case KlunkerMoved() if not is_open_to(viewer, fact.from_, fact.to):
            return replace(fact, jewels=hidden(fact.jewels))
        case _:
            return fact


def reveals(facts: Sequence[KlunkerFact]) -> bool:
    """Whether cards came from the deck, or were moved otherwise: all else was open, or in the own hand (K1.4)."""
    revealing = KlunkerDealt | KlunkerFilled | KlunkerMoved | KlunkerMovedFaceDown
    return any(isinstance(fact, revealing) for fact in facts)
