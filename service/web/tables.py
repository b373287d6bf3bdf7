"""Matches as the lists of the pages show them."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from msgspec import Struct

from domain.kernel.languages import Language
from domain.kernel.points import Points
from domain.match.events import Origin
from domain.match.parts import Status
from domain.registry import GAMES, title_of_game
from domain.subjects.subject import subject_of_game
from service.api.schemas.matches import MatchItem, SeatResult
from service.api.schemas.subjects import SubjectRef
from service.queries.player_names import disambiguated


class ListedSeat(Struct, frozen=True):
    """A seat in a list.

    Attributes:
        score: None where it may not be known, or there is none yet.
        won_by: the message that says how it has won; empty where it hasn't.
    """

    name: str
    score: Points | None
    winner: bool
    won_by: str


class MatchLine(Struct, frozen=True):
    """A match in a list, who is ahead first.

    Attributes:
        missing: whether its game isn't installed, so that no more of it can be shown.
    """

    id: UUID
    game: str
    title: str
    played_on: date
    place: str
    status: str
    simulated: bool
    program: bool
    sealed: bool
    irregular: bool
    missing: bool
    seats: tuple[ListedSeat, ...]


def match_lines(items: Iterable[MatchItem], language: Language) -> list[MatchLine]:
    """`items` as lines."""
    return [_line(item, language) for item in items]


def _line(item: MatchItem, language: Language) -> MatchLine:
    names = disambiguated([seat.player.name for seat in item.seats])
    ahead = sorted(item.seats, key=lambda seat: (seat.rank is None, seat.rank or 0, seat.seat))
    return MatchLine(
        id=item.id,
        game=item.game,
        title=_title(item.subject, language),
        played_on=item.played_on,
        place=item.place,
        status=item.status,
        simulated=item.origin == Origin.SIMULATION,
        program=item.origin == Origin.PROGRAM,
        sealed=item.sealed,
        irregular=item.irregular,
        missing=item.game not in GAMES,
        seats=tuple(
            ListedSeat(
                names[seat.seat],
                seat.score if _is_scored(item) else None,
                bool(seat.winner),
                _won_by(seat, item),
            )
            for seat in ahead
        ),
    )


def _is_scored(item: MatchItem) -> bool:
    """Whether there are scores by now; some games have none before the end."""
    return item.status == Status.FINISHED or item.game not in GAMES or GAMES[item.game].scored_in_play


def _title(subject: SubjectRef, language: Language) -> str:
    own = subject.id == subject_of_game(subject.game).id
    return title_of_game(subject.game, language) if own else subject.name


def _won_by(seat: SeatResult, item: MatchItem) -> str:
    if not seat.winner:
        return ""
    equal = [other for other in item.seats if other.score is not None and other.score == seat.score]
    if all(other.winner for other in equal):
        return "winner"
    return "tie_break_won" if sum(bool(other.winner) for other in equal) == 1 else "tie_break_shared"
