"""Whose turn it is (D5.1), and what every action is checked for first."""

from typing import TypeAlias

from domain.games.dschunke.events import DschunkeFact, DschunkePhase
from domain.games.dschunke.state import DschunkeState
from domain.kernel import turns
from domain.kernel.decision_builder import DecisionBuilder
from domain.kernel.errors import RuleViolation
from domain.kernel.places import left_of

DschunkeDecision: TypeAlias = DecisionBuilder[DschunkeState, DschunkeFact]
"""The facts of one decision so far."""


def verify_phase(state: DschunkeState, phase: DschunkePhase, clause: str) -> None:
    """Refuse an action of another phase than the one the table is in."""
    if state.phase is DschunkePhase.FINISHED:
        raise RuleViolation("D8.3", "The game has ended.")
    if state.mixed_due:
        raise RuleViolation("D10.3", "The cards drawn from the mixed pile have to be told first.")
    turns.verify_phase(state.phase, phase, clause)


def verify_turn(state: DschunkeState, phase: DschunkePhase, seat: int, clause: str) -> None:
    """Refuse an action of another phase or another seat than the one the table waits for."""
    verify_phase(state, phase, clause)
    turns.verify_seat(state.turn, seat, clause)


def from_seat_on(state: DschunkeState, seat: int | None) -> list[int]:
    """The seats of this round from `seat` on, which is to come, in turn order; none after the last."""
    if seat is None:
        return []
    if state.later is not None:
        return [*state.later]
    first, seats = state.start_seat, len(state.seats)
    return [(first + at) % seats for at in range((seat - first) % seats, seats)]


def after(state: DschunkeState, seat: int) -> int | None:
    """The seat after `seat`, whose turn it is, in turn order; None after the last one."""
    if state.later is not None:
        return next(iter(state.later), None)
    following = left_of(seat, len(state.seats))
    return None if following == state.start_seat else following
