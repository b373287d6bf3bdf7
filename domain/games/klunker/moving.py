"""Cards that were moved otherwise than the rules move them: from any place to any other (K1.4, K9.1)."""

from msgspec.structs import replace

from domain.games.klunker.adjustments import KlunkerPlace, KlunkerSpot
from domain.games.klunker.events import KlunkerMoved, KlunkerMovedFaceDown
from domain.games.klunker.meta import ALL_CARDS, JEWELS
from domain.games.klunker.state import KlunkerSeat, KlunkerState
from domain.kernel.counts import Counts, Hand, minus, plus
from domain.kernel.places import put
from domain.kernel.viewer import Viewer, sees_hand_of

OPEN_PLACES = frozenset({KlunkerPlace.SHOWCASE, KlunkerPlace.SAFE, KlunkerPlace.OUT_OF_GAME})
"""Where everybody sees which cards there are."""


def is_open_to(viewer: Viewer, from_: KlunkerSpot, to: KlunkerSpot) -> bool:
    """Whether `viewer` sees which cards go from one place to another; a banknote that is named was turned over."""
    if from_.place is KlunkerPlace.BANK or not OPEN_PLACES.isdisjoint((from_.place, to.place)):
        return True
    hands = (spot.seat for spot in (from_, to) if spot.place is KlunkerPlace.HAND)
    return any(seat is not None and sees_hand_of(viewer, seat) for seat in hands)


def turned_over(state: KlunkerState) -> Counts:
    """The banknotes that were seen as jewels before, in all banks together (K5.2)."""
    notes = minus(minus(ALL_CARDS, state.unseen), state.out_of_game)
    for player in state.seats:
        for place in (player.hand.known, player.showcase, player.safe):
            notes = minus(notes, place)
    return notes


def never_seen_in_banks(state: KlunkerState) -> int:
    """The banknotes that nobody saw as jewels, in all banks together: at first the starting capital (K2.2)."""
    return sum(state.unseen) - state.deck - sum(player.hand.unknown for player in state.seats)


def revealed_in_banks(state: KlunkerState, cards: Counts) -> Counts:
    """The cards of `cards` that must be among the banknotes never seen before."""
    return tuple(max(0, want - have) for want, have in zip(cards, turned_over(state), strict=True))


def after_move(state: KlunkerState, fact: KlunkerMoved) -> KlunkerState:
    """`state` after cards that are named went to another place."""
    cards = JEWELS.count(fact.jewels)
    return _with(_without(state, fact.from_, cards), fact.to, cards)


def after_face_down_move(state: KlunkerState, fact: KlunkerMovedFaceDown) -> KlunkerState:
    """`state` after cards that nobody looked at went to another place: they stay as unseen as they were."""
    return _face_down(_face_down(state, fact.from_, -fact.cards), fact.to, fact.cards)


def forgotten(state: KlunkerState, spot: KlunkerSpot) -> KlunkerState:
    """`state` for who doesn't see which cards leave `spot`: any card of a hand may be gone."""
    if spot.place is not KlunkerPlace.HAND or spot.seat is None:
        return state
    player = state.seats[spot.seat]
    hand = Hand(JEWELS.none, len(player.hand))
    unseen = plus(state.unseen, player.hand.known)
    return replace(state, unseen=unseen, seats=put(state.seats, spot.seat, replace(player, hand=hand)))


def _without(state: KlunkerState, spot: KlunkerSpot, cards: Counts) -> KlunkerState:
    """`state` after `cards` were taken from `spot`."""
    match spot.place:
        case KlunkerPlace.DECK:
            return replace(state, deck=state.deck - sum(cards), unseen=minus(state.unseen, cards))
        case KlunkerPlace.OUT_OF_GAME:
            return replace(state, out_of_game=minus(state.out_of_game, cards))
    player, unseen = _player(state, spot), state.unseen
    match spot.place:
        case KlunkerPlace.HAND:
            unseen = minus(unseen, player.hand.revealed_by(cards))
            player = replace(player, hand=player.hand.without(cards))
        case KlunkerPlace.SHOWCASE:
            player = replace(player, showcase=minus(player.showcase, cards))
        case KlunkerPlace.SAFE:
            player = replace(player, safe=minus(player.safe, cards))
        case KlunkerPlace.BANK:
            unseen = minus(unseen, revealed_in_banks(state, cards))
            player = replace(player, banknotes=player.banknotes - sum(cards))
    return _placed(replace(state, unseen=unseen), spot, player)


def _with(state: KlunkerState, spot: KlunkerSpot, cards: Counts) -> KlunkerState:
    """`state` after `cards` were put to `spot`; in the deck nobody knows any more where they are."""
    match spot.place:
        case KlunkerPlace.DECK:
            return replace(state, deck=state.deck + sum(cards), unseen=plus(state.unseen, cards))
        case KlunkerPlace.OUT_OF_GAME:
            return replace(state, out_of_game=plus(state.out_of_game, cards))
    player = _player(state, spot)
    match spot.place:
        case KlunkerPlace.HAND:
            player = replace(player, hand=Hand(plus(player.hand.known, cards), player.hand.unknown))
        case KlunkerPlace.SHOWCASE:
            player = replace(player, showcase=plus(player.showcase, cards))
        case KlunkerPlace.SAFE:
            player = replace(player, safe=plus(player.safe, cards))
        case KlunkerPlace.BANK:
            player = replace(player, banknotes=player.banknotes + sum(cards))
    return _placed(state, spot, player)


def _face_down(state: KlunkerState, spot: KlunkerSpot, cards: int) -> KlunkerState:
    """`state` with so many more unseen cards in the deck, a hand or a bank."""
    if spot.place is KlunkerPlace.DECK:
        return replace(state, deck=state.deck + cards)
    player = _player(state, spot)
    if spot.place is KlunkerPlace.HAND:
        hand = Hand(player.hand.known, player.hand.unknown + cards)
        return _placed(state, spot, replace(player, hand=hand))
    return _placed(state, spot, replace(player, banknotes=player.banknotes + cards))


def _player(state: KlunkerState, spot: KlunkerSpot) -> KlunkerSeat:
    assert spot.seat is not None  # noqa: S101  # every place but the deck and out of the game is somebody's
    return state.seats[spot.seat]


def _placed(state: KlunkerState, spot: KlunkerSpot, player: KlunkerSeat) -> KlunkerState:
    assert spot.seat is not None  # noqa: S101  # as above
    return replace(state, seats=put(state.seats, spot.seat, player))
