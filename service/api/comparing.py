"""Two records of a match as who asks may see both, and what differs; what the API and the pages share."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct

from domain.kernel.alignment import AlignmentEdit
from domain.match.comparison import MatchView, compare
from domain.match.match import Match
from replays.frames import Narrator, played_view
from service.api.match_access import MatchAccess, narrator_of, principal_of, see
from service.api.schemas.comparison import ComparedAction, ComparedMatch, ComparisonAnswer, DifferenceAnswer
from service.auth.access import Principal, may_read, sight, viewer_name
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND, NOT_POSSIBLE
from service.process.container import Services
from service.queries.second_records import second_record_of


class Comparison(Struct, frozen=True):
    """Two matches, by their ids and as they are seen, and their differences."""

    first_id: UUID
    first: MatchView
    second_id: UUID
    second: MatchView
    differences: tuple[AlignmentEdit, ...]


async def comparison_of(services: Services, request: AnyRequest, match_id: UUID, other: UUID | None) -> Comparison:
    """A match beside the `other` one, or beside its second record, or beside that of which it is one; as each is seen.

    A second record is compared by who may read it, and as soon as both have ended by whoever may read the match.

    Raises:
        ProblemError: 404 for a match that isn't there for who asks, and where there is nothing to compare it with; 422
            for a match of another game or number of seats.
    """
    access = await see(services, request, match_id, None)
    if other is None:
        second_id, second = await _counterpart(services, request, match_id, access)
    else:
        second_id, second = other, _view(await see(services, request, other, None))
    first = _view(access)
    if second_id == match_id or not _are_comparable(first.match, second.match):
        raise ProblemError(
            NOT_POSSIBLE, "Another match of the same game with as many seats is compared.", parameter="with"
        )
    differences = await services.blocking(compare, first, second)
    return Comparison(match_id, first, second_id, second, differences)


async def _counterpart(
    services: Services, request: AnyRequest, match_id: UUID, access: MatchAccess
) -> tuple[UUID, MatchView]:
    """The second record of the match that is seen, or the match of which that is one."""
    if access.match.second_record_of is not None:
        first_id = access.match.second_record_of
        return first_id, _view(await see(services, request, first_id, None))
    second_id, second = await second_record_of(services.event_store, match_id)
    principal = (await principal_of(services, request)).at(second_id)
    if second is None or not _may_read_both(principal, access.match, second):
        raise ProblemError(NOT_FOUND, "There is no second record that may be compared yet.")
    return second_id, MatchView(second, sight(principal, second, None))


def _may_read_both(principal: Principal, match: Match, second: Match) -> bool:
    """Whether who may read `match` may compare it with its `second` record: once both have ended, everybody may."""
    return may_read(principal, second.visibility) or (match.finished and second.finished)


def _view(access: MatchAccess) -> MatchView:
    return MatchView(access.match, access.viewer)


def _are_comparable(first: Match, second: Match) -> bool:
    return first.game.meta.key == second.game.meta.key and len(first.seats) == len(second.seats)


async def comparison_answer(services: Services, request: AnyRequest, comparison: Comparison) -> ComparisonAnswer:
    """The comparison in words, in the language of who asks."""
    first, second = comparison.first, comparison.second
    narrators = [await narrator_of(services, request, one.match.seats) for one in (first, second)]
    differing = sum(difference.first_end - difference.first for difference in comparison.differences)
    return ComparisonAnswer(
        first=_compared_match(comparison.first_id, first),
        second=_compared_match(comparison.second_id, second),
        alike=first.match.step - differing,
        differences=tuple(
            DifferenceAnswer(
                number=number,
                kind=difference.edit,
                step=difference.first + 1,
                first=_actions(first, range(difference.first, difference.first_end), narrators[0]),
                second=_actions(second, range(difference.second, difference.second_end), narrators[1]),
            )
            for number, difference in enumerate(comparison.differences, start=1)
        ),
    )


def _compared_match(match_id: UUID, view: MatchView) -> ComparedMatch:
    match = view.match
    return ComparedMatch(
        id=match_id,
        version=match.version,
        step=match.step,
        status=match.status,
        viewer=viewer_name(view.viewer),
        standings=match.standings(view.viewer),
    )


def _actions(view: MatchView, places: Sequence[int], narrator: Narrator) -> tuple[ComparedAction, ...]:
    found = []
    for place in places:
        ply = view.match.line[place]
        played = played_view(view.match, ply.played, view.viewer, narrator.names, narrator.language)
        found.append(
            ComparedAction(
                step=place + 1,
                version=ply.version,
                seat=played.seat,
                type=played.type,
                action=played.action,
                sentence=played.sentence,
            )
        )
    return tuple(found)
