"""Sums, places and winners (S3, S4)."""

from collections.abc import Iterator
from decimal import Decimal

from domain.games.sheet.actions import SheetOptions, SheetWinning
from domain.games.sheet.events import SheetClosed
from domain.games.sheet.reading import amount_of
from domain.games.sheet.state import SheetState
from domain.kernel.points import Points, points
from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer


def standings(state: SheetState, viewer: Viewer) -> tuple[Standing, ...]:
    """Everybody's points and places; the one number that breaks ties is what the table says (S4.3)."""
    del viewer
    scores = scores_of(state)
    named = [_named(state, seat) for seat in range(state.seats)]
    keys = [_key(state, score, name) for score, name in zip(scores, named, strict=True)]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return tuple(
        Standing(seat, scores[seat], (named[seat],), ranks[seat], _wins(state, scores[seat], ranks[seat]))
        for seat in range(state.seats)
    )


def scores_of(state: SheetState) -> list[Points | None]:
    """The points of each seat, those of a team for its members (S3.3); None where there are none (S3.2)."""
    own = [_own(state, seat) for seat in range(state.seats)]
    return [_sum([own[mate] for mate in team_of(state, seat)]) for seat in range(state.seats)]


def team_of(state: SheetState, seat: int) -> tuple[int, ...]:
    """The seats of the team of `seat`; without one, itself (S1.5)."""
    teams = state.options.teams
    if not teams or not teams[seat]:
        return (seat,)
    return tuple(mate for mate, team in enumerate(teams) if team == teams[seat])


def sides(options: SheetOptions, seats: int) -> tuple[int, ...]:
    """The side of each seat: the first seat of its team (S1.5), or seat 0 where all play together (S4.4)."""
    if options.winning is SheetWinning.COOPERATIVE:
        return (0,) * seats
    teams = options.teams or ("",) * seats
    return tuple(teams.index(team) if team else seat for seat, team in enumerate(teams))


class _Unreadable(Exception):  # noqa: N818  # what is found
    """Something that counts isn't a number."""


def _own(state: SheetState, seat: int) -> list[Decimal] | None:
    """The amounts that count for `seat`; None where one can't be read."""
    try:
        return list(_amounts(state, seat))
    except _Unreadable:
        return None


def _amounts(state: SheetState, seat: int) -> Iterator[Decimal]:
    for rows in state.cells:
        for row, written in zip(state.options.rows, rows, strict=True):
            if row.counts and written[seat]:
                amount = amount_of(written[seat])
                if amount is None:
                    raise _Unreadable
                yield -amount if row.minus else amount


def _sum(amounts: list[list[Decimal] | None]) -> Points | None:
    """All amounts together; None where one can't be read, or there are none."""
    known = [one for one in amounts if one is not None]
    if len(known) < len(amounts) or not any(known):
        return None
    return points(sum((amount for one in known for amount in one), Decimal(0)))


def _named(state: SheetState, seat: int) -> int:
    """How far ahead the table says that a seat is, for which it is said of the team (S4.5): 0 where nothing is said."""
    match state.closed:
        case SheetClosed(ranks=ranks) if ranks:
            return state.seats + 1 - min(ranks[mate] for mate in team_of(state, seat))
        case SheetClosed(winners=winners):
            return int(any(mate in winners for mate in team_of(state, seat)))
        case _:
            return 0


def _key(state: SheetState, score: Points | None, named: int) -> tuple[int, bool, Points]:
    """What places go by, the highest first: what the table says, and then points, if they decide (S4.2 to S4.4)."""
    winning, closed = state.options.winning, state.closed
    by_points = winning in {SheetWinning.HIGHEST, SheetWinning.LOWEST} and not (closed and closed.unfinished)
    if named or not by_points:
        return (named, True, 0)
    if score is None:
        return (0, False, 0)
    return (0, True, score if winning is SheetWinning.HIGHEST else -score)


def _wins(state: SheetState, score: Points | None, rank: int) -> bool | None:
    closed = state.closed
    if closed is None:
        return None
    if closed.lost or closed.unfinished:
        return False
    if closed.winners or closed.ranks:
        return rank == 1
    return state.options.winning is not SheetWinning.NAMED and rank == 1 and score is not None
