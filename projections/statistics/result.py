"""What statistics know of one match."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.kernel.figures import all_counted
from domain.kernel.points import Points
from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.match import Match
from domain.match.thinking import thinking_times, thoughts_of
from domain.registry import figures_of


class SeatFigures(Struct, frozen=True):
    """How a match ended for one seat.

    Attributes:
        turn: how many seats after the starting one it is; None where the game has no start.
        score: its points; None without any.
        margin: points ahead of the best of the opponents, below zero when behind; None without these, or their points.
        thoughts: how many of its actions are known to have taken a time.
        thinking: the milliseconds that these took together.
        figures: what the editions of the game count, in the order of :func:`figures_of`; None where its own doesn't.
    """

    seat: int
    player: UUID
    turn: int | None
    score: Points | None
    rank: int
    winner: bool
    margin: Points | None
    thoughts: int
    thinking: int
    figures: tuple[int | None, ...]


def seat_results(match: Match) -> tuple[SeatFigures, ...]:
    """How a match that counts ended for its seats."""
    standings = match.standings(RECORDER)
    sides = match.game.sides(match.options, len(match.seats))
    start = match.game.starting_seat(match.options)
    figures = _counted(match)
    times = thinking_times(thoughts_of(match), len(match.seats))
    return tuple(
        SeatFigures(
            seat=standing.seat,
            player=player,
            turn=None if start is None else (standing.seat - start) % len(standings),
            score=standing.score,
            rank=_rank(standing),
            winner=bool(standing.winner),
            margin=_margin(standing, [one for one in standings if sides[one.seat] != sides[standing.seat]]),
            thoughts=times[standing.seat].actions,
            thinking=round(times[standing.seat].total * 1000),
            figures=tuple(None if amounts is None else amounts[standing.seat] for amounts in figures),
        )
        for standing, player in zip(standings, match.seats, strict=True)
    )


def _counted(match: Match) -> tuple[tuple[int, ...] | None, ...]:
    """What the editions of the game count, for each figure a number a seat; None for what the match's own doesn't.

    A match that keeps its secrets is counted as the public saw it, so that figures never tell more.
    """
    line = [_public_facts(match, ply.played) for ply in match.line]
    own = all_counted(match.game.figures, line, len(match.seats))
    return tuple(own.get(figure.key) for figure in figures_of(match.game.meta.key))


def _public_facts(match: Match, played: Any) -> Sequence[Any]:
    if not match.options.keep_secrets:
        return tuple(played.outcome)
    return match.game.redact(played.action, played.outcome, PUBLIC)[1]


def _rank(standing: Standing) -> int:
    assert standing.rank is not None, "the recorder knows all ranks"  # noqa: S101
    return standing.rank


def _margin(standing: Standing, opponents: Sequence[Standing]) -> Points | None:
    if not opponents:
        return None
    rival = min(opponents, key=_rank)
    if standing.score is None or rival.score is None:
        return None
    difference = standing.score - rival.score
    distance = max(difference, -difference)
    return -distance if _rank(rival) < _rank(standing) else distance
