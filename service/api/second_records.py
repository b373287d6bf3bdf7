"""A second record of a match is opened, and somebody is invited to keep it."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from litestar import Response, post
from litestar.di import NamedDependency
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.match.events import Visibility
from service.api.inviting import Gift, address_to_join, invite
from service.api.match_access import load_readable, may_write
from service.api.parameters import MatchId
from service.api.schemas.comparison import SecondRecordAnswer
from service.api.schemas.invitations import LIFETIME
from service.auth.access import Principal, may_read
from service.auth.errors import Forbidden
from service.auth.secret import derived
from service.auth.token_repository import NewToken
from service.commands.second_record import open_second
from service.http.conditional import bearer_of, idempotency_key
from service.http.contract import Contract
from service.http.negotiation import JSON, SVG, preferred
from service.http.qr import PNG, png_of, svg_of
from service.http.requests import AnyRequest
from service.problems.kinds import BUSY, NOT_POSSIBLE
from service.process.container import Services

_LABEL: Final = "Second record"

_PHONES: Final = 3
"""Browsers that may join by one code: a camera may open another browser than the one that is used later."""


@post(
    "/matches/{match_id:uuid}/second-record",
    operation_id="openSecondRecord",
    tags=["second records"],
    summary="Let somebody else record the match, too",
    opt=Contract(
        idempotent=True,
        problems=(NOT_POSSIBLE, BUSY),
        headers=("Location",),
        forms={SVG: "A QR code of the address to join at.", PNG: "The same, as a picture of pixels."},
    ).opt,
)
async def open_second_record(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[SecondRecordAnswer]:
    """A record of the same table by somebody else: neither sees what the other has, until both have ended.

    It has the same game, edition, options and seats, and counts nowhere. Who joins by the code, or has the token, reads
    and writes this record only, and not the match while that runs. Where there is one already, somebody else is invited
    to it, until something is recorded in it: then that takes `arbitrate` or `admin`, as seeing it does. Where the
    server deals, there is none: who recorded ahead would see cards that nobody has been dealt.
    """
    principal = await may_write(services, request, match_id)
    invited = await invite_second(services, request, principal, match_id)
    invitation = await services.invitations.get(invited.invitation, None)
    url = address_to_join(services, request, invited.code)
    headers = {"Location": f"/api/v1/matches/{invited.match}", "Cache-Control": "no-store"}
    form = preferred(request, (JSON, SVG, PNG))
    if form != JSON:
        picture: Any = svg_of(url).encode() if form == SVG else png_of(url)
        return Response(picture, media_type=form, headers=headers)
    answer = SecondRecordAnswer(
        match=invited.match,
        code=invited.code,
        url=url,
        expires_at=invitation.expires_at,
        token=await _token(services, request, principal, match_id, invited) if _sees_all(principal) else UNSET,
    )
    return Response(answer, headers=headers)


class InvitedSecond(Struct, frozen=True):
    """A second record, and the invitation and code by which somebody gets to keep it."""

    match: UUID
    invitation: UUID
    code: str


async def invite_second(services: Services, request: AnyRequest, principal: Principal, match_id: UUID) -> InvitedSecond:
    """Invite somebody to the second record of a match that `principal` records; without one, open it.

    Raises:
        NotPossible: the match can't have one.
        Forbidden: somebody keeps it already, and `principal` may not see it, as whoever is invited does.
        ProblemError, NotFound: there is no such match for `principal`, or no code was free.
    """
    match = await load_readable(services, principal, match_id)
    at, by = datetime.now(UTC), principal.token_id
    second_id = await open_second(services.event_store, match_id, match, at=at, by=by)
    if not _sees_all(principal) and (await services.matches.load(second_id)).version > 1:
        raise Forbidden("Somebody keeps the second record already; who arbitrates may invite somebody else to it.")
    key = idempotency_key(request, principal, b"")
    if key is not None and principal.session:  # another session would work out another code
        key = replace(key, token_id=principal.session)
    gift = Gift(_LABEL, match_id=second_id, blind_to=match_id)
    invitation, code = await invite(services, request, principal, gift, LIFETIME, _PHONES, key)
    return InvitedSecond(second_id, invitation, code)


def _sees_all(principal: Principal) -> bool:
    """Whether second records are open to `principal` while they are kept."""
    return may_read(principal, Visibility.BLIND)


async def _token(
    services: Services, request: AnyRequest, principal: Principal, match_id: UUID, invited: InvitedSecond
) -> str | UnsetType:
    """A token for the second record, the same for the same invitation; none for a browser's session."""
    maker = bearer_of(request)
    if maker is None:
        return UNSET
    bearer = derived(maker, "second record", invited.invitation)
    new = NewToken(label=_LABEL, match_id=invited.match, blind_to=match_id, created_by=principal.token_id)
    await services.tokens.keep_unless_there(bearer, new)
    return bearer.text
