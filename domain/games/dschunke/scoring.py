"""Who is ahead (D8.3, D8.4, D10.8), and who may know it (D1.8)."""

from msgspec.structs import replace

from domain.games.dschunke.bonuses import bonus_of_cards, bonus_of_junks
from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.state import DschunkeState
from domain.kernel.standing import Standing, ranked
from domain.kernel.viewer import RECORDER, Viewer, sees_hand_of


def standings(state: DschunkeState, viewer: Viewer) -> tuple[Standing, ...]:
    """Yen and bonuses (D8.3); a tie goes to more goods cards in hand (D8.4).

    Money and bonus cards are secret until the end: a seat knows its own score only, and no rank.
    """
    ended = state.phase is DschunkePhase.FINISHED
    seats = range(len(state.seats))
    cards = state.bonus_cards or tuple(bonus_of_cards(state, seat) for seat in seats)
    junks = state.bonus_junks or tuple(bonus_of_junks(state, seat) for seat in seats)
    all_known = ranked(
        scores=[player.yen + cards[seat] + junks[seat] for seat, player in enumerate(state.seats)],
        tie_breaks=[(len(player.hand),) for player in state.seats],
        better=lambda score, goods: (score, goods[0]),
        ended=ended,
    )
    if ended:
        return all_known
    visible = (s if sees_hand_of(viewer, s.seat) else replace(s, score=None) for s in all_known)
    return tuple(s if viewer is RECORDER else replace(s, rank=None) for s in visible)
