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
from domain.games.dschunke.turns import DschunkeDecision, after, from_seat_on
from domain.kernel.places import left_of


def go_on_placing(builder: DschunkeDecision) -> None:
    """Ask the next player who has a bar to place; after the last bar the merchants are shown, and round 1 begins."""
    state = builder.state
    seat = state.start_seat if state.phase is not DschunkePhase.PLACE else left_of(state.turn, len(state.seats))
    for _ in state.seats:
        if any(state.seats[seat].received):
            builder.add(DschunkeTurn(phase=DschunkePhase.PLACE, seat=seat))
            return
        seat = left_of(seat, len(state.seats))
    if state.merchants:
        begin_round(builder, 1)
    else:
        builder.add(DschunkeTurn(phase=DschunkePhase.SHOW, seat=state.start_seat))


def begin_round(builder: DschunkeDecision, number: int) -> None:
    """Wait for the market card (D4.1)."""
    builder.add(DschunkeRoundBegan(round=number))


def go_on_swapping(builder: DschunkeDecision) -> None:
    """Ask an owner of both cards a second time (D9.3)."""
    state = builder.state
    if state.swaps >= market.swaps_of(state, state.turn):
        ask_to_swap(builder, after(state, state.turn))


def ask_to_swap(builder: DschunkeDecision, seat: int | None) -> None:
    """Ask the next owner of "two goods", from `seat` on; then come the events (D4.2)."""
    for candidate in from_seat_on(builder.state, seat):
        if market.swaps_of(builder.state, candidate):
            builder.add(DschunkeTurn(phase=DschunkePhase.SWAP, seat=candidate))
            return
    go_on_with_events(builder, builder.state.assistants)


def go_on_with_events(builder: DschunkeDecision, assistants: tuple[DschunkeWorker, ...]) -> None:
    """The events of these assistants, one after the other (D4.3); then the actions."""
    for assistant in assistants:
        event = builder.state.space(assistant).event
        if event is DschunkeTrackEvent.SPECIAL_CARDS:
            builder.add(DschunkeEventBegan(assistant=assistant))
            if asked_to_take(builder, builder.state.start_seat):
                return
        elif event is DschunkeTrackEvent.YEN:
            money = tuple(player.yen for player in builder.state.seats)
            builder.add(DschunkeMoneyShown(assistant=assistant, yen=money))
    ask_to_act(builder, builder.state.start_seat)


def asked_to_take(builder: DschunkeDecision, seat: int | None) -> bool:
    """Whether somebody from `seat` on is asked to take a special card: nobody, when no pile is left (D4.3)."""
    if seat is None or not specials.piles_for_event(builder.state):
        return False
    builder.add(DschunkeTurn(phase=DschunkePhase.EVENT, seat=seat))
    return True


def go_on_taking(builder: DschunkeDecision) -> None:
    """After a card of an event the next player takes one; after a prize the offers go on (D7.7)."""
    state = builder.state
    if state.looking is not None:
        return
    if state.phase is DschunkePhase.PRIZE:
        go_on_offering(builder)
    else:
        ask_next_to_take(builder, after(state, state.turn))


def ask_next_to_take(builder: DschunkeDecision, seat: int | None) -> None:
    """Ask the next player from `seat` on for a card of the event (D4.3); after the last one comes the next event."""
    state = builder.state
    if not asked_to_take(builder, seat) and state.event is not None:
        done = state.assistants.index(state.event) + 1
        go_on_with_events(builder, state.assistants[done:])


def ask_to_act(builder: DschunkeDecision, seat: int | None) -> None:
    """The turn of `seat`; after the last one comes the supply."""
    if seat is None:
        builder.add(DschunkeTurn(phase=DschunkePhase.SUPPLY, seat=builder.state.start_seat))
        return
    builder.add(DschunkeTurn(phase=DschunkePhase.ACT, seat=seat))
    go_on_acting(builder)


def go_on_acting(builder: DschunkeDecision) -> None:
    """Ask for the own action; who can't act forfeits it (D5.3).

    Afterwards everybody is asked who holds a secret special card and has played no extra action, whether or not it
    is one that can be played, so that the question tells nothing (D5.6).
    """
    state = builder.state
    if state.mixed_due:
        return
    if not state.acted:
        if workers.usable_workers(state, state.turn):
            return
        builder.add(DschunkeForfeited(seat=state.turn))
    if not state.extra and state.seats[state.turn].holds_secrets:
        builder.add(DschunkeTurn(phase=DschunkePhase.EXTRA, seat=state.turn))
    else:
        ask_to_act(builder, after(state, state.turn))


def go_on_supplying(builder: DschunkeDecision) -> None:
    """Ask the next player; after the last one goods are offered."""
    state = builder.state
    if state.mixed_due:
        return
    seat = after(state, state.turn)
    if seat is None:
        builder.add(DschunkeTurn(phase=DschunkePhase.OFFER, seat=state.start_seat))
    else:
        builder.add(DschunkeTurn(phase=DschunkePhase.SUPPLY, seat=seat))


def go_on_drawing(builder: DschunkeDecision) -> None:
    """Go on where cards of the mixed pile were drawn (D10.3)."""
    if builder.state.phase is DschunkePhase.SUPPLY:
        go_on_supplying(builder)
    else:
        go_on_acting(builder)


def go_on_after_reveal(builder: DschunkeDecision, sales: tuple[DschunkeSold, ...]) -> None:
    """Without a valid offer the phase ends (D7.6); the winner of S takes a card, if any is left (D7.7)."""
    state = builder.state
    if not sales:
        end_round(builder)
        return
    for winner in (sale.winners[0] for sale in sales if sale.special):
        if any(state.piles):
            builder.add(DschunkeTurn(phase=DschunkePhase.PRIZE, seat=winner))
            return
        if state.round == ROUNDS:
            specials.take_yen(builder, winner)
    go_on_offering(builder)


def go_on_offering(builder: DschunkeDecision) -> None:
    """Offers are repeated until all four kinds are sold (D7.6)."""
    state = builder.state
    if len(state.sold) == len(GOODS.kinds):
        end_round(builder)
    else:
        builder.add(DschunkeTurn(phase=DschunkePhase.OFFER, seat=state.start_seat))


def end_round(builder: DschunkeDecision) -> None:
    """Merchants and assistants move on, the first-player marker too (D8.1, D8.2); ten rounds are played."""
    state = builder.state
    following = left_of(state.start_seat, len(state.seats))
    builder.add(DschunkeRoundEnded(start_seat=following, merchants=moved_merchants(state)))
    if state.round < ROUNDS:
        begin_round(builder, state.round + 1)
    else:
        builder.add(DschunkeTurn(phase=DschunkePhase.SHOW_SPECIALS, seat=following))
        go_on_showing(builder)


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


def go_on_showing(builder: DschunkeDecision) -> None:
    """When all special cards are known the bonuses are counted (D8.3)."""
    state = builder.state
    if specials.still_to_show(state):
        return
    seats = range(len(state.seats))
    builder.add(
        DschunkeEnded(
            special_cards=tuple(bonus_of_cards(state, seat) for seat in seats),
            junks=tuple(bonus_of_junks(state, seat) for seat in seats),
        )
    )
