"""Reads matches that have ended as plays, some at a time, so that their number costs no memory."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

import structlog

from domain.kernel.viewer import Viewer
from domain.match.match import Match
from domain.match.parts import Status
from projections.scoreboard.projection import Scoreboard
from service.auth.access import Principal, may_read, sight
from service.eventstore.errors import UnreadableLog
from service.eventstore.event_store import EventStore
from service.queries.filters import MatchFilter
from service.queries.interchange.plays import EndedMatch, SeatedPerson, play_of
from service.queries.match_logs import events_of, match_of
from service.queries.order_of_play import PLACE, OrderOfPlay, place_parameters
from service.readers.play import Kind, Play
from service.reads.reads import Reads

READ_MODEL: Final = Scoreboard.name
"""What tells which matches there are."""

_MATCHES: Final = 50
_log = structlog.get_logger(__name__)


class PlayReader:
    """Gives matches as plays, in the order in which they were played."""

    def __init__(self, store: EventStore, reads: Reads) -> None:
        self._store = store
        self._reads = reads

    async def parts(
        self, wanted: MatchFilter, principal: Principal, source: Kind | None
    ) -> AsyncIterator[Sequence[Play]]:
        """The plays of those matches that `principal` finds in lists, as far as it may know them; damaged ones aren't.

        A match that is still played is no play. One that was imported from `source` is called as there.
        """
        after: OrderOfPlay = (date.min, 0, 0)
        wanted = wanted.accessible_to(principal)
        while page := await self._page(wanted, after, source):
            yield await self._plays(page, principal)
            after = page[-1]["played_on"], page[-1]["ordinal"], page[-1]["opened"]

    async def of_match(self, match_id: UUID, match: Match, viewer: Viewer, source: Kind) -> Play:
        """The play of one match that has ended, as `viewer` may know it."""
        query = f"SELECT {_COLUMNS} FROM (SELECT) one LEFT JOIN scoreboard_match m ON m.match_id = %(id)s"
        (row,) = await self._reads.dicts(query, {"id": match_id, "source": source})
        return play_of(_ended(match_id, match, row, await self._persons(match.seats)), viewer)

    async def still_played(self, wanted: MatchFilter, principal: Principal) -> int:
        """How many of those matches are no plays, since they are still played."""
        wanted = wanted.accessible_to(principal)
        query = f"SELECT count(*) FROM scoreboard_match m WHERE {wanted.where()} AND m.status = 'playing'"
        (row,) = await self._reads.dicts(query, wanted.parameters())
        return int(row["count"])

    async def _page(self, wanted: MatchFilter, after: OrderOfPlay, source: Kind | None) -> Sequence[Mapping[str, Any]]:
        query = (
            f"SELECT {_COLUMNS} FROM scoreboard_match m WHERE {wanted.where()} AND m.status <> 'playing'"
            f" AND (m.played_on, m.ordinal, m.opened) > {PLACE}"
            " ORDER BY m.played_on, m.ordinal, m.opened LIMIT %(limit)s"
        )
        return await self._reads.dicts(
            query, wanted.parameters() | place_parameters(after) | {"limit": _MATCHES, "source": source}
        )

    async def _plays(self, page: Sequence[Mapping[str, Any]], principal: Principal) -> list[Play]:
        read = await self._store.blocking(lambda: [(row, self._match(row["match_id"], principal)) for row in page])
        found = [(row, match) for row, match in read if match is not None]
        persons = await self._persons([player for _, match in found for player in match.seats])

        def plays() -> list[Play]:
            return [self._play(_ended(row["match_id"], match, row, persons), principal) for row, match in found]

        return await self._store.blocking(plays)

    async def _persons(self, players: Sequence[UUID]) -> dict[UUID, SeatedPerson]:
        rows = await self._reads.dicts(_PERSONS, {"ids": list(set(players))})
        return {row["player"]: SeatedPerson(row["id"], row["name"]) for row in rows}

    def _match(self, match_id: UUID, principal: Principal) -> Match | None:
        """A match that was listed, unless it has changed since, or can't be read."""
        try:
            match = match_of(match_id, events_of(self._store.log, match_id))
        except UnreadableLog as error:
            _log.warning("a match that can't be read was left out", fault=str(error))
            return None
        readable = match is not None and not match.removed and may_read(principal.at(match_id), match.visibility)
        if match is None or not readable or match.status is Status.PLAYING:
            return None
        return match

    @staticmethod
    def _play(ended: EndedMatch, principal: Principal) -> Play:
        return play_of(ended, sight(principal.at(ended.match_id), ended.match, None))


def _ended(match_id: UUID, match: Match, row: Mapping[str, Any], persons: Mapping[UUID, SeatedPerson]) -> EndedMatch:
    return EndedMatch(match_id, match, row["source_id"] or str(match_id), persons, row["duration"])


_COLUMNS: Final = """
    m.match_id, m.played_on, m.ordinal, m.opened, m.duration,
    (SELECT i.play_id FROM imported_plays i WHERE i.match_id = m.match_id AND i.source = %(source)s) AS source_id
"""

_PERSONS: Final = """
    SELECT p.id AS player, coalesce(q.id, p.id) AS id, coalesce(q.name, p.name) AS name
    FROM players p LEFT JOIN players q ON q.id = p.merged_into WHERE p.id = ANY(%(ids)s)
"""
