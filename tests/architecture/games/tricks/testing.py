"""What the tests of all games need of a game with secrets: other positions and deals that look the same."""

from random import Random

from msgspec.structs import replace

from domain.kernel.viewer import Viewer

from . import HAND, SEATS, TricksAction, TricksCard, TricksDeal, TricksState


def check_conservation(state: TricksState) -> None:
    """No card is there twice, or lost (T1.1)."""
    cards = [*state.trick, *(card for hand in state.hands for card in hand)]
    assert len(set(cards)) == len(cards)
    assert len(cards) + SEATS * sum(state.taken) == (SEATS * HAND if state.dealt else 0)


def scrambled(state: TricksState, viewer: Viewer, random: Random) -> TricksState:
    """The cards of the other hands, dealt anew among them."""
    return replace(state, hands=_dealt_anew(state.hands, viewer, random))


def disguised(state: TricksState, action: TricksAction, viewer: Viewer, random: Random) -> TricksAction:
    """Other cards dealt to the other hands."""
    if isinstance(action, TricksDeal):
        return TricksDeal(hands=_dealt_anew(action.hands, viewer, random))
    return action


def _dealt_anew(
    hands: tuple[tuple[TricksCard, ...], ...], viewer: Viewer, random: Random
) -> tuple[tuple[TricksCard, ...], ...]:
    pool = [card for seat, hand in enumerate(hands) if seat != viewer for card in hand]
    random.shuffle(pool)
    return tuple(hand if seat == viewer else tuple(pool.pop() for _ in hand) for seat, hand in enumerate(hands))
