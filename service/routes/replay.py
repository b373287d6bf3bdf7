"""Going through a match again, from its log."""

from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Stream
from msgspec import Struct

from domain.kernel.viewer import Viewer
from domain.match.match import Match
from replays.frames import Frame, Table, Telling, frame, parts, table
from replays.stepper import Position
from service.access import sight
from service.http import AnyRequest, Place, language_of, make_cursor, read_cursor, versioned, wants_lines
from service.problems import INVALID_REQUEST, NOT_FOUND, ProblemError
from service.routes.common import (
    MAX_STEP,
    Cursor,
    Limit,
    MatchId,
    Seen,
    StepNumber,
    ViewerName,
    seat_names,
    see,
    verify_range,
)
from service.schemas.replay import ChapterList, FramePage
from service.wiring import Services

_CHUNK: Final = 100
"""Frames that are made at once for a stream."""

_FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}

AsOf = Annotated[
    datetime | None,
    QueryParameter(description="The match as the record had it at this moment, before what was corrected later."),
]
AtVersion = Annotated[
    int | None,
    QueryParameter(
        ge=1, le=MAX_STEP, description="The match as it was at this version; of a match that has ended, kept for ever."
    ),
]

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
    version: AtVersion = None,
    as_of: AsOf = None,
) -> Response[Frame]:
    """What led to a step, in words too, the table after it and what changed on it, and the standings."""
    reel = await _reel(services, request, match_id, viewer, version, as_of)
    if step > reel.match.step:
        raise ProblemError(NOT_FOUND, f"The match has got to step {reel.match.step}, not to {step}.")
    (content,) = await services.blocking(lambda: list(reel.frames(step, step)))
    return versioned(request, reel.seen.match.version, content, reel.headers)


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
    version: AtVersion = None,
    as_of: AsOf = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[FramePage] | Stream:
    """The frames of several steps: a page, or as `application/x-ndjson` all of them, one a line."""
    verify_range(first, last)
    reel = await _reel(services, request, match_id, viewer, version, as_of)
    end = reel.match.step if last is None else min(last, reel.match.step)
    if wants_lines(request):
        return versioned(request, reel.seen.match.version, reel.stream(first, end), reel.headers)
    if place := read_cursor(cursor, tuple[Place]):
        first = max(first, place[0])
    frames = await services.blocking(lambda: list(reel.frames(first, min(end, first + limit - 1))))
    following = make_cursor(frames[-1].step + 1) if frames and frames[-1].step < end else None
    return versioned(request, reel.seen.match.version, FramePage(tuple(frames), following), reel.headers)


@get(
    "/matches/{match_id:uuid}/replay/chapters",
    operation_id="getChapters",
    tags=["replay"],
    summary="The rounds and phases of a match",
)
async def get_chapters(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    version: AtVersion = None,
    as_of: AsOf = None,
) -> Response[ChapterList]:
    """The steps of each phase of each round, to jump to."""
    reel = await _reel(services, request, match_id, None, version, as_of)
    found = await services.blocking(
        lambda: parts(services.stepper.positions(match_id, reel.match), reel.telling.language)
    )
    return versioned(request, reel.seen.match.version, ChapterList(tuple(found)), reel.headers)


class _Reel(Struct, frozen=True):
    """The frames of one match for who asks.

    Attributes:
        match: what is shown: the match as it is now, or as it was recorded once.
        viewer: the viewer that was asked for.
        settled: whether `match` was asked for by its version, which stays as it is.
    """

    services: Services
    match_id: UUID
    seen: Seen
    match: Match
    viewer: str | None
    telling: Telling
    settled: bool

    @property
    def headers(self) -> dict[str, str]:
        """What every answer tells beside its frames."""
        told: dict[str, str] = {"Content-Language": self.telling.language}
        return told | _FOR_EVER if self.settled and self.match.finished and self.seen.match.finished else told

    def frames(self, first: int, last: int) -> Iterator[Frame]:
        """The frames from `first` to `last`, both included; none when that is backwards or beyond the end."""
        if first > min(last, self.match.step):
            return
        walk = self.services.stepper.positions(self.match_id, self.match, max(0, first - 1), last)
        before: Table | None = None
        if first:
            start = next(walk)
            before = table(start, self._eyes(start))
        for position in walk:
            shown = frame(position, self._eyes(position), self.telling, before)
            before = Table(shown.view, shown.standings, shown.pending)
            yield shown

    async def stream(self, first: int, last: int) -> AsyncIterator[bytes]:
        """The same as lines of JSON."""
        for start in range(first, last + 1, _CHUNK):
            end = min(last, start + _CHUNK - 1)
            yield _lines.encode_lines(await self.services.blocking(lambda a, b: list(self.frames(a, b)), start, end))

    def _eyes(self, position: Position) -> Viewer:
        step = None if position.is_last else position.step
        return sight(self.seen.principal, self.seen.match, self.viewer, step)


async def _reel(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    viewer: str | None,
    version: int | None,
    as_of: datetime | None,
) -> _Reel:
    """What who asks may see of a match, as it was at `version`, at the moment `as_of`, or as it is.

    Raises:
        ProblemError: 404 when there is no such match for who asks, or it wasn't there yet; 400 for both.
    """
    seen = await see(services, request, match_id, viewer)
    match = await _recorded(services, match_id, seen.match, version, as_of)
    telling = Telling(tuple(await seat_names(services, match.seats)), language_of(request))
    return _Reel(services, match_id, seen, match, viewer, telling, settled=version is not None)


async def _recorded(
    services: Services, match_id: UUID, newest: Match, version: int | None, as_of: datetime | None
) -> Match:
    if version is not None and as_of is not None:
        raise ProblemError(INVALID_REQUEST, "Either `version` or `as_of`.", parameter="as_of")
    if as_of is not None:
        version = await services.blocking(_version_at, services, match_id, as_of)
    if version is None:
        return newest
    if not 1 <= version <= newest.version:
        raise ProblemError(NOT_FOUND, f"The match has the versions 1 to {newest.version}.")
    return await services.blocking(services.store.at_version, match_id, version)


def _version_at(services: Services, match_id: UUID, moment: datetime) -> int:
    """How many of the events had been recorded at `moment`."""
    version = 0
    for number, event in services.store.events(match_id):
        if event.at > moment:
            break
        version = number
    return version
