"""What may have happened at the table of Dschunke where the rules refuse what was done."""

from collections.abc import Container, Iterator, Sequence
from typing import TypeAlias

from domain.games.dschunke.actions import (
    DschunkeAction,
    DschunkeOffer,
    DschunkePlaySpecial,
    DschunkeSupply,
    DschunkeSwap,
    DschunkeTakeSpecial,
    DschunkeTakeYen,
    DschunkeUse,
)
from domain.games.dschunke.adjustment_choices import can_be_made
from domain.games.dschunke.adjustments import (
    DschunkeAdjust,
    DschunkeAdjustment,
    DschunkeBarPlace,
    DschunkeBarsAdjustment,
    DschunkeDoneAdjustment,
    DschunkeGoodsAdjustment,
    DschunkeGoodsCard,
    DschunkeMerchantAdjustment,
    DschunkeSpecialAdjustment,
    DschunkeTurnAdjustment,
    DschunkeWorkerAdjustment,
    DschunkeYenAdjustment,
)
from domain.games.dschunke.hands import showable, stock_behind_offers
from domain.games.dschunke.meta import (
    JUNKS,
    LOAD,
    MERCHANTS,
    MIXED,
    MOVE,
    PILES,
    SELLS,
    DschunkeJunk,
    DschunkeMerchant,
    DschunkePile,
    DschunkeTask,
)
from domain.games.dschunke.rules import decide, decided
from domain.games.dschunke.specials import INSTEAD, LEAST_EARNED
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.workers import amount_on, task_of, workers
from domain.kernel.actions import SeatAction
from domain.kernel.errors import RuleViolation

Changes: TypeAlias = tuple[DschunkeAdjustment, ...]


def proposals(state: DschunkeState, action: DschunkeAction) -> tuple[Changes, ...]:
    """See :meth:`~domain.kernel.adjusting.HasAdjustments.proposals`."""
    if not isinstance(action, SeatAction):
        return ()
    turn = _to_turn(state, action)
    remedies = dict.fromkeys((*turn, *changes) for changes in ((), *_remedies(state, action)))
    effects = ((*turn, *changes) for changes in _effects(state, action))
    return (
        *(changes for changes in remedies if changes and allows(state, changes, action)),
        *(changes for changes in effects if can_be_made(state, changes)),
    )


def allows(state: DschunkeState, changes: Changes, action: DschunkeAction) -> bool:
    """Whether the table can be put so, and the rules allow `action` then."""
    try:
        decide(decided(state, DschunkeAdjust(reason="-", changes=changes)).state, action)
    except RuleViolation:
        return False
    return True


def _to_turn(state: DschunkeState, action: SeatAction) -> Changes:
    """The turn goes to who acts, where one after the other does."""
    if isinstance(action, DschunkeOffer) or action.seat == state.turn:
        return ()
    return (DschunkeTurnAdjustment(seat=action.seat),)


def _remedies(state: DschunkeState, action: SeatAction) -> Iterator[Changes]:
    """What may make `action` possible."""
    match action:
        case DschunkeUse():
            yield from _for_use(state, action)
        case DschunkePlaySpecial():
            yield from _card_from_elsewhere(state, action.seat, action.card)
        case DschunkeOffer():
            yield from _goods_from_elsewhere(state, action.seat, action.goods)
        case DschunkeSwap():
            yield from _goods_from_elsewhere(state, action.seat, action.give)
            yield from _goods_into_piles(state, action.take)
        case DschunkeSupply():
            yield from _goods_into_piles(state, action.goods)
        case _:
            pass


def _effects(state: DschunkeState, action: SeatAction) -> Iterator[Changes]:
    """What `action` did to the table."""
    seat = action.seat
    match action:
        case DschunkeUse():
            yield _used(state, action)
        case DschunkePlaySpecial():
            effect = _effect_of_card(state, action)
            yield (DschunkeSpecialAdjustment(card=action.card, from_=seat, to="played"), *effect)
        case DschunkeSupply():
            yield (*_drawn(seat, action.goods), DschunkeDoneAdjustment(seat=seat))
        case DschunkeTakeSpecial() if action.card is not None:
            taken = DschunkeSpecialAdjustment(card=action.card, from_=action.pile.value, to=seat)
            yield taken, DschunkeDoneAdjustment(seat=seat)
            yield (taken,)
        case DschunkeTakeYen():
            yield _earned(seat, INSTEAD), DschunkeDoneAdjustment(seat=seat)
        case _:
            pass


# --- the own action --------------------------------------------------------------------------------------------------


def _for_use(state: DschunkeState, action: DschunkeUse) -> Iterator[Changes]:
    """The worker wasn't used yet, or stands on that junk; bars come back, or goods."""
    worker = action.worker
    if worker not in workers(state):
        return
    ready: list[DschunkeAdjustment] = []
    if worker in state.used:
        ready.append(DschunkeWorkerAdjustment(worker=worker, used=False))
    if worker.value in set(MERCHANTS) and state.merchants:
        merchant = DschunkeMerchant(worker)
        junk = state.merchants[MERCHANTS.index(merchant)]
        if junk is not action.junk:
            ready.append(DschunkeMerchantAdjustment(merchant=merchant, from_=junk, to=action.junk))
    yield tuple(ready)
    if task_of(state, worker)[0] is DschunkeTask.LOAD and not state.seats[action.seat].bars:
        for junk in JUNKS:
            if bars := min(2, state.hold(junk).count(action.seat)):
                yield (*ready, _bars(action.seat, junk, None, bars))
    for goods in _goods_into_piles(state, action.goods or ()):
        yield (*ready, *goods)


