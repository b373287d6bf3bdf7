"""What the routes share: who asks, a match as that one may see it, and answers that are given again."""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from litestar import MediaType, Response
from msgspec import Struct

from domain.annotations.annotations import Annotations, annotations_id
from domain.annotations.audience import Reader
from domain.kernel.viewer import RECORDER, Viewer
from domain.match.confirming import Ruling, verify_unsealed
from domain.match.events import Visibility
from domain.match.match import Match
from replays.frames import Narrator
from service.auth.access import Principal, may_read, sight, verify_readable, viewer_name
from service.auth.errors import Unauthenticated
from service.eventstore.errors import DamagedLog, NotFound, PreconditionFailed
from service.http.basis import Basis
from service.http.conditional import has_version, header_of, tag_of, versioned
from service.http.negotiation import language_of
from service.http.query import verify_request
from service.http.requests import NOTES, AnyRequest, RequestNotes, notes_of
from service.http.session import session_of
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services

_encoder = msgspec.json.Encoder()


class MatchAccess(Struct, frozen=True):
    """A match at its newest version, who asks for it, and through whose eyes."""

    match: Match
    principal: Principal
    viewer: Viewer

    @property
    def reader(self) -> Reader:
        """Who asks, as a reader of what people wrote."""
        return Reader(self.principal.token_id, self.viewer)

    @property
    def tag(self) -> int | str:
        """What tells an answer apart that has no names and no language in it: the version, as the recorder sees it."""
        version = self.match.version
        return version if self.viewer is RECORDER else tag_of(version, viewer_name(self.viewer))


async def principal_of(services: Services, request: AnyRequest) -> Principal:
    """Who sent the request, by its header or, without that, by the session of a browser.

    Raises:
        ProblemError: 401 for a credential that is no good, 429 when too many such came from that address.
    """
    header = header_of(request, b"authorization")
    session = session_of(request) if header is None else None
    if session is not None:
        principal = await services.authentication.in_session(session, address_of(request))
    else:
        principal = await services.authentication.principal(header, address_of(request))
    scope: dict[str, Any] = request.scope  # type: ignore[assignment]  # with what is ours in it
    scope.setdefault(NOTES, RequestNotes()).token_id = principal.token_id
    return principal


def address_of(request: AnyRequest) -> str:
    """Where the request came from: the address by which tokens that are no good are counted."""
    return request.client.host if request.client else ""


async def see(
    services: Services, request: AnyRequest, match_id: UUID, viewer: str | None, step: int | None = None
) -> MatchAccess:
    """The match, if it may be read, and the perspective in which it is seen at `step`.

    Raises:
        ProblemError: 404 when there is no such match for who asks, or it hasn't got to `step`; 500 when its log is
            damaged and who asks may see all there is.
    """
    principal = (await principal_of(services, request)).at(match_id)
    await verify_visible(services, principal, match_id)
    try:
        match = await services.matches.load(match_id)
    except DamagedLog:
        # Whether it was made private is among what can't be read.
        if not (principal.may("read") and principal.sees_all):
            raise NotFound(match_id) from None
        raise
    verify_readable(principal, match)
    if step is not None and step > match.step:
        raise ProblemError(NOT_FOUND, f"The match has got to step {match.step}, not to {step}.")
    return MatchAccess(match, principal, sight(principal, match, viewer, step))


async def narrator_of(services: Services, request: AnyRequest, seats: Sequence[UUID]) -> Narrator:
    """Who tells the actions of these `seats`, in the language that is asked for."""
    return Narrator(tuple(await services.player_names.of_seats(seats)), language_of(request))


def surely_visible(services: Services, principal: Principal, match_id: UUID) -> bool:
    """Whether `principal` may read a match by what is at hand, without a question to the database."""
    if may_read(principal, Visibility.PRIVATE) and may_read(principal, Visibility.BLIND):  # then all others, too
        return True
    at_hand = services.matches.cached(match_id)
    return at_hand is not None and may_read(principal, at_hand.visibility)


async def verify_visible(services: Services, principal: Principal, originator_id: UUID) -> None:
    """Refuse a match or series that `principal` may not read, before anything of it is read or folded.

    So it takes as long as for one that there isn't. What was made private a moment ago is refused when it is read.

    Raises:
        NotFound: there is none for `principal`.
    """
    if principal.blind_to == originator_id and not (await services.matches.load(originator_id)).finished:
        raise NotFound(originator_id)  # as long as it runs, to who keeps the second record of it
    if surely_visible(services, principal, originator_id):
        return
    visibility = await services.visibilities.answer(originator_id)
    if visibility is None or not may_read(principal, visibility):
        raise NotFound(originator_id)


