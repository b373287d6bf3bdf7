"""Phase 2: the own action (D5), and phase 3: supply (D6)."""

from collections.abc import Iterator
from typing import Any

from domain.games.dschunke.actions import DschunkeSupply, DschunkeUse
from domain.games.dschunke.cargo import visible
from domain.games.dschunke.draws import GoodsDraw, anywhere, draw_on, draw_on_junk, take
from domain.games.dschunke.events import DschunkeEarned, DschunkeLoaded, DschunkePhase, DschunkeUsed
from domain.games.dschunke.meta import (
    ASSISTANTS,
    JUNKS,
    MERCHANT_TASKS,
    MERCHANT_WORKERS,
    DschunkeJunk,
    DschunkeSource,
    DschunkeTask,
    DschunkeWorker,
)
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.turns import DschunkeDecision, verify_turn
from domain.kernel.errors import RuleViolation
from domain.kernel.legal import Legal, Multiset, Template

# --- D5.1, D5.2: who acts, and where ---------------------------------------------------------------------------------


def workers(state: DschunkeState) -> tuple[DschunkeWorker, ...]:
    """Everybody that can act in this match: with two players no assistant (D10.4)."""
    return MERCHANT_WORKERS if len(state.seats) == 2 else MERCHANT_WORKERS + state.assistants


def task_of(state: DschunkeState, worker: DschunkeWorker) -> tuple[DschunkeTask, int]:
    """What a worker does now, and the amount: an assistant as the space of its track says (D5.2)."""
    if worker in ASSISTANTS:
        space = state.space(worker)
        return space.action, space.amount
    return MERCHANT_TASKS[worker]


def junks_of(state: DschunkeState, worker: DschunkeWorker) -> tuple[DschunkeJunk, ...]:
    """Where a worker may act (D5.2)."""
    if worker in ASSISTANTS:
        return free_junks(state)
    return (state.merchants[MERCHANT_WORKERS.index(worker)],)


def free_junks(state: DschunkeState) -> tuple[DschunkeJunk, ...]:
    """The junks without a merchant."""
    return tuple([junk for junk in JUNKS if junk not in state.merchants])


def usable_workers(state: DschunkeState, seat: int) -> tuple[DschunkeWorker, ...]:
    """The workers that `seat` can use: not yet used (D5.1), and none that loads if no bar is left (D5.3)."""
    unused = [worker for worker in workers(state) if worker not in state.used]
    if not state.seats[seat].bars:
        unused = [worker for worker in unused if task_of(state, worker)[0] is not DschunkeTask.LOAD]
    return tuple(unused)


# --- D5.3-D5.5: what is done -----------------------------------------------------------------------------------------


def amount_on(state: DschunkeState, seat: int, junk: DschunkeJunk, least: int) -> int:
    """One for each own visible crate on `junk`, but at least `least` (D5.4, D5.5)."""
    return max(least, visible(state.hold(junk), seat))


def load(builder: DschunkeDecision, seat: int, junk: DschunkeJunk, bars: int) -> None:
    """Load bars, all that are left if they are fewer (D5.3)."""
    builder.add(DschunkeLoaded(seat=seat, junk=junk, bars=min(bars, builder.state.seats[seat].bars)))


def sell(builder: DschunkeDecision, seat: int, junk: DschunkeJunk, least: int) -> None:
    """Earn yen for the visible crates (D5.4)."""
    builder.add(DschunkeEarned(seat=seat, yen=amount_on(builder.state, seat, junk, least)))


def draw_of(state: DschunkeState, seat: int, junk: DschunkeJunk, least: int) -> GoodsDraw:
    """How a draw of `seat` on `junk` may turn out (D5.5)."""
    return draw_on(state, junk, amount_on(state, seat, junk, least))


# --- D5.1: use a worker ----------------------------------------------------------------------------------------------


def verify_use(state: DschunkeState, action: DschunkeUse) -> tuple[DschunkeSource, ...]:
    """Refuse a worker that can't act there; give the goods that are drawn."""
    seat, worker = action.seat, action.worker
    verify_turn(state, DschunkePhase.ACT, seat, "D5.1")
    verify_worker(state, seat, worker)
    if action.junk not in junks_of(state, worker):
        where = "{worker} can't act on the {junk} junk: it stands elsewhere."
        if worker in ASSISTANTS:
            where = "{worker} can't act on the {junk} junk: it acts where no merchant stands."
        raise RuleViolation("D5.2", where, worker=worker, junk=action.junk)
    verify_destination(state, worker, action.to)
    task, amount = task_of(state, worker)
    if task is DschunkeTask.DRAW:
        return draw_of(state, seat, action.junk, amount).chosen(action.goods)
    if action.goods is not None:
        raise RuleViolation("D5.5", "{worker} draws no goods now.", worker=worker)
    return ()


