"""Where goods and special cards can be taken from and put, beside all that the rules do with them (D1.8, D11.1)."""

from collections.abc import Sequence

from domain.games.dschunke.actions import DschunkeDealing
from domain.games.dschunke.adjustments import DschunkeGoodsAdjustment, DschunkeGoodsCard, DschunkeSpecialAdjustment
from domain.games.dschunke.hands import showable, stock_behind_offers
from domain.games.dschunke.meta import ALWAYS, GOODS, PILES, DschunkeGood, DschunkePile
from domain.games.dschunke.specials import takeable, unknown_specials, unseen_secrets
from domain.games.dschunke.state import DschunkeState
from domain.kernel.cards import UNKNOWN
from domain.kernel.counts import Counts, plus
from domain.kernel.errors import RuleViolation


def verify_seat_there(state: DschunkeState, place: int | str) -> None:
    """Refuse a seat that the match doesn't have."""
    if isinstance(place, int) and place >= len(state.seats):
        raise RuleViolation("D2.1", "There is no seat {n}.", n=place)


# --- goods -----------------------------------------------------------------------------------------------------------


def verify_goods_move(state: DschunkeState, change: DschunkeGoodsAdjustment) -> None:
    """Refuse goods that aren't there, or that can't be known or unknown there."""
    origin, to = change.from_, change.to
    verify_seat_there(state, origin)
    verify_seat_there(state, to)
    if origin == to:
        raise RuleViolation("D11.1", "The goods would stay where they are.")
    known, unknown = split(change.goods)
    if unknown:
        _verify_unknown(state, change)
    if "mixed" in {origin, to}:
        _verify_mixed(state, change, known, unknown)
    if origin == "piles":
        if GOODS.spread(known) not in stock_behind_offers(state).drawable(0, sum(known)):
            raise RuleViolation("D11.1", "The junks' piles can't give {goods}.", goods=change.goods)
    elif isinstance(origin, int) and not _may_leave(state, origin, known, unknown):
        raise RuleViolation("D11.1", "{seat} can't have {goods} in hand.", seat=origin, goods=change.goods)


def split(goods: Sequence[DschunkeGoodsCard]) -> tuple[Counts, int]:
    """The goods that are known, and how many cards aren't."""
    known = GOODS.count(DschunkeGood(card) for card in goods if card != UNKNOWN)
    return known, len(goods) - sum(known)


def may_be_unknown(state: DschunkeState) -> bool:
    """Whether the record may meet goods that it doesn't know: in secret hands, or of a mixed pile (D10.3)."""
    dealing = state.dealing
    return dealing is DschunkeDealing.SECRET or (len(state.seats) == 2 and dealing is DschunkeDealing.OPEN)


def may_use_mixed_pile(state: DschunkeState) -> bool:
    """Whether goods may go to and from the mixed pile: where the service deals, it keeps what it shuffled (D10.3)."""
    return len(state.seats) == 2 and state.dealing is not DschunkeDealing.SERVER


def _verify_unknown(state: DschunkeState, change: DschunkeGoodsAdjustment) -> None:
    if not may_be_unknown(state):
        raise RuleViolation("D2.4", "All goods in hands are known in this match: they have to be named.")
    if "piles" in {change.from_, change.to}:
        raise RuleViolation("D1.2", "The junks' piles lie open: their goods have to be named.")


def _verify_mixed(state: DschunkeState, change: DschunkeGoodsAdjustment, known: Counts, unknown: int) -> None:
    if not may_use_mixed_pile(state):
        raise RuleViolation("D10.3", "No goods can go to the mixed pile or come from it in this match.")
    if change.from_ == "mixed" and (any(known) or unknown > state.mixed):
        raise RuleViolation(
            "D10.3", "{n} cards lie in the mixed pile, and nobody knows which until they are drawn.", n=state.mixed
        )


def _may_leave(state: DschunkeState, seat: int, known: Counts, unknown: int) -> bool:
    """Whether the hand can hold these goods, beside an offer that lies face down (D7.1)."""
    player = state.seats[seat]
    held = plus(known, player.offer)
    return sum(held) + unknown <= len(player.hand) and GOODS.spread(held) in showable(state, seat)


def verify_offers(state: DschunkeState) -> None:
    """Refuse to leave an offer that lies face down and can't be what it is (D7.1)."""
    for seat, player in enumerate(state.seats):
        if player.offered and GOODS.spread(player.offer) not in showable(state, seat):
            raise RuleViolation("D7.1", "The offer of {seat} lies face down, and couldn't be what it is.", seat=seat)


# --- special cards ---------------------------------------------------------------------------------------------------


def verify_special_move(state: DschunkeState, change: DschunkeSpecialAdjustment) -> None:
    """Refuse a special card that isn't there, or that has to be named."""
    card, origin, to = change.card, change.from_, change.to
    verify_seat_there(state, origin)
    verify_seat_there(state, to)
    if origin == to:
        raise RuleViolation("D11.1", "The special card would stay where it is.")
    if card == UNKNOWN and state.dealing is DschunkeDealing.SERVER:
        raise RuleViolation("D2.3", "All special cards are known in this match: they have to be named.")
    if card == UNKNOWN and "played" in {origin, to}:
        raise RuleViolation("D5.6", "Special cards that were played lie open: they have to be named.")
    if isinstance(origin, int):
        if not may_have_special(state, origin, card):
            raise RuleViolation("D1.8", "{seat} can't have the special card {card}.", seat=origin, card=card)
    elif origin == "played":
        if card not in state.played:
            raise RuleViolation("D1.8", "The special card {card} wasn't played.", card=card)
    elif not state.piles[PILES.index[DschunkePile(origin)]] or card not in takeable(state, DschunkePile(origin)):
        raise RuleViolation("D1.8", "There can't be a card {card} in the pile {pile}.", card=card, pile=origin)


def may_have_special(state: DschunkeState, seat: int, card: str) -> bool:
    """Whether `card` can be with a player; ``unknown`` is any of those kept secret."""
    player = state.seats[seat]
    if card == UNKNOWN:
        return player.holds_secrets
    hidden = player.unknown_specials > 0 and card in state.unseen_specials and card not in ALWAYS
    return card in player.specials or hidden


def verify_specials(state: DschunkeState) -> None:
    """Refuse more unknown cards than can be (D1.8), and to empty the pile that somebody looks through (D4.3)."""
    if unknown_specials(state) > unseen_secrets(state):
        raise RuleViolation("D1.8", "There aren't so many special cards that nobody has seen.")
    if state.looking is not None and not state.piles[PILES.index[state.looking]]:
        raise RuleViolation("D4.3", "{seat} looks through a pile.", seat=state.turn)
