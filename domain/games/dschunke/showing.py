"""What folding facts is made of: a player changed, and what becomes known of hands."""

from typing import TypeVar

from msgspec.structs import replace

from domain.games.dschunke.state import DschunkeState
from domain.kernel.counts import Counts
from domain.kernel.places import put

T = TypeVar("T")


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """`items` with one `item` fewer."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def with_seat(state: DschunkeState, seat: int, **changes: object) -> DschunkeState:
    """`state` with other fields of one player."""
    return replace(state, seats=put(state.seats, seat, replace(state.seats[seat], **changes)))


def shown(state: DschunkeState, seat: int, goods: Counts) -> DschunkeState:
    """Goods are seen in a hand: those not known to be there were unknown cards, and are known now."""
    hand = state.seats[seat].hand
    if not hand.unknown:
        return state
    return seen(with_seat(state, seat, hand=hand.showing(goods)), seat, hand.revealed_by(goods))


def seen(state: DschunkeState, seat: int, goods: Counts) -> DschunkeState:
    """Unknown cards of a hand are these goods."""
    piles = state.mixed_piles and state.mixed_piles.seeing(seat, goods)
    return replace(state, stock=state.stock.identified(goods), mixed_piles=piles)


def special_gone(state: DschunkeState, seat: int, card: str) -> DschunkeState:
    """A special card leaves a player: one that was known when it was taken, else an identified or an unknown one."""
    player = state.seats[seat]
    if card not in player.specials:
        unseen = without(state.unseen_specials, card)
        return replace(with_seat(state, seat, unknown_specials=player.unknown_specials - 1), unseen_specials=unseen)
    specials, identified = without(player.specials, card), player.identified
    if identified.count(card) > specials.count(card):
        identified = without(identified, card)
    return with_seat(state, seat, specials=specials, identified=identified)
