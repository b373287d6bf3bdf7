"""What statistics know of one match."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.kernel.figures import counted
from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.match import Match


class SeatResult(Struct, frozen=True):
    """How a match ended for one seat.

    Attributes:
        turn: how many seats after the starting one it is; None where the game has no start.
        margin: points ahead of the best of the others, below zero when behind; 0 for who plays alone.
        figures: what the game counts, in the order of its figures.
    """

    seat: int
    player: UUID
    turn: int | None
    score: int
    rank: int
    winner: bool
    margin: int
    figures: tuple[int, ...]


def seat_results(match: Match) -> tuple[SeatResult, ...]:
    """How a match that counts ended for its seats."""
    standings = match.standings(RECORDER)
    start = match.game.starting_seat(match.options)
    figures = figures_of(match)
    return tuple(
        SeatResult(
            seat=standing.seat,
            player=player,
            turn=None if start is None else (standing.seat - start) % len(standings),
            score=standing.score or 0,
            rank=_rank(standing),
            winner=bool(standing.winner),
            margin=_margin(standing, standings),
            figures=tuple(amounts[standing.seat] for amounts in figures),
        )
        for standing, player in zip(standings, match.seats, strict=True)
    )


def figures_of(match: Match) -> tuple[tuple[int, ...], ...]:
    """What the game counts, for each of its figures a number a seat.

    A match that keeps its secrets is counted as the public saw it, so that figures never tell more.
    """
    line = [_seen(match, ply.played) for ply in match.line]
    return tuple(counted(figure, line, len(match.seats)) for figure in match.game.figures)


def _seen(match: Match, played: Any) -> Sequence[Any]:
    if not match.options.keep_secrets:
        return tuple(played.outcome)
    return match.game.redact(played.action, played.outcome, PUBLIC)[1]


def _rank(standing: Standing) -> int:
    assert standing.rank is not None, "the recorder knows all ranks"  # noqa: S101
    return standing.rank


def _margin(standing: Standing, standings: Sequence[Standing]) -> int:
    others = [other for other in standings if other.seat != standing.seat]
    if not others:
        return 0
    rival = min(others, key=_rank)
    distance = abs((standing.score or 0) - (rival.score or 0))
    return -distance if _rank(rival) < _rank(standing) else distance
