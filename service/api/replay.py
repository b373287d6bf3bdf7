"""Going through a match again, from its log."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Stream

from replays.frames import parts
from service.api.parameters import MAX_STEP, Cursor, Limit, MatchId, StepNumber, ViewerName, verify_range
from service.api.replay_view import AsOf, AtVersion, WithAnnotations, replay_view_of
from service.api.schemas.replay import ChapterList, FrameAnswer, FramePage
from service.http.conditional import versioned
from service.http.contract import Contract
from service.http.negotiation import NDJSON, wants_lines
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.process.container import Services


@get(
    "/matches/{match_id:uuid}/replay/steps/{step:int}",
    operation_id="getFrame",
    tags=["replay"],
    summary="One frame of a replay",
    opt=Contract(localized=True).opt,
)
async def get_frame(
    match_id: MatchId,
    step: StepNumber,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
    version: AtVersion = None,
    as_of: AsOf = None,
    annotations: WithAnnotations = True,
) -> Response[FrameAnswer]:
    """What led to a step, in words too, the table after it and what changed on it, the standings, what was written."""
    replay_view = await replay_view_of(services, request, match_id, viewer, version, as_of, annotated=annotations)
    replay_view.verify_step(step)
    written = replay_view.written(step, step)
    return await replay_view.answer(
        request, lambda: services.blocking(next, replay_view.answers(step, step, written)), written
    )


@get(
    "/matches/{match_id:uuid}/replay",
    operation_id="getReplay",
    tags=["replay"],
    summary="A replay",
    opt=Contract(ndjson=True, localized=True).opt,
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
    annotations: WithAnnotations = True,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[FramePage] | Stream:
    """The frames of several steps: a page, or as `application/x-ndjson` all of them, one a line."""
    verify_range(first, last)
    replay_view = await replay_view_of(services, request, match_id, viewer, version, as_of, annotated=annotations)
    end = replay_view.match.step if last is None else min(last, replay_view.match.step)
    if wants_lines(request):
        written = replay_view.written(first, end)
        return versioned(
            request, replay_view.tag(written, NDJSON), replay_view.stream(first, end, written), replay_view.headers
        )
    if place := read_cursor(cursor, tuple[Place]):
        first = max(first, place[0])
    until = min(end, first + limit - 1)
    written = replay_view.written(first, until)

    def page() -> FramePage:
        frames = tuple(replay_view.answers(first, until, written))
        following = make_cursor(frames[-1].step + 1) if frames and frames[-1].step < end else None
        return FramePage(frames, following, replay_view.fault)

    return await replay_view.answer(request, lambda: services.blocking(page), written)


@get(
    "/matches/{match_id:uuid}/replay/chapters",
    operation_id="getChapters",
    tags=["replay"],
    summary="The rounds and phases of a match",
    opt=Contract(localized=True).opt,
)
async def get_chapters(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    version: AtVersion = None,
    as_of: AsOf = None,
) -> Response[ChapterList]:
    """The steps of each phase of each round, to jump to."""
    replay_view = await replay_view_of(services, request, match_id, None, version, as_of)

    def chapters() -> ChapterList:
        walk = services.stepper.positions(match_id, replay_view.match)
        return ChapterList(tuple(parts(walk, replay_view.narrator.language)), replay_view.fault)

    return await replay_view.answer(request, lambda: services.blocking(chapters))
