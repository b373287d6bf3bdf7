"""Pages of second records: the code with which somebody keeps one, the comparison, and forms that take a side."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.kernel.alignment import Edit
from domain.kernel.points import Points
from domain.kernel.viewer import RECORDER
from domain.match.confirming import ResultIsSealed, Ruling
from domain.match.match import Match
from domain.match.parts import Status
from domain.match.second_record import has_table
from domain.subjects.titles import subject_title
from service.api.arbitrating import may_rule, ruling_because
from service.api.comparing import Comparison, comparison_answer, comparison_of
from service.api.comparison import decided
from service.api.match_access import load_readable, may_correct
from service.api.parameters import MatchId
from service.api.schemas.comparison import ComparedMatch, DecisionRequest, DifferenceAnswer, Side
from service.api.second_records import invite_second
from service.auth.access import Principal, may_read
from service.eventstore.errors import PreconditionFailed
from service.http.bodies import fit
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import Explanation, ProblemError
from service.problems.kinds import AMENDMENT_CONFLICT, INVALID_REQUEST
from service.process.container import Services
from service.validation.text import NOTE_LENGTH
from service.web.addresses import address
from service.web.forms import read_form, read_number
from service.web.invite import facts_of_phones, inviter, is_plain, shown_code
from service.web.rendering import fault_page, fresh_page, page
from service.web.sign_in import see_other
from service.web.visitor import visitor_of
from service.web.words import WORDS

_CONFLICT = 409
_SHOWN = 25
"""So many differences are shown at once: those behind them change with each that is decided."""

ComparedWith = Annotated[str, QueryParameter(name="with", description="Another match; without it, the second record.")]


class ComparedSeat(Struct, frozen=True):
    """A seat, who sits there on both sides, and its scores; None where there is none, or it may not be known."""

    name: str
    other_name: str
    first: Points | None
    second: Points | None


@get("/matches/{match_id:uuid}/second-record", include_in_schema=False)
async def second_record_page(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[bytes]:
    """What a second record is for, and the form that shows the code."""
    match = await load_readable(services, await inviter(services, request), match_id)
    facts = await facts_of_phones(services, request, match_id, match)
    return page(request, "second_record.html", **facts, possible=has_table(match), code=None, plain=False)


@post("/matches/{match_id:uuid}/second-record", include_in_schema=False, guards=[verify_own_form], status_code=200)
async def show_second_code(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[bytes]:
    """A code with which somebody keeps the second record, shown this once."""
    principal = await inviter(services, request)
    invited = await invite_second(services, request, principal, match_id)
    match = await load_readable(services, principal, match_id)
    facts = await facts_of_phones(services, request, match_id, match)
    code = shown_code(services, request, invited.code)
    return fresh_page(
        request, "second_record.html", **facts, possible=True, code=code, plain=is_plain(services, request)
    )


@get("/matches/{match_id:uuid}/comparison", include_in_schema=False)
async def comparison_page(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, compared_with: ComparedWith = ""
) -> Response[bytes]:
    """Both records beside each other, and for who may correct them the forms that take a side."""
    principal = await visitor_of(services, request)
    comparison = await comparison_of(services, request, match_id, _other(compared_with))
    return page(request, "comparison.html", **await _facts(services, request, principal, comparison, compared_with))


@post("/matches/{match_id:uuid}/comparison", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def take_side(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """One side of a difference is taken; where the rules refuse that, the page tells why."""
    await may_correct(services, request, match_id)
    fields = ("difference", "side", "first_version", "second_version", "with", "reason")
    form = read_form(request, body, fields, shown=("ruling",))
    compared_with = form["with"]
    other = _other(compared_with)
    wanted = DecisionRequest(
        differences=(read_number(form["difference"]),),
        side=_side(form["side"]),
        versions=(read_number(form["first_version"]), read_number(form["second_version"])),
        compared_with=UNSET if other is None else other,
    )
    reason = fit(form["reason"], NOTE_LENGTH, "/reason", lines=True)
    refused, explanation = "", None

    async def ruled(principal: Principal, target_id: UUID) -> Ruling | None:
        return await ruling_because(services, principal, target_id, form["ruling"])

    try:
        await decided(services, request, match_id, wanted, reason, b"", ruled)
    except PreconditionFailed:
        refused = WORDS[language_of(request)]["record_overtaken"]
    except ResultIsSealed:
        refused = WORDS[language_of(request)]["result_help_sealed"]
    except ProblemError as problem:
        if problem.kind is not AMENDMENT_CONFLICT:
            raise
        explanation = problem.members["explanation"]
    else:
        return see_other(address(f"/matches/{match_id}/comparison", **{"with": compared_with}))
    principal = await visitor_of(services, request)
    comparison = await comparison_of(services, request, match_id, other)
    facts = await _facts(services, request, principal, comparison, compared_with, refused, explanation)
    return fault_page(request, "comparison.html", _CONFLICT, {}, **facts)


def _other(compared_with: str) -> UUID | None:
    """The match that is named, if one is.

    Raises:
        ProblemError: 400 for what is no id.
    """
    try:
        return UUID(compared_with) if compared_with else None
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "It is the id of a match.", parameter="with") from None


def _side(text: str) -> Side:
    if text == "first":
        return "first"
    if text == "second":
        return "second"
    raise ProblemError(INVALID_REQUEST, "It is `first` or `second`.", pointer="/side")


async def _facts(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    comparison: Comparison,
    compared_with: str,
    refused: str = "",
    explanation: Explanation | None = None,
) -> dict[str, Any]:
    first, second = comparison.first.match, comparison.second.match
    answer = await comparison_answer(services, request, comparison)
    names = await services.player_names.of_seats(first.seats)
    other_names = await services.player_names.of_seats(second.seats)
    sees_all = comparison.first.viewer is comparison.second.viewer is RECORDER
    takes_first = sees_all and await _may_correct(services, principal, comparison.second_id, second)
    takes_second = sees_all and await _may_correct(services, principal, comparison.first_id, first)
    differences = answer.differences if takes_first or takes_second else _gathered(answer.differences)
    return {
        "match_id": comparison.first_id,
        "other_id": comparison.second_id,
        "match": first,
        "title": subject_title(first.game, first.options, language_of(request)),
        "is_second": second.second_record_of == comparison.first_id,
        "sides": [answer.first, answer.second],
        "links": [
            may_read(principal.at(one_id), one.visibility)
            for one_id, one in ((comparison.first_id, first), (comparison.second_id, second))
        ],
        "seats": [
            ComparedSeat(name, other_name, *scores)
            for name, other_name, *scores in zip(
                names, other_names, _scores(first, answer.first), _scores(second, answer.second), strict=True
            )
        ],
        "alike": answer.alike,
        "differences": differences[:_SHOWN],
        "more": max(0, len(differences) - _SHOWN),
        "takes_first": takes_first,
        "takes_second": takes_second,
        "rules": (takes_first and second.sealed) or (takes_second and first.sealed),
        "compared_with": compared_with,
        "refused": refused,
        "explanation": explanation,
    }


def _scores(match: Match, side: ComparedMatch) -> list[Points | None]:
    """The scores of one of them, if its game has any by now."""
    scored = match.status is Status.FINISHED or match.game.scored_in_play
    return [one.score if scored else None for one in side.standings]


def _gathered(differences: Sequence[DifferenceAnswer]) -> Sequence[DifferenceAnswer]:
    """The differences, with those of one kind at the end, where one record is longer, as a single one."""
    if not differences or differences[-1].kind not in {Edit.OMITTED, Edit.INSERTED}:
        return differences
    kept = list(differences)
    while len(kept) > 1 and kept[-2].kind == kept[-1].kind:
        last = kept.pop()
        kept[-1] = replace(kept[-1], first=kept[-1].first + last.first, second=kept[-1].second + last.second)
    return kept


async def _may_correct(services: Services, principal: Principal, match_id: UUID, match: Match) -> bool:
    there = principal.at(match_id)
    if not there.may("record") or not may_read(there, match.visibility):
        return False
    return not match.sealed or await may_rule(services, there, match_id, match)
