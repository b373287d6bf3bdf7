"""How somebody is invited, by the API and by the pages: what may be given, and the code that gives it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid4

from msgspec import UNSET, Struct
from psycopg.errors import UniqueViolation

from service.api.match_access import load_readable
from service.api.match_answers import seat_label
from service.api.schemas.invitations import InvitationRequest
from service.auth.access import ROLES, SEAT_ROLE, Principal, Scope
from service.auth.code import derived_code, hashed, random_code
from service.auth.invitation_repository import NewInvitation
from service.eventstore.errors import NotFound
from service.eventstore.recorder import IdempotencyKey
from service.http.bodies import fit
from service.http.requests import AnyRequest
from service.http.session import credential_of
from service.problems.details import ProblemError
from service.problems.kinds import BUSY, FORBIDDEN, INVALID_REQUEST, INVALID_TOKEN
from service.process.container import Services
from service.validation.text import NAME_LENGTH

_TRIES: Final = 3  # that another invitation has the same code happens once in a hundred thousand times


class Gift(Struct, frozen=True):
    """What an invitation gives: scopes, one seat of one match, or a second record of the match `blind_to`."""

    label: str
    scopes: frozenset[Scope] = frozenset()
    match_id: UUID | None = None
    seat: int | None = None
    blind_to: UUID | None = None


async def gift_of(services: Services, principal: Principal, wanted: InvitationRequest) -> Gift:
    """What `principal` gives, who records.

    Raises:
        ProblemError: 400 for fields that don't go together; 403 for more than `principal` may itself; 422 for a match,
            seat or label that is no good.
    """
    of_seat = wanted.role == SEAT_ROLE
    for name, value in (("match", wanted.match), ("seat", wanted.seat)):
        if (value is not UNSET) != of_seat:
            detail = f"The role `{SEAT_ROLE}`, and no other, has `match` and `seat`."
            raise ProblemError(INVALID_REQUEST, detail, pointer=f"/{name}")
    label = fit(wanted.label, NAME_LENGTH, "/label")
    if wanted.match is not UNSET and wanted.seat is not UNSET:
        await _verify_seat(services, principal, wanted.match, wanted.seat)
        return Gift(label or seat_label(wanted.seat), match_id=wanted.match, seat=wanted.seat)
    scopes = ROLES[wanted.role]
    if not scopes <= principal.scopes:
        raise ProblemError(FORBIDDEN, f"Who invites a {wanted.role} has these rights, too.", pointer="/role")
    return Gift(label or f"Invited {wanted.role}", scopes)


async def invite(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    gift: Gift,
    lifetime: int,
    uses: int,
    key: IdempotencyKey | None = None,
) -> tuple[UUID, str]:
    """A new invitation, or the one that `key` has made before, and its code.

    Raises:
        KeyReused: `key` belongs to another request.
    """
    maker = credential_of(request)
    for _ in range(_TRIES):
        invitation = uuid4()
        code = derived_code(maker, invitation)
        new = await _invitation(services, principal, gift, invitation, code, lifetime, uses)
        try:
            made = await services.invitations.insert_idempotently(new, key)
        except UniqueViolation:
            continue
        return made, derived_code(maker, made)
    raise ProblemError(BUSY, "No code was free.", headers={"Retry-After": "1"})


async def invite_to_seats(
    services: Services, principal: Principal, match_id: UUID, seats: int, lifetime: int, uses: int
) -> Sequence[str]:
    """The code of each seat of a match; those that `principal` gave for them before are good no longer."""
    for _ in range(_TRIES):
        codes = [random_code() for _ in range(seats)]
        gifts = [Gift(seat_label(seat), match_id=match_id, seat=seat) for seat in range(seats)]
        new = [
            await _invitation(services, principal, gift, uuid4(), code, lifetime, uses)
            for gift, code in zip(gifts, codes, strict=True)
        ]
        try:
            await services.invitations.replace_seats(new)
        except UniqueViolation:
            continue
        return codes
    raise ProblemError(BUSY, "No code was free.", headers={"Retry-After": "1"})


def address_to_join(services: Services, request: AnyRequest, code: str) -> str:
    """The page by which somebody else joins with `code`: at the address that others see, if one was named."""
    base = services.settings.public_url or str(request.base_url).rstrip("/")
    return f"{base}/join/{code}"


async def _invitation(
    services: Services, principal: Principal, gift: Gift, invitation: UUID, code: str, lifetime: int, uses: int
) -> NewInvitation:
    return NewInvitation(
        id=invitation,
        hash=await services.blocking(hashed, code),
        label=gift.label,
        created_by=principal.token_id,
        lifetime=timedelta(seconds=lifetime),
        uses=uses,
        scopes=sorted(gift.scopes),
        match_id=gift.match_id,
        seat=gift.seat,
        blind_to=gift.blind_to,
    )


async def _verify_seat(services: Services, principal: Principal, match_id: UUID, seat: int) -> None:
    try:
        match = await load_readable(services, principal, match_id)
    except NotFound:
        raise ProblemError(INVALID_TOKEN, "There is no such match.", pointer="/match") from None
    if not 0 <= seat < len(match.seats):
        raise ProblemError(INVALID_TOKEN, f"The match has no seat {seat}.", pointer="/seat")
