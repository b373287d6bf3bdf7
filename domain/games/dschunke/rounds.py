"""How a match of Dschunke goes on after an action: who is asked next, and what the software does without asking."""

from domain.games.dschunke import market, specials, workers
from domain.games.dschunke.bonuses import bonus_of_cards, bonus_of_junks
from domain.games.dschunke.events import (
    DschunkeEnded,
    DschunkeEventBegan,
    DschunkeForfeited,
    DschunkeMoneyShown,
    DschunkePhase,
    DschunkeRoundBegan,
    DschunkeRoundEnded,
    DschunkeSold,
    DschunkeTurn,
)
from domain.games.dschunke.meta import GOODS, MERCHANTS, ROUNDS, DschunkeMerchants, DschunkeTrackEvent, DschunkeWorker
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.turns import DschunkeCourse, after, from_seat_on
from domain.kernel.places import left_of


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
