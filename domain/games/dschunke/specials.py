"""Special cards (D9): taking them (D4.3, D7.7), extra actions (D5.6, D9.4-D9.7), and showing them at the end."""

from collections import Counter

from domain.games.dschunke.actions import (
    DschunkeDealing,
    DschunkeDone,
    DschunkePlaySpecial,
    DschunkeShowSpecials,
    DschunkeTakeSpecial,
    DschunkeTakeYen,
)
from domain.games.dschunke.cargo import top_layer
from domain.games.dschunke.draws import draw_on_junk
from domain.games.dschunke.events import (
    DschunkeBarMoved,
    DschunkeEarned,
    DschunkeLookedThrough,
    DschunkePhase,
    DschunkeSpecialPlayed,
    DschunkeSpecialsShown,
    DschunkeTookSpecial,
)
from domain.games.dschunke.meta import (
    ALWAYS,
    DRAW,
    EXTRA_ACTIONS,
    JUNKS,
    LOAD,
    MERCHANT_TASKS,
    MOVE,
    PILES,
    ROUNDS,
    SELLS,
    DschunkeJunk,
    DschunkePile,
    DschunkeSource,
    DschunkeWorker,
)
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.turns import DschunkeDecision, verify_phase, verify_turn
from domain.games.dschunke.workers import draw_of, draw_templates, load, sell
from domain.kernel.cards import UNKNOWN
from domain.kernel.errors import RuleViolation
from domain.kernel.legal import Legal, Limit, Multiset, Template

LEAST_DRAWN = MERCHANT_TASKS[DschunkeWorker.VIOLET][1]
LEAST_EARNED = MERCHANT_TASKS[DschunkeWorker.YELLOW][1]
INSTEAD = 3
"""Yen instead of a special card in the last round (D7.7)."""

# --- D4.3, D7.7: take a card -----------------------------------------------------------------------------------------


def piles_for_event(state: DschunkeState) -> tuple[DschunkePile, ...]:
    """The piles with cards from which nobody has taken in this event (D4.3)."""
    return tuple([pile for pile in piles_for_prize(state) if pile not in state.taken_from])


def piles_for_prize(state: DschunkeState) -> tuple[DschunkePile, ...]:
    """The piles with cards (D7.7)."""
    return tuple([pile for pile, n in zip(PILES, state.piles, strict=True) if n])


def open_piles(state: DschunkeState) -> tuple[DschunkePile, ...]:
    """The piles that may be picked now."""
    return piles_for_event(state) if state.phase is DschunkePhase.EVENT else piles_for_prize(state)


def takeable(state: DschunkeState, pile: DschunkePile) -> tuple[str, ...]:
    """The cards that may be taken from `pile`: what lies in it, as far as the record knows.

    A card that stays unknown can't be an "always" card, which is shown when taken (D9). Of the other cards there
    must be one more than are unknown already.
    """
    if state.pile_cards:
        return tuple(dict.fromkeys(state.pile_cards[PILES.index[pile]]))
    unseen = dict.fromkeys(state.unseen_specials)
    if unseen_secrets(state) > unknown_specials(state):
        return (*unseen, UNKNOWN)
    return tuple(card for card in unseen if card in ALWAYS)


def unseen_secrets(state: DschunkeState) -> int:
    """The cards that the record never saw and that aren't "always" cards."""
    return sum(card not in ALWAYS for card in state.unseen_specials)


def unknown_specials(state: DschunkeState) -> int:
    """How many of them players hold."""
    return sum(player.unknown_specials for player in state.seats)


def verify_take(state: DschunkeState, action: DschunkeTakeSpecial) -> None:
    """Refuse a pile that may not be picked, and a card that can't lie in it."""
    phase = DschunkePhase.PRIZE if state.phase is DschunkePhase.PRIZE else DschunkePhase.EVENT
    clause = "D7.7" if phase is DschunkePhase.PRIZE else "D4.3"
    verify_turn(state, phase, action.seat, clause)
    if action.pile not in open_piles(state):
        raise RuleViolation(clause, "No card can be taken from the pile {pile}.", pile=action.pile)
    if state.dealing is DschunkeDealing.SERVER and state.looking is None:
        if action.card is not None:
            raise RuleViolation(clause, "The pile has to be looked through first.")
        return
    if state.looking not in {None, action.pile}:
        raise RuleViolation(clause, "The card has to be taken from the pile {pile}.", pile=state.looking)
    if action.card is None:
        raise RuleViolation(clause, "It has to be told which card is taken.")
    if action.card not in takeable(state, action.pile):
        raise RuleViolation(
            "D1.8", "There can't be a card {card} in the pile {pile}.", card=action.card, pile=action.pile
        )


