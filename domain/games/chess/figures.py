"""What is counted of a game of chess beside its result."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.games.chess.events import ChessFact, ChessMoved, ChessOffered
from domain.kernel.figures import Figure


def _moves(outcome: Sequence[ChessFact]) -> Iterator[ChessMoved]:
    return (fact for fact in outcome if isinstance(fact, ChessMoved))


def _made(outcome: Sequence[ChessFact]) -> Iterator[tuple[int, int]]:
    return ((fact.seat, 1) for fact in _moves(outcome))


def _captures(outcome: Sequence[ChessFact]) -> Iterator[tuple[int, int]]:
    return ((fact.seat, 1) for fact in _moves(outcome) if fact.captured)


def _checks(outcome: Sequence[ChessFact]) -> Iterator[tuple[int, int]]:
    return ((fact.seat, 1) for fact in _moves(outcome) if fact.check)


def _castlings(outcome: Sequence[ChessFact]) -> Iterator[tuple[int, int]]:
    return ((fact.seat, 1) for fact in _moves(outcome) if fact.rook)


def _promotions(outcome: Sequence[ChessFact]) -> Iterator[tuple[int, int]]:
    return ((fact.seat, 1) for fact in _moves(outcome) if fact.promotion)


def _offers(outcome: Sequence[ChessFact]) -> Iterator[tuple[int, int]]:
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, ChessOffered))


FIGURES: Final = (
    Figure("moves", "C2.1", _made),
    Figure("captures", "C2.3", _captures, per="moves"),
    Figure("checks", "C2.6", _checks, per="moves"),
    Figure("castlings", "C4.1", _castlings),
    Figure("promotions", "C3.8", _promotions),
    Figure("draws_offered", "C5.6", _offers),
)