def _used(state: DschunkeState, action: DschunkeUse) -> Changes:
    """The worker has acted, and was put elsewhere if it wanders."""
    seat, worker = action.seat, action.worker
    changes: list[DschunkeAdjustment] = []
    if worker not in workers(state):
        return ()
    task, amount = task_of(state, worker)
    match task:
        case DschunkeTask.LOAD:
            if bars := min(amount, state.seats[seat].bars):
                changes.append(_bars(seat, None, action.junk, bars))
        case DschunkeTask.SELL:
            changes.append(_earned(seat, amount_on(state, seat, action.junk, amount)))
        case DschunkeTask.DRAW:
            changes += _drawn(seat, action.goods or ())
    if worker not in state.used:
        changes.append(DschunkeWorkerAdjustment(worker=worker, used=True))
    if action.to is not None and worker.value in set(MERCHANTS):
        merchant = DschunkeMerchant(worker)
        junk = state.merchants[MERCHANTS.index(merchant)]
        if junk is not action.to:
            changes.append(DschunkeMerchantAdjustment(merchant=merchant, from_=junk, to=action.to))
    return (*changes, DschunkeDoneAdjustment(seat=seat))


def _earned(seat: int, yen: int) -> DschunkeYenAdjustment:
    return DschunkeYenAdjustment(from_="bank", to=seat, yen=yen)


def _bars(seat: int, origin: DschunkeJunk | None, to: DschunkeJunk | None, bars: int) -> DschunkeBarsAdjustment:
    """Bars from one junk to another; None: not loaded."""
    from_, where = (DschunkeBarPlace.STOCK if junk is None else DschunkeBarPlace(junk) for junk in (origin, to))
    return DschunkeBarsAdjustment(seat=seat, from_=from_, to=where, bars=bars)


def _drawn(seat: int, goods: Sequence[str]) -> Changes:
    """Goods of the junks' piles came to the hand, and cards of the mixed pile, unseen."""
    open_ones = tuple(DschunkeGoodsCard(good) for good in goods if good != MIXED)
    unseen = (DschunkeGoodsCard.UNKNOWN,) * (len(goods) - len(open_ones))
    changes: Changes = (DschunkeGoodsAdjustment(goods=open_ones, from_="piles", to=seat),) if open_ones else ()
    return (*changes, DschunkeGoodsAdjustment(goods=unseen, from_="mixed", to=seat)) if unseen else changes


# --- goods -----------------------------------------------------------------------------------------------------------


def _goods_from_elsewhere(state: DschunkeState, seat: int, goods: Sequence[str]) -> Iterator[Changes]:
    """What the hand can't hold of `goods` comes from the piles, or from another hand."""
    if missing := _missing(goods, showable(state, seat)):
        yield (DschunkeGoodsAdjustment(goods=missing, from_="piles", to=seat),)
        for other in range(len(state.seats)):
            if other != seat:
                yield (DschunkeGoodsAdjustment(goods=missing, from_=other, to=seat),)


def _goods_into_piles(state: DschunkeState, goods: Sequence[str]) -> Iterator[Changes]:
    """What the piles can't give of `goods` comes back from a hand."""
    wanted = [good for good in goods if good != MIXED]
    if missing := _missing(wanted, stock_behind_offers(state).drawable(0, len(wanted))):
        for seat in range(len(state.seats)):
            yield (DschunkeGoodsAdjustment(goods=missing, from_=seat, to="piles"),)


def _missing(goods: Sequence[str], there: Container[object]) -> tuple[DschunkeGoodsCard, ...]:
    """The goods beyond those that can be there, taken in order."""
    found: list[str] = []
    missing: list[DschunkeGoodsCard] = []
    for good in goods:
        if [*found, good] in there:
            found.append(good)
        else:
            missing.append(DschunkeGoodsCard(good))
    return tuple(missing)


# --- special cards ---------------------------------------------------------------------------------------------------


def _card_from_elsewhere(state: DschunkeState, seat: int, card: str) -> Iterator[Changes]:
    """The card was among those played, or in a pile, or with somebody else."""
    yield (DschunkeSpecialAdjustment(card=card, from_="played", to=seat),)
    for pile in PILES:
        yield (DschunkeSpecialAdjustment(card=card, from_=DschunkePile(pile).value, to=seat),)
    for other in range(len(state.seats)):
        yield (DschunkeSpecialAdjustment(card=card, from_=other, to=seat),)


def _effect_of_card(state: DschunkeState, action: DschunkePlaySpecial) -> Changes:
    """What an extra action did."""
    seat = action.seat
    if action.card in SELLS:
        return (_earned(seat, amount_on(state, seat, SELLS[action.card], LEAST_EARNED)),)
    if action.card == LOAD and action.junk is not None:
        return (_bars(seat, None, action.junk, 1),)
    if action.card == MOVE and action.from_ is not None and action.to is not None:
        return (_bars(seat, action.from_, action.to, 1),)
    return _drawn(seat, action.goods or ())