def take_special(builder: DschunkeDecision, action: DschunkeTakeSpecial) -> None:
    """Look through the pile, or take the card."""
    if action.card is None:
        builder.add(DschunkeLookedThrough(seat=action.seat, pile=action.pile))
    else:
        builder.add(DschunkeTookSpecial(seat=action.seat, pile=action.pile, card=action.card))


def verify_take_yen(state: DschunkeState, action: DschunkeTakeYen) -> None:
    """Refuse the yen before the last round, and after having looked through a pile."""
    verify_turn(state, DschunkePhase.PRIZE, action.seat, "D7.7")
    if state.round < ROUNDS:
        raise RuleViolation("D7.7", "Only in the last round yen can be taken instead.")
    if state.looking is not None:
        raise RuleViolation("D7.7", "That has to be decided before looking through a pile.")


def take_yen(builder: DschunkeDecision, seat: int) -> None:
    """Take 3 yen instead of a card."""
    builder.add(DschunkeEarned(seat=seat, yen=INSTEAD))


def legal_takes(state: DschunkeState, seat: int) -> Legal:
    """Every pile, and every card that may lie in it."""
    if state.looking is not None:
        pile = state.looking
        return Legal(tuple(DschunkeTakeSpecial(seat=seat, pile=pile, card=card) for card in takeable(state, pile)))
    actions: list[DschunkeTakeSpecial | DschunkeTakeYen] = []
    for pile in open_piles(state):
        cards = (None,) if state.dealing is DschunkeDealing.SERVER else takeable(state, pile)
        actions += (DschunkeTakeSpecial(seat=seat, pile=pile, card=card) for card in cards)
    if state.phase is DschunkePhase.PRIZE and state.round == ROUNDS:
        actions.append(DschunkeTakeYen(seat=seat))
    return Legal(tuple(actions))


# --- D5.6, D9.4-D9.7: extra actions ----------------------------------------------------------------------------------


def may_play(state: DschunkeState, seat: int, card: str) -> bool:
    """Whether `seat` can have `card`, and it is an extra action."""
    player = state.seats[seat]
    if card not in EXTRA_ACTIONS:
        return False
    return card in player.specials or (player.unknown_specials > 0 and card in state.unseen_specials)


def movable_from(state: DschunkeState, seat: int) -> tuple[DschunkeJunk, ...]:
    """The junks with an own bar in the top layer (D3.3, D9.7)."""
    return tuple(junk for junk in JUNKS if seat in top_layer(state.hold(junk)))


def verify_play(state: DschunkeState, action: DschunkePlaySpecial) -> tuple[DschunkeSource, ...]:
    """Refuse a card that can't be played so; give the goods that are drawn."""
    seat, card = action.seat, action.card
    phase = DschunkePhase.EXTRA if state.phase is DschunkePhase.EXTRA else DschunkePhase.ACT
    verify_turn(state, phase, seat, "D5.6")
    if state.extra:
        raise RuleViolation("D5.6", "{seat} has played an extra action in this round.", seat=seat)
    if not may_play(state, seat, card):
        raise RuleViolation("D5.6", "{seat} can't have an extra action {card}.", seat=seat, card=card)
    _verify_fields(action)
    if card == LOAD and not state.seats[seat].bars:
        raise RuleViolation("D9.4", "{seat} has no bar left to load.", seat=seat)
    if card == MOVE and action.from_ not in movable_from(state, seat):
        raise RuleViolation(
            "D9.7", "{seat} has no bar in the top layer of the {junk} junk.", seat=seat, junk=action.from_
        )
    if card == MOVE and action.from_ is action.to:
        raise RuleViolation("D9.7", "A bar is moved to another junk.")
    if card == DRAW and action.junk is not None:
        return draw_of(state, seat, action.junk, LEAST_DRAWN).chosen(action.goods)
    return ()


def _verify_fields(action: DschunkePlaySpecial) -> None:
    """Refuse fields that the card doesn't need, and missing ones."""
    clause, needed = {LOAD: ("D9.4", {"junk"}), DRAW: ("D9.6", {"junk"}), MOVE: ("D9.7", {"from", "to"})}.get(
        action.card, ("D9.5", set())
    )
    given = {"junk": action.junk, "from": action.from_, "to": action.to}
    for name, value in given.items():
        if (value is not None) is not (name in needed):
            how = "The card {card} is played without '{name}'."
            if value is None:
                how = "The card {card} is played with '{name}'."
            raise RuleViolation(clause, how, card=action.card, name=name)
    if action.goods is not None and action.card != DRAW:
        raise RuleViolation(clause, "The card {card} draws no goods.", card=action.card)


