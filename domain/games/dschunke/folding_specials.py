"""How facts change where special cards are, and what the record knows of them (D9)."""

from collections import Counter

from msgspec.structs import replace

from domain.games.dschunke.events import (
    DschunkeIdentified,
    DschunkeLookedThrough,
    DschunkeSpecialPlayed,
    DschunkeSpecialsShown,
    DschunkeSpecialsShuffled,
    DschunkeTookSpecial,
)
from domain.games.dschunke.meta import GOODS, PILES
from domain.games.dschunke.showing import shown, special_gone, with_seat, without
from domain.games.dschunke.state import DschunkeState
from domain.kernel.cards import UNKNOWN
from domain.kernel.counts import changed
from domain.kernel.places import put


def shuffled(state: DschunkeState, fact: DschunkeSpecialsShuffled) -> DschunkeState:
    """The cards lie in four piles (D2.3)."""
    return replace(state, pile_cards=fact.piles)


def looked_through(state: DschunkeState, fact: DschunkeLookedThrough) -> DschunkeState:
    """A pile was looked through, and one of its cards is to be taken (D4.3, D7.7)."""
    return replace(state, looking=fact.pile)


def took(state: DschunkeState, fact: DschunkeTookSpecial) -> DschunkeState:
    """A card of a pile is with a player (D4.3, D7.7)."""
    place, player = PILES.index[fact.pile], state.seats[fact.seat]
    unseen, contents = state.unseen_specials, state.pile_cards
    if fact.card == UNKNOWN:
        player = replace(player, unknown_specials=player.unknown_specials + 1)
    else:
        player = replace(player, specials=(*player.specials, fact.card))
        unseen = without(unseen, fact.card)
    if contents:
        contents = put(contents, place, without(contents[place], fact.card))
    return replace(
        state,
        seats=put(state.seats, fact.seat, player),
        unseen_specials=unseen,
        piles=changed(state.piles, place, -1),
        pile_cards=contents,
        taken_from=(*state.taken_from, fact.pile),
        looking=None,
    )


def played(state: DschunkeState, fact: DschunkeSpecialPlayed) -> DschunkeState:
    """An extra action is out (D5.6)."""
    state = special_gone(state, fact.seat, fact.card)
    return replace(state, played=(*state.played, fact.card), extra=True)


def shown_at_end(state: DschunkeState, fact: DschunkeSpecialsShown) -> DschunkeState:
    """What was identified is shown now; all other cards shown were unknown (D8.3)."""
    player = state.seats[fact.seat]
    unseen, specials, identified_before = state.unseen_specials, player.specials, player.identified
    for card in fact.cards:
        if card in identified_before:
            identified_before = without(identified_before, card)
        else:
            unseen, specials = without(unseen, card), (*specials, card)
    state = with_seat(state, fact.seat, specials=specials, unknown_specials=0, identified=identified_before)
    return replace(state, unseen_specials=unseen)


def identified(state: DschunkeState, fact: DschunkeIdentified) -> DschunkeState:
    """Goods and special cards of a player are known: those beyond the known ones were unknown (D2.4, D4.3)."""
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
