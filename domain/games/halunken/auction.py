"""The auction for Black Jack (H5.3 to H5.5, H6.2)."""

from domain.games.halunken.actions import HalunkenBid, HalunkenPass
from domain.games.halunken.decision import HalunkenDecision, verify_turn
from domain.games.halunken.events import (
    HalunkenOffered,
    HalunkenPaid,
    HalunkenPassed,
    HalunkenPhase,
    HalunkenTurn,
    HalunkenUnbribed,
)
from domain.games.halunken.meta import COLOUR, COLOUR_RANK, WORTH, Rogue
from domain.games.halunken.state import HalunkenState
from domain.kernel.errors import RuleViolation
from domain.kernel.places import left_of


def rank_of(rogue: Rogue) -> tuple[int, int]:
    """By value, and equal values by colour: yellow above green above violet above red (H5.2)."""
    return WORTH[rogue], COLOUR_RANK[COLOUR[rogue]]


def by_first_rogue(state: HalunkenState) -> list[int]:
    """The seats from the lowest first rogue to the highest (H5.2); crews hold nothing else yet."""
    return sorted(range(len(state.seats)), key=lambda seat: rank_of(state.seats[seat].crew[0]))


def next_opener(state: HalunkenState) -> int | None:
    """Who opens the next auction: who controlled Black Jack last, else the highest first rogue (H5.5)."""
    if state.black_jack is None:
        return None
    if state.round == 0:
        return by_first_rogue(state)[-1]
    return state.opener if state.controller is None else state.controller


def go_on_bidding(builder: HalunkenDecision) -> None:
    """Ask the next seat that hasn't passed; one without rogues passes (H5.3); after the last the bid is paid (H5.4)."""
    state = builder.state
    seat = next_asked(state)
    if seat is not None:
        if state.seats[seat].crew:
            builder.add(HalunkenTurn(phase=HalunkenPhase.AUCTION, seat=seat))
        else:
            builder.add(HalunkenPassed(seat=seat))
    elif state.bidder is None or state.bid is None:
        builder.add(HalunkenUnbribed())
    else:
        builder.add(HalunkenPaid(seat=state.bidder, rogue=state.bid))


def next_asked(state: HalunkenState) -> int | None:
    """The next seat that neither has passed nor has the standing bid."""
    seat = state.turn or 0
    for _ in state.seats:
        if seat != state.bidder and seat not in state.out:
            return seat
        seat = left_of(seat, len(state.seats))
    return None


def raises(state: HalunkenState, rogue: Rogue) -> bool:
    """Whether a rogue is of a strictly higher value than the standing bid (H5.3, H6.2)."""
    return state.bid is None or WORTH[rogue] > WORTH[state.bid]


def bids_of(state: HalunkenState, seat: int) -> tuple[Rogue, ...]:
    """The rogues that `seat` can bid (H5.3)."""
    return tuple([rogue for rogue in state.seats[seat].crew if raises(state, rogue)])


def verify_bid(state: HalunkenState, action: HalunkenBid) -> None:
    """Refuse a rogue of another crew, and one that isn't worth more than the standing bid."""
    verify_turn(state, HalunkenPhase.AUCTION, action.seat, "H5.3")
    if action.rogue not in state.seats[action.seat].crew:
        raise RuleViolation("H5.3", "{rogue} isn't in the crew of {seat}.", rogue=action.rogue, seat=action.seat)
    if not raises(state, action.rogue):
        raise RuleViolation(
            "H5.3", "{rogue} isn't worth more than {bid}, which stands.", rogue=action.rogue, bid=state.bid
        )


def bid(builder: HalunkenDecision, action: HalunkenBid) -> None:
    """Make that the standing bid; an earlier one is taken back."""
    verify_bid(builder.state, action)
    builder.add(HalunkenOffered(seat=action.seat, rogue=action.rogue))


def verify_pass(state: HalunkenState, action: HalunkenPass) -> None:
    """Refuse to pass when it isn't one's turn."""
    verify_turn(state, HalunkenPhase.AUCTION, action.seat, "H5.3")


def drop_out(builder: HalunkenDecision, action: HalunkenPass) -> None:
    """Take no further part in this auction."""
    verify_pass(builder.state, action)
    builder.add(HalunkenPassed(seat=action.seat))
