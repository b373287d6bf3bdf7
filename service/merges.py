"""Two players who turned out to be one person: decided on the table of players, told in the log."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import UTC, datetime
from random import uniform
from typing import Any, Final, TypeAlias
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from domain.people.events import PEOPLE, PlayersMerged
from service.people import NOT_NAMED
from service.problems import NOT_FOUND, UNKNOWN_PLAYER, ProblemError
from service.store.aggregates import MatchStore
from service.store.course import ATTEMPTS
from service.store.errors import TooBusy, VersionConflict
from service.store.log import Written
from service.store.recorder import Beside, Key, Merge

Blocking: TypeAlias = Callable[..., Awaitable[Any]]
"""Calls a function that blocks, with the arguments that follow it, in a thread."""

# The version and the players are of one moment: whoever merges after it is found out by the version.
_LOOK: Final = (
    "SELECT coalesce((SELECT max(originator_version) FROM match_events WHERE originator_id = %(people)s), 0),"
    " ARRAY(SELECT id FROM players WHERE id = ANY(%(players)s) AND name IS NOT NULL)"
)


class Merges:
    """Merges players. The table of players and the log change in one transaction."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]], store: MatchStore, blocking: Blocking) -> None:
        self._pool = pool
        self._store = store
        self._blocking = blocking

    async def merge(self, player_id: UUID, into: UUID, *, by: str, key: Key | None) -> Written:
        """Let a player be another one from now on; who was merged into it before follows.

        All merges are versions of one history, so that of two at once the second is decided on what the first left.

        Raises:
            ProblemError: 404 for the player, 422 when `into` isn't another player that can be seated.
            KeyReused, TooBusy: as the names say.
        """
        for attempt in range(ATTEMPTS):
            version, named = await self._look(player_id, into)
            # Asked for after the look: what is found done there may be the same request's doing.
            done: Written | None = await self._blocking(self._store.made_by, key)
            if done is not None:
                return done
            _verify(player_id, into, named)
            event = PlayersMerged(player=player_id, into=into, at=datetime.now(UTC), by=by)
            try:
                written: Written = await self._blocking(
                    self._store.log.append,
                    PEOPLE,
                    version,
                    [event],
                    "",
                    key=key,
                    beside=Beside(merges=[Merge(player_id, into)]),
                )
            except VersionConflict:
                await asyncio.sleep(uniform(0, min(0.05, 0.002 * attempt)))  # noqa: S311  # spreads writers that collide
            else:
                return written
        raise TooBusy("Others were faster, many times in a row.")

    async def _look(self, player_id: UUID, into: UUID) -> tuple[int, list[UUID]]:
        """The version of the history of merges, and which of the two can be merged on it."""
        async with self._pool.connection() as connection:
            asked = {"people": PEOPLE, "players": [player_id, into]}
            row = await (await connection.execute(_LOOK, asked)).fetchone()
        return row or (0, [])


def _verify(player_id: UUID, into: UUID, named: Collection[UUID]) -> None:
    """Refuse two of whom one isn't `named`, or who are the same already."""
    if player_id not in named:
        raise ProblemError(NOT_FOUND, NOT_NAMED)
    if player_id == into or into not in named:
        raise ProblemError(UNKNOWN_PLAYER, "It takes another player, known and not merged itself.", pointer="/into")
