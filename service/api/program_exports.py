"""Matches that have ended, as files that other programs read, and one of them as an address for BG Stats."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.response import Stream

from domain.match.parts import Status
from service.api.match_access import principal_of, see
from service.api.match_filters import ASKED_FILTER
from service.api.parameters import AfterPosition, MatchId, awaited_position
from service.api.schemas.exports import BgStatsLinkAnswer
from service.auth.access import Principal
from service.http.conditional import digest_of, versioned
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.interchange.forms import PROGRAM_FORMS, ProgramForm
from service.queries.interchange.push_link import LINK_LOSSES, push_link
from service.queries.interchange.reader import READ_MODEL
from service.readers.play import Kind

LOSSES: Final = "Partita-Losses"
"""The header that tells what matches have and a file has no place for."""

_BGSTATS: Final = PROGRAM_FORMS["bgstats"]
_BGG: Final = PROGRAM_FORMS["bgg"]
_JSON: Final = "application/json"


@get(
    "/exports/bgstats",
    operation_id="exportBgStats",
    tags=["exports"],
    summary="Matches as a file of BG Stats",
    dependencies=ASKED_FILTER,
    opt=Contract(file={_BGSTATS.media_type: _BGSTATS.title}, headers=(LOSSES,)).opt,
)
async def export_bgstats(
    services: NamedDependency[Services],
    request: AnyRequest,
    asked: NamedDependency[MatchFilter],
    after_position: AfterPosition = None,
) -> Stream:
    """All matches of `GET /matches` that have ended, of any game, in the order in which they were played.

    Of each it has what you find in lists; who was erased is anonymous. A match that came from BG Stats has the id that
    it has there.
    """
    return await _file(services, request, _BGSTATS, asked, after_position)


@get(
    "/exports/bgg",
    operation_id="exportBgg",
    tags=["exports"],
    summary="Matches as plays of BoardGameGeek",
    dependencies=ASKED_FILTER,
    opt=Contract(file={_BGG.media_type: _BGG.title}, headers=(LOSSES,)).opt,
)
async def export_bgg(
    services: NamedDependency[Services],
    request: AnyRequest,
    asked: NamedDependency[MatchFilter],
    after_position: AfterPosition = None,
) -> Stream:
    """The same matches as `GET /exports/bgstats`, on one page of the form of BoardGameGeek's XML API 2."""
    return await _file(services, request, _BGG, asked, after_position)


@get(
    "/matches/{match_id:uuid}/bgstats-link",
    operation_id="getBgStatsLink",
    tags=["exports"],
    summary="The address that hands a match to BG Stats",
)
async def get_bgstats_link(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[BgStatsLinkAnswer]:
    """Whoever follows it sends what you may know of the match, names included, to BG Stats. None while it is played."""
    access = await see(services, request, match_id, None)
    link = None
    if access.match.status is not Status.PLAYING:
        play = await services.plays.of_match(match_id, access.match, access.viewer, Kind.BGSTATS)
        link = push_link(play)
    content = msgspec.json.encode(BgStatsLinkAnswer(link=link, losses=LINK_LOSSES))
    return versioned(request, digest_of(content), content, media_type=_JSON)


async def _file(
    services: Services, request: AnyRequest, form: ProgramForm, wanted: MatchFilter, after_position: int | None
) -> Stream:
    """The file as a download that is sent while it is read."""
    principal = await principal_of(services, request)
    await services.progress.reach(READ_MODEL, awaited_position(request, after_position))
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": f'attachment; filename="{form.file_name}"',
        LOSSES: ", ".join(form.losses),
        "Vary": "Accept, Authorization, Cookie",
        "X-Content-Type-Options": "nosniff",
    }
    return Stream(_written(services, wanted, principal, form), media_type=form.media_type, headers=headers)


async def _written(
    services: Services, wanted: MatchFilter, principal: Principal, form: ProgramForm
) -> AsyncIterator[bytes]:
    writer = form.writer()
    yield writer.begin()
    async for plays in services.plays.parts(wanted, principal, form.source):
        if part := await services.blocking(writer.rows, plays):
            yield part
    yield await services.blocking(writer.end)