def verify_worker(state: DschunkeState, seat: int, worker: DschunkeWorker) -> None:
    """Refuse a worker that isn't in play, was used, or has nothing to load."""
    if worker not in workers(state):
        clause = "D10.4" if len(state.seats) == 2 else "D2.2"
        raise RuleViolation(clause, "{worker} doesn't act in a match of {n}.", worker=worker, n=len(state.seats))
    if worker in state.used:
        raise RuleViolation("D5.1", "{worker} was used in this round.", worker=worker)
    if not state.seats[seat].bars and task_of(state, worker)[0] is DschunkeTask.LOAD:
        raise RuleViolation("D5.3", "{seat} has no bars left to load.", seat=seat)


def verify_destination(state: DschunkeState, worker: DschunkeWorker, to: DschunkeJunk | None) -> None:
    """Refuse a place for a merchant that doesn't wander or isn't free (D10.5)."""
    if not state.wandering or worker in ASSISTANTS:
        if to is not None:
            raise RuleViolation("D8.1", "{worker} isn't put on another junk after its action.", worker=worker)
    elif to is None:
        raise RuleViolation("D10.5", "It has to be told where {worker} is put.", worker=worker)
    elif to not in free_junks(state):
        raise RuleViolation("D10.5", "A merchant stands on the {junk} junk.", junk=to)


def use(builder: DschunkeDecision, action: DschunkeUse, goods: tuple[DschunkeSource, ...]) -> None:
    """Let the worker act."""
    task, amount = task_of(builder.state, action.worker)
    builder.add(DschunkeUsed(seat=action.seat, worker=action.worker, junk=action.junk, to=action.to))
    if task is DschunkeTask.LOAD:
        load(builder, action.seat, action.junk, amount)
    elif task is DschunkeTask.SELL:
        sell(builder, action.seat, action.junk, amount)
    else:
        draw_on_junk(builder, action.seat, action.junk, goods)


def legal_uses(state: DschunkeState, seat: int) -> Legal:
    """All uses of all workers."""
    actions: list[DschunkeUse] = []
    templates: list[Template] = []
    for worker in usable_workers(state, seat):
        task, amount = task_of(state, worker)
        places = free_junks(state) if state.wandering and worker not in ASSISTANTS else (None,)
        for junk in junks_of(state, worker):
            draw = draw_of(state, seat, junk, amount) if task is DschunkeTask.DRAW else None
            complete = draw is None or draw.forced is not None
            for to in places:
                if complete:
                    actions.append(DschunkeUse(seat=seat, worker=worker, junk=junk, to=to))
                if draw is not None:
                    fixed = {"type": "use", "seat": seat, "worker": worker.value, "junk": junk.value}
                    templates += draw_templates(fixed if to is None else {**fixed, "to": to.value}, draw)
    return Legal(tuple(actions), tuple(templates))


def draw_templates(action: dict[str, Any], draw: GoodsDraw) -> Iterator[Template]:
    """Templates of an action that draws, with its goods left open."""
    return (Template(action, {"goods": choice}) for choice in draw.choices)


# --- D6: supply ------------------------------------------------------------------------------------------------------


def supply_of(state: DschunkeState, seat: int) -> Multiset:
    """What `seat` may draw in this supply phase (D6.1)."""
    return anywhere(state, 0, state.seats[seat].supply)


def verify_supply(state: DschunkeState, action: DschunkeSupply) -> None:
    """Refuse more goods than supply cards, and goods that no pile can give."""
    verify_turn(state, DschunkePhase.SUPPLY, action.seat, "D6.1")
    allowed = state.seats[action.seat].supply
    if len(action.goods) > allowed:
        raise RuleViolation(
            "D6.1", "{seat} draws up to {most} goods, not {n}.", seat=action.seat, most=allowed, n=len(action.goods)
        )
    if action.goods not in supply_of(state, action.seat):
        raise RuleViolation("D6.1", "The piles can't give {goods}.", goods=action.goods)


def supply(builder: DschunkeDecision, action: DschunkeSupply) -> None:
    """Draw the goods."""
    take(builder, action.seat, action.goods)


def legal_supplies(state: DschunkeState, seat: int) -> Legal:
    """Any goods that the piles can give."""
    return Legal(templates=(Template({"type": "supply", "seat": seat}, {"goods": supply_of(state, seat)}),))
