"""Going through a match again, from its log."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Stream

from replays.frames import Frame, parts
from service.http import AnyRequest, Place, make_cursor, read_cursor, versioned, wants_lines
from service.routes.common import MAX_STEP, Cursor, Limit, MatchId, StepNumber, ViewerName, verify_range
from service.routes.reel import AsOf, AtVersion, reel_of
from service.schemas.replay import ChapterList, FramePage
from service.wiring import Services


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
    reel = await reel_of(services, request, match_id, viewer, version, as_of)
    reel.verify_step(step)
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
    reel = await reel_of(services, request, match_id, viewer, version, as_of)
    end = reel.match.step if last is None else min(last, reel.match.step)
    if wants_lines(request):
        return versioned(request, reel.seen.match.version, reel.stream(first, end), reel.headers)
    if place := read_cursor(cursor, tuple[Place]):
        first = max(first, place[0])
    frames = await services.blocking(lambda: list(reel.frames(first, min(end, first + limit - 1))))
    following = make_cursor(frames[-1].step + 1) if frames and frames[-1].step < end else None
    return versioned(request, reel.seen.match.version, FramePage(tuple(frames), following, reel.fault), reel.headers)


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
    reel = await reel_of(services, request, match_id, None, version, as_of)
    found = await services.blocking(
        lambda: parts(services.stepper.positions(match_id, reel.match), reel.telling.language)
    )
    return versioned(request, reel.seen.match.version, ChapterList(tuple(found), reel.fault), reel.headers)
