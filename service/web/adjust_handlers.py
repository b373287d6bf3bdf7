"""The page on which the table is put as it was played where the rules were not kept: by links and forms alone."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.adjusting import changes_alone
from domain.kernel.cards import HIDDEN
from domain.kernel.errors import RuleViolation
from domain.match.match import Match
from domain.subjects.titles import subject_title
from replays.frames import Narrator
from replays.pictures.glyphs import sprite
from service.api.explaining import explanation_of
from service.api.match_access import may_write, narrator_of
from service.api.parameters import MatchId
from service.api.play import record_actions
from service.api.proposing import MOST_OF_REASON, adjust_sentence, proposed
from service.api.replay_view import replay_view_of
from service.api.state import adjustments_offered
from service.commands.play import ActionRefused
from service.http.bodies import fit, read_action
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import Explanation, ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.web.choosing import draft_page, no_choice, verbs_of
from service.web.draft import BadDraft
from service.web.forms import read_form, read_number
from service.web.record_handlers import Picks
from service.web.recording import recording_boards
from service.web.rendering import page
from service.web.sign_in import see_other
from service.web.standings_view import seat_lines
from service.web.visitor import visitor_of
from service.web.words import WORDS

_object: Final = msgspec.json.Decoder(dict[str, Any])
_encode: Final = msgspec.json.Encoder().encode


class ProposalLine(Struct, frozen=True):
    """What may have happened: a sentence, and the adjust with its reason and the action behind it, as JSON."""

    sentence: str
    adjust: str
    reason: str
    action: str


class RefusedAction(Struct, frozen=True):
    """An action that the rules refuse, and what may have happened; nothing is explained where they allow it."""

    explanation: Explanation | None = None
    proposals: Sequence[ProposalLine] = ()


@get("/matches/{match_id:uuid}/record/adjust", include_in_schema=False)
async def adjust_page(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    choice: Annotated[int | None, QueryParameter(ge=0, le=1000, description="What to adjust, by its place.")] = None,
    picks: Picks = "[]",
    items: Picks = "[]",
    action: Annotated[str, QueryParameter(max_length=8000, description="What the rules refuse, as JSON.")] = "",
) -> Response[bytes]:
    """What can be put otherwise, and if an `action` was refused, what may have happened."""
    await may_write(services, request, match_id)
    return await _page(services, request, match_id, choice=choice, picks=picks, items=items, action=action)


async def _page(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    *,
    choice: int | None = None,
    picks: str = "[]",
    items: str = "[]",
    action: str = "",
    explanation: Explanation | None = None,
) -> Response[bytes]:
    await visitor_of(services, request)
    replay_view = await replay_view_of(services, request, match_id, None, None, None)
    match, narrator = replay_view.match, replay_view.narrator
    offers = adjustments_offered(replay_view.access, narrator)
    query: Mapping[str, str] = {"action": action} if action else {}
    overtaken = ""
    try:
        draft = None if choice is None else draft_page(offers, choice, picks, items, query)
    except BadDraft:  # the table has moved on
        draft, overtaken = None, no_choice(offers, WORDS[language_of(request)])
    sentence = ""
    if draft is not None and draft.action is not None:
        sentence, impossible = await services.blocking(_outcome, match, draft.action, narrator)
        explanation = explanation or impossible
    asked = await services.blocking(_refused, match, action, narrator) if action else RefusedAction()
    return page(
        request,
        "adjust.html",
        match_id=match_id,
        match=match,
        title=subject_title(match.game, match.options, narrator.language),
        seats=seat_lines(match, narrator.names, match.standings(replay_view.access.viewer)),
        address=_address(match_id, action),
        boards=await services.blocking(recording_boards, replay_view, match.step),
        sprite=sprite(match.game.meta.key),
        draft=draft,
        sentence=sentence,
        verbs=verbs_of(offers, query),
        proposals=asked.proposals,
        explanation=explanation or asked.explanation,
        refused=overtaken,
        most=MOST_OF_REASON,
    )


def _outcome(match: Match, raw_adjust: str, narrator: Narrator) -> tuple[str, Explanation | None]:
    """What the history would say of an adjust that needs nothing but its reason, or why the table can't be put so."""
    adjust = replace(read_action(match, _with_reason(raw_adjust, "-"), "/adjust"), reason=HIDDEN)
    try:
        return adjust_sentence(match, adjust, narrator), None
    except RuleViolation as violation:
        return "", explanation_of(match.game, violation, narrator.names, narrator.language)


def _refused(match: Match, raw_action: str, narrator: Narrator) -> RefusedAction:
    action = read_action(match, msgspec.Raw(raw_action.encode()), "/action")
    try:
        match.game.decide(match.state, action)
    except RuleViolation as violation:
        return RefusedAction(
            explanation_of(match.game, violation, narrator.names, narrator.language),
            [
                ProposalLine(
                    changes_alone(
                        adjust_sentence(match, replace(one.adjust, reason=HIDDEN), narrator), narrator.language
                    ),
                    _encode(one.adjust).decode(),
                    WORDS[narrator.language]("adjust_against", clause=violation.clause),
                    raw_action if one.followed else "",
                )
                for one in proposed(match, action, violation, narrator)
            ],
        )
    return RefusedAction()


@post("/matches/{match_id:uuid}/record/adjust", status_code=303, guards=[verify_own_form], include_in_schema=False)
async def adjust_table(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The table is put as the form has it, and the action recorded that follows, if one does."""
    principal = await may_write(services, request, match_id)
    form = read_form(request, body, ("adjust", "reason", "action", "version"))
    reason = fit(form["reason"], MOST_OF_REASON, "/reason", lines=True)
    actions = [_with_reason(form["adjust"], reason)]
    if form["action"]:
        actions.append(msgspec.Raw(form["action"].encode()))
    match = await services.matches.load(match_id)
    try:
        await record_actions(services, principal, match_id, actions, if_match={read_number(form["version"])})
    except ActionRefused as error:
        narrator = await narrator_of(services, request, match.seats)
        explanation = explanation_of(match.game, error.violation, narrator.names, narrator.language)
        answer = await _page(services, request, match_id, explanation=explanation)
        answer.status_code = 422
        return answer
    return see_other(f"/matches/{match_id}/record")


def _with_reason(adjust: str, reason: str) -> msgspec.Raw:
    """An adjust of the form with the reason that somebody wrote beside it.

    Raises:
        ProblemError: it isn't an object.
    """
    try:
        wire = _object.decode(adjust)
    except msgspec.DecodeError:
        raise ProblemError(INVALID_REQUEST, "It is the adjust as JSON.", pointer="/adjust") from None
    return msgspec.Raw(_encode({**wire, "reason": reason}))


def _address(match_id: UUID, action: str) -> str:
    return f"/matches/{match_id}/record/adjust" + (f"?{urlencode({'action': action})}" if action else "")
