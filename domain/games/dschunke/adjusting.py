"""Irregular play: what lies on the table is put as people say that it was, and the rules go on from there.

Each change is checked on what the one before left; where goods and special cards can be is checked in :mod:`.moving`.
Then :func:`settle` has what was asked asked anew, so that whoever is asked has something to do.
"""

from typing import Final, assert_never

from domain.games.dschunke.adjustments import (
    DschunkeAdjust,
    DschunkeAdjustment,
    DschunkeBarPlace,
    DschunkeBarsAdjustment,
    DschunkeDoneAdjustment,
    DschunkeGoodsAdjustment,
    DschunkeMerchantAdjustment,
    DschunkeSpecialAdjustment,
    DschunkeTurnAdjustment,
    DschunkeWorkerAdjustment,
    DschunkeYenAdjustment,
)
from domain.games.dschunke.draws import renew_mixed_pile
from domain.games.dschunke.events import DschunkePhase, DschunkeTurn, DschunkeTurnGiven
from domain.games.dschunke.market import swaps_of
from domain.games.dschunke.meta import MERCHANTS, DschunkeJunk
from domain.games.dschunke.moving import (
    verify_goods_move,
    verify_offers,
    verify_seat_there,
    verify_special_move,
    verify_specials,
)
from domain.games.dschunke.put_events import (
    DschunkeBarsPut,
    DschunkeGoodsPut,
    DschunkeMerchantPut,
    DschunkeSettled,
    DschunkeSpecialPut,
    DschunkeWorkerMarked,
    DschunkeYenPut,
)
from domain.games.dschunke.rounds import (
    ask_next_to_take,
    ask_to_swap,
    go_on_acting,
    go_on_offering,
    go_on_placing,
    go_on_showing,
    go_on_supplying,
    go_on_swapping,
)
from domain.games.dschunke.setup import return_homeless_bars
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.turns import DschunkeDecision, after, from_seat_on
from domain.games.dschunke.workers import workers
from domain.kernel.errors import RuleViolation

IN_TURN: Final = frozenset({DschunkePhase.SWAP, DschunkePhase.EVENT, DschunkePhase.ACT, DschunkePhase.SUPPLY})
"""The phases in which each seat has a turn, one after the other."""


def adjust(builder: DschunkeDecision, action: DschunkeAdjust) -> None:
    """Make all the changes, and let the rules go on.

    Raises:
        RuleViolation: something isn't where it is taken from, can't be where it is put, or the game couldn't go on.
    """
    state = builder.state
    if state.phase is DschunkePhase.FINISHED:
        raise RuleViolation("D8.3", "The game has ended.")
    if state.phase in {DschunkePhase.SHUFFLE, DschunkePhase.DEAL}:
        raise RuleViolation("D2.9", "The opening hands are dealt first.")
    if state.mixed_due:
        raise RuleViolation("D10.3", "The cards drawn from the mixed pile have to be told first.")
    done: int | None = None
    for change in action.changes:
        make(builder, change)
        if isinstance(change, DschunkeDoneAdjustment):
            done = change.seat
    if builder.state == state and done is None:
        raise RuleViolation("D11.1", "Nothing would be otherwise.")
    _verify_merchants(builder.state)
    if state.mixed and not builder.state.mixed:
        renew_mixed_pile(builder)
    verify_offers(builder.state)
    verify_specials(builder.state)
    settle(builder, done=done == builder.state.turn)


def make(builder: DschunkeDecision, change: DschunkeAdjustment) -> None:
    """Make one change."""
    state = builder.state
    match change:
        case DschunkeYenAdjustment():
            _verify_yen(state, change)
            builder.add(DschunkeYenPut(from_=change.from_, to=change.to, yen=change.yen))
        case DschunkeGoodsAdjustment():
            verify_goods_move(state, change)
            builder.add(DschunkeGoodsPut(goods=change.goods, from_=change.from_, to=change.to))
        case DschunkeBarsAdjustment():
            _verify_bars(state, change)
            builder.add(DschunkeBarsPut(seat=change.seat, from_=change.from_, to=change.to, bars=change.bars))
        case DschunkeWorkerAdjustment():
            _verify_worker(state, change)
            builder.add(DschunkeWorkerMarked(worker=change.worker, used=change.used))
        case DschunkeMerchantAdjustment():
            _verify_merchant(state, change)
            builder.add(DschunkeMerchantPut(merchant=change.merchant, to=change.to))
        case DschunkeSpecialAdjustment():
            verify_special_move(state, change)
            builder.add(DschunkeSpecialPut(card=change.card, from_=change.from_, to=change.to))
        case DschunkeTurnAdjustment():
            _give_turn(builder, change.seat)
        case DschunkeDoneAdjustment():
            _verify_done(state, change.seat)
            builder.add(DschunkeSettled(seat=change.seat))
        case _:
            assert_never(change)


# --- yen, bars, workers ----------------------------------------------------------------------------------------------


def _verify_yen(state: DschunkeState, change: DschunkeYenAdjustment) -> None:
    """Refuse yen that a player doesn't have (D1.8)."""
    for purse in (change.from_, change.to):
        if isinstance(purse, int):
            verify_seat_there(state, purse)
    if change.from_ == change.to:
        raise RuleViolation("D1.8", "The yen would stay where they are.")
    if isinstance(change.from_, int) and (yen := state.seats[change.from_].yen) < change.yen:
        raise RuleViolation("D1.8", "{seat} has only {n} yen.", seat=change.from_, n=yen)


