"""Matches as the lists of the pages show them."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from msgspec import Struct

from domain.match.events import Origin
from domain.registry import GAMES
from service.api.schemas.matches import MatchItem
from service.queries.player_names import disambiguated


class ListedSeat(Struct, frozen=True):
    """A seat in a list; the score is None where it may not be known, or nothing has been played."""

    name: str
    score: int | None
    winner: bool


class MatchLine(Struct, frozen=True):
    """A match in a list, who is ahead first."""

    id: UUID
    title: str
    played_on: date
    place: str
    status: str
    simulated: bool
    seats: tuple[ListedSeat, ...]


def match_lines(items: Iterable[MatchItem]) -> list[MatchLine]:
    """`items` as lines."""
    return [_line(item) for item in items]


def _line(item: MatchItem) -> MatchLine:
    names = disambiguated([seat.player.name for seat in item.seats])
    ahead = sorted(item.seats, key=lambda seat: (seat.rank is None, seat.rank or 0, seat.seat))
    return MatchLine(
        id=item.id,
        title=GAMES[item.game].meta.title if item.game in GAMES else item.game,
        played_on=item.played_on,
        place=item.place,
        status=item.status,
        simulated=item.origin == Origin.SIMULATION,
        seats=tuple(ListedSeat(names[seat.seat], seat.score, bool(seat.winner)) for seat in ahead),
    )
