"""Going through a match again, from its log."""

from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import islice
from typing import Annotated, Final
from uuid import UUID

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Stream

from domain.kernel.game import Language
from domain.match.match import Match
from replays.stepper import Frame, Position, frame, position_at, positions
from service.access import Principal, sight
from service.http import AnyRequest, Place, language_of, make_cursor, read_cursor, versioned, wants_lines
from service.routes.common import (
    MAX_STEP,
    Cursor,
    Limit,
    MatchId,
    StepNumber,
    ViewerName,
    seat_names,
    see,
    verify_range,
)
from service.schemas.replay import FramePage
from service.wiring import Services

_CHUNK: Final = 100
"""Frames that are made at once for a stream."""

_lines = msgspec.json.Encoder()


@get(
    "/matches/{match_id:uuid}/replay/steps/{step:int}",
    operation_id="getFrame",
    tags=["replay"],
    summary="One frame of a replay",
)
async def get_frame(
    match_id: MatchId,
    step: StepNumber,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
) -> Response[Frame]:
    """What led to a step, in words too, the table after it, and the standings."""
    seen = await see(services, request, match_id, viewer, step)
    position = await services.blocking(lambda: position_at(services.store.events(match_id), step))
    names, language = await seat_names(services, seen.match.seats), language_of(request)
    content = frame(position, seen.viewer, names, language)
    return versioned(request, seen.match.version, content, {"Content-Language": language})


@get(
    "/matches/{match_id:uuid}/replay",
    operation_id="getReplay",
    tags=["replay"],
    summary="A replay",
    opt={"ndjson": True},
)
async def get_replay(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    first: Annotated[int, QueryParameter(name="from", ge=0, le=MAX_STEP, description="The first step.")] = 0,
    last: Annotated[
        int | None, QueryParameter(name="to", ge=0, le=MAX_STEP, description="The last step; the match's if not given.")
    ] = None,
    viewer: ViewerName = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[FramePage] | Stream:
    """The frames of several steps: a page, or as `application/x-ndjson` all of them, one a line."""
    verify_range(first, last)
    seen = await see(services, request, match_id, viewer)
    language = language_of(request)
    reel = _Reel(
        services,
        match_id,
        seen.match,
        seen.principal,
        viewer,
        await seat_names(services, seen.match.seats),
        language,
    )
    end = seen.match.step if last is None else min(last, seen.match.step)
    headers = {"Content-Language": language}
    if wants_lines(request):
        return versioned(request, seen.match.version, reel.stream(first, end), headers)
    if place := read_cursor(cursor, tuple[Place]):
        first = max(first, place[0])
    frames = await reel.frames(first, min(end, first + limit - 1))
    following = make_cursor(frames[-1].step + 1) if frames and frames[-1].step < end else None
    return versioned(request, seen.match.version, FramePage(tuple(frames), following), headers)


class _Reel:
    """The frames of one match for who asks."""

    def __init__(
        self,
        services: Services,
        match_id: UUID,
        match: Match,
        principal: Principal,
        viewer: str | None,
        names: Sequence[str],
        language: Language,
    ) -> None:
        self._services = services
        self._match_id = match_id
        self._match = match
        self._principal = principal
        self._viewer = viewer
        self._names = names
        self._language = language

    async def frames(self, first: int, last: int) -> list[Frame]:
        """The frames from `first` to `last`, both included; none when that is backwards."""
        if last < first:
            return []
        return await self._services.blocking(self._frames, first, last)

    async def stream(self, first: int, last: int) -> AsyncIterator[bytes]:
        """The same as lines of JSON; the match is folded once."""
        walk = await self._services.blocking(lambda: self._walk(first))
        while first <= last:
            frames = await self._services.blocking(
                lambda number: [self._frame(position) for position in islice(walk, number)],
                min(_CHUNK, last - first + 1),
            )
            yield _lines.encode_lines(frames)
            first += _CHUNK

    def _frames(self, first: int, last: int) -> list[Frame]:
        return [self._frame(position) for position in islice(self._walk(first), last - first + 1)]

    def _walk(self, first: int) -> Iterator[Position]:
        events = self._services.store.events(self._match_id, upto=self._match.version)
        return islice(positions(events), first, None)

    def _frame(self, position: Position) -> Frame:
        eyes = sight(self._principal, self._match, self._viewer, position.match.step)
        return frame(position, eyes, self._names, self._language)
