"""Who is ahead in a series: the totals of its matches are added, and the highest total wins."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from uuid import UUID

from msgspec import Struct

from domain.kernel.points import Points, points
from domain.kernel.standing import Standing, ranked


class SeriesStanding(Struct, frozen=True):
    """How one player stands in a series.

    Attributes:
        total: the points of the finished matches together.
        scores: the points in each of the series' matches, in their order; null where one isn't finished, or where the
            player didn't sit or had no points.
        rank: from 1; equal totals share a rank. None for who has no points in any match.
        winner: null until all matches are finished; equal totals share the victory.
    """

    player: UUID
    total: Points
    scores: tuple[Points | None, ...]
    rank: int | None
    winner: bool | None


def series_standings(
    players: Sequence[UUID], length: int, matches: Sequence[Mapping[UUID, Points] | None]
) -> tuple[SeriesStanding, ...]:
    """The standings in the order of `players`; a match is the scores in it, or None while it is played.

    Who sat there may have been corrected after the match was added, and a seat may have no points, so that one of
    `players` may be missing: who has points in no match has no rank, and doesn't win.
    """
    finished = [match for match in matches if match is not None]
    totals = {
        player: points(sum((Decimal(match.get(player, 0)) for match in finished), Decimal())) for player in players
    }
    counted = [player for player in players if any(player in match for match in finished)]
    ranks = ranked(
        [totals[player] for player in counted],
        [()] * len(counted),
        lambda total, _: total,
        ended=len(finished) == length,
    )
    standings = dict(zip(counted, ranks, strict=True))
    unranked = Standing(0, None, (), None, False if len(finished) == length else None)
    return tuple(
        SeriesStanding(
            player=player,
            total=totals[player],
            scores=tuple(None if match is None else match.get(player) for match in matches),
            rank=standings.get(player, unranked).rank,
            winner=standings.get(player, unranked).winner,
        )
        for player in players
    )
