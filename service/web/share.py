"""A replay is shared: link, QR code, picture, and the code with which another site shows the board."""

from html import escape
from urllib.parse import urlencode

from litestar import Response, get
from litestar.di import NamedDependency

from domain.match.parts import Status
from domain.subjects.titles import subject_title
from replays.pictures.games import picture
from replays.pictures.preview import preview
from replays.pictures.scene import Layout, Scene
from service.api.parameters import MatchId, ViewerName
from service.api.replay_view import replay_view_of
from service.auth.access import ANONYMOUS, may_read
from service.http.conditional import digest_of, has_version, versioned
from service.http.negotiation import language_of
from service.http.qr import svg_of
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services
from service.queries.interchange.push_link import push_link
from service.readers.play import Kind
from service.web.addresses import base_of
from service.web.boards import boards_of
from service.web.rendering import framed_page, page
from service.web.replay_handlers import StepAsked
from service.web.visitor import visitor_of


@get("/matches/{match_id:uuid}/share", include_in_schema=False)
async def share_page(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: StepAsked = None,
    viewer: ViewerName = None,
) -> Response[bytes]:
    """How somebody else gets to see a step of a match."""
    await visitor_of(services, request)
    replay_view = await replay_view_of(services, request, match_id, viewer, None, None)
    match = replay_view.match
    shown = match.step if step is None else step
    replay_view.verify_step(shown)
    base = base_of(services, request)
    query = f"?{urlencode({'step': shown} | ({} if viewer is None else {'viewer': viewer}))}"
    ended = match.status is not Status.PLAYING
    play = await services.plays.of_match(match_id, match, replay_view.access.viewer, Kind.BGSTATS) if ended else None
    link, title = f"{base}/matches/{match_id}{query}", subject_title(match.game, match.options, language_of(request))
    return page(
        request,
        "share.html",
        match_id=match_id,
        match=match,
        title=title,
        step=shown,
        query=query,
        link=link,
        qr=svg_of(link),
        bgstats=None if play is None else push_link(play),
        embed=_frame(f"{base}/embed/matches/{match_id}?step={shown}", title),
        public=may_read(ANONYMOUS, match.visibility),
        picture_viewer="" if viewer is None else f"&viewer={viewer}",
    )


@get("/embed/matches/{match_id:uuid}", include_in_schema=False)
async def embedded_board(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, step: StepAsked = None
) -> Response[bytes]:
    """The board at a step as everybody may see it, for the frame of another site; none that isn't for everybody."""
    replay_view = await replay_view_of(services, request, match_id, "public", None, None)
    match = replay_view.match
    if not may_read(ANONYMOUS, match.visibility):
        raise ProblemError(NOT_FOUND, "There is no such match.")
    shown = match.step if step is None else step
    replay_view.verify_step(shown)

    def drawn() -> Scene:
        return replay_view.scene(shown)

    scene = await services.blocking(drawn)
    boards = await services.blocking(boards_of, scene)
    return framed_page(
        request,
        "embed.html",
        match_id=match_id,
        title=subject_title(match.game, match.options, language_of(request)),
        step=shown,
        last=match.step,
        boards=boards,
        sentence=scene.sentence,
    )


@get("/matches/{match_id:uuid}/preview.png", include_in_schema=False, media_type="image/png")
async def preview_image(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, step: StepAsked = None
) -> Response[bytes]:
    """The table at a step as everybody may see it, for a link's preview; of no match that isn't for everybody."""
    replay_view = await replay_view_of(services, request, match_id, "public", None, None)
    match = replay_view.match
    if not may_read(ANONYMOUS, match.visibility):
        raise ProblemError(NOT_FOUND, "There is no such match.")
    shown = match.step if step is None else step
    replay_view.verify_step(shown)

    drawn = await services.blocking(lambda: picture(replay_view.scene(shown, layout=Layout.LANDSCAPE)))
    tag = digest_of(drawn)
    image = b"" if has_version(request, tag) else await services.blocking(preview, drawn)
    headers = {
        "Cache-Control": "public, no-cache",
        "X-Content-Type-Options": "nosniff",
        "Vary": "Accept-Language, Cookie",
    }
    return versioned(request, tag, image, headers, "image/png")


def _frame(address: str, title: str) -> str:
    """The HTML with which a page of another site shows the board."""
    size = 'width="760" height="640" style="border:0;max-width:100%"'
    return f'<iframe src="{escape(address)}" title="{escape(title)}" {size} loading="lazy"></iframe>'
