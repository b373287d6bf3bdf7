"""The course of a match of Dschunke, phase by phase; RULES.md has the clauses.

What an action may be and what it does stands with its phase: `setup` (D2), `market` (D4), `workers` (D5, D6),
`specials` (D5.6, D9) and `offers` (D7). Here is who is asked next, and what the software does without asking.
"""

from typing import assert_never

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
from domain.games.dschunke.board import amounts_on
from domain.games.dschunke.bonuses import bonus_of_cards, bonus_of_junks
from domain.games.dschunke.draws import mixed_pile, mixed_to_tell, opening_goods, tell_mixed, verify_draw_mixed
from domain.games.dschunke.events import (
    DschunkeEnded,
    DschunkeEventBegan,
    DschunkeFact,
    DschunkeForfeited,
    DschunkeMoneyShown,
    DschunkePhase,
    DschunkeRoundBegan,
    DschunkeRoundEnded,
    DschunkeSold,
    DschunkeTurn,
)
from domain.games.dschunke.meta import (
    GOODS,
    JUNKS,
    MERCHANTS,
    PILE_SIZES,
    ROUNDS,
    DschunkeMerchants,
    DschunkeTrackEvent,
    DschunkeWorker,
)
from domain.games.dschunke.state import DschunkeState, evolve
from domain.games.dschunke.turns import DschunkeCourse, after, from_seat_on
from domain.kernel.chance import Chance, whole
from domain.kernel.course import DecisionBuilder
from domain.kernel.game import Setup
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished, Pending, awaits_seat
from domain.kernel.places import left_of


def initial(chosen: Setup[DschunkeOptions]) -> DschunkeState:
    """The table before the first action (D2)."""
    course: DschunkeCourse = DecisionBuilder(setup.initial_state(chosen), evolve)
    if course.state.dealing is DschunkeDealing.SECRET:
        go_on_placing(course)
    return course.state


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


def decide(state: DschunkeState, action: DschunkeAction) -> tuple[DschunkeFact, ...]:  # noqa: C901, PLR0912, PLR0915
    """The facts that follow from `action`, or a :class:`RuleViolation`."""
    course: DschunkeCourse = DecisionBuilder(state, evolve)
    match action:
        case DschunkeOffer():
            offers.verify_offer(state, action)
            offers.offer(course, action)
            if not offers.still_to_offer(course.state):
                go_on_after_reveal(course, offers.reveal(course))
        case DschunkeUse():
            goods = workers.verify_use(state, action)
            workers.use(course, action, goods)
            go_on_acting(course)
        case DschunkePlaySpecial():
            goods = specials.verify_play(state, action)
            specials.play(course, action, goods)
            go_on_acting(course)
        case DschunkeDone():
            specials.verify_done(state, action)
            ask_to_act(course, after(state, action.seat))
        case DschunkeSupply():
            workers.verify_supply(state, action)
            workers.supply(course, action)
            go_on_supplying(course)
        case DschunkeTakeSpecial():
            specials.verify_take(state, action)
            specials.take_special(course, action)
            go_on_taking(course)
        case DschunkeTakeYen():
            specials.verify_take_yen(state, action)
            specials.take_yen(course, action.seat)
            go_on_taking(course)
        case DschunkeSwap():
            market.verify_swap(state, action)
            market.swap(course, action)
            go_on_swapping(course)
        case DschunkePass():
            market.verify_pass(state, action)
            ask_to_swap(course, after(state, action.seat))
        case DschunkeTurnMarket():
            market.verify_market(state, action)
            market.turn_market(course, action)
            ask_to_swap(course, state.start_seat)
        case DschunkePlaceBar():
            setup.verify_place(state, action)
            setup.place(course, action)
            go_on_placing(course)
        case DschunkeShowSpecials():
            specials.verify_show_specials(state, action)
            specials.show_specials(course, action)
            go_on_showing(course)
        case DschunkeDrawMixed():
            verify_draw_mixed(state, action)
            tell_mixed(course, action)
            go_on_drawing(course)
        case DschunkeShuffleSpecials():
            setup.verify_shuffle(state, action)
            setup.shuffle(course, action)
            course.add(DschunkeTurn(phase=DschunkePhase.DEAL, seat=state.start_seat))
        case DschunkeDeal():
            setup.verify_deal(state, action)
            setup.deal(course, action)
            go_on_placing(course)
        case DschunkeShowMerchants():
            setup.verify_show(state, action)
            setup.show(course, action)
            begin_round(course, 1)
        case _:
            assert_never(action)
    return course.facts


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


