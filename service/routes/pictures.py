"""Positions as pictures, and the chart of the standings."""

from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency

from replays.pictures.chart import chart
from replays.pictures.games import picture
from service.http import SVG, AnyRequest, versioned
from service.routes.common import MatchId, StepNumber, ViewerName
from service.routes.reel import AsOf, AtVersion, reel_of
from service.wiring import Services

_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
}
"""A picture opened by itself can do nothing, whatever names are in it."""


@get(
    "/matches/{match_id:uuid}/replay/steps/{step:int}/.svg",
    operation_id="getBoardPicture",
    tags=["replay"],
    summary="A step as a picture",
    media_type=SVG,
)
async def get_board_picture(
    match_id: MatchId,
    step: StepNumber,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
    version: AtVersion = None,
    as_of: AsOf = None,
) -> Response[bytes]:
    """The table at a step, as SVG: what the last action changed is outlined, and the text alternative tells it all."""
    reel = await reel_of(services, request, match_id, viewer, version, as_of)
    reel.verify_step(step)
    drawn = await services.blocking(lambda: picture(reel.scene(step)))
    return versioned(request, reel.seen.match.version, drawn.encode(), reel.headers | _HEADERS, SVG)


@get(
    "/matches/{match_id:uuid}/scoreboard/.svg",
    operation_id="getScoreboardPicture",
    tags=["replay"],
    summary="The standings at every step, as a chart",
    media_type=SVG,
)
async def get_scoreboard_picture(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
    version: AtVersion = None,
    as_of: AsOf = None,
) -> Response[bytes]:
    """A line a seat, as SVG; where a score is secret there is a gap."""
    reel = await reel_of(services, request, match_id, viewer, version, as_of)
    title, told = reel.match.game.meta.title, reel.telling
    drawn = await services.blocking(lambda: chart(title, reel.standings(), told.names, told.language))
    return versioned(request, reel.seen.match.version, drawn.encode(), reel.headers | _HEADERS, SVG)
