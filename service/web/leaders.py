"""Places in leaderboards, as pages show them."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct

from domain.kernel.points import Points
from service.process.container import Services
from service.queries.leaderboards import LeaderRow, LeaderSort


class LeaderLine(Struct, frozen=True):
    """A place in a leaderboard; equal ones share it."""

    place: int
    id: UUID
    name: str
    wins: int
    draws: int
    matches: int
    best_score: Points | None
    rating: float | None


async def leader_lines(
    services: Services,
    rows: Sequence[LeaderRow],
    sort: LeaderSort,
    before: int = 0,
    last: tuple[Points | float, int] | None = None,
) -> list[LeaderLine]:
    """`rows` of a leaderboard as lines, with places: who is equal in what it is sorted by shares one.

    So many rows come `before` these; of the `last` one of them, what it is sorted by, and its place.
    """
    names = await services.player_names.of(row.person for row in rows)
    lines: list[LeaderLine] = []
    for number, row in enumerate(rows, start=before + 1):
        value = row.keys(sort)[0]
        place = last[1] if last is not None and last[0] == value else number
        last = value, place
        lines.append(
            LeaderLine(
                place=place,
                id=row.person,
                name=names[row.person],
                wins=row.wins,
                draws=row.draws,
                matches=row.matches,
                best_score=row.best_score,
                rating=row.shown,
            )
        )
    return lines
