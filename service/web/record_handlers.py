"""The page on which a match is recorded: by links and forms, which a script turns into taps."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody

from domain.kernel.adjusting import HasAdjustments
from domain.kernel.chance import Chance
from domain.kernel.choices import HasSecretChoices
from domain.match import commands
from domain.match.asking import rules_of_unknowns
from domain.match.confirming import ResultIsSealed
from domain.match.events import MatchEvent
from domain.match.match import Match
from domain.match.undoing import verify_undo
from domain.subjects.titles import subject_title
from replays.pictures.glyphs import sprite
from service.api.arbitrating import may_rule, ruling_because
from service.api.corrections import revise_match
from service.api.explaining import explanation_of
from service.api.match_access import may_correct, may_play, narrator_of
from service.api.parameters import MatchId
from service.api.play import record_actions
from service.api.replay_view import replay_view_of
from service.auth.access import Principal
from service.commands.play import ActionRefused
from service.http.bodies import fit
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import Explanation, ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.validation.text import NOTE_LENGTH
from service.web.assets import build
from service.web.choosing import draft_page, no_choice, prompts_shown, verbs_of
from service.web.draft import BadDraft
from service.web.forms import read_form, read_number
from service.web.recording import data_of, ended_by_hand, outcome, table_of, undo_to, waits_for
from service.web.remembering import earlier_matches
from service.web.rendering import page
from service.web.replay_handlers import EVENT_NAMES
from service.web.sign_in import see_other
from service.web.standings_view import standings_view
from service.web.visitor import visitor_of
from service.web.words import WORDS

_MOST_CHARACTERS: Final = 8000

_FORM: Final[dict[str, Any]] = {"guards": [verify_own_form], "include_in_schema": False}

Picks = Annotated[
    str, QueryParameter(max_length=_MOST_CHARACTERS, description="What was picked for the slots before, as JSON.")
]
_ENDINGS: Final[dict[str, Callable[..., MatchEvent]]] = {
    "conclude": commands.conclude,
    "abandon": commands.abandon,
    "reopen": commands.reopen,
}


@get("/matches/{match_id:uuid}/record", include_in_schema=False)
async def record_page(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    choice: Annotated[int | None, QueryParameter(ge=0, le=1000, description="The verb, by its place.")] = None,
    picks: Picks = "[]",
    items: Picks = "[]",
) -> Response[bytes]:
    """The table, what it waits for, and what may be done; `choice`, `picks` and `items` are a choice under way."""
    await may_play(services, request, match_id)
    return await _page(services, request, match_id, choice=choice, picks=picks, items=items)


async def _page(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    *,
    choice: int | None = None,
    picks: str = "[]",
    items: str = "[]",
    refused: str = "",
    explanation: Explanation | None = None,
    asked_action: str = "",
) -> Response[bytes]:
    visitor = await visitor_of(services, request)
    replay_view = await replay_view_of(services, request, match_id, None, None, None)
    match, names = replay_view.match, replay_view.narrator.names
    earlier = await earlier_matches(services, replay_view.access.principal, replay_view)
    table = await services.blocking(table_of, replay_view, earlier)
    language = language_of(request)
    words = WORDS[language]
    try:
        draft = None if choice is None else draft_page(table.choices, choice, picks, items, names=names)
    except BadDraft:  # the table has moved on
        draft, refused = None, refused or no_choice(table.choices, words)
    may_end = replay_view.access.principal.may("record")
    rules = await may_rule(services, replay_view.access.principal, match_id, match)
    changeable = rules or not match.sealed
    standings = standings_view(match, names, table.standings, language)
    adjustable = may_end and isinstance(match.game, HasAdjustments) and not match.finished
    return page(
        request,
        "record.html",
        match_id=match_id,
        match=match,
        title=subject_title(match.game, match.options, language),
        seats=standings.seats,
        standings=standings,
        prompts=prompts_shown(table.choices) if table.choices.choices else [waits_for(match, names, words, language)],
        outcome=outcome(table.standings, names, words, language),
        verbs=verbs_of(table.choices, names=names),
        draft=draft,
        refused=refused,
        explanation=explanation,
        boards=table.boards,
        log=table.log,
        ended_by_hand=ended_by_hand(match, words, reason=True),
        sprite=sprite(match.game.meta.key),
        data=data_of(replay_view, table.choices, changeable=changeable),
        events=" ".join(EVENT_NAMES),
        may_end=may_end,
        changeable=changeable,
        rules=rules,
        undo=undo_to(match) if changeable else None,
        unknowns=may_end and rules_of_unknowns(match) is not None,
        adjustable=adjustable,
        has_secret_choices=isinstance(match.game, HasSecretChoices),
        asked_action=asked_action if adjustable else "",
        cache=f"{visitor.session or visitor.token_id}.{build()}",
    )


@post("/matches/{match_id:uuid}/record", status_code=303, **_FORM)
async def record_action(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The action of the form is recorded, if nobody has recorded since the page was made."""
    principal = await may_play(services, request, match_id)
    form = read_form(request, body, ("action", "version"))
    match = await services.matches.load(match_id)
    try:
        action = msgspec.Raw(form["action"].encode())
        await record_actions(services, principal, match_id, [action], if_match={read_number(form["version"])})
    except ActionRefused as error:
        narrator = await narrator_of(services, request, match.seats)
        explanation = explanation_of(match.game, error.violation, narrator.names, narrator.language)
        answer = await _page(services, request, match_id, explanation=explanation, asked_action=form["action"])
        answer.status_code = 422
        return answer
    return see_other(_address(match_id))