def _verify_bars(state: DschunkeState, change: DschunkeBarsAdjustment) -> None:
    """Refuse bars that aren't there (D1.1)."""
    verify_seat_there(state, change.seat)
    if change.from_ is change.to:
        raise RuleViolation("D11.1", "The bars would stay where they are.")
    if change.from_ is DschunkeBarPlace.STOCK:
        if state.seats[change.seat].bars < change.bars:
            raise RuleViolation(
                "D11.1", "{seat} has {n} bars that aren't loaded.", seat=change.seat, n=state.seats[change.seat].bars
            )
        return
    junk = DschunkeJunk(change.from_)
    if (bars := state.hold(junk).count(change.seat)) < change.bars:
        raise RuleViolation("D11.1", "{seat} has {n} bars on the {junk} junk.", seat=change.seat, n=bars, junk=junk)


def _verify_worker(state: DschunkeState, change: DschunkeWorkerAdjustment) -> None:
    """Refuse a worker that doesn't act in this match (D2.2), or is as used as it would be (D5.1)."""
    worker = change.worker
    if not state.round:
        raise RuleViolation("D5.1", "Nobody is used before the first round.")
    if worker not in workers(state):
        raise RuleViolation("D2.2", "{worker} doesn't act in a match of {n}.", worker=worker, n=len(state.seats))
    if change.used and worker in state.used:
        raise RuleViolation("D5.1", "{worker} was used in this round.", worker=worker)
    if not change.used and worker not in state.used:
        raise RuleViolation("D5.1", "{worker} wasn't used in this round.", worker=worker)


def _verify_merchant(state: DschunkeState, change: DschunkeMerchantAdjustment) -> None:
    """Refuse a merchant that stands elsewhere, or isn't shown yet (D2.9)."""
    worker, origin = change.merchant, change.from_
    if not state.merchants:
        raise RuleViolation("D2.9", "The merchants aren't shown yet.")
    if state.merchants[MERCHANTS.index(worker)] is not origin:
        raise RuleViolation("D2.2", "{worker} doesn't stand on the {junk} junk.", worker=worker, junk=origin)
    if origin is change.to:
        raise RuleViolation("D2.2", "{worker} would stay on the {junk} junk.", worker=worker, junk=origin)


def _verify_merchants(state: DschunkeState) -> None:
    if len(set(state.merchants)) < len(state.merchants):
        raise RuleViolation("D2.2", "Each merchant stands on a different junk.")


# --- whose turn it is ------------------------------------------------------------------------------------------------


def _give_turn(builder: DschunkeDecision, seat: int) -> None:
    """Let `seat` go first, and then those who are still to come; refuse it where the rules ask nobody else."""
    state = builder.state
    verify_seat_there(state, seat)
    acting = DschunkePhase.ACT if state.phase is DschunkePhase.EXTRA else state.phase
    if seat == state.turn and acting is state.phase:
        raise RuleViolation("D5.1", "It is the turn of {seat} already.", seat=seat)
    if state.looking is not None:
        raise RuleViolation("D4.3", "{seat} looks through a pile.", seat=state.turn)
    if (state.phase is DschunkePhase.PLACE and any(state.seats[seat].received)) or state.phase is DschunkePhase.PRIZE:
        builder.add(DschunkeTurn(phase=state.phase, seat=seat))
    elif acting in IN_TURN and (acting is not DschunkePhase.SWAP or swaps_of(state, seat)):
        passed_over = () if state.phase is DschunkePhase.EXTRA else (state.turn,)
        to_come = (*passed_over, *from_seat_on(state, after(state, state.turn)))
        later = tuple(other for other in to_come if other != seat)
        builder.add(DschunkeTurnGiven(phase=acting, seat=seat, later=later))
    else:
        raise RuleViolation("D5.1", "It can't be the turn of {seat} now.", seat=seat)


def _verify_done(state: DschunkeState, seat: int) -> None:
    """Refuse that somebody has done what nobody is asked for."""
    if state.phase not in IN_TURN | {DschunkePhase.PRIZE} or seat != state.turn:
        raise RuleViolation("D5.1", "{seat} isn't asked for anything now.", seat=seat)
    if state.looking is not None:
        raise RuleViolation("D4.3", "{seat} looks through a pile.", seat=seat)


def settle(builder: DschunkeDecision, *, done: bool) -> None:  # one flat case a phase
    """Go on to the next player where the one at turn is `done` or has nothing to do any more."""
    state = builder.state
    following = after(state, state.turn) if done else state.turn
    match state.phase:
        case DschunkePhase.PLACE:
            return_homeless_bars(builder)
            if not any(builder.state.seats[state.turn].received):
                go_on_placing(builder)
        case DschunkePhase.SWAP:
            if done:
                ask_to_swap(builder, following)
            else:
                go_on_swapping(builder)
        case DschunkePhase.EVENT if state.looking is None:
            ask_next_to_take(builder, following)
        case DschunkePhase.ACT | DschunkePhase.EXTRA:
            go_on_acting(builder)
        case DschunkePhase.SUPPLY if done:
            go_on_supplying(builder)
        case DschunkePhase.PRIZE if done or (state.looking is None and not any(state.piles)):
            go_on_offering(builder)
        case DschunkePhase.SHOW_SPECIALS:
            go_on_showing(builder)
        case _:
            pass
