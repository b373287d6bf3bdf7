"""What all parts of the rules share: the course of a decision, and whose turn it is."""

from typing import TypeAlias

from domain.games.halunken.events import HalunkenFact, HalunkenPhase
from domain.games.halunken.state import HalunkenState
from domain.kernel import turns
from domain.kernel.decision_builder import DecisionBuilder
from domain.kernel.errors import RuleViolation

HalunkenDecision: TypeAlias = DecisionBuilder[HalunkenState, HalunkenFact]


def verify_phase(state: HalunkenState, phase: HalunkenPhase, clause: str) -> None:
    """Refuse what belongs to another phase, and everything while cards wait to be turned up."""
    if state.phase is phase and not state.waiting:
        return
    if state.phase is HalunkenPhase.FINISHED:
        raise RuleViolation("H4.1", "The game has ended.")
    if waiting := state.waiting:
        raise RuleViolation(
            waiting_clause(state),
            "The top rogue has to be looked at first, at tavern {taverns}.",
            taverns=tuple(waiting),
        )
    turns.verify_phase(state.phase, phase, clause)


def verify_turn(state: HalunkenState, phase: HalunkenPhase, seat: int, clause: str) -> None:
    """Refuse an action of another phase or another seat than the one the table waits for."""
    verify_phase(state, phase, clause)
    turns.verify_seat(state.turn, seat, clause)


def waiting_clause(state: HalunkenState) -> str:
    """Which clause has cards turned up now."""
    return {HalunkenPhase.DRAW: "H2.2", HalunkenPhase.OPEN: "H2.3"}.get(state.phase, "H3.6")
