"""How facts change the table of a Dschunke match."""

from collections import Counter
from typing import TypeVar, assert_never

from msgspec.structs import replace

from domain.games.dschunke.board import market_card
from domain.games.dschunke.cargo import loaded, unloaded
from domain.games.dschunke.events import (
    DschunkeBarMoved,
    DschunkeBarPlaced,
    DschunkeBarReturned,
    DschunkeDealt,
    DschunkeDrew,
    DschunkeEarned,
    DschunkeEnded,
    DschunkeEventBegan,
    DschunkeFact,
    DschunkeForfeited,
    DschunkeIdentified,
    DschunkeLoaded,
    DschunkeLookedThrough,
    DschunkeMarketTurned,
    DschunkeMerchantsShown,
    DschunkeMixedShuffled,
    DschunkeMixedTold,
    DschunkeMoneyShown,
    DschunkeOffered,
    DschunkePhase,
    DschunkeRanOut,
    DschunkeRevealed,
    DschunkeRoundBegan,
    DschunkeRoundEnded,
    DschunkeSold,
    DschunkeSpecialPlayed,
    DschunkeSpecialsShown,
    DschunkeSpecialsShuffled,
    DschunkeSwapped,
    DschunkeTookSpecial,
    DschunkeTurn,
    DschunkeUsed,
)
from domain.games.dschunke.meta import GOODS, JUNKS, MERCHANTS, PILES, SOURCES, DschunkeMerchant
from domain.games.dschunke.mixed import first_renewal
from domain.games.dschunke.state import DschunkeState
from domain.kernel.cards import UNKNOWN
from domain.kernel.counts import Counts, Hand, changed, minus, plus
from domain.kernel.places import put

T = TypeVar("T")


