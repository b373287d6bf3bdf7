"""Invitations: codes by which others join with their phones."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, RawBody
from msgspec import structs

from service.api.inviting import address_to_join, gift_of, invite
from service.api.match_access import may_write
from service.api.parameters import Cursor, Limit
from service.api.schemas.invitations import InvitationAnswer, InvitationItem, InvitationPage, InvitationRequest
from service.auth.access import Principal
from service.auth.invitation_repository import KnownInvitation
from service.http.bodies import read_body
from service.http.conditional import idempotency_key
from service.http.contract import Contract
from service.http.negotiation import JSON, SVG, preferred
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.qr import PNG, png_of, svg_of
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import BUSY, INVALID_TEXT, INVALID_TOKEN, NOT_FOUND
from service.process.container import Services

InvitationId = Annotated[UUID, PathParameter(description="The id of an invitation.")]

_invitation_request = msgspec.json.Decoder(InvitationRequest)


@post(
    "/invitations",
    operation_id="createInvitation",
    tags=["tokens"],
    summary="Invite somebody",
    opt=Contract(
        body=InvitationRequest,
        idempotent=True,
        problems=(INVALID_TEXT, INVALID_TOKEN, BUSY),
        headers=("Location",),
        forms={SVG: "A QR code of the address to join at.", PNG: "The same, as a picture of pixels."},
    ).opt,
)
async def create_invitation(
    services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[InvitationAnswer]:
    """A code by which somebody joins, as a recorder, an annotator, a reader, or at one seat of a match.

    It gives no more than who makes it may, and nothing any longer once the token that it was made by is revoked. It is
    told now and never again.
    """
    principal = await may_write(services, request)
    wanted = read_body(request, body, _invitation_request)
    gift = await gift_of(services, principal, wanted)
    key = idempotency_key(request, principal, body)
    if key is not None and principal.session:  # another session would work out another code
        key = structs.replace(key, token_id=principal.session)
    invitation_id, code = await invite(services, request, principal, gift, wanted.lifetime, wanted.uses, key)
    invitation = await services.invitations.get(invitation_id, None)
    url = address_to_join(services, request, code)
    headers = {"Location": f"/api/v1/invitations/{invitation_id}", "Cache-Control": "no-store"}
    form = preferred(request, (JSON, SVG, PNG))
    if form != JSON:
        picture: Any = svg_of(url).encode() if form == SVG else png_of(url)
        return Response(picture, media_type=form, headers=headers)
    answer = InvitationAnswer(**structs.asdict(invitation_item(invitation)), code=code, url=url)
    return Response(answer, headers=headers)


@get(
    "/invitations",
    operation_id="listInvitations",
    tags=["tokens"],
    summary="The invitations that you made",
    opt=Contract(scope="record").opt,
)
async def list_invitations(
    services: NamedDependency[Services], request: AnyRequest, limit: Limit = 100, cursor: Cursor = None
) -> InvitationPage:
    """Those made by this token, the newest first, those that are good no longer included; with `admin`, all."""
    maker = _whose(await may_write(services, request))
    after = read_cursor(cursor, tuple[Place])
    known = await services.invitations.page(maker, after[0] if after else None, limit + 1)
    following = make_cursor(known[limit - 1].came) if len(known) > limit else None
    return InvitationPage(tuple(map(invitation_item, known[:limit])), following)


@get(
    "/invitations/{invitation_id:uuid}",
    operation_id="getInvitation",
    tags=["tokens"],
    summary="One invitation",
    opt=Contract(scope="record").opt,
)
async def get_invitation(
    invitation_id: InvitationId, services: NamedDependency[Services], request: AnyRequest
) -> InvitationItem:
    """How often it was used, and until when it can be, for who made it."""
    maker = _whose(await may_write(services, request))
    try:
        return invitation_item(await services.invitations.get(invitation_id, maker))
    except LookupError:
        raise ProblemError(NOT_FOUND, "There is no such invitation.") from None


@delete(
    "/invitations/{invitation_id:uuid}",
    operation_id="withdrawInvitation",
    tags=["tokens"],
    summary="Withdraw an invitation",
)
async def withdraw_invitation(
    invitation_id: InvitationId, services: NamedDependency[Services], request: AnyRequest
) -> None:
    """Nobody joins by it any longer. Who has joined already stays."""
    maker = _whose(await may_write(services, request))
    if not await services.invitations.withdraw(invitation_id, maker):
        raise ProblemError(NOT_FOUND, "There is no such invitation, or it was withdrawn before.")


def _whose(principal: Principal) -> str | None:
    """Whose invitations `principal` sees: its own, or with `admin` all."""
    return None if principal.may("admin") else principal.token_id


def invitation_item(invitation: KnownInvitation) -> InvitationItem:
    """`invitation` as the API tells it."""
    return InvitationItem(
        id=invitation.id,
        label=invitation.label,
        role=invitation.role,
        match=invitation.match_id,
        seat=invitation.seat,
        created_at=invitation.created_at,
        created_by=invitation.created_by,
        expires_at=invitation.expires_at,
        uses=invitation.uses,
        used=invitation.used,
        withdrawn_at=invitation.withdrawn_at,
    )