# --- D2.7-D2.9: before round 1 ---------------------------------------------------------------------------------------


def go_on_placing(course: DschunkeCourse) -> None:
    """Ask the next player who has a bar to place; after the last bar the merchants are shown, and round 1 begins."""
    state = course.state
    seat = state.start_seat if state.phase is not DschunkePhase.PLACE else left_of(state.turn, len(state.seats))
    for _ in state.seats:
        if any(state.seats[seat].received):
            course.add(DschunkeTurn(phase=DschunkePhase.PLACE, seat=seat))
            return
        seat = left_of(seat, len(state.seats))
    if state.merchants:
        begin_round(course, 1)
    else:
        course.add(DschunkeTurn(phase=DschunkePhase.SHOW, seat=state.start_seat))


# --- D4: market and events -------------------------------------------------------------------------------------------


def begin_round(course: DschunkeCourse, number: int) -> None:
    """Wait for the market card (D4.1)."""
    course.add(DschunkeRoundBegan(round=number))


def go_on_swapping(course: DschunkeCourse) -> None:
    """Ask an owner of both cards a second time (D9.3)."""
    state = course.state
    if state.swaps >= market.swaps_of(state, state.turn):
        ask_to_swap(course, after(state, state.turn))


def ask_to_swap(course: DschunkeCourse, seat: int | None) -> None:
    """Ask the next owner of "two goods", from `seat` on; then come the events (D4.2)."""
    for candidate in from_seat_on(course.state, seat):
        if market.swaps_of(course.state, candidate):
            course.add(DschunkeTurn(phase=DschunkePhase.SWAP, seat=candidate))
            return
    go_on_with_events(course, course.state.assistants)


def go_on_with_events(course: DschunkeCourse, assistants: tuple[DschunkeWorker, ...]) -> None:
    """The events of these assistants, one after the other (D4.3); then the actions."""
    for assistant in assistants:
        event = course.state.space(assistant).event
        if event is DschunkeTrackEvent.SPECIAL_CARDS:
            course.add(DschunkeEventBegan(assistant=assistant))
            if asked_to_take(course, course.state.start_seat):
                return
        elif event is DschunkeTrackEvent.YEN:
            money = tuple(player.yen for player in course.state.seats)
            course.add(DschunkeMoneyShown(assistant=assistant, yen=money))
    ask_to_act(course, course.state.start_seat)


def asked_to_take(course: DschunkeCourse, seat: int | None) -> bool:
    """Whether somebody from `seat` on is asked to take a special card: nobody, when no pile is left (D4.3)."""
    if seat is None or not specials.piles_for_event(course.state):
        return False
    course.add(DschunkeTurn(phase=DschunkePhase.EVENT, seat=seat))
    return True


def go_on_taking(course: DschunkeCourse) -> None:
    """After a card of an event the next player takes one; after a prize the offers go on (D7.7)."""
    state = course.state
    if state.looking is not None:
        return
    if state.phase is DschunkePhase.PRIZE:
        go_on_offering(course)
    elif not asked_to_take(course, after(state, state.turn)) and state.event is not None:
        done = state.assistants.index(state.event) + 1
        go_on_with_events(course, state.assistants[done:])


# --- D5, D6: actions and supply --------------------------------------------------------------------------------------


def ask_to_act(course: DschunkeCourse, seat: int | None) -> None:
    """The turn of `seat`; after the last one comes the supply."""
    if seat is None:
        course.add(DschunkeTurn(phase=DschunkePhase.SUPPLY, seat=course.state.start_seat))
        return
    course.add(DschunkeTurn(phase=DschunkePhase.ACT, seat=seat))
    go_on_acting(course)


