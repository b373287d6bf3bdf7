"""Two records of a match compared, and which of them is right."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from msgspec import UNSET
from msgspec.structs import asdict, replace

from domain.kernel.chance import Chance
from domain.kernel.viewer import RECORDER
from domain.match import amendments
from domain.match.amendments import Amendment, Splice
from domain.match.commands import NotPossible
from domain.match.comparison import MatchView, compare, splices_of
from domain.match.confirming import Ruling
from domain.match.events import MatchEvent
from domain.match.match import Match
from service.api.amendments import UNCHANGED, verify_whole
from service.api.arbitrating import ruling_of
from service.api.comparing import Comparison, comparison_answer, comparison_of
from service.api.explaining import explained
from service.api.match_access import match_to_try, may_correct
from service.api.match_answers import played_answer
from service.api.parameters import MatchId
from service.api.schemas.comparison import ComparisonAnswer, DecisionAnswer, DecisionRequest
from service.api.schemas.play import PlayedAnswer
from service.auth.access import Principal, verify_readable
from service.eventstore.errors import PreconditionFailed
from service.http.bodies import fit, read_body
from service.http.conditional import etag, idempotency_key, tag_of, versioned
from service.http.contract import Contract
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import AMENDMENT_CONFLICT, BUSY, FORBIDDEN, INVALID_TEXT, NOT_POSSIBLE, VERSION_CONFLICT
from service.process.container import Services
from service.validation.text import NOTE_LENGTH

_decision = msgspec.json.Decoder(DecisionRequest)

ComparedWith = Annotated[
    UUID | None, QueryParameter(name="with", description="Another match of the game; without it, the second record.")
]


@get(
    "/matches/{match_id:uuid}/comparison",
    operation_id="compareMatch",
    tags=["second records"],
    summary="Two records beside each other",
    opt=Contract(localized=True, problems=(NOT_POSSIBLE,)).opt,
)
async def compare_match(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    compared_with: ComparedWith = None,
) -> Response[ComparisonAnswer]:
    """What the second record of a match has otherwise, with both sentences; or another match of the same game.

    They are the fewest differences that there can be: an action for another, one that only one of them has, two
    neighbours in the other order. What who asks or one of the records doesn't know counts as what the other has.
    """
    comparison = await comparison_of(services, request, match_id, compared_with)
    answer = await comparison_answer(services, request, comparison)
    language = language_of(request)
    tag = tag_of(answer.first.version, msgspec.json.encode(answer).decode(), language)
    return versioned(request, tag, answer, {"Content-Language": language})


@post(
    "/matches/{match_id:uuid}/comparison/decisions",
    operation_id="decideDifferences",
    tags=["second records"],
    summary="Take one side of differences",
    opt=Contract(
        body=DecisionRequest,
        idempotent=True,
        arbitrated=True,
        also=UNCHANGED,
        problems=(NOT_POSSIBLE, INVALID_TEXT, BUSY, AMENDMENT_CONFLICT, VERSION_CONFLICT),
    ).opt,
)
async def decide_differences(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[DecisionAnswer]:
    """The match of the other side is amended: what it has there becomes what the right one has.

    All that follows is checked again by the rules, as after any amendment: when an action no longer stands, nothing is
    changed, and 409 tells which. With `dry_run` nothing is ever written. The numbers are those of the comparison of
    these two `versions`, as whoever decides sees it.
    """
    await may_correct(services, request, match_id)
    wanted = read_body(request, body, _decision)
    reason = fit(wanted.reason, NOTE_LENGTH, "/reason", lines=True)
    return await decided(services, request, match_id, wanted, reason, body, partial(ruling_of, services, request))


async def decided(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    wanted: DecisionRequest,
    reason: str,
    body: bytes,
    ruled: Callable[[Principal, UUID], Awaitable[Ruling | None]],
) -> Response[DecisionAnswer]:
    """Take the side that is `wanted`, for who may correct the other one; where that is sealed, by what is `ruled`.

    Raises:
        ProblemError, NotFound, PreconditionFailed, NotPossible: as of an amendment.
    """
    other = None if wanted.compared_with is UNSET else wanted.compared_with
    comparison = await comparison_of(services, request, match_id, other)
    first_is_right = wanted.side == "first"
    target_id = comparison.second_id if first_is_right else comparison.first_id
    principal = await may_correct(services, request, target_id)
    if {comparison.first.viewer, comparison.second.viewer} != {RECORDER}:
        raise ProblemError(FORBIDDEN, "Only who may see all of both decides: the one would tell secrets of the other.")
    key = idempotency_key(request, principal, body)
    if await services.matches.find_by_key(key) is None:
        for view, version in zip((comparison.first, comparison.second), wanted.versions, strict=True):
            if view.match.version != version:
                raise PreconditionFailed(view.match.version)
    splices = await _splices(services, comparison, wanted)

    def amendment_of(match: Match, at: datetime, chance: Chance) -> Amendment:
        amendment = amendments.amend_all(match, splices, reason, chance=chance, at=at, by=principal.token_id)
        verify_whole(amendment)
        return amendments.only_changes(match, amendment)

    def tried(match: Match) -> Amendment:
        return amendment_of(match, match.updated_at, services.match_commands.seeds.chance_of(target_id, match))

    if_match = frozenset({wanted.versions[int(first_is_right)]})
    ruling = await ruled(principal, target_id)
    if wanted.dry_run:
        match = await match_to_try(services, principal, target_id, if_match, ruling)
        async with explained(services, request, target_id):
            amendment = await services.blocking(tried, match)
        answer = played_answer(amendment.match, principal, None)
        return _decided(target_id, replace(answer, version=match.version), amendment.kept, dry_run=True)

    made: list[Amendment] = []

    def amend(match: Match, at: datetime, chance: Chance) -> Sequence[MatchEvent]:
        made[:] = [amendment_of(match, at, chance)]
        return made[0].events

    admit = partial(verify_readable, principal)
    async with explained(services, request, target_id):
        written = await services.match_commands.correct(
            target_id, amend, admit=admit, ruling=ruling, if_match=if_match, key=key
        )
    if not made:  # a retry is answered as the first request was
        before = await services.matches.at_version(target_id, written.first_version - 1)
        made = [await services.blocking(tried, before)]
    match = await services.matches.at_version(target_id, written.last_version)
    answer = played_answer(match, principal, written)
    return _decided(target_id, answer, made[0].kept, dry_run=False, status=201 if written.events else 200)


async def _splices(services: Services, comparison: Comparison, wanted: DecisionRequest) -> list[Splice]:
    """What the decision puts in the place of what, by the numbers of the comparison that it is about."""
    first_match = await services.matches.at_version(comparison.first_id, wanted.versions[0])
    second_match = await services.matches.at_version(comparison.second_id, wanted.versions[1])
    first, second = MatchView(first_match, RECORDER), MatchView(second_match, RECORDER)
    differences = await services.blocking(compare, first, second)
    for index, number in enumerate(wanted.differences):
        if number > len(differences):
            raise NotPossible(f"/differences/{index}", f"There are {len(differences)} differences.")
    chosen = [differences[number - 1] for number in sorted(set(wanted.differences))]
    if wanted.side == "first":
        return splices_of([difference.reversed for difference in chosen], first.match)
    return splices_of(chosen, second.match)


def _decided(
    match_id: UUID, answer: PlayedAnswer, kept: int, *, dry_run: bool, status: int = 201
) -> Response[DecisionAnswer]:
    content = DecisionAnswer(**asdict(answer), kept=kept, dry_run=dry_run, match=match_id)
    return Response(content, headers={"ETag": etag(answer.version)}, status_code=status)
