"""How facts change the table of a Dschunke match."""

from collections import Counter
from typing import assert_never

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
    DschunkeTurnGiven,
    DschunkeUsed,
)
from domain.games.dschunke.meta import GOODS, JUNKS, MERCHANTS, PILES, SOURCES, DschunkeMerchant
from domain.games.dschunke.mixed import first_renewal
from domain.games.dschunke.put_events import (
    DschunkeBarsPut,
    DschunkeGoodsPut,
    DschunkeMerchantPut,
    DschunkeSettled,
    DschunkeSpecialPut,
    DschunkeWorkerMarked,
    DschunkeYenPut,
)
from domain.games.dschunke.putting import put_otherwise
from domain.games.dschunke.showing import seen, shown, special_gone, with_seat, without
from domain.games.dschunke.state import DschunkeState
from domain.kernel.cards import UNKNOWN
from domain.kernel.counts import Counts, Hand, changed, minus, plus
from domain.kernel.places import put


def evolve(state: DschunkeState, fact: DschunkeFact) -> DschunkeState:  # noqa: C901, PLR0912, PLR0915  # one flat case a fact
    """`state` after `fact`."""
    match fact:
        case DschunkeTurn():
            if state.later is not None:
                state = replace(state, later=_later(state, fact))
            if fact.phase in {DschunkePhase.ACT, DschunkePhase.SWAP}:
                return replace(state, phase=fact.phase, turn=fact.seat, swaps=0, acted=False, extra=False)
            return replace(state, phase=fact.phase, turn=fact.seat)
        case DschunkeOffered():
            return with_seat(state, fact.seat, offer=GOODS.count(fact.goods), offered=True)
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
                state = with_seat(state, seat, yen=state.seats[seat].yen + fact.yen)
            return replace(state, sold=(*state.sold, fact.good))
        case DschunkeEarned():
            return with_seat(state, fact.seat, yen=state.seats[fact.seat].yen + fact.yen)
        case DschunkeLoaded():
            place = JUNKS.index[fact.junk]
            cargo = put(state.cargo, place, loaded(state.cargo[place], fact.seat, fact.bars))
            return replace(with_seat(state, fact.seat, bars=state.seats[fact.seat].bars - fact.bars), cargo=cargo)
        case DschunkeTookSpecial():
            return _took_special(state, fact)
        case DschunkeSpecialPlayed():
            state = special_gone(state, fact.seat, fact.card)
            return replace(state, played=(*state.played, fact.card), extra=True)
        case DschunkeSwapped():
            given, taken = GOODS.count(fact.give), GOODS.count(fact.take)
            state = shown(state, fact.seat, given)
            known = plus(minus(state.seats[fact.seat].hand.known, given), taken)
            state = with_seat(state, fact.seat, hand=Hand(known, state.seats[fact.seat].hand.unknown))
            return replace(state, stock=state.stock.returned(given).drawn(taken), swaps=state.swaps + 1)
        case DschunkeLookedThrough():
            return replace(state, looking=fact.pile)
        case DschunkeMixedTold():
            counted = GOODS.count(fact.goods)
            hand = state.seats[fact.seat].hand
            state = with_seat(state, fact.seat, hand=Hand(plus(hand.known, counted), hand.unknown - len(fact.goods)))
            return replace(seen(state, fact.seat, counted), mixed_due=0)
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
            return replace(state, event=fact.assistant, taken_from=(), later=None)
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
            return replace(with_seat(state, fact.seat, received=received), cargo=cargo)
        case DschunkeBarReturned():
            received = changed(state.seats[fact.seat].received, fact.bar, -1)
            state = with_seat(state, fact.seat, received=received)
            return with_seat(state, fact.bar, bars=state.seats[fact.bar].bars + 1)
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
        case (
            DschunkeYenPut()
            | DschunkeGoodsPut()
            | DschunkeBarsPut()
            | DschunkeWorkerMarked()
            | DschunkeMerchantPut()
            | DschunkeSpecialPut()
            | DschunkeTurnGiven()
            | DschunkeSettled()
        ):
            return put_otherwise(state, fact)
        case _:
            assert_never(fact)


def _later(state: DschunkeState, turn: DschunkeTurn) -> tuple[int, ...] | None:
    """Who comes after this turn, where some order is kept: it ends with its phase."""
    later = state.later or ()
    if turn.seat in later:
        return later[later.index(turn.seat) + 1 :]
    return state.later if turn.phase in {state.phase, DschunkePhase.EXTRA} else None


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
    state = with_seat(state, fact.seat, hand=Hand(plus(hand.known, drawn), hand.unknown + mixed))
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


def _revealed(state: DschunkeState, fact: DschunkeRevealed) -> DschunkeState:
    """Offers are seen, and what is valid of them goes back to the piles."""
    for seat, (offer, valid) in enumerate(zip(fact.offers, fact.valid, strict=True)):
        state = shown(state, seat, GOODS.count(offer))
        back = GOODS.count(valid)
        hand = state.seats[seat].hand
        rest = Hand(minus(hand.known, back), hand.unknown)
        state = replace(
            with_seat(state, seat, hand=rest, offer=GOODS.none, offered=False), stock=state.stock.returned(back)
        )
    return state


def _took_special(state: DschunkeState, fact: DschunkeTookSpecial) -> DschunkeState:
    place = PILES.index[fact.pile]
    player = state.seats[fact.seat]
    if fact.card == UNKNOWN:
        state = with_seat(state, fact.seat, unknown_specials=player.unknown_specials + 1)
    else:
        state = with_seat(state, fact.seat, specials=(*player.specials, fact.card))
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


def _specials_shown(state: DschunkeState, fact: DschunkeSpecialsShown) -> DschunkeState:
    """What was identified is shown now; all other cards shown were unknown."""
    player = state.seats[fact.seat]
    unseen, specials, identified = state.unseen_specials, player.specials, player.identified
    for card in fact.cards:
        if card in identified:
            identified = without(identified, card)
        else:
            unseen, specials = without(unseen, card), (*specials, card)
    state = with_seat(state, fact.seat, specials=specials, unknown_specials=0, identified=identified)
    return replace(state, unseen_specials=unseen)


def _identified(state: DschunkeState, fact: DschunkeIdentified) -> DschunkeState:
    """Cards of a player are known, to the record and to that player: those beyond the known ones were unknown."""
    state = shown(state, fact.seat, GOODS.count(fact.goods))
    player, unseen = state.seats[fact.seat], state.unseen_specials
    cards = tuple((Counter(fact.special_cards) - Counter(player.specials)).elements())
    for card in cards:
        unseen = without(unseen, card)
    state = with_seat(
        state,
        fact.seat,
        specials=(*player.specials, *cards),
        unknown_specials=player.unknown_specials - len(cards),
        identified=(*player.identified, *cards),
    )
    return replace(state, unseen_specials=unseen)
