"""The course of a match of Dschunke, phase by phase; RULES.md has the clauses.

What an action may be and what it does stands with its phase: `setup` (D2), `market` (D4), `workers` (D5, D6),
`specials` (D5.6, D9) and `offers` (D7). Here is who is asked next, and what the software does without asking.
"""

from collections.abc import Callable
from typing import Final

from domain.games.dschunke import market, offers, setup, specials, workers
from domain.games.dschunke.actions import (
    DschunkeAction,
    DschunkeDeal,
    DschunkeDealing,
    DschunkeDone,
    DschunkeDrawMixed,
    DschunkeOffer,
    DschunkeOptions,
    DschunkePass,
    DschunkePlaceBar,
    DschunkePlaySpecial,
    DschunkeShowMerchants,
    DschunkeShowSpecials,
    DschunkeShuffleSpecials,
    DschunkeSupply,
    DschunkeSwap,
    DschunkeTakeSpecial,
    DschunkeTakeYen,
    DschunkeTurnMarket,
    DschunkeUse,
)
from domain.games.dschunke.adjusting import adjust
from domain.games.dschunke.board import amounts_on
from domain.games.dschunke.draws import mixed_pile, mixed_to_tell, opening_goods, tell_mixed, verify_draw_mixed
from domain.games.dschunke.events import DschunkeFact, DschunkePhase, DschunkeTurn
from domain.games.dschunke.folding import evolve
from domain.games.dschunke.meta import JUNKS, MERCHANTS, PILE_SIZES
from domain.games.dschunke.rounds import (
    ask_to_act,
    ask_to_swap,
    begin_round,
    go_on_acting,
    go_on_after_reveal,
    go_on_drawing,
    go_on_placing,
    go_on_showing,
    go_on_supplying,
    go_on_swapping,
    go_on_taking,
)
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.turns import DschunkeDecision, after
from domain.kernel.by_type import by_type
from domain.kernel.chance import Chance, whole
from domain.kernel.decision_builder import Decided, DecisionBuilder
from domain.kernel.game import Setup
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished, Pending, awaits_seat


def initial(chosen: Setup[DschunkeOptions]) -> DschunkeState:
    """The table before the first action (D2)."""
    builder: DschunkeDecision = DecisionBuilder(setup.initial_state(chosen), evolve)
    if builder.state.dealing is DschunkeDealing.SECRET:
        go_on_placing(builder)
    return builder.state


# --- what is asked ---------------------------------------------------------------------------------------------------


def pending(state: DschunkeState) -> Pending:
    """What the match waits for."""
    if state.mixed_due:
        return AwaitChance(mixed_to_tell(state))
    match state.phase:
        case DschunkePhase.FINISHED:
            return Finished("D8.3")
        case DschunkePhase.SHUFFLE:
            return AwaitChance({"type": "shuffle_specials", "piles": list(PILE_SIZES)})
        case DschunkePhase.DEAL:
            return AwaitChance({"type": "deal", "cards": [setup.opening_cards(state)] * len(state.seats)})
        case DschunkePhase.SHOW:
            return AwaitChance({"type": "show_merchants"})
        case DschunkePhase.MARKET:
            return AwaitChance({"type": "turn_market"})
        case DschunkePhase.OFFER:
            return AwaitSeats(offers.still_to_offer(state))
        case DschunkePhase.SHOW_SPECIALS:
            return AwaitSeats(specials.still_to_show(state))
        case _:
            return AwaitSeats((state.turn,))


def legal_actions(state: DschunkeState, seat: int) -> Legal:
    """All that `seat` may do now: templates where goods are chosen, else complete actions."""
    if not awaits_seat(pending(state), seat):
        return Legal()
    match state.phase:
        case DschunkePhase.PLACE:
            return setup.legal_places(state, seat)
        case DschunkePhase.SWAP:
            return Legal(market.legal_swaps(state, seat))
        case DschunkePhase.EVENT | DschunkePhase.PRIZE:
            return specials.legal_takes(state, seat)
        case DschunkePhase.ACT:
            uses, plays = workers.legal_uses(state, seat), specials.legal_plays(state, seat)
            return Legal(uses.actions + plays.actions, uses.templates + plays.templates)
        case DschunkePhase.EXTRA:
            plays = specials.legal_plays(state, seat)
            return Legal((*plays.actions, DschunkeDone(seat=seat)), plays.templates)
        case DschunkePhase.SUPPLY:
            return workers.legal_supplies(state, seat)
        case DschunkePhase.OFFER:
            return offers.legal_offers(state, seat)
        case DschunkePhase.SHOW_SPECIALS:
            return specials.legal_shows(state, seat)
        case _:
            return Legal()


def decide(state: DschunkeState, action: DschunkeAction) -> tuple[DschunkeFact, ...]:
    """The facts that follow from `action`, or a :class:`RuleViolation`."""
    return decided(state, action).facts


def decided(state: DschunkeState, action: DschunkeAction) -> Decided[DschunkeState, DschunkeFact]:
    """These facts, and the state that they lead to."""
    builder: DschunkeDecision = DecisionBuilder(state, evolve)
    _act(builder, action)
    return builder.decided


# --- what each action is checked for, does, and leads on to ----------------------------------------------------------


