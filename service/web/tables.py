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
from replays.pictures.games import is_two_sided
from service.api.schemas.matches import MatchItem, SeatResult
from service.api.schemas.subjects import SubjectRef
from service.queries.player_names import disambiguated


class ListedSeat(Struct, frozen=True):
    """A seat in a list.

    Attributes:
        score: None where it may not be known, or there is none yet.
        by_tie_break: whether it has won over another seat that has the same score.
    """

    name: str
    score: Points | None
    winner: bool
    by_tie_break: bool


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
                score_so_far(item.game, item.status, seat.score),
                bool(seat.winner),
                _won_tie_break(seat, item),
            )
            for seat in ahead
        ),
    )


def score_so_far(game: str, status: str, score: Points | None) -> Points | None:
    """`score` as a list shows it: none of a game such as chess before its end, where it would look like a draw."""
    plays = status == Status.PLAYING and game in GAMES and is_two_sided(game)
    return None if plays else score


def _title(subject: SubjectRef, language: Language) -> str:
    own = subject.id == subject_of_game(subject.game).id
    return title_of_game(subject.game, language) if own else subject.name


def _won_tie_break(seat: SeatResult, item: MatchItem) -> bool:
    return bool(seat.winner) and any(
        other.score is not None and other.score == seat.score and not other.winner for other in item.seats
    )
