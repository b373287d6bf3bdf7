"""Whose turn it is in Klunker, and the facts of one decision so far."""

from typing import TypeAlias

from domain.games.klunker.events import KlunkerFact, KlunkerPhase
from domain.games.klunker.state import KlunkerState
from domain.kernel import turns
from domain.kernel.decision_builder import DecisionBuilder
from domain.kernel.errors import RuleViolation

KlunkerDecision: TypeAlias = DecisionBuilder[KlunkerState, KlunkerFact]


def verify_turn(state: KlunkerState, phase: KlunkerPhase, seat: int | None, clause: str) -> None:
    """Refuse an action of another phase or another seat than the one the table waits for."""
    if state.phase is KlunkerPhase.FINISHED:
        raise RuleViolation("K7.3", "The game has ended.")
    turns.verify_phase(state.phase, phase, clause)
    if seat is not None:
        turns.verify_seat(state.turn, seat, clause)
