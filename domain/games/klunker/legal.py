"""What a seat may do in Klunker."""

from typing import assert_never

from domain.games.klunker.actions import (
    KlunkerBuy,
    KlunkerDecline,
    KlunkerPass,
    KlunkerSell,
    KlunkerStock,
    KlunkerStore,
)
from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.meta import JEWELS
from domain.games.klunker.rules import can_buy_from, complete_sets, must_place, pending
from domain.games.klunker.state import KlunkerState
from domain.kernel.counts import submultisets
from domain.kernel.legal import Legal, Limit, Multiset, Template
from domain.kernel.pending import AwaitSeats


def legal_actions(state: KlunkerState, seat: int) -> Legal:
    """All that `seat` may do now; a template where unknown hand cards make the list long."""
    if pending(state) != AwaitSeats((seat,)):
        return Legal()
    player = state.seats[seat]
    match state.phase:
        case KlunkerPhase.STOCK:
            return _legal_stocks(state, seat)
        case KlunkerPhase.STORE:
            most = zip(JEWELS, player.hand.most(state.unseen), strict=True)
            stores = (KlunkerStore(seat=seat, jewel=jewel) for jewel, n in most if n)
            return Legal((*stores, KlunkerPass(seat=seat)))
        case KlunkerPhase.BUY:
            owners = (owner for owner in range(len(state.seats)) if can_buy_from(state, seat, owner))
            buys = tuple(KlunkerBuy(seat=seat, from_=owner) for owner in owners)
            return Legal(buys if player.has_goods else (*buys, KlunkerDecline(seat=seat)))
        case KlunkerPhase.SELL:
            sets = dict.fromkeys(complete_sets(player.safe))
            return Legal(tuple(KlunkerSell(seat=seat, jewel=jewel) for jewel in sets))
        case KlunkerPhase.DEAL | KlunkerPhase.FINISHED:
            return Legal()
        case _:
            assert_never(state.phase)


def _legal_stocks(state: KlunkerState, seat: int) -> Legal:
    player = state.seats[seat]
    least = 1 if must_place(player) else 0
    most = player.hand.most(state.unseen)
    if player.hand.unknown:
        of = {str(jewel): n for jewel, n in zip(JEWELS, most, strict=True) if n}
        known = {str(jewel): n for jewel, n in JEWELS.table(player.hand.known).items()}
        limits = (Limit(known, player.hand.unknown),) if known else ()
        jewels = Multiset(of, least, len(player.hand), limits)
        return Legal(templates=(Template({"type": "stock", "seat": seat}, {"jewels": jewels}),))
    stocks = (JEWELS.spread(shown) for shown in submultisets(most, len(player.hand)))
    return Legal(tuple(KlunkerStock(seat=seat, jewels=jewels) for jewels in stocks if len(jewels) >= least))