def evolve(state: DschunkeState, fact: DschunkeFact) -> DschunkeState:  # noqa: C901, PLR0912, PLR0915  # one flat case a fact
    """`state` after `fact`."""
    match fact:
        case DschunkeTurn():
            if fact.phase in {DschunkePhase.ACT, DschunkePhase.SWAP}:
                return replace(state, phase=fact.phase, turn=fact.seat, swaps=0, acted=False, extra=False)
            return replace(state, phase=fact.phase, turn=fact.seat)
        case DschunkeOffered():
            return _seat(state, fact.seat, offer=GOODS.count(fact.goods), offered=True)
        case DschunkeDrew():
            return _drew(state, fact)
        case DschunkeUsed():
            merchants = state.merchants
            if fact.to is not None:
                merchants = put(merchants, MERCHANTS.index(DschunkeMerchant(fact.worker)), fact.to)
            return replace(state, used=(*state.used, fact.worker), merchants=merchants, acted=True)
        case DschunkeRevealed():
            return _revealed(state, fact)
        case DschunkeSold():
            for seat in fact.winners:
                state = _seat(state, seat, yen=state.seats[seat].yen + fact.yen)
            return replace(state, sold=(*state.sold, fact.good))
        case DschunkeEarned():
            return _seat(state, fact.seat, yen=state.seats[fact.seat].yen + fact.yen)
        case DschunkeLoaded():
            place = JUNKS.index[fact.junk]
            cargo = put(state.cargo, place, loaded(state.cargo[place], fact.seat, fact.bars))
            return replace(_seat(state, fact.seat, bars=state.seats[fact.seat].bars - fact.bars), cargo=cargo)
        case DschunkeTookSpecial():
            return _took_special(state, fact)
        case DschunkeSpecialPlayed():
            state = _played(state, fact.seat, fact.card)
            return replace(state, played=(*state.played, fact.card), extra=True)
        case DschunkeSwapped():
            given, taken = GOODS.count(fact.give), GOODS.count(fact.take)
            state = _shown(state, fact.seat, given)
            known = plus(minus(state.seats[fact.seat].hand.known, given), taken)
            state = _seat(state, fact.seat, hand=Hand(known, state.seats[fact.seat].hand.unknown))
            return replace(state, stock=state.stock.returned(given).drawn(taken), swaps=state.swaps + 1)
        case DschunkeLookedThrough():
            return replace(state, looking=fact.pile)
        case DschunkeMixedTold():
            counted = GOODS.count(fact.goods)
            hand = state.seats[fact.seat].hand
            state = _seat(state, fact.seat, hand=Hand(plus(hand.known, counted), hand.unknown - len(fact.goods)))
            return replace(_seen(state, fact.seat, counted), mixed_due=0)
        case DschunkeMixedShuffled():
            return _renewed(state, GOODS.count(fact.goods))
        case DschunkeRanOut():
            return replace(state, stock=state.stock.with_pile(GOODS.index[fact.good], 0))
        case DschunkeBarMoved():
            origin, place = JUNKS.index[fact.from_], JUNKS.index[fact.to]
            cargo = put(state.cargo, origin, unloaded(state.cargo[origin], fact.seat))
            return replace(state, cargo=put(cargo, place, loaded(cargo[place], fact.seat, 1)))
        case DschunkeForfeited():
            return replace(state, acted=True)
        case DschunkeMarketTurned():
            card = market_card(fact.amounts)
            deck = state.deck if state.deck is None else without(state.deck, card)
            return replace(state, market=card, deck=deck)
        case DschunkeEventBegan():
            return replace(state, event=fact.assistant, taken_from=())
        case DschunkeMoneyShown():
            seats = zip(state.seats, fact.yen, strict=True)
            return replace(state, seats=tuple(replace(player, announced=yen) for player, yen in seats))
        case DschunkeRoundEnded():
            merchants = tuple(fact.merchants)
            return replace(state, start_seat=fact.start_seat, merchants=merchants, used=(), sold=(), event=None)
        case DschunkeRoundBegan():
            return replace(state, phase=DschunkePhase.MARKET, round=fact.round, market=())
        case DschunkeBarPlaced():
            place = JUNKS.index[fact.junk]
            received = changed(state.seats[fact.seat].received, fact.bar, -1)
            cargo = put(state.cargo, place, loaded(state.cargo[place], fact.bar, 1))
            return replace(_seat(state, fact.seat, received=received), cargo=cargo)
        case DschunkeBarReturned():
            received = changed(state.seats[fact.seat].received, fact.bar, -1)
            state = _seat(state, fact.seat, received=received)
            return _seat(state, fact.bar, bars=state.seats[fact.bar].bars + 1)
        case DschunkeMerchantsShown():
            return replace(state, merchants=tuple(fact.merchants))
        case DschunkeDealt():
            return _dealt(state, fact)
        case DschunkeSpecialsShuffled():
            return replace(state, pile_cards=fact.piles)
        case DschunkeSpecialsShown():
            return _specials_shown(state, fact)
        case DschunkeIdentified():
            return _identified(state, fact)
        case DschunkeEnded():
            return replace(state, phase=DschunkePhase.FINISHED, bonus_cards=fact.special_cards, bonus_junks=fact.junks)
        case _:
            assert_never(fact)


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """`items` with one `item` fewer."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def _seat(state: DschunkeState, seat: int, **changes: object) -> DschunkeState:
    return replace(state, seats=put(state.seats, seat, replace(state.seats[seat], **changes)))


def _dealt(state: DschunkeState, fact: DschunkeDealt) -> DschunkeState:
    hands, mixed = tuple(map(GOODS.count, fact.hands)), GOODS.count(fact.mixed)
    dealt = tuple(map(sum, zip(*hands, strict=True)))
    return replace(
        state,
        seats=tuple(replace(player, hand=Hand(hand)) for player, hand in zip(state.seats, hands, strict=True)),
        stock=state.stock.drawn(dealt).buried(mixed),
        mixed=len(fact.mixed),
    )


def _drew(state: DschunkeState, fact: DschunkeDrew) -> DschunkeState:
    """Cards of the piles become known cards of the hand, those of the mixed pile unknown ones until they are told."""
    hand, stock = state.seats[fact.seat].hand, state.stock
    *goods, mixed = SOURCES.count(fact.goods)
    drawn = tuple(goods)
    state = _seat(state, fact.seat, hand=Hand(plus(hand.known, drawn), hand.unknown + mixed))
    piles = state.mixed_piles and state.mixed_piles.drawing(fact.seat, mixed)
    return replace(state, stock=stock.drawn(drawn), mixed=state.mixed - mixed, mixed_due=fact.due, mixed_piles=piles)


def _renewed(state: DschunkeState, goods: Counts) -> DschunkeState:
    """A new mixed pile: what hands hold of the old ones is told apart from it, as long as some of that is unknown."""
    unknown = tuple(player.hand.unknown for player in state.seats)
    piles = None
    if any(unknown):
        old = state.mixed_piles
        piles = first_renewal(state.stock.most, unknown, goods) if old is None else old.renewed(goods)
    return replace(
        state,
        stock=state.stock.buried(goods),
        mixed=state.mixed + sum(goods),
        mixed_piles=piles,
        renewals=state.renewals + 1,
    )


def _shown(state: DschunkeState, seat: int, goods: Counts) -> DschunkeState:
    """Goods are seen in a hand: those not known to be there were unknown cards, and are known now."""
    hand = state.seats[seat].hand
    if not hand.unknown:
        return state
    return _seen(_seat(state, seat, hand=hand.showing(goods)), seat, hand.revealed_by(goods))


def _seen(state: DschunkeState, seat: int, goods: Counts) -> DschunkeState:
    """Unknown cards of a hand are these goods."""
    piles = state.mixed_piles and state.mixed_piles.seeing(seat, goods)
    return replace(state, stock=state.stock.identified(goods), mixed_piles=piles)


def _revealed(state: DschunkeState, fact: DschunkeRevealed) -> DschunkeState:
    """Offers are seen, and what is valid of them goes back to the piles."""
    for seat, (offer, valid) in enumerate(zip(fact.offers, fact.valid, strict=True)):
        state = _shown(state, seat, GOODS.count(offer))
        back = GOODS.count(valid)
        hand = state.seats[seat].hand
        rest = Hand(minus(hand.known, back), hand.unknown)
        state = replace(
            _seat(state, seat, hand=rest, offer=GOODS.none, offered=False), stock=state.stock.returned(back)
        )
    return state


def _took_special(state: DschunkeState, fact: DschunkeTookSpecial) -> DschunkeState:
    place = PILES.index[fact.pile]
    player = state.seats[fact.seat]
    if fact.card == UNKNOWN:
        state = _seat(state, fact.seat, unknown_specials=player.unknown_specials + 1)
    else:
        state = _seat(state, fact.seat, specials=(*player.specials, fact.card))
        state = replace(state, unseen_specials=without(state.unseen_specials, fact.card))
    contents = state.pile_cards
    if contents:
        contents = put(contents, place, without(contents[place], fact.card))
    return replace(
        state,
        piles=changed(state.piles, place, -1),
        pile_cards=contents,
        taken_from=(*state.taken_from, fact.pile),
        looking=None,
    )


def _played(state: DschunkeState, seat: int, card: str) -> DschunkeState:
    """A special card leaves a player: one that was known when it was taken, else an identified or an unknown one."""
    player = state.seats[seat]
    if card not in player.specials:
        unseen = without(state.unseen_specials, card)
        return replace(_seat(state, seat, unknown_specials=player.unknown_specials - 1), unseen_specials=unseen)
    specials, identified = without(player.specials, card), player.identified
    if identified.count(card) > specials.count(card):
        identified = without(identified, card)
    return _seat(state, seat, specials=specials, identified=identified)


def _specials_shown(state: DschunkeState, fact: DschunkeSpecialsShown) -> DschunkeState:
    """What was identified is shown now; all other cards shown were unknown."""
    player = state.seats[fact.seat]
    unseen, specials, identified = state.unseen_specials, player.specials, player.identified
    for card in fact.cards:
        if card in identified:
            identified = without(identified, card)
        else:
            unseen, specials = without(unseen, card), (*specials, card)
    state = _seat(state, fact.seat, specials=specials, unknown_specials=0, identified=identified)
    return replace(state, unseen_specials=unseen)


def _identified(state: DschunkeState, fact: DschunkeIdentified) -> DschunkeState:
    """Cards of a player are known, to the record and to that player: those beyond the known ones were unknown."""
    state = _shown(state, fact.seat, GOODS.count(fact.goods))
    player, unseen = state.seats[fact.seat], state.unseen_specials
    cards = tuple((Counter(fact.special_cards) - Counter(player.specials)).elements())
    for card in cards:
        unseen = without(unseen, card)
    state = _seat(
        state,
        fact.seat,
        specials=(*player.specials, *cards),
        unknown_specials=player.unknown_specials - len(cards),
        identified=(*player.identified, *cards),
    )
    return replace(state, unseen_specials=unseen)
