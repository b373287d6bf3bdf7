"""A match followed live."""

import re
from collections.abc import AsyncGenerator
from time import monotonic
from typing import Annotated, Final
from uuid import UUID

import msgspec
import psycopg
from eventsourcing.persistence import PersistenceError
from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from psycopg_pool import PoolTimeout

from domain.kernel.viewer import Viewer
from domain.match.match import Match
from service.api.match_access import MatchAccess, address_of, see
from service.api.match_answers import reader_of_log
from service.api.match_log import MatchLog
from service.api.parameters import MAX_STEP, MatchId, ViewerName
from service.api.schemas.play import EventAnswer
from service.auth.access import sight, verify_readable, viewer_name
from service.auth.errors import AccessDenied, UnknownViewer
from service.eventstore.errors import NotFound
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.http.sse import PING, EventStream, event, retry_after
from service.live.feeds import Feed, Piece, PieceKey
from service.live.stream_places import Subscriber
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST, TOO_MANY_STREAMS
from service.process.container import Services

_RETRY_MILLISECONDS: Final = 2000
_PIECE: Final = 100
"""Events that are sent at once."""

_json = msgspec.json.Encoder()


@get(
    "/matches/{match_id:uuid}/stream",
    operation_id="streamEvents",
    tags=["play"],
    summary="The log, live",
    opt=Contract(streamed=EventAnswer, problems=(TOO_MANY_STREAMS,)).opt,
)
async def stream_events(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    after: Annotated[int, QueryParameter(ge=0, le=MAX_STEP, description="Only events above this version.")] = 0,
    viewer: ViewerName = None,
) -> EventStream:
    """Every event of the match, those that are there and those that come, as the log shows it at that moment.

    These are server-sent events: `id` is the version, `event` the type, `data` the event as JSON. Who reconnects with
    `Last-Event-ID` goes on after that version. An event `viewer`, without an id, tells through whose eyes the
    following ones are seen: at the start, and when it changes, as when a match ends and all is open. A comment comes
    when nothing else has for a while. The stream ends when the match may no longer be read.
    """
    access = await see(services, request, match_id, viewer)
    version = _resumed_after(request, after)
    if version > access.match.version:
        raise ProblemError(
            INVALID_REQUEST,
            f"The match is at version {access.match.version}, not yet at {version}.",
            parameter="Last-Event-ID" if "last-event-id" in request.headers else "after",
        )
    if not services.feeds.places.has_room(Subscriber.of(access.principal, address_of(request))):
        raise ProblemError(TOO_MANY_STREAMS, "There are no places left.", headers={"Retry-After": "10"})
    log = MatchLog(services, match_id, access.match, reader_of_log(access.principal, access.viewer), whole=True)
    step = await log.step_at_version(version)
    follower = _Follower(services, request, match_id, viewer, access)
    return EventStream(
        follower.follow(version, step), seconds=services.settings.reading_seconds, dropped=services.feeds.drop
    )


def _resumed_after(request: AnyRequest, after: int) -> int:
    """The version that was seen last: what ``Last-Event-ID`` says, since `after` was told on the first connection.

    Raises:
        ProblemError: 400.
    """
    header = request.headers.get("last-event-id")
    if header is None:
        return after
    if not re.fullmatch(r"[0-9]{1,18}", header):
        raise ProblemError(INVALID_REQUEST, "It takes the id of an event, a number.", parameter="Last-Event-ID")
    return int(header)


class _Follower:
    """Who follows a match: one stream."""

    def __init__(
        self, services: Services, request: AnyRequest, match_id: UUID, asked: str | None, access: MatchAccess
    ) -> None:
        self._services = services
        self._request = request
        self._match_id = match_id
        self._asked = asked
        self._access = access
        self._checked_at = monotonic()
        self._heartbeat = services.settings.heartbeat_seconds

    async def follow(self, version: int, step: int) -> AsyncGenerator[bytes, None]:
        """The text of the stream after `version`, which led to `step`. It can be closed without waiting."""
        feeds, announced = self._services.feeds, None
        epoch = feeds.epoch
        subscriber = Subscriber.of(self._access.principal, address_of(self._request))
        if not feeds.places.has_room(subscriber):  # others were faster, who asked at the same time
            return
        with feeds.follow(self._match_id, subscriber) as feed:
            yield retry_after(_RETRY_MILLISECONDS)
            while not feeds.ended and feeds.epoch == epoch:
                turn = feed.turn
                try:
                    match, viewer = await self._look(feed)
                    if match.version < version:  # the log went back behind what was sent
                        return
                    piece = await self._piece(feed, match, version, step, viewer) if version < match.version else None
                except (AccessDenied, NotFound, UnknownViewer):  # it may no longer be read
                    return
                except (PersistenceError, psycopg.OperationalError, PoolTimeout):  # nobody can tell just now
                    return
                if viewer != announced:
                    announced = viewer
                    yield event("viewer", _json.encode({"viewer": viewer_name(viewer)}))
                if piece is not None:
                    version, step = piece.version, piece.step
                    yield piece.text
                elif not await feed.moved(turn, self._heartbeat):
                    yield PING

    async def _look(self, feed: Feed) -> tuple[Match, Viewer]:
        """The match, and through whose eyes it is seen; who follows is asked for again with each heartbeat."""
        if monotonic() - self._checked_at >= self._heartbeat:
            self._access = await see(self._services, self._request, self._match_id, self._asked)
            self._checked_at = monotonic()
        match = await feed.newest()
        verify_readable(self._access.principal, match)
        return match, sight(self._access.principal, match, self._asked)

    async def _piece(self, feed: Feed, match: Match, version: int, step: int, viewer: Viewer) -> Piece:
        reader = reader_of_log(self._access.principal, viewer)

        def make() -> Piece:
            log = MatchLog(self._services, self._match_id, match, reader, whole=True)
            announced = log.events(version, step, _PIECE)
            if not announced:  # the log went back since the match was read
                raise NotFound(self._match_id)
            text = b"".join(event(one.type, _json.encode(one), one.version) for one in announced)
            return Piece(text, announced[-1].version, announced[-1].step)

        key = PieceKey(match.version, version, step, reader)
        return await feed.piece(key, lambda: self._services.blocking(make))
