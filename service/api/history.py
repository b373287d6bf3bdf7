"""What was done and how the seats stood, step by step, by the read models."""

from typing import Any

import msgspec
from litestar import MediaType, Response, get
from litestar.di import NamedDependency

from replays.frames import Narrator, played_view
from service.api.match_access import MatchAccess, narrator_of, see, verify_there
from service.api.parameters import AfterPosition, Cursor, Limit, MatchId, ViewerName, awaited_position
from service.api.schemas.play import (
    HistoryItem,
    HistoryPage,
    ScoreboardItem,
    ScoreboardPage,
)
from service.http.basis import Basis
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest, notes_of
from service.process.container import Services
from service.queries.matches import HistoryRow

_encoder = msgspec.json.Encoder()


@get(
    "/matches/{match_id:uuid}/history",
    operation_id="getHistory",
    tags=["play"],
    summary="The move history",
    opt=Contract(localized=True).opt,
)
async def get_history(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
    limit: Limit = 100,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[HistoryPage]:
    """What was done at each step, with a sentence in the language of the reader (`Accept-Language`)."""
    awaited = awaited_position(request, after_position)
    await verify_there(services, request, match_id)
    position = await services.progress.reach("move_history", awaited, match_id)
    access = await see(services, request, match_id, viewer)
    place = read_cursor(cursor, tuple[Place])
    after = place[0] if place else 0
    narrator = await narrator_of(services, request, access.match.seats)
    rows = await services.read_models.history(match_id, after, limit + 1)
    items = tuple(_history_item(access, row, narrator) for row in rows[:limit])
    following = make_cursor(after + limit) if len(rows) > limit else None
    stand = [ply.version for ply in access.match.line[after : after + limit + 1]]
    page: Any = _encoder.encode(HistoryPage(items, following, position))
    headers = {"Content-Language": narrator.language}
    if awaited is None and [row.version for row in rows] == stand:  # the read model has the whole page
        front = page[: page.rindex(b":") + 1]
        notes_of(request.scope).basis = Basis(
            match_id,
            access.match.seats,
            tuple(narrator.names),
            read_model="move_history",
            front=front,
        )
    return Response(page, headers=headers, media_type=MediaType.JSON)


def _history_item(access: MatchAccess, row: HistoryRow, narrator: Narrator) -> HistoryItem:
    played = played_view(access.match, row.event, access.viewer, narrator.names, narrator.language)
    return HistoryItem(
        step=row.step,
        version=row.version,
        seat=played.seat,
        type=played.type,
        at=played.at,
        by=played.by,
        played_at=played.played_at,
        action=played.action,
        outcome=played.outcome,
        sentence=played.sentence,
        deviates=row.version in access.match.deviations,
        irregular=played.irregular,
    )


@get(
    "/matches/{match_id:uuid}/scoreboard",
    operation_id="getScoreboard",
    tags=["play"],
    summary="The standings at every step",
)
async def get_scoreboard(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    viewer: ViewerName = None,
    limit: Limit = 1000,
    cursor: Cursor = None,
    after_position: AfterPosition = None,
) -> Response[ScoreboardPage]:
    """How the seats stood at each step, for a chart; the last item is how they stand now."""
    awaited = awaited_position(request, after_position)
    await verify_there(services, request, match_id)
    position = await services.progress.reach("scoreboard", awaited, match_id)
    access = await see(services, request, match_id, viewer)
    after = read_cursor(cursor, tuple[Place])
    rows = await services.read_models.standings(match_id, access.viewer, after[0] if after else -1, limit + 1)
    items = tuple(ScoreboardItem(step, standings) for step, standings in rows[:limit])
    following = make_cursor(items[-1].step) if len(rows) > limit else None
    return Response(ScoreboardPage(items, following, position))
