"""Deals in Klunker, and where their cards lie in the deck (K2.3, K7.2)."""

from collections.abc import Sequence

from domain.games.klunker.actions import KlunkerDeal
from domain.games.klunker.events import KlunkerDealt, KlunkerPhase, KlunkerTurn
from domain.games.klunker.meta import ALL_CARDS, JEWELS
from domain.games.klunker.state import KlunkerState
from domain.games.klunker.turns import KlunkerDecision, verify_turn
from domain.kernel.chance import Chance, Pile
from domain.kernel.errors import RuleViolation


def verify_deal(state: KlunkerState, action: KlunkerDeal) -> None:
    """Refuse a deal that doesn't fill every hand, or that deals cards which can't be in the deck."""
    clause = "K7.2" if state.round else "K2.3"
    verify_turn(state, KlunkerPhase.DEAL, None, clause)
    dealt, wanted = tuple(map(len, action.hands)), tuple(player.wants for player in state.seats)
    if dealt != wanted:
        raise RuleViolation(clause, "The hands take {wanted} cards, but {dealt} are dealt.", wanted=wanted, dealt=dealt)
    for jewel, left, n in zip(
        JEWELS, state.unseen, map(sum, zip(*map(JEWELS.count, action.hands), strict=True)), strict=True
    ):
        if n > left:
            raise RuleViolation(
                "K1.1",
                "{n} cards of {jewel} are dealt, but only {left} are not yet accounted for.",
                n=n,
                jewel=jewel,
                left=left,
            )


def deal(builder: KlunkerDecision, action: KlunkerDeal) -> None:
    """Fill the hands; the start player begins the round."""
    verify_deal(builder.state, action)
    builder.add(KlunkerDealt(hands=action.hands))
    builder.add(KlunkerTurn(phase=KlunkerPhase.STOCK, seat=builder.state.start_seat))


def draw(state: KlunkerState, chance: Chance) -> KlunkerDeal:
    """A fair deal: any unseen card is as likely as any other to be in the deck."""
    wanted = tuple(player.wants for player in state.seats)
    *dealt, places = places_of_deals((*state.deals, wanted))
    seen = {place for deal in dealt for hand in deal for place in hand}
    unseen = [place for place in range(sum(ALL_CARDS)) if place not in seen]
    pile = Pile("deck", JEWELS.spread(ALL_CARDS), unseen, JEWELS.spread(state.unseen))
    cards = iter(chance.draw(pile, [place for hand in places for place in hand]))
    return KlunkerDeal(hands=tuple(tuple(next(cards) for _ in range(n)) for n in wanted))


def places_of_deals(deals: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """Where in the deck the cards lie that each seat is dealt, deal by deal; `deals` tells how many these are.

    Each seat has its own share, as if all the deck were dealt in turn before the match: its next card is the same,
    whatever the others take. Who has used up the share takes the last card of the deck that is left. The lowest cards
    are the starting capital (K2.2).
    """
    seats = len(deals[0])
    left = list(range(sum(ALL_CARDS) - seats))
    had = [0] * seats
    places: list[list[list[int]]] = []
    for deal in deals:
        hands: list[list[int]] = [[] for _ in range(seats)]
        for seat, number in enumerate(deal):
            for card in range(had[seat], had[seat] + number):
                own = card * seats + seat
                if own in left:
                    left.remove(own)
                    hands[seat].append(own)
            had[seat] += number
        for hand, number in zip(hands, deal, strict=True):
            hand += [left.pop() for _ in range(number - len(hand))]
        places.append(hands)
    return places