def play(builder: DschunkeDecision, action: DschunkePlaySpecial, goods: tuple[DschunkeSource, ...]) -> None:
    """Play the card; it is out."""
    seat = action.seat
    builder.add(DschunkeSpecialPlayed(seat=seat, card=action.card))
    if action.card in SELLS:
        sell(builder, seat, SELLS[action.card], LEAST_EARNED)
    elif action.card == LOAD and action.junk is not None:
        load(builder, seat, action.junk, 1)
    elif action.card == DRAW and action.junk is not None:
        draw_on_junk(builder, seat, action.junk, goods)
    elif action.from_ is not None and action.to is not None:
        builder.add(DschunkeBarMoved(seat=seat, from_=action.from_, to=action.to))


def legal_plays(state: DschunkeState, seat: int) -> Legal:
    """All extra actions that `seat` may play now."""
    if state.extra:
        return Legal()
    actions: list[DschunkePlaySpecial] = []
    templates: list[Template] = []
    for card in EXTRA_ACTIONS:
        if not may_play(state, seat, card):
            continue
        if card in SELLS:
            actions.append(DschunkePlaySpecial(seat=seat, card=card))
        elif card == LOAD:
            junks = JUNKS if state.seats[seat].bars else ()
            actions += (DschunkePlaySpecial(seat=seat, card=card, junk=junk) for junk in junks)
        elif card == MOVE:
            actions += (
                DschunkePlaySpecial(seat=seat, card=card, from_=origin, to=junk)
                for origin in movable_from(state, seat)
                for junk in JUNKS
                if junk is not origin
            )
        else:
            for junk in JUNKS:
                draw = draw_of(state, seat, junk, LEAST_DRAWN)
                if draw.forced is not None:
                    actions.append(DschunkePlaySpecial(seat=seat, card=card, junk=junk))
                fixed = {"type": "play_special", "seat": seat, "card": card, "junk": junk.value}
                templates += draw_templates(fixed, draw)
    return Legal(tuple(actions), tuple(templates))


def verify_done(state: DschunkeState, action: DschunkeDone) -> None:
    """Refuse to end a turn before the own action."""
    verify_turn(state, DschunkePhase.EXTRA, action.seat, "D5.6")


# --- D8.3: at the end ------------------------------------------------------------------------------------------------


def still_to_show(state: DschunkeState) -> tuple[int, ...]:
    """The seats with cards that nobody has shown."""
    return tuple(seat for seat, player in enumerate(state.seats) if player.unshown)


def showable_specials(state: DschunkeState, seat: int) -> Multiset:
    """What the cards that `seat` hasn't shown may be: those identified, and for the unknown ones any that are left."""
    player = state.seats[seat]
    identified = Counter(player.identified)
    of = dict(identified + Counter(card for card in state.unseen_specials if card not in ALWAYS))
    limits = (Limit(dict(identified), player.unknown_specials),) if identified else ()
    return Multiset(of, player.unshown, player.unshown, limits)


def verify_show_specials(state: DschunkeState, action: DschunkeShowSpecials) -> None:
    """Refuse other numbers of cards than are unknown, and cards that were seen elsewhere."""
    verify_phase(state, DschunkePhase.SHOW_SPECIALS, "D8.3")
    if action.seat not in still_to_show(state):
        raise RuleViolation("D8.3", "All special cards of {seat} are known.", seat=action.seat)
    if action.cards not in showable_specials(state, action.seat):
        unshown = state.seats[action.seat].unshown
        raise RuleViolation("D1.8", "The {n} unknown cards can't be {cards}.", n=unshown, cards=action.cards)


def show_specials(builder: DschunkeDecision, action: DschunkeShowSpecials) -> None:
    """The unknown cards are known."""
    builder.add(DschunkeSpecialsShown(seat=action.seat, cards=action.cards))


def legal_shows(state: DschunkeState, seat: int) -> Legal:
    """Any cards that the unknown ones may be."""
    choose = {"cards": showable_specials(state, seat)}
    return Legal(templates=(Template({"type": "show_specials", "seat": seat}, choose),))
