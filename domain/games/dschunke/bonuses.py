"""What the end of the game brings besides the money (D8.3, D9.8, D9.9, D10.8)."""

from domain.games.dschunke.cargo import visible
from domain.games.dschunke.meta import BONUS8, BONUS12
from domain.games.dschunke.state import DschunkeState


def bonus_of_cards(state: DschunkeState, seat: int) -> int:
    """What the "at the end" cards bring that the record knows (D9.8, D9.9); less with two players (D10.8)."""
    for_eight, for_twelve = (3, 4) if len(state.seats) == 2 else (8, 12)
    bonus = 0
    for card in state.seats[seat].specials:
        if card in BONUS8:
            if visible(state.hold(BONUS8[card]), seat) >= 4:
                bonus += for_eight
        elif card in BONUS12:
            first, second = BONUS12[card]
            if visible(state.hold(first), seat) >= 5 and visible(state.hold(second), seat) >= 2:
                bonus += for_twelve
    return bonus


def bonus_of_junks(state: DschunkeState, seat: int) -> int:
    """4 for each junk with an own visible crate, 25 for all five (D8.3); two players count majorities (D10.8)."""
    if len(state.seats) == 2:
        ahead = sum(visible(hold, seat) > visible(hold, 1 - seat) for hold in state.cargo)
        return 2 * ahead + (5 if ahead == len(state.cargo) else 0)
    present = sum(seat in hold and visible(hold, seat) > 0 for hold in state.cargo)
    return 25 if present == len(state.cargo) else 4 * present
