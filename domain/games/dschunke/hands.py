"""What the hand of a player can show, as far as the record knows (D7.1, D9.3, D10.3)."""

from collections.abc import Iterator, Sequence
from operator import le

from domain.games.dschunke.meta import GOODS, DschunkeGood
from domain.games.dschunke.mixed import DschunkeMixedPiles
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.stock import DschunkeStock
from domain.kernel.counts import Counts, Hand
from domain.kernel.legal import Limit, Multiset


def showable(state: DschunkeState, seat: int) -> Multiset:
    """Every multiset of goods that `seat` can hold. Unknown cards can't be what an offer of another seat shows."""
    stock, piles = state.stock, state.mixed_piles
    for at, revealed in _offered_unknown(state):
        if at != seat:
            stock = stock.identified(revealed)
            piles = piles and piles.seeing(at, revealed)
    hand = state.seats[seat].hand
    shown = stock.showable(hand)
    return shown if piles is None or not hand.unknown else _from_piles(shown, hand, piles, seat)


def can_show(state: DschunkeState, seat: int, goods: Sequence[DschunkeGood]) -> bool:
    """Whether `seat` can hold all of `goods`."""
    hand = state.seats[seat].hand
    if not hand.unknown:
        return all(map(le, GOODS.count(goods), hand.known))
    return goods in showable(state, seat)


def stock_behind_offers(state: DschunkeState) -> DschunkeStock:
    """The cards that aren't known to be in a hand, once all offers that lie face down are seen."""
    stock = state.stock
    for _, revealed in _offered_unknown(state):
        stock = stock.identified(revealed)
    return stock


def _offered_unknown(state: DschunkeState) -> Iterator[tuple[int, Counts]]:
    """The unknown cards that each offer shows."""
    for seat, player in enumerate(state.seats):
        if player.offered and player.hand.unknown:
            yield seat, player.hand.revealed_by(player.offer)


def _from_piles(shown: Multiset, hand: Hand, piles: DschunkeMixedPiles, seat: int) -> Multiset:
    """What of `shown` the mixed piles admit that the unknown cards were drawn from."""
    most = piles.most_unseen(seat)
    if not most:
        return shown
    known = dict(zip(map(str, GOODS), hand.known, strict=True))
    unseen = {good: most[1 << place] for place, good in enumerate(known)}
    of = {good: min(n, known[good] + unseen[good]) for good, n in shown.of.items() if known[good] + unseen[good]}
    limits = list(shown.limits)
    for choice, held in enumerate(most):
        chosen = {good for place, good in enumerate(known) if choice >> place & 1}
        if held < min(hand.unknown, sum(unseen[good] for good in chosen)):
            beyond = {good: n if good in chosen else of.get(good, 0) for good, n in known.items()}
            limits.append(Limit({good: n for good, n in beyond.items() if n}, held))
    return Multiset(of, shown.least, shown.most, tuple(limits))