async def verify_there(services: Services, request: AnyRequest, match_id: UUID) -> None:
    """Refuse a match that who asks may not read, before anything is said of the read models that have it.

    Raises:
        ProblemError, NotFound: there is none for who asks.
    """
    await verify_visible(services, (await principal_of(services, request)).at(match_id), match_id)


async def load_readable(services: Services, principal: Principal, match_id: UUID) -> Match:
    """The match, if `principal` may read it.

    Raises:
        ProblemError, NotFound: there is none for `principal`.
    """
    await verify_visible(services, principal, match_id)
    match = await services.matches.load(match_id)
    verify_readable(principal, match)
    return match


async def annotations_of(services: Services, match_id: UUID) -> Annotations:
    """What was written to a match; at version 0 where nobody has written any."""
    try:
        return await services.notes.annotations.load(annotations_id(match_id))
    except NotFound:
        return Annotations(match_id, version=0)


async def lasting_json(
    request: AnyRequest, match_id: UUID, access: MatchAccess, make: Callable[[], Awaitable[Struct]]
) -> Response[Any]:
    """The answer to a request that depends on nothing but the match as it is seen."""
    return await lasting(request, Basis(match_id), access.tag, make)


async def lasting(
    request: AnyRequest,
    basis: Basis,
    tag: int | str,
    make: Callable[[], Awaitable[Any]],
    headers: Mapping[str, str] | None = None,
    media_type: str = MediaType.JSON,
) -> Response[Any]:
    """What `make` gives, as JSON or as bytes of another `media_type`, with the entity tag `tag`.

    It may be given again as long as its `basis` is so (:class:`service.http.answers_again.AnswersAgain`). 304 where
    ``If-None-Match`` has it.
    """
    notes_of(request.scope).basis = basis
    if has_version(request, tag):
        return versioned(request, tag, b"", headers, media_type)
    made = await make()
    content = made if isinstance(made, bytes) else _encoder.encode(made)
    return versioned(request, tag, content, headers, media_type)


_READS = frozenset({"GET", "HEAD", "OPTIONS"})


async def verify_before_body(request: AnyRequest) -> None:
    """Refuse what no body can make good: a query that can't be read, and a write of the API by nobody who is known.

    Raises:
        ProblemError: 406 or 400, as of :func:`service.http.query.verify_request`; 401 for a write without a token, or
            with one that is no good; 429 for too many of these.
    """
    await verify_request(request)
    if request.method in _READS or not request.scope["path"].startswith("/api/"):
        return
    principal = await principal_of(request.app.state.services, request)
    if not principal.token_id:
        raise Unauthenticated("This takes a token: Authorization: Bearer …")


async def may_write(services: Services, request: AnyRequest, originator_id: UUID | None = None) -> Principal:
    """Who sent the request, if that token may record; and may read the match or series that it is about, if any.

    Raises:
        ProblemError: 401 without a token, 403 with another one.
        NotFound: there is no such match or series for who asks.
    """
    principal = await principal_of(services, request)
    principal.require("record")
    if originator_id is not None:
        await verify_visible(services, principal, originator_id)
    return principal


async def may_correct(services: Services, request: AnyRequest, match_id: UUID) -> Principal:
    """Who sent the request, if that token may record this match: by its scope, or since it is its second record.

    Raises:
        ProblemError, NotFound: as of :func:`may_write`.
    """
    principal = (await principal_of(services, request)).at(match_id)
    principal.require("record")
    await verify_visible(services, principal, match_id)
    return principal


async def may_play(services: Services, request: AnyRequest, match_id: UUID) -> Principal:
    """Who sent the request, if that token may record, or belongs to a seat of the match."""
    principal = (await principal_of(services, request)).at(match_id)
    principal.require_to_play()
    await verify_visible(services, principal, match_id)
    return principal


async def match_to_try(
    services: Services,
    principal: Principal,
    match_id: UUID,
    if_match: Container[int] | None,
    ruling: Ruling | None,
) -> Match:
    """The match on which a dry run is decided, if a write by `principal` would be.

    Raises:
        ProblemError: 404 when there is no such match for who asks.
        NotFound, PreconditionFailed, ResultIsSealed: as of a write.
    """
    match = await load_readable(services, principal, match_id)
    if if_match is not None and match.version not in if_match:
        raise PreconditionFailed(match.version)
    if ruling is None:
        verify_unsealed(match)
    return match
