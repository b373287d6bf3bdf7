"""The log of a match, as who asks may know it."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from itertools import islice
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Stream
from msgspec import Struct
from msgspec.structs import replace

from domain.annotations.audience import Reader
from domain.match.match import Match
from service.api.match_access import lasting_json, see
from service.api.match_answers import event_answer, reader_of_log, step_after
from service.api.parameters import MAX_STEP, Cursor, Limit, MatchId, ViewerName
from service.api.schemas.play import (
    EventAnswer,
    EventPage,
)
from service.auth.access import viewer_name
from service.http.conditional import tag_of, versioned
from service.http.contract import Contract
from service.http.negotiation import NDJSON, wants_lines
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.process.container import Services

_encoder = msgspec.json.Encoder()

Include = Annotated[
    Literal["retracted"] | None,
    QueryParameter(description="With what was taken back, too; `retracted_by` tells which event did that."),
]


_CHUNK: Final = 500
"""Events that are read at once for a stream."""


@get(
    "/matches/{match_id:uuid}/events",
    operation_id="listEvents",
    tags=["play"],
    summary="The log",
    opt=Contract(ndjson=True).opt,
)
async def list_events(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    after: Annotated[int, QueryParameter(ge=0, le=MAX_STEP, description="Only events above this version.")] = 0,
    include: Include = None,
    viewer: ViewerName = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[EventPage] | Stream:
    """What happened to the match, as the viewer may know it; as `application/x-ndjson` all of it, one event a line.

    Of the actions, and of the cards identified, those that stand; with `include=retracted` every event there is.
    """
    access = await see(services, request, match_id, viewer)
    reader = reader_of_log(access.principal, access.viewer)
    log = MatchLog(services, match_id, access.match, reader, whole=include is not None)
    if wants_lines(request):
        tag = tag_of(access.match.version, viewer_name(access.viewer), NDJSON)
        return versioned(request, tag, log.stream(after))
    place = read_cursor(cursor, tuple[Place, Place])
    return await lasting_json(request, match_id, access, partial(log.page, after, place, limit))


class MatchLog(Struct, frozen=True):
    """The events of one match for who asks; with those that were taken back, if it is the `whole` log."""

    services: Services
    match_id: UUID
    match: Match
    reader: Reader
    whole: bool

    async def step_at_version(self, version: int) -> int:
        """Where the match stood then."""
        if version == 0:
            return 0
        if version >= self.match.version:
            return self.match.step
        match = await self.services.matches.at_version(self.match_id, version)
        return match.step

    async def page(self, after: int, place: tuple[int, int] | None, limit: int) -> EventPage:
        """As many as `limit` events above the version `after`, or behind the `place` that a cursor names."""
        if place and place[0] >= after:
            after, step = place
        else:
            step = await self.step_at_version(after)
        events = await self.services.blocking(self.events, after, step, limit + 1)
        shown = events[:limit]
        following = make_cursor(shown[-1].version, shown[-1].step) if len(events) > limit else None
        return EventPage(tuple(shown), following)

    def events(self, after: int, step: int, limit: int) -> list[EventAnswer]:
        """As many as `limit` events above the version `after`, where the match stood at `step`."""
        return list(islice(self._events(after, step, limit), limit))

    async def stream(self, after: int) -> AsyncIterator[bytes]:
        """All of them, as lines of JSON."""
        step = await self.step_at_version(after)
        while chunk := await self.services.blocking(self.events, after, step, _CHUNK):
            yield _encoder.encode_lines(chunk)
            after, step = chunk[-1].version, chunk[-1].step

    def _events(self, after: int, step: int, limit: int) -> Iterator[EventAnswer]:
        """The events above `after`, read in parts, since any number of them may be left out."""
        match = self.match
        while after < match.version:
            part = list(self.services.matches.events(self.match_id, after=after, upto=match.version, limit=limit))
            if not part:
                return  # the log went back since the match was read
            for version, event in part:
                after, step = version, step_after(step, event)
                retracted_by = match.retracted_by(version, event)
                if retracted_by is None:
                    yield event_answer(match, version, step, event, self.reader)
                elif self.whole:
                    yield replace(event_answer(match, version, step, event, self.reader), retracted_by=retracted_by)
