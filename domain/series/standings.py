"""Who is ahead in a series: the totals of its matches are added, and the highest total wins."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from uuid import UUID

from msgspec import Struct

from domain.kernel.points import Points, points
from domain.kernel.standing import ranked


class SeriesStanding(Struct, frozen=True):
    """How one player stands in a series.

    Attributes:
        total: the points of the finished matches together.
        scores: the points in each of the series' matches, in their order; null where one isn't finished, or where the
            player didn't sit or had no points.
        rank: from 1; equal totals share a rank.
        winner: null until all matches are finished; equal totals share the victory.
    """

    player: UUID
    total: Points
    scores: tuple[Points | None, ...]
    rank: int
    winner: bool | None


def series_standings(
    players: Sequence[UUID], length: int, matches: Sequence[Mapping[UUID, Points] | None]
) -> tuple[SeriesStanding, ...]:
    """The standings in the order of `players`; a match is the scores in it, or None while it is played.

    Who sat there may have been corrected after the match was added, and a seat may have no points, so that one of
    `players` may be missing.
    """
    finished = [match for match in matches if match is not None]
    totals = [points(sum((Decimal(match.get(player, 0)) for match in finished), Decimal())) for player in players]
    standings = ranked(totals, [()] * len(players), lambda total, _: total, ended=len(finished) == length)
    return tuple(
        SeriesStanding(
            player=player,
            total=total,
            scores=tuple(None if match is None else match.get(player) for match in matches),
            rank=standing.rank or 0,
            winner=standing.winner,
        )
        for player, total, standing in zip(players, totals, standings, strict=True)
    )
