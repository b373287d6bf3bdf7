"""What is seen later of a player's unknown cards: goods (D2.4, D10.3) and special cards (D4.3)."""

from collections import Counter

from domain.games.dschunke.actions import DschunkeIdentification
from domain.games.dschunke.events import DschunkeIdentified
from domain.games.dschunke.hands import showable
from domain.games.dschunke.meta import ALWAYS, GOODS, DschunkeGood
from domain.games.dschunke.state import DschunkeState
from domain.kernel.counts import Hand, plus
from domain.kernel.errors import RuleViolation


def identify(state: DschunkeState, identification: DschunkeIdentification) -> tuple[DschunkeIdentified, ...]:
    """Refuse more cards than the unknown ones can be, and cards that must lie elsewhere."""
    seat, goods, cards = identification.seat, identification.goods, identification.special_cards
    verify_goods(state, seat, goods)
    verify_special_cards(state, seat, cards)
    return (DschunkeIdentified(seat=seat, goods=goods, special_cards=cards),)


def verify_goods(state: DschunkeState, seat: int, goods: tuple[DschunkeGood, ...]) -> None:
    """Refuse goods that the hand can't hold beside its known ones, and beside what lies face down in offers (D7.1).

    A card that chance is about to tell isn't unknown (D10.3).
    """
    player = state.seats[seat]
    unknown = player.hand.unknown - (state.mixed_due if seat == state.turn else 0)
    revealed = player.hand.revealed_by(GOODS.count(goods))
    if sum(revealed) > unknown:
        cards = f"{len(player.hand)} goods, of which {unknown} are unknown"
        raise RuleViolation("D2.4", f"The hand of seat {seat} has {cards}: it can't hold all that.")
    known = plus(player.hand.known, revealed)
    held = plus(known, Hand(known).revealed_by(player.offer))
    if GOODS.spread(held) not in showable(state, seat):
        raise RuleViolation("D1.3", f"Seat {seat} can't have {', '.join(goods)} in hand: too many are elsewhere.")


def verify_special_cards(state: DschunkeState, seat: int, cards: tuple[str, ...]) -> None:
    """Refuse special cards that were seen elsewhere, or would have been shown when they were taken (D9)."""
    player = state.seats[seat]
    revealed = Counter(cards) - Counter(player.specials)
    if revealed.total() > player.unknown_specials:
        unknown = f"{player.unknown_specials} unknown special cards"
        raise RuleViolation("D4.3", f"Seat {seat} has {unknown}: they can't be {', '.join(revealed.elements())}.")
    left = Counter(card for card in state.unseen_specials if card not in ALWAYS)
    for card, n in revealed.items():
        if n > left[card]:
            raise RuleViolation("D1.8", f"Seat {seat} can't have {n} more of the special card {card}.")
