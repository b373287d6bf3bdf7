"""Takes an import back: its matches are removed, and people whom only it made known are forgotten."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import Struct

from domain.match import commands
from domain.match.confirming import ResultIsSealed
from domain.match.events import MatchEvent
from domain.match.match import Match
from service.commands.imports.table import ImportNotFound, ImportTable
from service.commands.notes import erasure
from service.commands.play import MatchCommands
from service.eventstore.errors import NotFound
from service.eventstore.event_store import EventStore

_REASON: Final = "its import was taken back"
_BATCH: Final = 100


class TakenBack(Struct, frozen=True):
    """What has become of an import.

    Attributes:
        matches: how many were removed.
        sealed: how many weren't, since their results are sealed.
        people: how many were forgotten.
        position: a place in the log up to which all of it is there; 0 where there was no match.
    """

    matches: int
    sealed: int
    people: int
    position: int


async def take_back(
    store: EventStore,
    import_id: UUID,
    *,
    by: str,
    caught_up: Callable[[int], Awaitable[None]],
    progress: Callable[[int], None] = lambda _: None,
) -> TakenBack:
    """Take an import back; again, what was left when that was interrupted.

    `caught_up` waits until read models have come to a position: they tell who has other matches.

    Raises:
        ImportNotFound: there is none, or it was taken back before.
    """
    table = ImportTable(store.pool)
    if (await table.get(import_id)).taken_back_at is not None:
        raise ImportNotFound
    match_commands = MatchCommands(store.matches)
    matches = position = 0
    sealed: list[UUID] = []
    while match_ids := await table.plays_of(import_id, without=sealed, limit=_BATCH):
        gone: list[UUID] = []
        for match_id in match_ids:
            try:
                position = max(position, await removed(store, match_commands, match_id, by))
            except ResultIsSealed:
                sealed.append(match_id)
            else:
                gone.append(match_id)
        await table.forget(gone)
        matches += len(gone)
        progress(len(match_ids))
    await caught_up(position)
    people = await table.take_back(import_id, over=not sealed)
    return TakenBack(matches, len(sealed), people, position)


async def removed(store: EventStore, match_commands: MatchCommands, match_id: UUID, by: str) -> int:
    """Remove a match, unless that is done, with all that was written beside it; gives the position.

    Raises:
        ResultIsSealed: as the name says.
    """

    def remove(_: Match, at: datetime) -> list[MatchEvent]:
        return [commands.remove(_REASON, at=at, by=by)]

    try:
        position = (await match_commands.revise(match_id, remove)).position
    except NotFound:
        return 0
    async with store.pool.connection() as connection:
        await connection.execute(*erasure([match_id]))
    return position
