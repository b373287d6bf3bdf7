"""Matches of chess as PGN, one at a time, so that their number costs no memory."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

import structlog
from msgspec.structs import replace

from domain.annotations.annotations import Annotations, annotations_id
from domain.annotations.annotations import fold as annotated
from domain.annotations.audience import Reader
from domain.kernel.viewer import RECORDER
from domain.match.match import Match
from domain.variations.variations import Variations, variations_id
from domain.variations.variations import fold as varied
from projections.scoreboard.projection import Scoreboard
from replays.exports.pgn import GAME, pgn_of
from replays.notebook import notebook
from service.auth.access import Principal
from service.eventstore.errors import DamagedLog
from service.eventstore.event_store import EventStore
from service.queries.filters import MatchFilter
from service.queries.match_logs import events_of, match_of
from service.queries.order_of_play import PLACE, OrderOfPlay, place_parameters
from service.queries.player_names import NAMES
from service.reads.reads import Reads

READ_MODEL = Scoreboard.name
"""What tells which matches there are."""

_MATCHES = 50
_log = structlog.get_logger(__name__)

_PAGE = """
    SELECT m.match_id, m.played_on, m.ordinal, m.opened FROM scoreboard_match m
    WHERE {where} AND (m.played_on, m.ordinal, m.opened) > {place}
    ORDER BY m.played_on, m.ordinal, m.opened LIMIT %(limit)s
"""


class GameReader:
    """Gives matches of chess as PGN, in the order in which they were played."""

    def __init__(self, store: EventStore, reads: Reads) -> None:
        self._store = store
        self._reads = reads

    async def games(self, wanted: MatchFilter, principal: Principal) -> AsyncIterator[bytes]:
        """Those of the matches that `principal` finds in lists, with what everybody may see of their notes.

        Damaged ones are left out.
        """
        after: OrderOfPlay = (date.min, 0, 0)
        wanted = replace(wanted, game=GAME).accessible_to(principal)
        while page := await self._page(wanted, after):
            for game in await self._games([row["match_id"] for row in page]):
                yield game
            after = page[-1]["played_on"], page[-1]["ordinal"], page[-1]["opened"]

    async def _games(self, match_ids: Sequence[UUID]) -> list[bytes]:
        matches = await self._store.blocking(lambda: {match_id: self._match(match_id) for match_id in match_ids})
        found = {match_id: match for match_id, match in matches.items() if match is not None}
        names = await self._names([player for match in found.values() for player in match.seats])
        return await self._store.blocking(
            lambda: [self._written(match_id, match, names) for match_id, match in found.items()]
        )

    async def _page(self, wanted: MatchFilter, after: OrderOfPlay) -> Sequence[Mapping[str, Any]]:
        parameters = wanted.parameters() | place_parameters(after) | {"limit": _MATCHES}
        return await self._reads.dicts(_PAGE.format(where=wanted.where(), place=PLACE), parameters)

    def _match(self, match_id: UUID) -> Match | None:
        """A match that was listed, unless it is gone since, or damaged."""
        try:
            match = match_of(match_id, events_of(self._store.log, match_id))
        except DamagedLog as error:
            _log.warning("a damaged match was left out", fault=str(error))
            return None
        return None if match is None or match.removed else match

    async def _names(self, players: Sequence[UUID]) -> Mapping[UUID, str | None]:
        async with self._store.pool.connection() as connection:
            rows = await connection.execute(NAMES, (list(set(players)),), binary=True)
            return dict(await rows.fetchall())

    def _written(self, match_id: UUID, match: Match, names: Mapping[UUID, str | None]) -> bytes:
        log = self._store.log
        annotations = annotated(None, (event for _, event in events_of(log, annotations_id(match_id))))
        variations = varied(None, (event for _, event in events_of(log, variations_id(match_id))))
        found = notebook(
            match,
            annotations or Annotations(match_id, version=0),
            variations or Variations(match_id, version=0),
            lambda: events_of(log, match_id),
            Reader("", RECORDER),
        )
        return pgn_of(match_id, match, found, [names.get(player) or "?" for player in match.seats])
