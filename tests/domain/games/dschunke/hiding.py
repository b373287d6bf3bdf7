"""What a viewer of Dschunke can't see, changed."""

from random import Random
from typing import Any

from msgspec.structs import replace

from domain.games.dschunke.actions import (
    DschunkeAction,
    DschunkeDeal,
    DschunkeDrawMixed,
    DschunkeOffer,
    DschunkeShuffleSpecials,
    DschunkeTakeSpecial,
)
from domain.games.dschunke.adjustments import (
    DschunkeAdjust,
    DschunkeGoodsAdjustment,
    DschunkeGoodsCard,
    DschunkeSpecialAdjustment,
)
from domain.games.dschunke.events import (
    DschunkePhase,
)
from domain.games.dschunke.hands import showable
from domain.games.dschunke.meta import (
    ALWAYS,
    GOODS,
    PILE_SIZES,
    PILES,
    ROUNDS,
    DschunkeGood,
)
from domain.games.dschunke.put_view import sees_goods, sees_special
from domain.games.dschunke.state import DschunkeSeat, DschunkeState
from domain.games.dschunke.stock import DschunkeStock
from domain.kernel.cards import UNKNOWN
from domain.kernel.counts import Counts, Hand, minus, plus
from domain.kernel.viewer import Viewer
from tests.domain.games.play import RandomChoices, chosen_items


def scrambled(state: DschunkeState, viewer: Viewer, random: Random) -> DschunkeState:
    """Other hands, offers, money and special cards, as far as `viewer` can't see them.

    Piles are open, so the hands that the viewer can't see change cards among themselves, and with a mixed pile if
    the record knows what is in it. What unknown cards may be follows from what the record knows of other hands; a
    viewer with unknown cards could tell it by what is legal, so then the known cards of all others stay the same.
    """
    closed = [seat for seat in range(len(state.seats)) if seat != viewer]
    state = _other_goods(state, closed, viewer, random)
    if state.phase is DschunkePhase.FINISHED:
        return state
    for seat in closed:
        state = _with(state, seat, yen=random.randrange(60))
    return _other_specials(state, closed, viewer, random)


def _with(state: DschunkeState, seat: int, **changes: Any) -> DschunkeState:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(state, seats=tuple(seats))


def _other_goods(state: DschunkeState, closed: list[int], viewer: Viewer, random: Random) -> DschunkeState:
    pool = tuple(map(sum, zip(*(state.seats[seat].hand.known for seat in closed), strict=True)))
    own = state.seats[viewer].hand.unknown if isinstance(viewer, int) else 0
    stock = state.stock
    exchange = state.mixed > 0 and not stock.slack and own == 0 and not state.mixed_due
    exchange = exchange and not any(each.offered and each.hand.unknown for each in state.seats)
    if exchange:
        pool = plus(pool, stock.most)
    cards = list(GOODS.spread(pool))
    random.shuffle(cards)
    for seat in closed:
        before = state.seats[seat]
        dealt = GOODS.count(cards.pop() for _ in range(sum(before.hand.known)))
        after = Hand(dealt, before.hand.unknown)
        state = _with(state, seat, hand=after, offer=_other_offer(before, after, random))
    if exchange:
        hidden = GOODS.count(cards)
        unplaced = plus(minus(stock.unplaced, stock.most), hidden)
        state = replace(state, stock=DschunkeStock(unplaced, stock.hidden, hidden, hidden))
    return state


def _other_offer(before: DschunkeSeat, hand: Hand, random: Random) -> Counts:
    """Another offer, which shows the same of the unknown cards."""
    if not before.offered:
        return before.offer
    revealed = before.hand.revealed_by(before.offer)
    return tuple(
        have + shown if shown else random.randint(0, have) for have, shown in zip(hand.known, revealed, strict=True)
    )


