"""What the hand of a player can show, as far as the record knows (D7.1, D9.3, D10.3)."""

from domain.games.dschunke.meta import GOODS
from domain.games.dschunke.mixed import DschunkeMixedPiles
from domain.games.dschunke.state import DschunkeState
from domain.kernel.counts import Hand
from domain.kernel.legal import Limit, Multiset


def showable(state: DschunkeState, seat: int) -> Multiset:
    """Every multiset of goods that `seat` can hold. Unknown cards can't be what an offer of another seat shows."""
    stock, piles = state.stock, state.mixed_piles
    for at, player in enumerate(state.seats):
        if at != seat and player.offered and player.hand.unknown:
            revealed = player.hand.revealed_by(player.offer)
            stock = stock.identified(revealed)
            piles = piles and piles.seeing(at, revealed)
    hand = state.seats[seat].hand
    shown = stock.showable(hand)
    return shown if piles is None or not hand.unknown else _from_piles(shown, hand, piles, seat)


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
