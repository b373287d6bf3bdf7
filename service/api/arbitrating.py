"""Arbiters: who may decide in a match, and why one changes what is sealed."""

from typing import Final
from urllib.parse import unquote
from uuid import UUID

from domain.match.confirming import Ruling
from domain.match.match import Match
from service.api.match_access import principal_of, verify_visible
from service.auth.access import Principal
from service.auth.errors import Forbidden
from service.http.bodies import fit
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.validation.text import NOTE_LENGTH

ARBITER_REASON: Final = "Arbiter-Reason"
"""The header by which an arbiter says why a sealed match is changed."""


async def may_arbitrate(services: Services, request: AnyRequest, match_id: UUID) -> Principal:
    """Who sent the request, if that token may decide in the match.

    Raises:
        ProblemError: 401 without a token, 403 with another one.
        NotFound: there is no such match for who asks.
    """
    principal = await principal_of(services, request)
    principal.require("arbitrate")
    await verify_visible(services, principal, match_id)
    await _verify_arbiter(services, principal, match_id)
    return principal


async def arbitrates(services: Services, principal: Principal, match_id: UUID) -> bool:
    """Whether the token may decide in the match: it has the scope, and the series of the match name no others."""
    if not principal.may("arbitrate"):
        return False
    named = await services.read_models.arbiters(match_id)
    return not named or principal.token_id in named


async def may_rule(services: Services, principal: Principal, match_id: UUID, match: Match) -> bool:
    """Whether it takes a reason of `principal`, and nothing else, to change the match: it is sealed, for others."""
    return match.sealed and await arbitrates(services, principal, match_id)


async def ruling_of(services: Services, request: AnyRequest, principal: Principal, match_id: UUID) -> Ruling | None:
    """By which ruling a request may change a sealed match; None without the header ``Arbiter-Reason``.

    The reason is percent-encoded UTF-8, since a header has no letters but those of ASCII (RFC 9110, 5.5).

    Raises:
        ProblemError: 400 for a reason that is empty or can't be read, 403 for who is no arbiter of the match.
    """
    header = request.headers.get(ARBITER_REASON.lower())
    if header is None:
        return None
    await _verify_arbiter(services, principal, match_id)
    try:
        reason = unquote(header, errors="strict")
        return Ruling(fit(reason, NOTE_LENGTH, "", required=True, lines=True), principal.token_id)
    except UnicodeDecodeError:
        detail = "It is percent-encoded UTF-8."
    except ProblemError as error:
        detail = str(error.problem.detail)
    raise ProblemError(INVALID_REQUEST, detail, parameter=ARBITER_REASON)


async def ruling_because(services: Services, principal: Principal, match_id: UUID, reason: str) -> Ruling | None:
    """By which ruling the form of a page may change a sealed match; None where its `reason` is blank.

    Raises:
        ProblemError: 422 for a reason that is no text of that length, 403 for who is no arbiter of the match.
    """
    if not reason.strip():
        return None
    await _verify_arbiter(services, principal, match_id)
    return Ruling(fit(reason, NOTE_LENGTH, "/ruling", required=True, lines=True), principal.token_id)


async def _verify_arbiter(services: Services, principal: Principal, match_id: UUID) -> None:
    """Refuse whoever isn't an arbiter of the match.

    Raises:
        ProblemError: 401 without a token, 403 with one that doesn't arbitrate, or only in other series.
    """
    principal.require("arbitrate")
    if not await arbitrates(services, principal, match_id):
        raise Forbidden("The series of this match name their arbiters, and this token is none of them.")
