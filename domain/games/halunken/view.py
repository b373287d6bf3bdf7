"""What a viewer may know of a match of Halunken und Spelunken: all but the cards others have picked (H3.1)."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.games.halunken.actions import HalunkenAction, HalunkenChoose, HalunkenMode
from domain.games.halunken.events import (
    HalunkenBlackJackTurned,
    HalunkenChosen,
    HalunkenDrawn,
    HalunkenFact,
    HalunkenMove,
    HalunkenPhase,
    HalunkenRevealed,
    HalunkenShown,
)
from domain.games.halunken.meta import ROGUE_ORDER, MovementCard, Piece, Rogue, RogueColour
from domain.games.halunken.state import HalunkenState
from domain.kernel.cards import HIDDEN
from domain.kernel.viewer import Viewer, sees_hand_of


class HalunkenTavernView(Struct, frozen=True):
    """The pile of one tavern: its open rogue, and how many lie face down."""

    open: Rogue | None
    face_down: int


class HalunkenBidView(Struct, frozen=True):
    """The standing bid."""

    seat: int
    rogue: Rogue


class HalunkenSeatView(Struct, frozen=True):
    """What one player has.

    Attributes:
        captain: the tavern where the captain stands.
        crew: sorted by colour and value.
        doubled: the colour that would count double now.
        cards: movement cards not played; a card picked is among them until it is revealed.
        played: movement cards that lie open, in the order played.
        chosen: the card picked, or ``hidden``; null when none is.
    """

    captain: int | None
    crew: tuple[Rogue, ...]
    doubled: RogueColour | None
    cards: tuple[MovementCard, ...]
    played: tuple[MovementCard, ...]
    chosen: str | None


class HalunkenBlackJackView(Struct, frozen=True):
    """Black Jack.

    Attributes:
        tavern: where he stands.
        cards: his movement cards not yet used; as known to all, but not their order.
        turned: those that lie open, in the order used.
        chosen: the card picked for him, or ``hidden``; null when none is.
        opener: who opened this round's auction.
        bid: the standing bid of an auction.
        passed: who has passed in it.
        controller: who controls him this round.
    """

    tavern: int | None
    cards: tuple[int | MovementCard, ...]
    turned: tuple[int | MovementCard, ...]
    chosen: str | None
    opener: int | None
    bid: HalunkenBidView | None
    passed: tuple[int, ...]
    controller: int | None


class HalunkenView(Struct, frozen=True, tag="halunken", tag_field="game"):
    """The table as one viewer knows it.

    Attributes:
        round: from 1; 0 during the set-up.
        turn: the seat that acts, null where chance or several seats are awaited and after the end.
        rum: what this round's single Rum counts as.
        to_move: the pieces that have still to move this round, the next one first.
        mover: the piece that moved last in this round.
        black_jack: null in the introductory game.
    """

    mode: HalunkenMode
    round: int
    phase: HalunkenPhase
    turn: int | None
    taverns: tuple[HalunkenTavernView, ...]
    harbour: tuple[Rogue, ...]
    seats: tuple[HalunkenSeatView, ...]
    black_jack: HalunkenBlackJackView | None
    rum: int | None
    to_move: tuple[HalunkenMove, ...]
    mover: Piece | None


def view(state: HalunkenState, viewer: Viewer) -> HalunkenView:
    """What `viewer` may know of `state`."""
    return HalunkenView(
        mode=state.mode,
        round=state.round,
        phase=state.phase,
        turn=None if state.waiting else state.turn,
        taverns=tuple(map(HalunkenTavernView, state.open, state.face_down)),
        harbour=_sorted(state.harbour),
        seats=tuple(
            HalunkenSeatView(
                captain=player.captain,
                crew=_sorted(player.crew),
                doubled=player.doubled,
                cards=player.cards,
                played=player.played,
                chosen=_choice(player.chosen, open_to_viewer=sees_hand_of(viewer, seat)),
            )
            for seat, player in enumerate(state.seats)
        ),
        black_jack=None if state.mode is HalunkenMode.INTRODUCTORY else _black_jack(state, viewer),
        rum=state.named,
        to_move=state.order,
        mover=state.mover,
    )


def _black_jack(state: HalunkenState, viewer: Viewer) -> HalunkenBlackJackView:
    sees = state.controller is not None and sees_hand_of(viewer, state.controller)
    bid = None if state.bidder is None or state.bid is None else HalunkenBidView(state.bidder, state.bid)
    return HalunkenBlackJackView(
        tavern=state.black_jack,
        cards=state.deck,
        turned=state.turned,
        chosen=_choice(state.black_jack_chosen, open_to_viewer=sees),
        opener=state.opener,
        bid=bid,
        passed=state.out,
        controller=state.controller,
    )


def _sorted(rogues: Iterable[Rogue]) -> tuple[Rogue, ...]:
    return tuple(sorted(rogues, key=ROGUE_ORDER.__getitem__))


def _choice(card: MovementCard | None, *, open_to_viewer: bool) -> str | None:
    return card if card is None or open_to_viewer else HIDDEN


def redact(
    action: HalunkenAction, facts: Sequence[HalunkenFact], viewer: Viewer
) -> tuple[HalunkenAction, tuple[HalunkenFact, ...]]:
    """`action` and `facts` as `viewer` may know them: the choices of others are hidden, all else happens openly."""
    shown = _hidden(action, viewer) if isinstance(action, HalunkenChoose) else action
    return shown, tuple(_hidden(fact, viewer) if isinstance(fact, HalunkenChosen) else fact for fact in facts)


def _hidden(choice: Any, viewer: Viewer) -> Any:
    """A choice without its cards, unless it is the viewer's; who picks one for Black Jack is no secret."""
    if sees_hand_of(viewer, choice.seat):
        return choice
    return replace(choice, card=HIDDEN, black_jack=None if choice.black_jack is None else HIDDEN)


def reveals(facts: Sequence[HalunkenFact]) -> bool:
    """Whether picked cards were shown (H3.1), or a card was turned up (H2.2, H2.3, H3.6, H5.7)."""
    return any(
        isinstance(fact, HalunkenShown | HalunkenRevealed | HalunkenDrawn | HalunkenBlackJackTurned) for fact in facts
    )
