"""Inviting others from a page: somebody to record, comment or read, and phones to the seats of a match."""

from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import RawBody
from msgspec import Struct

from domain.kernel.viewer import PUBLIC
from domain.match.match import Match
from domain.subjects.titles import subject_title
from service.api.inviting import address_to_join, gift_of, invite, invite_to_seats
from service.api.match_access import load_readable
from service.api.parameters import MatchId
from service.api.schemas.invitations import LIFETIME, InvitationRequest
from service.auth.access import ROLES, Principal
from service.auth.code import spelled
from service.http.negotiation import language_of
from service.http.qr import svg_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.web.forms import read_form
from service.web.rendering import fresh_page, page
from service.web.standings_view import seat_lines
from service.web.visitor import visitor_of

_GUESTS: Final = 10
"""Browsers that may join by one code that isn't a seat's."""

_PHONES: Final = 3
"""Browsers that may join by the code of one seat: a camera may open another browser than the one that is used later."""


class ShownCode(Struct, frozen=True):
    """A code, as a page shows it.

    Attributes:
        picture: its QR code, an SVG element.
        spelled: in two groups.
        page: where it is to be typed, without the scheme.
    """

    picture: str
    spelled: str
    page: str


@get("/invite", include_in_schema=False)
async def invite_page(services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """The form that makes an invitation."""
    principal = await inviter(services, request)
    return page(request, "invite.html", roles=_roles(principal), role="recorder", shown=None, plain=False)


@post("/invite", include_in_schema=False, guards=[verify_own_form], status_code=200)
async def show_invitation(services: NamedDependency[Services], request: AnyRequest, body: RawBody) -> Response[bytes]:
    """A new code, shown this once."""
    principal = await inviter(services, request)
    role = read_form(request, body, ("role",))["role"]
    if role not in _roles(principal):
        raise ProblemError(INVALID_REQUEST, "You can't invite as that.", parameter="role")
    wanted = msgspec.convert({"role": role, "uses": _GUESTS}, InvitationRequest)
    gift = await gift_of(services, principal, wanted)
    _, code = await invite(services, request, principal, gift, wanted.lifetime, wanted.uses)
    shown = shown_code(services, request, code)
    plain = is_plain(services, request)
    return fresh_page(request, "invite.html", roles=_roles(principal), role=role, shown=shown, plain=plain)


@get("/matches/{match_id:uuid}/phones", include_in_schema=False)
async def phones_page(match_id: MatchId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """What phones at the seats are for, and the form that shows the codes."""
    match = await load_readable(services, await inviter(services, request), match_id)
    return page(
        request, "phones.html", **await facts_of_phones(services, request, match_id, match), codes=None, plain=False
    )


@post("/matches/{match_id:uuid}/phones", include_in_schema=False, guards=[verify_own_form], status_code=200)
async def show_codes(match_id: MatchId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """A new code for each seat, shown this once; those shown before are good no longer."""
    principal = await inviter(services, request)
    match = await load_readable(services, principal, match_id)
    codes = await invite_to_seats(services, principal, match_id, len(match.seats), LIFETIME, _PHONES)
    shown = [shown_code(services, request, code) for code in codes]
    facts = await facts_of_phones(services, request, match_id, match)
    return fresh_page(request, "phones.html", **facts, codes=shown, plain=is_plain(services, request))


async def inviter(services: Services, request: AnyRequest) -> Principal:
    """Who looks at the page, if that token may record.

    Raises:
        ProblemError: 401 without a token, 403 with another one.
    """
    principal = await visitor_of(services, request)
    principal.require("record")
    return principal


def _roles(principal: Principal) -> list[str]:
    """As what `principal` may invite: with no more rights than it has."""
    return [role for role in ("recorder", "annotator", "reader") if ROLES[role] <= principal.scopes]


def shown_code(services: Services, request: AnyRequest, code: str) -> ShownCode:
    """`code` as a page shows it."""
    url = address_to_join(services, request, code)
    return ShownCode(svg_of(url), spelled(code), f"{urlsplit(url).netloc}/join")


def is_plain(services: Services, request: AnyRequest) -> bool:
    """Whether who joins comes by HTTP without encryption, which some browsers warn of."""
    return not address_to_join(services, request, "").startswith("https:")


async def facts_of_phones(services: Services, request: AnyRequest, match_id: MatchId, match: Match) -> dict[str, Any]:
    """What pages that invite to a match show of it."""
    names = await services.player_names.of_seats(match.seats)
    return {
        "match_id": match_id,
        "match": match,
        "title": subject_title(match.game, match.options, language_of(request)),
        "seats": seat_lines(match, names, match.standings(PUBLIC)),
    }
