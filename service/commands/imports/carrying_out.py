"""Carries a plan out, in batches: what was stored before is known when it is done again."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.match import commands
from domain.match.confirming import ResultIsSealed, verify_unsealed
from domain.match.events import Visibility
from service.commands.imports.judging import Fate, Judge, Judged, seats_of
from service.commands.imports.matches import OtherSheet, corrected, match_id_of
from service.commands.imports.new_matches import match_of_play
from service.commands.imports.people import Identity
from service.commands.imports.planning import Plan, SourceFile
from service.commands.imports.reasons import InvalidPlay
from service.commands.imports.table import ImportTable
from service.commands.notes import erasure
from service.commands.play import MatchCommands
from service.eventstore.errors import NotFound, VersionConflict
from service.eventstore.event_store import EventStore
from service.eventstore.optimistic_write import optimistic_write
from service.eventstore.recorder import ImportedPlay, PlayerRow, SideRows, Write
from service.readers.play import BadPlay
from service.readers.reading import read

_MOST_EVENTS: Final = 4_000
"""About so many events are stored in one transaction: whoever records meanwhile waits for it."""

_REPLACED: Final = "its play is another one now"


class Unsure(Exception):  # noqa: N818  # what it is
    """It takes answers who some of the people are."""


class Carried(Struct, frozen=True):
    """What has become of a file.

    Attributes:
        plays: how many plays met each :class:`Fate`.
        position: a place in the log up to which all of it is there; 0 where nothing was written.
    """

    import_id: UUID
    plays: dict[Fate, int]
    position: int


async def carry_out(
    store: EventStore,
    asked: SourceFile,
    plan: Plan,
    *,
    visibility: Visibility,
    by: str,
    progress: Callable[[int], None] = lambda _: None,
) -> Carried:
    """Import a file as it was planned; again, what was left when that was interrupted.

    Raises:
        Unsure: the plan has people of whom it isn't known who they are.
        UnreadableFile, Overloaded: as the names say; what was imported up to there stays.
    """
    if plan.unsure:
        raise Unsure
    table = ImportTable(store.pool)
    digest = await store.blocking(asked.digest)
    import_id = await table.begin(asked.source, digest, asked.name, by)
    known = {one.id: one.player.id for one in plan.people if one.player is not None}
    new = {one.id: one.name for one in plan.people if one.identity is Identity.NEW}
    players = await table.settle(import_id, asked.source, known, new)
    carrier = _Carrier(store, table, import_id, asked.source, players, visibility, by)
    async for batch in Judge(store, asked.source).judged(read(asked.file, asked.kind, asked.mapping)):
        await carrier.carry([one for one in batch if isinstance(one, Judged)])
        carrier.plays[Fate.REFUSED] += sum(isinstance(one, BadPlay) for one in batch)
        progress(len(batch))
    await table.finish(import_id)
    return Carried(import_id, {fate: carrier.plays[fate] for fate in Fate}, carrier.position)


class _Carrier:
    """Stores plays that were judged."""

    def __init__(
        self,
        store: EventStore,
        table: ImportTable,
        import_id: UUID,
        source: str,
        players: Mapping[str, UUID],
        visibility: Visibility,
        by: str,
    ) -> None:
        self._store = store
        self._table = table
        self._commands = MatchCommands(store.matches)
        self._import_id = import_id
        self._source = source
        self._players = players
        self._visibility = visibility
        self._by = by
        self.plays: Counter[Fate] = Counter()
        self.position = 0

    async def carry(self, batch: Sequence[Judged]) -> None:
        """Store what is new of a batch, all at once, and correct what has changed."""
        batch = [self._seatable(one) for one in batch]
        new = [one for one in batch if one.fate is Fate.NEW]
        if new:
            await self._open(new)
        for one in batch:
            fate = await self._correct(one) if one.fate is Fate.CHANGED else one.fate
            self.plays[fate] += 1

    def _seatable(self, one: Judged) -> Judged:
        """The same, refused if two of its people were said to be one, who would sit in two seats."""
        if one.fate not in {Fate.NEW, Fate.CHANGED}:
            return one
        seats = self._seats(one)
        return one if len(set(seats)) == len(seats) else replace(one, fate=Fate.REFUSED)

    async def _open(self, new: Sequence[Judged]) -> None:
        try:
            for some in await self._store.blocking(lambda: list(_together(map(self._writes, new)))):
                self.position = await self._store.group_commit.append(*some)
        except VersionConflict:  # somebody imports the same; what is there is known by its id
            for one in new:
                await self._open_alone(one)

    async def _open_alone(self, one: Judged) -> None:
        try:
            self.position = await self._store.group_commit.append(*self._writes(one))
        except VersionConflict:
            await self._correct(one)

    def _writes(self, one: Judged) -> list[Write]:
        """What stores a match, with what is written beside it; the match last."""
        seats = self._seats(one)
        at = datetime.now(UTC)
        new = match_of_play(one.play, seats, one.match_id, visibility=self._visibility, at=at, by=self._by)
        nameless = [PlayerRow(player, None) for player in _anonymous(one, seats)]
        side_rows = SideRows(players=nameless, imported_plays=[self._row(one)])
        log = self._store.log
        notes = [log.to_write(id_, 0, events, "") for id_, events in new.notes]
        return [*notes, log.to_write(one.match_id, 0, new.events, new.game, side_rows=side_rows)]

    def _row(self, one: Judged) -> ImportedPlay:
        return ImportedPlay(self._source, one.play.id, one.incarnation, one.digest, self._import_id)

    def _seats(self, one: Judged) -> list[UUID]:
        return seats_of(one.play, one.match_id, self._players.__getitem__)

    async def _correct(self, one: Judged) -> Fate:
        """Correct the match of a play, or let another one take its place where it can't be corrected to that."""
        seats = self._seats(one)
        await self._table.add_nameless(_anonymous(one, seats))
        try:
            match = await self._store.matches.load(one.match_id)
            persons = await self._table.persons([*seats, *match.seats])
            decide = corrected(one.play, seats, lambda old, new: persons.get(old, old) == persons.get(new, new))
            written = await self._commands.correct(
                one.match_id, lambda match, at, chance: decide(match, at, chance, self._by)
            )
        except (InvalidPlay, ResultIsSealed):
            return Fate.REFUSED
        except NotFound:
            return Fate.REMOVED
        except OtherSheet:
            return await self._replace(one)
        self.position = max(self.position, written.position)
        await self._table.remember(self._row(one), one.match_id)
        return Fate.CHANGED

    async def _replace(self, one: Judged) -> Fate:
        """Remove the match of a play and make another one of it, both or none."""
        incarnation = one.incarnation + 1
        match_id = match_id_of(self._source, one.play.id, incarnation)
        again = Judged(one.play, Fate.NEW, match_id, incarnation, one.digest)

        async def attempt() -> int:
            match = await self._store.matches.load(one.match_id)
            verify_unsealed(match)
            gone = commands.remove(_REPLACED, at=datetime.now(UTC), by=self._by)
            removal = self._store.log.to_write(one.match_id, match.version, [gone], match.game.meta.key)
            return await self._store.group_commit.append(removal, *self._writes(again))

        try:
            self.position = await optimistic_write(attempt)
        except ResultIsSealed:
            return Fate.REFUSED
        async with self._store.pool.connection() as connection:
            await connection.execute(*erasure([one.match_id]))
        return Fate.CHANGED


def _together(matches: Iterable[list[Write]]) -> Iterator[list[Write]]:
    """The writes of matches, as many at a time as are stored at once."""
    batch: list[Write] = []
    for writes in matches:
        batch += writes
        if sum(len(write.events) for write in batch) >= _MOST_EVENTS:
            yield batch
            batch = []
    if batch:
        yield batch


def _anonymous(one: Judged, seats: Sequence[UUID]) -> list[UUID]:
    return [player for player, source in zip(seats, one.play.players, strict=True) if source.anonymous]
