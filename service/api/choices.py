"""What may be done at a match, in words and as steps to choose by; and actions that are only tried."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from msgspec.structs import replace

from domain.kernel.choices import Choice, Choices
from domain.kernel.errors import RuleViolation
from domain.kernel.languages import Language
from domain.kernel.viewer import RECORDER, Viewer
from domain.kernel.words import listed
from domain.match.asking import known_to
from domain.match.choosing import asked_seats, choices_at, reports_at, secret_choices, verbs_of
from domain.match.match import Match
from replays.frames import Narrator
from service.api.explaining import with_explanation
from service.api.match_access import (
    MatchAccess,
    lasting,
    load_readable,
    may_play,
    narrator_of,
    see,
)
from service.api.parameters import MatchId
from service.api.play import verify_own
from service.api.proposing import with_proposals
from service.api.schemas.choices import ChoicesAnswer, Prompt, TryAnswer, TryRequest
from service.api.state import Step, adjustments_offered, seat_to_tell
from service.api.words import WORDS
from service.auth.access import Principal
from service.http.basis import Basis
from service.http.bodies import read_action, read_body
from service.http.conditional import tag_of
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import FORBIDDEN, NOT_POSSIBLE, RULE_VIOLATION
from service.process.container import Services

_try_request = msgspec.json.Decoder(TryRequest)


@get(
    "/matches/{match_id:uuid}/choices",
    operation_id="getChoices",
    tags=["play"],
    summary="What may be done, in words",
    opt=Contract(localized=True, problems=(FORBIDDEN,)).opt,
)
async def get_choices(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15, description="Only for this seat.")] = None,
    step: Step = None,
) -> Response[ChoicesAnswer]:
    """What `legal-actions` lists, as verbs with slots to fill, in the language of the reader (`Accept-Language`).

    Who records also gets how to report what chance does, and may ask for an earlier step.
    """
    access = await see(services, request, match_id, None, step)
    seat = seat_to_tell(access, seat)
    if step is not None and step != access.match.step and not access.principal.sees_all:
        raise ProblemError(FORBIDDEN, "What could be done at an earlier step is for the recorder.", parameter="step")
    narrator = await narrator_of(services, request, access.match.seats)

    async def make() -> ChoicesAnswer:
        return await services.blocking(_answer, access, seat, step, narrator)

    principal = access.principal
    basis = Basis(match_id, access.match.seats, tuple(narrator.names))
    tag = tag_of(access.match.version, principal.sees_all, seat, narrator)
    headers = {"Content-Language": narrator.language}
    return await lasting(request, basis, tag, make, headers)


def _answer(access: MatchAccess, seat: int | None, step: int | None, narrator: Narrator) -> ChoicesAnswer:
    """The choices, and at the newest step the adjustments."""
    newest = access.match.step
    answer = choices_answer(access, seat, newest if step is None else step, narrator)
    return replace(answer, adjustments=adjustments_offered(access, narrator)) if answer.step == newest else answer


def choices_answer(access: MatchAccess, seat: int | None, step: int, narrator: Narrator) -> ChoicesAnswer:
    """What `seat`, or everybody, may do at `step`, as far as who asks may know it."""
    match, game, names, language = access.match, access.match.game, narrator.names, narrator.language
    last = step == match.step
    state = match.state if last else match.state_at(step)
    pending = match.pending if last else game.pending(state)
    asked = [one for one in asked_seats(pending) if seat in {None, one}]
    known = known_to(match, asked[0]) if asked and not access.principal.sees_all else state
    if asked_seats(pending) or not access.principal.sees_all:
        choices = choices_at(game, known, asked, names, language)
    else:
        choices = (
            reports_at(game, state, names, language) if seat is None and not _has_ended(match, last=last) else Choices()
        )
    return ChoicesAnswer(
        version=match.version,
        step=step,
        pending=pending,
        chosen=None if _has_ended(match, last=last) else secret_choices(game, state),
        prompts=tuple(prompts_of(choices, names, language)),
        choices=tuple(
            _with_sentence(choice, match, known, access.principal.seat, narrator) for choice in choices.choices
        ),
        slots=choices.slots,
    )


def _with_sentence(choice: Choice, match: Match, state: Any, seat: int | None, narrator: Narrator) -> Choice:
    """A choice with nothing to choose, such as to pass, tells at once what the history would say."""
    if choice.slot is not None or choice.seat is None:
        return choice
    action = msgspec.convert(choice.action, match.game.action_type)
    return replace(choice, sentence=_sentence(match, state, action, RECORDER if seat is None else seat, narrator))


def _sentence(match: Match, state: Any, action: Any, viewer: Viewer, narrator: Narrator) -> str:
    """The sentence of `action`, without what it would turn up.

    Raises:
        RuleViolation: the rules refuse it.
    """
    facts = match.game.decide(state, action)
    if match.game.reveals(facts):
        facts = ()
    shown, outcome = match.game.redact(action, facts, viewer)
    return match.game.sentence(shown, outcome, narrator.names, narrator.language)


def _has_ended(match: Match, *, last: bool) -> bool:
    return last and match.early_end is not None


def after_name(verb: str) -> str:
    """A verb as it stands behind a name and a colon, where a button has it with a capital."""
    return verb[:1].lower() + verb[1:]


def prompts_of(choices: Choices, names: Sequence[str], language: Language) -> list[Prompt]:
    """What each seat, or chance, is asked: ``Ada: store a card or pass``."""
    prompts = []
    for seat in dict.fromkeys(choice.seat for choice in choices.choices):
        verbs = verbs_of(choice for choice in choices.choices if choice.seat == seat)
        described = listed(map(after_name, verbs), language, "list_or")
        prompts.append(Prompt(seat, f"{WORDS[language]['the_table'] if seat is None else names[seat]}: {described}"))
    return prompts


@post(
    "/matches/{match_id:uuid}/actions/try",
    operation_id="tryAction",
    tags=["play"],
    summary="Try an action",
    status_code=200,
    opt=Contract(body=TryRequest, localized=True, problems=(RULE_VIOLATION, NOT_POSSIBLE)).opt,
)
async def try_action(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[TryAnswer]:
    """What the history would say of an action, or why it is refused; nothing is written.

    A seat is answered by what it knows itself: the record may still refuse the action for what others hold.
    """
    principal = await may_play(services, request, match_id)
    wanted = read_body(request, body, _try_request)
    match = await load_readable(services, principal, match_id)
    action = read_action(match, wanted.action, "/action")
    narrator = await narrator_of(services, request, match.seats)
    try:
        sentence = await services.blocking(tried, match, principal, action, narrator)
    except ProblemError as error:
        problem = await with_explanation(services, request, match_id, error)
        raise await services.blocking(with_proposals, problem, principal, match, action, narrator) from None
    answer = TryAnswer(version=match.version, step=match.step, sentence=sentence)
    return Response(answer, headers={"Content-Language": narrator.language})


def tried(match: Match, principal: Principal, action: Any, narrator: Narrator) -> str:
    """The sentence of `action`, without what it would turn up.

    Raises:
        ProblemError: the rules refuse it, it isn't for who asks, or the match has ended.
    """
    state = match.state
    viewer: Viewer = RECORDER
    if match.early_end is not None:
        raise ProblemError(NOT_POSSIBLE, "The match has ended.")
    if principal.seat is not None:
        verify_own(principal.seat, [action])
        viewer, state = principal.seat, known_to(match, principal.seat)
    try:
        return _sentence(match, state, action, viewer, narrator)
    except RuleViolation as violation:
        raise ProblemError(
            RULE_VIOLATION,
            violation.message,
            refusal=violation,
            clause=violation.clause,
            step=match.step,
            pending=match.pending,
            pointer="/action",
        ) from None
