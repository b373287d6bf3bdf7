"""What the routes of annotations and variations share: who reads and who writes beside a match."""

from uuid import UUID

from domain.annotations.audience import Reader
from service.api.match_access import MatchAccess, see
from service.auth.access import Principal
from service.http.requests import AnyRequest
from service.problems import FORBIDDEN, ProblemError
from service.process.container import Services


async def see_to_annotate(services: Services, request: AnyRequest, match_id: UUID) -> MatchAccess:
    """The match, if who asks may read it and write beside it, with the eyes that see most.

    Raises:
        ProblemError: 404 when there is no such match for who asks, 401 or 403 for a token that may not annotate.
    """
    seen = await see(services, request, match_id, None)
    seen.principal.require("annotate")
    return seen


def reader_of(seen: MatchAccess) -> Reader:
    """Who asks, as a reader of what people wrote."""
    return Reader(seen.principal.token_id, seen.viewer)


def verify_author(principal: Principal, author: str) -> None:
    """Refuse who may not change what `author` wrote.

    Raises:
        ProblemError: 403.
    """
    if principal.token_id != author and not principal.may("admin"):
        raise ProblemError(FORBIDDEN, "Only its author may change it, or who has the scope 'admin'.")
