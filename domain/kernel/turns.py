"""Whose turn it is, in games with phases in which one seat acts at a time."""

from enum import StrEnum

from domain.kernel.errors import RuleViolation


def verify_phase(now: StrEnum, wanted: StrEnum, clause: str) -> None:
    """Refuse an action of the phase `wanted` in another one.

    Raises:
        RuleViolation: with `clause`.
    """
    if now is not wanted:
        raise RuleViolation(
            clause, "That belongs to the phase '{wanted}', but the table is in '{now}'.", wanted=wanted, now=now
        )


def verify_seat(turn: int | None, seat: int, clause: str) -> None:
    """Refuse an action of another seat than the one whose turn it is.

    Raises:
        RuleViolation: with `clause`.
    """
    if seat != turn:
        raise RuleViolation(clause, "It is the turn of {other}, not of {seat}.", other=turn, seat=seat)
