"""Who looks at a page: what its header says."""

from uuid import UUID

from msgspec import Struct

from service.api.match_access import principal_of
from service.auth.access import OwnSeat, Principal, Role
from service.eventstore.errors import NotFound, UnreadableLog
from service.http.requests import AnyRequest
from service.process.container import Services


class PageVisitor(Struct, frozen=True):
    """Somebody who is signed in.

    Attributes:
        role: the name for what may be done, if there is one.
        may_record: whether it may open and record matches.
        match: that of the seat or second record, for who has one.
        name: the player in that seat.
    """

    role: Role | None
    may_record: bool = False
    match: UUID | None = None
    name: str | None = None


async def visitor_of(services: Services, request: AnyRequest) -> Principal:
    """Who sent the request; the page that answers it says so in its header.

    Raises:
        ProblemError: as of a request to the API.
    """
    principal = await principal_of(services, request)
    if principal.token_id:
        name = await _name_at(services, principal.own) if isinstance(principal.own, OwnSeat) else None
        request.state.visitor = PageVisitor(principal.role, principal.may("record"), principal.own_match, name)
    return principal


async def _name_at(services: Services, own: OwnSeat) -> str | None:
    """The player in a seat; None where the match is there no more, or can't be read."""
    try:
        match = await services.matches.load(own.match_id)
    except (NotFound, UnreadableLog):
        return None
    names = await services.player_names.of_seats(match.seats)
    return names[own.seat] if own.seat < len(names) else None
