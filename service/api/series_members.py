"""The matches and players of a series, as who asks may know them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from domain.match.events import Visibility
from domain.series.events import SeriesEvent
from domain.series.series import (
    Series,
    SeriesViolation,
    add_match,
    take_out_match,
)
from service.api.match_access import verify_visible
from service.auth.access import Principal, may_read
from service.eventstore.errors import NotFound
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_SERIES
from service.process.container import Services


class MemberCandidate(Struct, frozen=True):
    """A match that is to count in a series; `persons` are who the players in its `seats` are now."""

    match_id: UUID
    game: str
    seats: tuple[UUID, ...]
    persons: tuple[UUID, ...]


async def is_hidden(services: Services, principal: Principal, originator_id: UUID) -> bool:
    """Whether there is such a match or series, but not for `principal`."""
    if may_read(principal, Visibility.BLIND):
        return False
    visibility = await services.visibilities.answer(originator_id)
    return visibility is not None and not may_read(principal, visibility)


async def persons_of(services: Services, players: Sequence[UUID]) -> dict[UUID, UUID]:
    """Who each of `players` is now."""
    return dict(zip(players, await services.people.persons(players), strict=True))


def _as_known(took_part: Collection[UUID], members: Mapping[UUID, UUID]) -> list[UUID]:
    """The persons who took part by the ids of a series' `members`, who each are some person now.

    Members may have turned out to be one person, who is then known by several ids.
    """
    known = [member for member, person in members.items() if person in took_part]
    return known + [person for person in took_part if person not in members.values()]


def shown_as(members: Mapping[UUID, UUID]) -> dict[UUID, UUID]:
    """The id by which each person among `members` is shown: the person's own where it is one of them."""
    shown: dict[UUID, UUID] = {}
    for member, person in members.items():
        shown.setdefault(person, person if person in members else member)
    return shown


async def candidate(services: Services, principal: Principal, match_id: UUID, pointer: str) -> MemberCandidate:
    """A match that `principal` may read, and that may count in a series.

    Raises:
        ProblemError: 422 with `pointer`, when there is none.
    """
    try:
        await verify_visible(services, principal, match_id)
        match = await services.matches.load(match_id)
    except NotFound:
        raise ProblemError(INVALID_SERIES, "There is no such match.", pointer=pointer) from None
    if not may_read(principal, match.visibility):
        raise ProblemError(INVALID_SERIES, "There is no such match.", pointer=pointer)
    if match.second_record_of is not None:  # who reads the series would read how it stands
        raise ProblemError(INVALID_SERIES, "A second record counts in no series.", pointer=pointer)
    persons = await services.people.persons(match.seats)
    return MemberCandidate(match_id, match.game.meta.key, match.seats, tuple(persons))


def removals(series: Series, removed: Collection[UUID], at: datetime, by: str) -> list[SeriesEvent]:
    """Take out matches that were removed since: they take up none of the length."""
    return [take_out_match(series, match_id, at=at, by=by) for match_id in series.matches if match_id in removed]


def addition(
    series: Series | None, match: MemberCandidate, members: Mapping[UUID, UUID], at: datetime, by: str, pointer: str
) -> SeriesEvent:
    """What lets `match` count in a series of these `members`.

    Raises:
        ProblemError: 422 with `pointer`, when it can't.
    """
    if series is None:
        raise AssertionError("a series has been opened")
    try:
        return add_match(series, match.match_id, match.game, _as_known(match.persons, members), at=at, by=by)
    except SeriesViolation as violation:
        raise ProblemError(INVALID_SERIES, violation.message, pointer=pointer) from None