def _offer(builder: DschunkeDecision, action: DschunkeOffer) -> None:
    offers.verify_offer(builder.state, action)
    offers.offer(builder, action)
    if not offers.still_to_offer(builder.state):
        go_on_after_reveal(builder, offers.reveal(builder))


def _use(builder: DschunkeDecision, action: DschunkeUse) -> None:
    goods = workers.verify_use(builder.state, action)
    workers.use(builder, action, goods)
    go_on_acting(builder)


def _play_special(builder: DschunkeDecision, action: DschunkePlaySpecial) -> None:
    goods = specials.verify_play(builder.state, action)
    specials.play(builder, action, goods)
    go_on_acting(builder)


def _done(builder: DschunkeDecision, action: DschunkeDone) -> None:
    specials.verify_done(builder.state, action)
    ask_to_act(builder, after(builder.state, action.seat))


def _supply(builder: DschunkeDecision, action: DschunkeSupply) -> None:
    workers.verify_supply(builder.state, action)
    workers.supply(builder, action)
    go_on_supplying(builder)


def _take_special(builder: DschunkeDecision, action: DschunkeTakeSpecial) -> None:
    specials.verify_take(builder.state, action)
    specials.take_special(builder, action)
    go_on_taking(builder)


def _take_yen(builder: DschunkeDecision, action: DschunkeTakeYen) -> None:
    specials.verify_take_yen(builder.state, action)
    specials.take_yen(builder, action.seat)
    go_on_taking(builder)


def _swap(builder: DschunkeDecision, action: DschunkeSwap) -> None:
    market.verify_swap(builder.state, action)
    market.swap(builder, action)
    go_on_swapping(builder)


def _pass(builder: DschunkeDecision, action: DschunkePass) -> None:
    market.verify_pass(builder.state, action)
    ask_to_swap(builder, after(builder.state, action.seat))


def _turn_market(builder: DschunkeDecision, action: DschunkeTurnMarket) -> None:
    market.verify_market(builder.state, action)
    market.turn_market(builder, action)
    ask_to_swap(builder, builder.state.start_seat)


def _place_bar(builder: DschunkeDecision, action: DschunkePlaceBar) -> None:
    setup.verify_place(builder.state, action)
    setup.place(builder, action)
    go_on_placing(builder)


def _show_specials(builder: DschunkeDecision, action: DschunkeShowSpecials) -> None:
    specials.verify_show_specials(builder.state, action)
    specials.show_specials(builder, action)
    go_on_showing(builder)


def _draw_mixed(builder: DschunkeDecision, action: DschunkeDrawMixed) -> None:
    verify_draw_mixed(builder.state, action)
    tell_mixed(builder, action)
    go_on_drawing(builder)


def _shuffle_specials(builder: DschunkeDecision, action: DschunkeShuffleSpecials) -> None:
    setup.verify_shuffle(builder.state, action)
    setup.shuffle(builder, action)
    builder.add(DschunkeTurn(phase=DschunkePhase.DEAL, seat=builder.state.start_seat))


def _deal(builder: DschunkeDecision, action: DschunkeDeal) -> None:
    setup.verify_deal(builder.state, action)
    setup.deal(builder, action)
    go_on_placing(builder)


def _show_merchants(builder: DschunkeDecision, action: DschunkeShowMerchants) -> None:
    setup.verify_show(builder.state, action)
    setup.show(builder, action)
    begin_round(builder, 1)


_act: Final[Callable[[DschunkeDecision, DschunkeAction], None]] = by_type(
    DschunkeAction,
    _offer,
    _use,
    _play_special,
    _done,
    _supply,
    _take_special,
    _take_yen,
    _swap,
    _pass,
    _turn_market,
    _place_bar,
    _show_specials,
    _draw_mixed,
    _shuffle_specials,
    _deal,
    _show_merchants,
    adjust,
)
"""What follows from an action, or a :class:`RuleViolation`."""


# --- chance ----------------------------------------------------------------------------------------------------------


def draw(state: DschunkeState, chance: Chance) -> DschunkeAction:
    """A fair draw of what `state` waits for."""
    if state.mixed_due:
        pile = mixed_pile(state)
        return DschunkeDrawMixed(goods=tuple(chance.draw(pile, pile.unseen[: state.mixed_due])))
    match state.phase:
        case DschunkePhase.SHUFFLE:
            cards = state.unseen_specials
            special = iter(chance.draw(whole("special_cards", cards), range(len(cards))))
            return DschunkeShuffleSpecials(piles=tuple(tuple(next(special) for _ in range(n)) for n in PILE_SIZES))
        case DschunkePhase.DEAL:
            number, seats = setup.opening_cards(state), len(state.seats)
            goods = iter(chance.draw(whole("goods", opening_goods(state)), range(number * seats)))
            return DschunkeDeal(hands=tuple(tuple(next(goods) for _ in range(number)) for _ in range(seats)))
        case DschunkePhase.SHOW:
            green, yellow, violet = chance.draw(whole("junks", JUNKS.kinds), range(len(MERCHANTS)))
            return DschunkeShowMerchants(green=green, yellow=yellow, violet=violet)
        case _:
            deck = market.market_pile(state)
            (card,) = chance.draw(deck, deck.unseen[:1])
            return DschunkeTurnMarket(amounts=amounts_on(card))
