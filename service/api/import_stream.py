"""An import followed live."""

from collections.abc import AsyncGenerator
from time import monotonic
from typing import Final
from uuid import UUID

import msgspec
import psycopg
from litestar import get
from litestar.di import NamedDependency
from psycopg_pool import PoolTimeout

from service.api.import_answers import progress_of
from service.api.importing import ImportId, may_import
from service.api.match_access import address_of
from service.api.schemas.imports import ImportProgress
from service.auth.errors import AccessDenied
from service.commands.imports.table import ImportNotFound
from service.commands.imports.uploads import WORKING
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.http.sse import PING, EventStream, event, retry_after
from service.live.stream_places import Subscriber
from service.problems.details import ProblemError
from service.problems.kinds import TOO_MANY_STREAMS
from service.process.container import Services

_RETRY_MILLISECONDS: Final = 2000

_json = msgspec.json.Encoder()


@get(
    "/imports/{import_id:uuid}/stream",
    operation_id="streamImport",
    tags=["imports"],
    summary="An import, live",
    opt=Contract(streamed=ImportProgress, scope="record", resumable=False, problems=(TOO_MANY_STREAMS,)).opt,
)
async def stream_import(import_id: ImportId, services: NamedDependency[Services], request: AnyRequest) -> EventStream:
    """How far the import is, now and whenever it has got on: events `progress`.

    The stream ends when nobody works on the import: with the event that says so. A comment comes when nothing else has
    for a while.
    """
    subscriber = Subscriber.of(await may_import(services, request), address_of(request))
    await services.imports.uploads.get(import_id)
    if not services.feeds.places.has_room(subscriber):
        raise ProblemError(TOO_MANY_STREAMS, "There are no places left.", headers={"Retry-After": "10"})
    return EventStream(
        _followed(services, request, import_id, subscriber),
        seconds=services.settings.reading_seconds,
        dropped=services.feeds.drop,
    )


async def _followed(
    services: Services, request: AnyRequest, import_id: UUID, subscriber: Subscriber
) -> AsyncGenerator[bytes, None]:
    """The text of a stream. It can be closed without waiting."""
    feeds, heartbeat = services.feeds, services.settings.heartbeat_seconds
    epoch, checked_at, sent = feeds.epoch, monotonic(), None
    if not feeds.places.has_room(subscriber):  # others were faster, who asked at the same time
        return
    with feeds.follow(import_id, subscriber) as feed:
        yield retry_after(_RETRY_MILLISECONDS)
        while not feeds.ended and feeds.epoch == epoch:
            turn = feed.turn
            try:
                if monotonic() - checked_at >= heartbeat:
                    await may_import(services, request)
                    checked_at = monotonic()
                progress = progress_of(await services.imports.uploads.get(import_id))
            except (AccessDenied, ImportNotFound):
                return
            except (psycopg.OperationalError, PoolTimeout):  # nobody can tell just now
                return
            if progress != sent:
                sent = progress
                yield event("progress", _json.encode(progress))
            if progress.state not in WORKING:
                return
            if not await feed.moved(turn, heartbeat):
                yield PING