def go_on_acting(course: DschunkeCourse) -> None:
    """Ask for the own action; who can't act forfeits it (D5.3).

    Afterwards everybody is asked who holds a secret special card and has played no extra action, whether or not it
    is one that can be played, so that the question tells nothing (D5.6).
    """
    state = course.state
    if state.mixed_due:
        return
    if not state.acted:
        if workers.usable_workers(state, state.turn):
            return
        course.add(DschunkeForfeited(seat=state.turn))
    if not state.extra and state.seats[state.turn].holds_secrets:
        course.add(DschunkeTurn(phase=DschunkePhase.EXTRA, seat=state.turn))
    else:
        ask_to_act(course, after(state, state.turn))


def go_on_supplying(course: DschunkeCourse) -> None:
    """Ask the next player; after the last one goods are offered."""
    state = course.state
    if state.mixed_due:
        return
    seat = after(state, state.turn)
    if seat is None:
        course.add(DschunkeTurn(phase=DschunkePhase.OFFER, seat=state.start_seat))
    else:
        course.add(DschunkeTurn(phase=DschunkePhase.SUPPLY, seat=seat))


def go_on_drawing(course: DschunkeCourse) -> None:
    """Go on where cards of the mixed pile were drawn (D10.3)."""
    if course.state.phase is DschunkePhase.SUPPLY:
        go_on_supplying(course)
    else:
        go_on_acting(course)


# --- D7: offers ------------------------------------------------------------------------------------------------------


def go_on_after_reveal(course: DschunkeCourse, sales: tuple[DschunkeSold, ...]) -> None:
    """Without a valid offer the phase ends (D7.6); the winner of S takes a card, if any is left (D7.7)."""
    state = course.state
    if not sales:
        end_round(course)
        return
    for winner in (sale.winners[0] for sale in sales if sale.special):
        if any(state.piles):
            course.add(DschunkeTurn(phase=DschunkePhase.PRIZE, seat=winner))
            return
        if state.round == ROUNDS:
            specials.take_yen(course, winner)
    go_on_offering(course)


def go_on_offering(course: DschunkeCourse) -> None:
    """Offers are repeated until all four kinds are sold (D7.6)."""
    state = course.state
    if len(state.sold) == len(GOODS.kinds):
        end_round(course)
    else:
        course.add(DschunkeTurn(phase=DschunkePhase.OFFER, seat=state.start_seat))


# --- D8: the end of the round and of the game ------------------------------------------------------------------------


def end_round(course: DschunkeCourse) -> None:
    """Merchants and assistants move on, the first-player marker too (D8.1, D8.2); ten rounds are played."""
    state = course.state
    following = left_of(state.start_seat, len(state.seats))
    course.add(DschunkeRoundEnded(start_seat=following, merchants=moved_merchants(state)))
    if state.round < ROUNDS:
        begin_round(course, state.round + 1)
    else:
        course.add(DschunkeTurn(phase=DschunkePhase.SHOW_SPECIALS, seat=following))
        go_on_showing(course)


def moved_merchants(state: DschunkeState) -> DschunkeMerchants:
    """Where the merchants stand in the next round: each on the next junk clockwise (D8.1).

    Wandering merchants that were used stay where they were put; one that wasn't moves to the next free junk (D10.7).
    """
    order = state.board.junk_order
    junks = list(state.merchants)
    for at, merchant in enumerate(MERCHANTS):
        here = order.index(junks[at])
        ahead = order[here + 1 :] + order[:here]
        if not state.wandering:
            junks[at] = ahead[0]
        elif DschunkeWorker(merchant) not in state.used:
            junks[at] = next(junk for junk in ahead if junk not in junks)
    green, yellow, violet = junks
    return DschunkeMerchants(green=green, yellow=yellow, violet=violet)


def go_on_showing(course: DschunkeCourse) -> None:
    """When all special cards are known the bonuses are counted (D8.3)."""
    state = course.state
    if specials.still_to_show(state):
        return
    seats = range(len(state.seats))
    course.add(
        DschunkeEnded(
            special_cards=tuple(bonus_of_cards(state, seat) for seat in seats),
            junks=tuple(bonus_of_junks(state, seat) for seat in seats),
        )
    )
