"""Two players who turned out to be one person: decided on the table of players, told in the log."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import UTC, datetime
from random import uniform
from typing import Any, Final, TypeAlias
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from domain.people.events import PEOPLE, MergeUndone, PeopleEvent, PlayersMerged
from domain.people.people import People, fold
from service.eventstore.aggregates import MatchStore
from service.eventstore.course import ATTEMPTS
from service.eventstore.errors import Overloaded, VersionConflict
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey, Merge, Separation, SideRows
from service.queries.players import NOT_NAMED, PlayerNotFound

_Decided: TypeAlias = tuple[int, Callable[[], tuple[PeopleEvent, SideRows]]]
"""The version of the history that was looked at, and what to store on it, or a refusal that is raised."""

Blocking: TypeAlias = Callable[..., Awaitable[Any]]
"""Calls a function that blocks, with the arguments that follow it, in a thread."""

# The version and the players are of one moment: whoever merges after it is found out by the version.
_LOOK: Final = (
    "SELECT coalesce((SELECT max(originator_version) FROM match_events WHERE originator_id = %(people)s), 0),"
    " ARRAY(SELECT id FROM players WHERE id = ANY(%(players)s) AND name IS NOT NULL)"
)


class InvalidMerge(ValueError):  # noqa: N818  # what it is
    """A player can't be merged into this one; `str()` tells why, for people."""


class Merges:
    """Merges players, and undoes that. The table of players and the log change in one transaction."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]], store: MatchStore, blocking: Blocking) -> None:
        self._pool = pool
        self._store = store
        self._blocking = blocking

    async def merge(self, player_id: UUID, into: UUID, *, by: str, key: IdempotencyKey | None) -> AppendResult:
        """Let a player be another one from now on; who was merged into it before follows.

        All merges are versions of one history, so that of two at once the second is decided on what the first left.

        Raises:
            PlayerNotFound: there is no such player.
            InvalidMerge: `into` isn't another player that can be seated.
            KeyReused, Overloaded: as the names say.
        """

        async def decide() -> _Decided:
            version, named = await self._look(player_id, into)

            def merged() -> tuple[PeopleEvent, SideRows]:
                _verify(player_id, into, named)
                event = PlayersMerged(player=player_id, into=into, at=datetime.now(UTC), by=by)
                return event, SideRows(merges=[Merge(player_id, into)])

            return version, merged

        return await self._written(decide, key)

    async def undo(self, player_id: UUID, *, by: str, key: IdempotencyKey | None) -> AppendResult:
        """Let a player who was merged be somebody of its own again, under its old name; who was merged into it follows.

        Raises:
            PlayerNotFound: no such player is merged into another one.
            KeyReused, Overloaded: as the names say.
        """

        async def decide() -> _Decided:
            people: People = await self._blocking(self._people)

            def undone() -> tuple[PeopleEvent, SideRows]:
                if player_id not in people.into:
                    raise PlayerNotFound("There is no such player, or it wasn't merged into another one.")
                separations = [Separation(player, player_id) for player in people.one_with(player_id)]
                event = MergeUndone(player=player_id, at=datetime.now(UTC), by=by)
                return event, SideRows(separations=separations)

            return people.version, undone

        return await self._written(decide, key)

    async def _written(self, decide: Callable[[], Awaitable[_Decided]], key: IdempotencyKey | None) -> AppendResult:
        """Store what is decided on the newest version of the history of merges, or give what `key` made."""
        for attempt in range(ATTEMPTS):
            version, decided = await decide()
            # Asked for after the look: what is found done there may be the same request's doing.
            done: AppendResult | None = await self._blocking(self._store.made_by, key)
            if done is not None:
                return done
            event, beside = decided()
            try:
                written: AppendResult = await self._blocking(
                    self._store.log.append, PEOPLE, version, [event], "", key=key, beside=beside
                )
            except VersionConflict:
                await asyncio.sleep(uniform(0, min(0.05, 0.002 * attempt)))  # noqa: S311  # spreads writers that collide
            else:
                return written
        raise Overloaded("Others were faster, many times in a row.")

    def _people(self) -> People:
        """Who is who, by all merges so far."""
        return fold(event for _, event in self._store.log.events(PEOPLE))

    async def _look(self, player_id: UUID, into: UUID) -> tuple[int, list[UUID]]:
        """The version of the history of merges, and which of the two can be merged on it."""
        async with self._pool.connection() as connection:
            asked = {"people": PEOPLE, "players": [player_id, into]}
            row = await (await connection.execute(_LOOK, asked)).fetchone()
        return row or (0, [])


def _verify(player_id: UUID, into: UUID, named: Collection[UUID]) -> None:
    """Refuse two of whom one isn't `named`, or who are the same already.

    Raises:
        PlayerNotFound, InvalidMerge: as of :meth:`Merges.merge`.
    """
    if player_id not in named:
        raise PlayerNotFound(NOT_NAMED)
    if player_id == into or into not in named:
        raise InvalidMerge("It takes another player, known and not merged itself.")
