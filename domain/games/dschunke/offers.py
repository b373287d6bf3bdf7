"""Phase 4: selling goods (D7), and the offers of two players (D10.6)."""

from domain.games.dschunke.actions import DschunkeOffer
from domain.games.dschunke.events import DschunkeOffered, DschunkePhase, DschunkeRevealed, DschunkeSold
from domain.games.dschunke.hands import can_show, showable
from domain.games.dschunke.meta import GOODS, WINS_TIES, DschunkeGood
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.turns import DschunkeDecision, verify_phase
from domain.kernel.counts import Counts
from domain.kernel.errors import RuleViolation
from domain.kernel.legal import Legal, Template

# --- D7.1: offer -----------------------------------------------------------------------------------------------------


def still_to_offer(state: DschunkeState) -> tuple[int, ...]:
    """The seats whose offer is awaited: everybody is asked, also with an empty hand (D7.2)."""
    return tuple([seat for seat, player in enumerate(state.seats) if not player.offered])


def verify_offer(state: DschunkeState, action: DschunkeOffer) -> None:
    """Refuse a second offer, and cards that aren't in the hand."""
    verify_phase(state, DschunkePhase.OFFER, "D7.1")
    if action.seat >= len(state.seats) or state.seats[action.seat].offered:
        raise RuleViolation("D7.1", "No offer of {seat} is awaited.", seat=action.seat)
    if not can_show(state, action.seat, action.goods):
        raise RuleViolation("D7.1", "{seat} can't have {goods} in hand.", seat=action.seat, goods=action.goods)


def offer(builder: DschunkeDecision, action: DschunkeOffer) -> None:
    """The offer lies face down."""
    builder.add(DschunkeOffered(seat=action.seat, goods=action.goods))


def legal_offers(state: DschunkeState, seat: int) -> Legal:
    """Any cards of the hand: an invalid offer is a bluff (D7.2)."""
    return Legal(templates=(Template({"type": "offer", "seat": seat}, {"goods": showable(state, seat)}),))


# --- D7.2-D7.5, D10.6: the reveal ------------------------------------------------------------------------------------


def valid_part(state: DschunkeState, offered: Counts) -> Counts:
    """What counts of an offer: one kind that isn't sold (D7.2); with two players up to two kinds (D10.6)."""
    most = 1
    if len(state.seats) == 2:
        most = 2
        offered = tuple([0 if good in state.sold else n for good, n in zip(GOODS.kinds, offered, strict=True)])
    goods = GOODS.table(offered)
    return offered if 1 <= len(goods) <= most and goods.keys().isdisjoint(state.sold) else GOODS.none


def reveal(builder: DschunkeDecision) -> tuple[DschunkeSold, ...]:
    """Reveal all offers, and sell each kind that is offered validly, whoever gets what (D7.5)."""
    offers = [player.offer for player in builder.state.seats]
    valid = [valid_part(builder.state, offered) for offered in offers]
    builder.add(DschunkeRevealed(offers=tuple(map(GOODS.spread, offers)), valid=tuple(map(GOODS.spread, valid))))
    numbers = zip(GOODS, zip(*valid, strict=True), strict=True)
    sales = tuple([sale(builder.state, good, offered) for good, offered in numbers if any(offered)])
    for sold in sales:
        builder.add(sold)
    return sales


def sale(state: DschunkeState, good: DschunkeGood, offered: tuple[int, ...]) -> DschunkeSold:
    """Who sells `good`, given the number that each seat offered of it (D7.3, D7.4)."""
    most = max(offered)
    highest = tuple([seat for seat, n in enumerate(offered) if n == most])
    breaker = tuple([seat for seat in highest if WINS_TIES in state.seats[seat].specials])
    winners = breaker or highest
    amount = state.market[GOODS.index[good]]
    if amount:
        return DschunkeSold(good=good, highest=highest, winners=winners, yen=amount // len(winners))
    if len(winners) > 1:
        return DschunkeSold(good=good, highest=highest, winners=())
    return DschunkeSold(good=good, highest=highest, winners=winners, special=True)