def _other_specials(state: DschunkeState, closed: list[int], viewer: Viewer, random: Random) -> DschunkeState:
    """Secret special cards change places: among players, and with `server` dealing with those in the piles."""
    looked_at = PILES.index[state.looking] if state.looking is not None and state.turn == viewer else None
    hands = {seat: list(state.seats[seat].specials) for seat in closed}
    piles = {at: list(pile) for at, pile in enumerate(state.pile_cards) if at != looked_at}
    slots = [
        (cards, at)
        for cards in (*hands.values(), *piles.values())
        for at, card in enumerate(cards)
        if card not in ALWAYS
    ]
    secrets = [cards[at] for cards, at in slots]
    random.shuffle(secrets)
    for (cards, at), card in zip(slots, secrets, strict=True):
        cards[at] = card
    for seat, cards in hands.items():
        state = _with(state, seat, specials=tuple(cards))
    if not state.pile_cards:
        return state
    pile_cards = tuple(tuple(piles.get(at, pile)) for at, pile in enumerate(state.pile_cards))
    unseen = tuple(card for pile in pile_cards for card in pile)
    return replace(state, pile_cards=pile_cards, unseen_specials=unseen)


def disguised(state: DschunkeState, action: DschunkeAction, viewer: Viewer, random: Random) -> DschunkeAction:
    """Other cards dealt to others, drawn, taken, shuffled or offered by them."""
    match action:
        case DschunkeDeal():
            return _other_deal(state, action, viewer, random)
        case DschunkeOffer() if action.seat != viewer:
            offered = chosen_items(showable(state, action.seat), RandomChoices(random))
            return DschunkeOffer(seat=action.seat, goods=tuple(map(DschunkeGood, offered)))
        case DschunkeTakeSpecial() if action.seat != viewer and action.card not in {None, *ALWAYS}:
            pile = PILES.index[action.pile]
            cards = state.pile_cards[pile] if state.pile_cards else (*state.unseen_specials, UNKNOWN)
            if state.round == ROUNDS:  # that the record knows it is no secret then: it would be asked for (D8.3)
                cards = tuple(card for card in cards if (card == UNKNOWN) is (action.card == UNKNOWN))
            return replace(action, card=random.choice([card for card in cards if card not in ALWAYS]))
        case DschunkeShuffleSpecials():
            shuffled = random.sample([card for pile in action.piles for card in pile], 30)
            return DschunkeShuffleSpecials(piles=tuple(tuple(shuffled.pop() for _ in range(n)) for n in PILE_SIZES))
        case DschunkeAdjust():
            return _other_adjust(state, action, viewer, random)
        case DschunkeDrawMixed() if state.turn != viewer:
            drawn = random.sample(GOODS.spread(state.stock.most), state.mixed_due)
            return DschunkeDrawMixed(goods=tuple(drawn))
        case _:
            return action


def _other_adjust(state: DschunkeState, action: DschunkeAdjust, viewer: Viewer, random: Random) -> DschunkeAdjust:
    """Other goods and special cards that went unseen; of several changes, the first, which others may depend on."""
    change = action.changes[0]
    match change:
        case DschunkeGoodsAdjustment(from_=int() as seat) if not sees_goods(viewer, change):
            there = replace(showable(state, seat), least=len(change.goods), most=len(change.goods))
            if DschunkeGoodsCard.UNKNOWN in change.goods or state.seats[seat].offered:
                return action
            goods = tuple(map(DschunkeGoodsCard, chosen_items(there, RandomChoices(random))))
            return replace(action, changes=(replace(change, goods=goods), *action.changes[1:]))
        case DschunkeSpecialAdjustment(from_=int() as seat) if not sees_special(viewer, change):
            cards = [card for card in state.seats[seat].specials if card not in ALWAYS]
            card = random.choice([change.card] if change.card == UNKNOWN else cards or [change.card])
            return replace(action, changes=(replace(change, card=card), *action.changes[1:]))
        case _:
            return action


def _other_deal(state: DschunkeState, action: DschunkeDeal, viewer: Viewer, random: Random) -> DschunkeDeal:
    closed = [seat for seat in range(len(state.seats)) if seat != viewer]
    cards = [good for seat in closed for good in action.hands[seat]]
    if len(state.seats) == 2 and state.pool is not None:
        dealt = GOODS.count(good for hand in action.hands for good in hand)
        cards += GOODS.spread(minus(state.pool, dealt))
    random.shuffle(cards)
    hands = list(action.hands)
    for seat in closed:
        hands[seat] = tuple(cards.pop() for _ in hands[seat])
    return DschunkeDeal(hands=tuple(hands))
