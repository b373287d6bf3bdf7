"""Positions as pictures, and the chart of the standings."""

from typing import Annotated, Final, Literal

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from domain.subjects.titles import subject_title
from replays.pictures.games import picture
from replays.pictures.remarks import remarks_of
from replays.pictures.scene import Layout
from service.api.authors import names_of_authors
from service.api.parameters import MatchId, StepNumber, ViewerName
from service.api.replay_view import AsOf, AtVersion, WithAnnotations, replay_view_of
from service.http.contract import Contract
from service.http.negotiation import SVG
from service.http.requests import AnyRequest
from service.process.container import Services

PictureLayout = Annotated[
    Literal["portrait", "landscape", "compact"], QueryParameter(description="How the picture uses its room.")
]

WithPlaces = Annotated[
    bool,
    QueryParameter(
        description="Whether an unseen area with the attribute `data-place` lies over each place that can be marked."
    ),
]

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
    opt=Contract(localized=True, headers=("Content-Security-Policy",)).opt,
)
async def get_board_picture(
    match_id: MatchId,
    step: StepNumber,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
    version: AtVersion = None,
    as_of: AsOf = None,
    annotations: WithAnnotations = True,
    layout: PictureLayout = "portrait",
    places: WithPlaces = False,
) -> Response[bytes]:
    """The table at a step, as SVG: what the last action changed is outlined, and the text alternative describes all.

    `layout` says how it uses its room: one column with all of it, two columns for a wide screen, or, without a head,
    what fits a phone beside the words of a page.

    Marks that were put on it are drawn and told with their authors, and so are glyphs with their meaning.
    """
    replay_view = await replay_view_of(services, request, match_id, viewer, version, as_of, annotated=annotations)
    replay_view.verify_step(step)
    written = replay_view.written(step, step)

    async def drawn() -> bytes:
        remarks = remarks_of(written[step], await names_of_authors(services, replay_view)) if written else ()
        return (
            await services.blocking(lambda: picture(replay_view.scene(step, remarks, Layout(layout), pointing=places)))
        ).encode()

    return await replay_view.answer(request, drawn, written, _HEADERS, SVG)


@get(
    "/matches/{match_id:uuid}/scoreboard/.svg",
    operation_id="getScoreboardPicture",
    tags=["replay"],
    summary="The standings at every step, as a chart",
    media_type=SVG,
    opt=Contract(localized=True, headers=("Content-Security-Policy",)).opt,
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
    replay_view = await replay_view_of(services, request, match_id, viewer, version, as_of)

    match, narrator = replay_view.match, replay_view.narrator
    title = subject_title(match.game, match.options, narrator.language)

    def drawn() -> bytes:
        from replays.pictures.chart import chart

        return chart(title, replay_view.standings(), narrator.names, narrator.language).encode()

    return await replay_view.answer(request, lambda: services.blocking(drawn), headers=_HEADERS, media_type=SVG)
