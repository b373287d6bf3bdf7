"""The page on which unknown cards are identified at the step where they were held: by links and forms alone."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter, RawBody

from domain.kernel.unknowns import HasUnknowns
from domain.match.choosing import identifications_at
from domain.match.commands import NotPossible
from domain.match.confirming import ResultIsSealed
from domain.match.events import MatchEvent
from domain.match.identification import Contradiction, identify
from domain.match.match import Match
from domain.subjects.titles import subject_title
from replays.pictures.glyphs import sprite
from service.api.arbitrating import may_rule, ruling_because
from service.api.explaining import explanation_of
from service.api.identifications import read_identification
from service.api.match_access import may_correct
from service.api.parameters import MAX_STEP, MatchId
from service.api.replay_view import ReplayView, replay_view_of
from service.auth.access import verify_readable
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import Explanation, ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services
from service.web.choosing import draft_page, no_choice, verbs_of
from service.web.draft import BadDraft
from service.web.forms import read_form, read_number
from service.web.record_handlers import Picks
from service.web.recording import recording_boards, sentence_of
from service.web.rendering import page
from service.web.sign_in import see_other
from service.web.standings_view import seat_lines
from service.web.visitor import visitor_of
from service.web.words import WORDS

AtStep = Annotated[int, PathParameter(ge=0, le=MAX_STEP, description="After this step the cards were held.")]


@get("/matches/{match_id:uuid}/record/identify/{step:int}", include_in_schema=False)
async def identify_page(
    match_id: MatchId,
    step: AtStep,
    services: NamedDependency[Services],
    request: AnyRequest,
    choice: Annotated[int | None, QueryParameter(ge=0, le=1000, description="The hand, by its place.")] = None,
    picks: Picks = "[]",
    items: Picks = "[]",
) -> Response[bytes]:
    """The hands with unknown cards at a step, and what these can be; `choice`, `picks` and `items` are under way."""
    await may_correct(services, request, match_id)
    return await _page(services, request, match_id, step, choice=choice, picks=picks, items=items)


async def _page(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    step: int,
    *,
    choice: int | None = None,
    picks: str = "[]",
    items: str = "[]",
    refused: str = "",
    explanation: Explanation | None = None,
) -> Response[bytes]:
    await visitor_of(services, request)
    replay_view = await replay_view_of(services, request, match_id, None, None, None)
    replay_view.verify_step(step)
    match, narrator = replay_view.match, replay_view.narrator
    if not isinstance(match.game, HasUnknowns):
        raise ProblemError(NOT_FOUND, "In this game the record knows every card that somebody holds.")
    hands = identifications_at(match.game, match.state_at(step), narrator.names, narrator.language)
    try:
        draft = None if choice is None else draft_page(hands, choice, picks, items)
    except BadDraft:  # it was identified meanwhile
        draft, refused = None, refused or no_choice(hands, WORDS[language_of(request)])
    nearest = None if hands.choices else await services.blocking(nearest_unknown, replay_view, step)
    return page(
        request,
        "identify.html",
        match_id=match_id,
        match=match,
        title=subject_title(match.game, match.options, narrator.language),
        seats=seat_lines(match, narrator.names, match.standings(replay_view.access.viewer)),
        step=step,
        sentence=sentence_of(replay_view, step) if step else "",
        address=f"/matches/{match_id}/record/identify",
        boards=await services.blocking(recording_boards, replay_view, step),
        sprite=sprite(match.game.meta.key),
        draft=draft,
        verbs=verbs_of(hands),
        nearest=nearest,
        rules=await may_rule(services, replay_view.access.principal, match_id, match),
        refused=refused,
        explanation=explanation,
    )


def nearest_unknown(replay_view: ReplayView, step: int) -> int | None:
    """The step next to `step` at which somebody holds unknown cards; None where there is none."""
    game, narrator = replay_view.match.game, replay_view.narrator
    unknown = (
        position.step
        for position, _ in replay_view.walk()
        if identifications_at(game, position.state, narrator.names, narrator.language).choices
    )
    return min(unknown, key=lambda other: abs(other - step), default=None)


@post(
    "/matches/{match_id:uuid}/record/identify/{step:int}",
    status_code=303,
    guards=[verify_own_form],
    include_in_schema=False,
)
async def identify_cards(
    match_id: MatchId, step: AtStep, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The cards of the form are known from `step` on, if nothing speaks against it."""
    principal = await may_correct(services, request, match_id)
    form = read_form(request, body, ("action", "version"), shown=("ruling",))
    ruling = await ruling_because(services, principal, match_id, form["ruling"])

    def command(match: Match, at: datetime) -> Sequence[MatchEvent]:
        held = read_identification(match, msgspec.Raw(form["action"].encode()))
        return [identify(match, step, held, "", at=at, by=principal.token_id)]

    admit, if_match = partial(verify_readable, principal), {read_number(form["version"])}
    try:
        await services.match_commands.revise(match_id, command, admit=admit, ruling=ruling, if_match=if_match)
    except Contradiction as error:
        return await _refused(services, request, match_id, step, error)
    except NotPossible:
        word, status = "identify_known", 422
    except ResultIsSealed:
        word, status = "result_help_sealed", 409
    else:
        return see_other(f"/matches/{match_id}/record/identify/{step}")
    answer = await _page(services, request, match_id, step, refused=WORDS[language_of(request)][word])
    answer.status_code = status
    return answer


async def _refused(
    services: Services, request: AnyRequest, match_id: UUID, step: int, error: Contradiction
) -> Response[bytes]:
    replay_view = await replay_view_of(services, request, match_id, None, None, None)
    narrator = replay_view.narrator
    explanation = explanation_of(replay_view.match.game, error.refusal, narrator.names, narrator.language)
    answer = await _page(services, request, match_id, step, explanation=explanation)
    answer.status_code = 409
    return answer
