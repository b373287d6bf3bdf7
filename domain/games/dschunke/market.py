"""Phase 1: market and events (D4), and the card "two goods" (D9.3)."""

from domain.games.dschunke.actions import DschunkePass, DschunkeSwap, DschunkeTurnMarket
from domain.games.dschunke.board import DEFAULT_MARKET_DECK, flaw_of, market_card
from domain.games.dschunke.events import DschunkeMarketTurned, DschunkePhase, DschunkeSwapped
from domain.games.dschunke.hands import can_show
from domain.games.dschunke.meta import GOODS, TWO_GOODS
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.turns import DschunkeDecision, verify_phase, verify_turn
from domain.kernel.chance import Pile
from domain.kernel.counts import Counts, submultisets
from domain.kernel.errors import RuleViolation
from domain.kernel.legal import Multiset

# --- D4.1: the market card -------------------------------------------------------------------------------------------


def verify_market(state: DschunkeState, action: DschunkeTurnMarket) -> None:
    """Refuse what isn't a market card (D1.4), or isn't left in the deck of the set-up."""
    verify_phase(state, DschunkePhase.MARKET, "D4.1")
    if flaw := flaw_of(action.amounts):
        raise RuleViolation("D1.4", flaw.template, **flaw.values)
    if state.deck is not None and market_card(action.amounts) not in state.deck:
        raise RuleViolation("D4.1", "No such card is left in the market deck.")


def market_pile(state: DschunkeState) -> Pile[Counts]:
    """The market deck; where the set-up doesn't give it, that of the default, which then never gets less (D1.9)."""
    deck = state.board.market_deck
    cards = DEFAULT_MARKET_DECK if deck is None else tuple(map(market_card, deck))
    left = cards if state.deck is None else state.deck
    return Pile("market", cards, range(len(cards) - len(left), len(cards)), left)


def turn_market(builder: DschunkeDecision, action: DschunkeTurnMarket) -> None:
    """The card is turned up."""
    builder.add(DschunkeMarketTurned(amounts=action.amounts))


# --- D4.2, D9.3: two goods -------------------------------------------------------------------------------------------


def swaps_of(state: DschunkeState, seat: int) -> int:
    """How often `seat` may swap goods this round: once for each card (D9.3)."""
    return state.seats[seat].specials.count(TWO_GOODS)


def verify_swap(state: DschunkeState, action: DschunkeSwap) -> None:
    """Refuse other numbers than one or two, cards that aren't in the hand, and cards that no pile has then."""
    verify_turn(state, DschunkePhase.SWAP, action.seat, "D4.2")
    give, take = GOODS.count(action.give), GOODS.count(action.take)
    if len(action.give) != len(action.take) or len(action.give) not in {1, 2}:
        raise RuleViolation("D9.3", "One or two goods are put back, and as many are drawn.")
    if not may_give(state, action.seat, give):
        raise RuleViolation("D9.3", "{seat} can't have {goods} in hand.", seat=action.seat, goods=action.give)
    if not may_take(state, action.seat, give, take):
        raise RuleViolation("D9.3", "The junks' piles can't give {goods}.", goods=action.take)


def may_give(state: DschunkeState, seat: int, give: Counts) -> bool:
    """Whether the hand can hold the goods put back."""
    return can_show(state, seat, GOODS.spread(give))


def may_take(state: DschunkeState, seat: int, give: Counts, take: Counts) -> bool:
    """Whether the piles can give the goods drawn, the ones put back among them."""
    return GOODS.spread(take) in _takeable(state, seat, give)


def _takeable(state: DschunkeState, seat: int, give: Counts) -> Multiset:
    """What the piles can give once `give` was put back."""
    revealed = state.seats[seat].hand.revealed_by(give)
    return state.stock.identified(revealed).returned(give).drawable(1, 2)


def swap(builder: DschunkeDecision, action: DschunkeSwap) -> None:
    """Put the goods back, then draw the others."""
    builder.add(DschunkeSwapped(seat=action.seat, give=action.give, take=action.take))


def verify_pass(state: DschunkeState, action: DschunkePass) -> None:
    """Refuse to pass when nobody asked."""
    verify_turn(state, DschunkePhase.SWAP, action.seat, "D4.2")


def legal_swaps(state: DschunkeState, seat: int) -> tuple[DschunkeSwap | DschunkePass, ...]:
    """All swaps, and to pass."""
    few = [counts for counts in submultisets((2,) * len(GOODS.kinds), 2) if any(counts)]
    swaps: list[DschunkeSwap] = []
    for give in few:
        if may_give(state, seat, give):
            takeable = _takeable(state, seat, give)
            takes = (GOODS.spread(take) for take in few if sum(take) == sum(give))
            swaps += (DschunkeSwap(seat=seat, give=GOODS.spread(give), take=take) for take in takes if take in takeable)
    return (*swaps, DschunkePass(seat=seat))