@post("/matches/{match_id:uuid}/record/undo", status_code=303, **_FORM)
async def undo(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The last step is taken back."""
    principal = await may_play(services, request, match_id)
    form = read_form(request, body, ("to_step", "version"), shown=("ruling",))
    to_step = read_number(form["to_step"])

    def retract(match: Match, at: datetime, _: Chance) -> Sequence[MatchEvent]:
        if principal.seat is not None:
            verify_undo(match, principal.seat, to_step)
        return [commands.retract(match, to_step, "", at=at, by=principal.token_id)]

    return await _revised(services, request, principal, match_id, form, retract)


@post("/matches/{match_id:uuid}/record/end", status_code=303, **_FORM)
async def end(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The match is ended by agreement, broken off, or goes on."""
    principal = await may_correct(services, request, match_id)
    form = read_form(request, body, ("how", "reason", "version"), shown=("ruling",))
    command = _ENDINGS.get(form["how"])
    if command is None:
        raise ProblemError(INVALID_REQUEST, f"It is one of {', '.join(_ENDINGS)}.", pointer="/how")
    reason = fit(form["reason"], NOTE_LENGTH, "/reason", lines=True)

    def ended(match: Match, at: datetime, _: Chance) -> Sequence[MatchEvent]:
        return [command(match, reason, at=at, by=principal.token_id)]

    return await _revised(services, request, principal, match_id, form, ended)


async def _revised(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    match_id: UUID,
    form: Mapping[str, str],
    command: Callable[[Match, datetime, Chance], Sequence[MatchEvent]],
) -> Response[bytes]:
    """What `command` makes of the match that the page showed; a sealed one takes the reason of an arbiter."""
    ruling = await ruling_because(services, principal, match_id, form["ruling"])
    try:
        await revise_match(
            services, principal, match_id, command, ruling=ruling, if_match={read_number(form["version"])}
        )
    except ResultIsSealed:
        answer = await _page(services, request, match_id, refused=WORDS[language_of(request)]["result_help_sealed"])
        answer.status_code = 409
        return answer
    return see_other(_address(match_id))


def _address(match_id: UUID) -> str:
    return f"/matches/{match_id}/record"
