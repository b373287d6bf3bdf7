"""Tokens: who may do what, and who sits where."""

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID, uuid4

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, PathParameter, QueryParameter, RawBody
from msgspec import UNSET, structs

from domain.match.match import Match
from service.api.match_access import load_readable, may_write, principal_of, verify_visible
from service.api.match_answers import seat_label
from service.api.parameters import Cursor, Limit, MatchId
from service.api.schemas.tokens import TokenAnswer, TokenItem, TokenPage, TokenRequest
from service.auth.access import ROLES, SEAT_ROLE, Principal, Role, may_read
from service.auth.secret import Bearer, derived
from service.auth.token_repository import LONGEST, KnownToken, NewToken
from service.eventstore.errors import NotFound
from service.http.bodies import fit, in_utc, read_body
from service.http.conditional import bearer_of, idempotency_key
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest, notes_of
from service.problems.details import ProblemError
from service.problems.kinds import FORBIDDEN, INVALID_REQUEST, INVALID_TEXT, INVALID_TOKEN, NOT_FOUND
from service.process.container import Services
from service.validation.text import NAME_LENGTH

SeatNumber = Annotated[int, PathParameter(ge=0, le=15, description="A place at the table, counted from 0.")]

_token_request = msgspec.json.Decoder(TokenRequest)


