"""Unknown cards: goods (D2.4, D10.3) and special cards (D4.3). What is seen later of them, and what a seat knows."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.dschunke.actions import (
    DschunkeAction,
    DschunkeDealing,
    DschunkeIdentification,
    DschunkeOffer,
    DschunkePlaySpecial,
    DschunkeShowSpecials,
    DschunkeSupply,
    DschunkeSwap,
    DschunkeTakeSpecial,
    DschunkeUse,
)
from domain.games.dschunke.adjustments import DschunkeGoodsCard
from domain.games.dschunke.events import (
    DschunkeDealt,
    DschunkeFact,
    DschunkeIdentified,
    DschunkeOffered,
    DschunkeSpecialsShown,
    DschunkeTookSpecial,
)
from domain.games.dschunke.folding import evolve
from domain.games.dschunke.hands import showable
from domain.games.dschunke.meta import ALWAYS, EXTRA_ACTIONS, GOODS, DschunkeGood
from domain.games.dschunke.put_events import DschunkeGoodsPut, DschunkeSpecialPut
from domain.games.dschunke.put_view import sees_goods, sees_special
from domain.games.dschunke.showing import without
from domain.games.dschunke.state import DschunkeState
from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.counts import Hand, minus, plus
from domain.kernel.errors import RuleViolation
from domain.kernel.places import put

# --- what is seen later ----------------------------------------------------------------------------------------------


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
        raise RuleViolation(
            "D2.4",
            "The hand of {seat} has {cards} goods, of which {unknown} are unknown: it can't hold all that.",
            seat=seat,
            cards=len(player.hand),
            unknown=unknown,
        )
    known = plus(player.hand.known, revealed)
    held = plus(known, Hand(known).revealed_by(player.offer))
    if GOODS.spread(held) not in showable(state, seat):
        raise RuleViolation(
            "D1.3", "{seat} can't have {goods} in hand: too many are elsewhere.", seat=seat, goods=tuple(goods)
        )


def verify_special_cards(state: DschunkeState, seat: int, cards: tuple[str, ...]) -> None:
    """Refuse special cards that were seen elsewhere, or would have been shown when they were taken (D9)."""
    player = state.seats[seat]
    revealed = Counter(cards) - Counter(player.specials)
    if revealed.total() > player.unknown_specials:
        raise RuleViolation(
            "D4.3",
            "{seat} has {n} unknown special cards: they can't be {cards}.",
            seat=seat,
            n=player.unknown_specials,
            cards=tuple(revealed.elements()),
        )
    left = Counter(card for card in state.unseen_specials if card not in ALWAYS)
    for card, n in revealed.items():
        if n > left[card]:
            raise RuleViolation(
                "D1.8", "{seat} can't have {n} more of the special card {card}.", seat=seat, n=n, card=card
            )


# --- what a seat knows -----------------------------------------------------------------------------------------------


def observe(state: DschunkeState, fact: DschunkeFact, seat: int) -> DschunkeState:
    """`state`, as `seat` knows it, after `fact`: other hands and their special cards stay unknown until they are seen.

    What was put into the hands is known all the same, good by good, since the piles that are left lie open (D2.4).
    """
    match fact:
        case DschunkeDealt():
            return _dealt_to(state, fact, seat)
        case DschunkeOffered() if fact.seat != seat:
            return evolve(state, replace(fact, goods=()))
        case DschunkeTookSpecial() if fact.seat != seat and fact.card not in ALWAYS:
            return evolve(state, replace(fact, card=UNKNOWN))
        case DschunkeSpecialsShown() if fact.seat != seat:
            return _seen_of(state, fact)
        case DschunkeIdentified() if fact.seat != seat:
            return state
        case DschunkeGoodsPut() if not sees_goods(seat, fact):
            return evolve(state, replace(fact, goods=(DschunkeGoodsCard.UNKNOWN,) * len(fact.goods)))
        case DschunkeSpecialPut() if not sees_special(seat, fact):
            return evolve(state, replace(fact, card=UNKNOWN))
        case _:
            return evolve(state, fact)


def _dealt_to(state: DschunkeState, fact: DschunkeDealt, seat: int) -> DschunkeState:
    hands = tuple(map(GOODS.count, fact.hands))
    own = hands[seat]
    others = minus(tuple(map(sum, zip(*hands, strict=True))), own)
    known = (Hand(own) if at == seat else Hand(GOODS.none, sum(hand)) for at, hand in enumerate(hands))
    return replace(
        state,
        seats=tuple(replace(player, hand=hand) for player, hand in zip(state.seats, known, strict=True)),
        stock=state.stock.drawn(own).buried(plus(others, GOODS.count(fact.mixed))),
        mixed=len(fact.mixed),
    )


def _seen_of(state: DschunkeState, fact: DschunkeSpecialsShown) -> DschunkeState:
    """The cards that count at the end are seen; an extra action that wasn't played tells nobody anything (D9)."""
    player, unseen = state.seats[fact.seat], state.unseen_specials
    seen = tuple(card for card in fact.cards if card not in EXTRA_ACTIONS)
    for card in seen:
        unseen = without(unseen, card)
    left = player.unknown_specials - len(seen)
    player = replace(player, specials=(*player.specials, *seen), unknown_specials=left)
    return replace(state, seats=put(state.seats, fact.seat, player), unseen_specials=unseen)


def claims(state: DschunkeState, action: DschunkeAction, *, identified: bool) -> bool:
    """Whether `action` names special cards or goods of which others may know that they lie elsewhere.

    Where they lie is reported of every special card, if the recorder learns it. Of goods the record knows more than a
    seat does where the hands were dealt openly, where cards of a hand were identified, and while others' offers lie
    face down (D7.1).
    """
    if state.dealing is DschunkeDealing.SERVER:
        return False
    match action:
        case DschunkeTakeSpecial():
            return action.card not in {None, UNKNOWN, *ALWAYS}
        case DschunkeShowSpecials():
            return True
        case DschunkePlaySpecial() if action.card not in state.seats[action.seat].specials:
            return True
        case DschunkeOffer() if _others_have_offered(state, action.seat):
            return _names_unknown_goods(state, action)
        case _:
            return (identified or state.dealing is DschunkeDealing.OPEN) and _names_unknown_goods(state, action)


def _others_have_offered(state: DschunkeState, seat: int) -> bool:
    """Whether somebody else's offer, which may show cards that were unknown, isn't revealed yet."""
    return any(player.offered and player.hand.unknown for at, player in enumerate(state.seats) if at != seat)


def _names_unknown_goods(state: DschunkeState, action: DschunkeAction) -> bool:
    """Whether `action` names goods of a hand, or of piles, that aren't known."""
    match action:
        case DschunkeOffer():
            return _beyond(state.seats[action.seat].hand, action.goods)
        case DschunkeSwap():
            return bool(state.stock.slack) or _beyond(state.seats[action.seat].hand, action.give)
        case DschunkeUse() | DschunkePlaySpecial() | DschunkeSupply():
            return bool(state.stock.slack and action.goods)
        case _:
            return False


def _beyond(hand: Hand, goods: Sequence[str]) -> bool:
    """Whether `goods` are more than the known cards of `hand`; where they are hidden, whether they may be."""
    if not hand.unknown:
        return False
    return HIDDEN in goods or any(hand.revealed_by(GOODS.count(map(DschunkeGood, goods))))
