"""How a match stands: the table, and what may be done."""

from functools import partial
from typing import Annotated, Final
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from domain.kernel.choices import Choices
from domain.kernel.languages import ENGLISH
from domain.kernel.pending import AwaitSeats
from domain.match.asking import legal_for
from domain.match.choosing import adjustments_at
from replays.frames import Narrator
from service.api.match_access import (
    MatchAccess,
    lasting_json,
    see,
)
from service.api.parameters import MAX_STEP, MatchId, ViewerName
from service.api.schemas.play import (
    LegalAnswer,
    StateAnswer,
)
from service.auth.access import viewer_name
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import (
    FORBIDDEN,
    NOT_FOUND,
)
from service.process.container import Services

Step = Annotated[int | None, QueryParameter(ge=0, le=MAX_STEP, description="A step; the last one if not given.")]


QUICK_STEPS: Final = 200
"""Steps that are folded at once, while other requests wait, if need be; that takes a millisecond."""


@get(
    "/matches/{match_id:uuid}/state",
    operation_id="getState",
    tags=["play"],
    summary="The table",
)
async def get_state(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: Step = None,
    viewer: ViewerName = None,
) -> Response[StateAnswer]:
    """What the viewer may know of the table at a step."""
    access = await see(services, request, match_id, viewer, step)
    return await lasting_json(request, match_id, access, partial(_state, services, match_id, access, step))


async def _state(services: Services, match_id: UUID, access: MatchAccess, step: int | None) -> StateAnswer:
    match = access.match
    step = match.step if step is None else step
    if step == match.step or match.step <= QUICK_STEPS:
        position = services.stepper.position(match_id, match, step)
    else:
        position = await services.blocking(services.stepper.position, match_id, match, step)
    return StateAnswer(
        version=match.version,
        step=position.step,
        viewer=viewer_name(access.viewer),
        pending=position.pending,
        view=position.view(access.viewer),
        standings=position.standings(access.viewer),
        irregular_steps=match.line[:step].irregular_steps,
    )


@get(
    "/matches/{match_id:uuid}/legal-actions",
    operation_id="getLegalActions",
    tags=["play"],
    summary="What may be done now",
    opt=Contract(problems=(FORBIDDEN,)).opt,
)
async def get_legal_actions(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15, description="Only for this seat.")] = None,
) -> Response[LegalAnswer]:
    """The legal actions of the seats that the match waits for, complete or as templates.

    Legal actions tell what a hand holds, so they take the right to see it: the token of a seat gets those of its own.
    """
    access = await see(services, request, match_id, None)
    return await lasting_json(request, match_id, access, partial(_legal, access, seat_to_tell(access, seat)))


def seat_to_tell(access: MatchAccess, seat: int | None) -> int | None:
    """The seat whose legal actions are told to who asks for those of `seat`; None for all.

    Raises:
        ProblemError: 404 for a seat that there isn't, 403 for one whose hand isn't for who asks.
    """
    if seat is not None and seat >= len(access.match.seats):
        raise ProblemError(NOT_FOUND, f"There is no seat {seat}.")
    if access.match.finished or access.principal.sees_all:
        return seat
    own = access.principal.seat
    if own is None or seat not in {None, own}:
        raise ProblemError(FORBIDDEN, "Legal actions would tell what is in a hand.")
    return own


def adjustments_offered(access: MatchAccess, narrator: Narrator) -> Choices:
    """What who records can put otherwise at the newest step than the rules would have it; nothing for others."""
    match = access.match
    if match.finished or not access.principal.sees_all:
        return Choices()
    return adjustments_at(match.game, match.state, narrator.names, narrator.language)


async def _legal(access: MatchAccess, seat: int | None) -> LegalAnswer:
    match = access.match
    asked = (*match.pending.seats, *match.pending.optional) if isinstance(match.pending, AwaitSeats) else ()
    legal = [
        match.legal_actions(one, access.viewer) if access.principal.sees_all else legal_for(match, one)
        for one in asked
        if seat in {None, one}
    ]
    offered = adjustments_offered(access, Narrator(("",) * len(match.seats), ENGLISH))
    return LegalAnswer(
        version=match.version,
        step=match.step,
        pending=match.pending,
        actions=tuple(action for one in legal for action in one.listed),
        templates=tuple(template for one in legal for template in one.templates),
        adjustments=tuple(choice.action for choice in offered.choices),
    )