@post(
    "/tokens",
    operation_id="createToken",
    tags=["tokens"],
    summary="Make a token",
    opt=Contract(
        body=TokenRequest,
        idempotent=True,
        problems=(
            INVALID_TEXT,
            INVALID_TOKEN,
        ),
        scope="admin",
    ).opt,
)
async def create_token(
    services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[TokenAnswer]:
    """A token with scopes, by themselves or by the name of a role, or one of a seat. It is told now and never again."""
    principal = await _may_administer(services, request)
    wanted = read_body(request, body, _token_request)
    new = await _wanted_token(services, principal, wanted)
    key, resource, maker = idempotency_key(request, principal, body), uuid4(), _maker(request)
    made = await services.tokens.insert_idempotently(resource, derived(maker, "token", resource), new, key)
    return await _answer(services, request, derived(maker, "token", made))


@get(
    "/tokens",
    operation_id="listTokens",
    tags=["tokens"],
    summary="The tokens that were given",
    opt=Contract(scope="admin").opt,
)
async def list_tokens(
    services: NamedDependency[Services],
    request: AnyRequest,
    role: FromQuery[Role | None] = None,
    match: Annotated[UUID | None, QueryParameter(description="Only those of the seats of this match.")] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> TokenPage:
    """Tokens, the newest first, those that are good no longer included; nothing that would let one use them."""
    await _may_administer(services, request)
    after = read_cursor(cursor, tuple[Place])
    known = await services.tokens.page(role, match, after[0] if after else None, limit + 1)
    following = make_cursor(known[limit - 1].came) if len(known) > limit else None
    return TokenPage(tuple(map(token_item, known[:limit])), following)


@delete(
    "/tokens/{token_id:str}",
    operation_id="revokeToken",
    tags=["tokens"],
    summary="Revoke a token",
    opt=Contract(scope="admin").opt,
)
async def revoke_token(
    token_id: Annotated[str, PathParameter(description="The id of a token.")],
    services: NamedDependency[Services],
    request: AnyRequest,
) -> None:
    """It is good no longer, nor are the tokens of seats that it made, and of those who joined by its invitations.

    This process knows it at once, others within two seconds.
    """
    await _may_administer(services, request)
    revoked = await services.tokens.revoke(token_id)
    if not revoked:
        raise ProblemError(NOT_FOUND, "There is no such token, or it was revoked before.")
    services.authentication.forget(revoked)


@post(
    "/matches/{match_id:uuid}/seats/{seat:int}/token",
    operation_id="replaceSeatToken",
    tags=["tokens"],
    summary="Make a new token for a seat",
    opt=Contract(idempotent=True).opt,
)
async def replace_seat_token(
    match_id: MatchId, seat: SeatNumber, services: NamedDependency[Services], request: AnyRequest
) -> Response[TokenAnswer]:
    """Who has it sees and plays as this seat. The seat's tokens so far are good no longer. It is told this once."""
    principal = await may_write(services, request, match_id)
    await _verify_seat(services, principal, match_id, seat)
    new = NewToken(label=seat_label(seat), match_id=match_id, seat=seat, created_by=principal.token_id)
    key, resource, maker = idempotency_key(request, principal, b""), uuid4(), _maker(request)
    bearer = derived(maker, "replacement", resource)
    made, revoked = await services.tokens.replace_idempotently(resource, bearer, new, key)
    services.authentication.forget(revoked)
    return await _answer(services, request, derived(maker, "replacement", made))


@delete(
    "/matches/{match_id:uuid}/seats/{seat:int}/token",
    operation_id="revokeSeatToken",
    tags=["tokens"],
    summary="Revoke the tokens of a seat",
)
async def revoke_seat_token(
    match_id: MatchId, seat: SeatNumber, services: NamedDependency[Services], request: AnyRequest
) -> None:
    """Nobody plays this seat by a token any longer, until a new one is made."""
    principal = await may_write(services, request, match_id)
    await _verify_seat(services, principal, match_id, seat)
    services.authentication.forget(await services.tokens.revoke_seat(match_id, seat))


async def _may_administer(services: Services, request: AnyRequest) -> Principal:
    principal = await principal_of(services, request)
    principal.require("admin")
    return principal


def _maker(request: AnyRequest) -> str:
    """The token that another one is worked out from.

    Raises:
        ProblemError: 403 for a browser's session, which isn't told one that would outlive it.
    """
    maker = bearer_of(request)
    if maker is None:
        raise ProblemError(FORBIDDEN, "A browser's session makes no tokens; it takes a token in `Authorization`.")
    return maker


async def _verify_seat(services: Services, principal: Principal, match_id: UUID, seat: int) -> None:
    match = await load_readable(services, principal, match_id)
    if not has_seat(match, seat):
        raise ProblemError(NOT_FOUND, f"There is no seat {seat}.")


async def _wanted_token(services: Services, principal: Principal, wanted: TokenRequest) -> NewToken:
    """What a request asks for.

    Raises:
        ProblemError: 400 for fields that don't go together, 422 for a match, seat, moment or label that is no good.
    """
    if (wanted.role is UNSET) == (wanted.scopes is UNSET):
        raise ProblemError(INVALID_REQUEST, "A token has either `role` or `scopes`.", pointer="")
    of_seat = wanted.role == SEAT_ROLE
    for name, value in (("match", wanted.match), ("seat", wanted.seat)):
        if (value is not UNSET) != of_seat:
            detail = f"The role `{SEAT_ROLE}`, and no other, has `match` and `seat`."
            raise ProblemError(INVALID_REQUEST, detail, pointer=f"/{name}")
    label = fit(wanted.label, NAME_LENGTH, "/label", required=True)
    expires_at = None if wanted.expires_at is None else in_utc(wanted.expires_at, "/expires_at")
    if expires_at is not None and expires_at <= datetime.now(UTC):
        raise ProblemError(INVALID_TOKEN, "It would have expired already.", pointer="/expires_at")
    if expires_at is not None and expires_at > datetime.now(UTC) + LONGEST:
        raise ProblemError(INVALID_TOKEN, "A token expires within a thousand years, or never.", pointer="/expires_at")
    new = NewToken(label=label, created_by=principal.token_id, expires_at=expires_at)
    if wanted.match is not UNSET and wanted.seat is not UNSET:
        try:
            match = await _match_to_sit_in(services, principal, wanted.match)
        except NotFound:
            raise ProblemError(INVALID_TOKEN, "There is no such match.", pointer="/match") from None
        if not has_seat(match, wanted.seat):
            raise ProblemError(INVALID_TOKEN, f"The match has no seat {wanted.seat}.", pointer="/seat")
        return structs.replace(new, match_id=wanted.match, seat=wanted.seat)
    scopes = ROLES[wanted.role] if wanted.role is not UNSET else set(wanted.scopes or ())
    return structs.replace(new, scopes=sorted(scopes))


async def _match_to_sit_in(services: Services, principal: Principal, match_id: UUID) -> Match:
    """The match of a seat's token to be made.

    Raises:
        NotFound: there is none for `principal`.
    """
    await verify_visible(services, principal, match_id)
    match = await services.matches.load(match_id)
    if not may_read(principal, match.visibility):  # it was made private a moment ago
        raise NotFound(match_id)
    return match


def has_seat(match: Match, seat: int) -> bool:
    """Whether `match` has a seat of this number."""
    return 0 <= seat < len(match.seats)


async def _answer(services: Services, request: AnyRequest, bearer: Bearer) -> Response[TokenAnswer]:
    notes_of(request.scope).made = f"/api/v1/tokens/{bearer.id}"
    known = await services.tokens.get(bearer.id)
    return Response(
        TokenAnswer(**structs.asdict(token_item(known)), token=bearer.text), headers={"Cache-Control": "no-store"}
    )


def token_item(token: KnownToken) -> TokenItem:
    """`token` as the API tells it."""
    return TokenItem(
        id=token.id,
        label=token.label,
        role=token.role,
        scopes=tuple(token.scopes),
        match=token.match_id,
        seat=token.seat,
        created_at=token.created_at,
        created_by=token.created_by,
        expires_at=token.expires_at,
        revoked_at=token.revoked_at,
        last_used_at=token.last_used_at,
    )
