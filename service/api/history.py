"""What was done and how the seats stood, step by step, by the read models."""

from typing import Any
from uuid import UUID

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from replays.frames import Narrator, played_view
from service.api.match_access import MatchAccess, narrator_of, revision_of, see
from service.api.parameters import AfterPosition, Cursor, Limit, MatchId, ViewerName, awaited_position
from service.api.schemas.play import (
    HistoryItem,
    HistoryPage,
    ScoreboardItem,
    ScoreboardPage,
)
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
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
    """What was done at each step, with a sentence in English or Italian (`Accept-Language`)."""
    position = await services.progress.reach("move_history", awaited_position(request, after_position), match_id)
    access = await see(services, request, match_id, viewer)
    place = read_cursor(cursor, tuple[Place])
    after = place[0] if place else 0
    narrator = await narrator_of(services, request, access.match.seats)
    items, goes_on = await _history(services, match_id, access, narrator, after, limit)
    following = make_cursor(after + limit) if goes_on else None
    page: Any = _EncodedHistoryPage(msgspec.Raw(items), following, position)
    return Response(page, headers={"Content-Language": narrator.language})


class _EncodedHistoryPage(Struct):
    """A :class:`HistoryPage` whose items are encoded."""

    items: msgspec.Raw
    next_cursor: str | None
    position: int


async def _history(
    services: Services, match_id: UUID, access: MatchAccess, narrator: Narrator, after: int, limit: int
) -> tuple[bytes, bool]:
    """The items above the step `after`, encoded, and whether there are more than `limit`.

    Once the read model has all of them as they stand in the match, they are the same for every viewer of that kind.
    """
    stand = [ply.version for ply in access.match.line[after : after + limit + 1]]
    key = ("history", match_id, revision_of(access.match), access.viewer, narrator, after, limit)
    if (kept := services.response_cache.get(key)) is not None:
        return kept, len(stand) > limit
    rows = await services.read_models.history(match_id, after, limit + 1)
    items = _encoder.encode([_history_item(access, row, narrator) for row in rows[:limit]])
    if [row.version for row in rows] == stand:
        services.response_cache.keep(key, items)
    return items, len(rows) > limit


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
    position = await services.progress.reach("scoreboard", awaited_position(request, after_position), match_id)
    access = await see(services, request, match_id, viewer)
    after = read_cursor(cursor, tuple[Place])
    rows = await services.read_models.standings(match_id, access.viewer, after[0] if after else -1, limit + 1)
    items = tuple(ScoreboardItem(step, standings) for step, standings in rows[:limit])
    following = make_cursor(items[-1].step) if len(rows) > limit else None
    return Response(ScoreboardPage(items, following, position))
