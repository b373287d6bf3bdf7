"""What the routes of annotations and variations share: who reads and who writes beside a match."""

from collections.abc import Container
from typing import Protocol
from uuid import UUID

from service.api.match_access import MatchAccess, see
from service.auth.access import Principal
from service.eventstore.errors import PreconditionFailed
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import FORBIDDEN, TOO_MANY_NOTES
from service.process.container import Services


async def see_to_annotate(services: Services, request: AnyRequest, match_id: UUID) -> MatchAccess:
    """The match, if who asks may read it and write beside it, with the eyes that see most.

    Raises:
        ProblemError: 404 when there is no such match for who asks, 401 or 403 for a token that may not annotate,
            429 for one that has written too much lately.
    """
    access = await see(services, request, match_id, None)
    access.principal.require("annotate")
    if not access.principal.may("admin"):
        wait = services.notes_written.count(access.principal.token_id)
        if wait is not None:
            detail = "This token has written as many notes as it may for now."
            raise ProblemError(TOO_MANY_NOTES, detail, headers={"Retry-After": str(wait)})
    return access


class _Note(Protocol):
    """What people wrote: an annotation or a variation."""

    @property
    def author(self) -> str:
        """The id of the token that wrote it."""
        ...

    @property
    def version(self) -> int:
        """What it is at."""
        ...


def verify_changeable(principal: Principal, note: _Note, if_match: Container[int] | None) -> None:
    """Refuse who may not change `note`, and a change that was meant for another version of it.

    Raises:
        ProblemError: 403.
        PreconditionFailed: `if_match` doesn't have its version.
    """
    verify_author(principal, note.author)
    if if_match is not None and note.version not in if_match:
        raise PreconditionFailed(note.version)


def verify_author(principal: Principal, author: str) -> None:
    """Refuse who may not change what `author` wrote.

    Raises:
        ProblemError: 403.
    """
    if principal.token_id != author and not principal.may("admin"):
        raise ProblemError(FORBIDDEN, "Only its author may change it, or who has the scope 'admin'.")
