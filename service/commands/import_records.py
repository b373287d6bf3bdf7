"""Imports records: each as a whole or not at all, however often it comes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias
from uuid import UUID

from msgspec import Struct

from domain.annotations.annotations import annotations_id
from domain.match.match import Match
from domain.variations.variations import variations_id
from replays.records.checking import Checked
from replays.records.form import RecordPlayer
from service.commands.record_diff import Difference, difference, goes_on, wire
from service.eventstore.dice import new_seed
from service.eventstore.errors import UnreadableLog, VersionConflict
from service.eventstore.event_store import EventStore
from service.eventstore.idempotency import find_by_key
from service.eventstore.optimistic_write import optimistic_write
from service.eventstore.recorder import IdempotencyKey, MatchSeed, PlayerRow, SideRows, Write
from service.queries.match_logs import events_of, match_of


class RecordConflict(Exception):  # noqa: N818  # what it is
    """Something has the id of a record that isn't what it tells.

    Attributes:
        match: what is here; None for something removed or damaged, or that is no match.
        how: in which way it differs.
    """

    def __init__(self, match: Match | None, how: Difference = Difference.OTHER) -> None:
        super().__init__("The id is taken." if match is None else f"{how} It is at version {match.version}.")
        self.match = match
        self.how = how


class ImportedRecord(Struct, frozen=True):
    """What has come of a record.

    Attributes:
        version: that of the match.
        position: a place in the log up to which all of it is there; 0 where it was only checked.
        known: whether it was there already.
        other_names: who is known here by another name than in the record, by the name here.
        deviating: the steps that the rules don't confirm, of a match that was imported on trust.
        signed_by: the key by which its evidence holds, if it has any.
    """

    version: int
    position: int
    known: bool
    other_names: tuple[tuple[RecordPlayer, str | None], ...]
    deviating: tuple[int, ...] = ()
    signed_by: str | None = None


class Importer:
    """Imports records into a log."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._log = store.log

    async def import_record(
        self, record: Checked, *, dry_run: bool = False, key: IdempotencyKey | None = None
    ) -> ImportedRecord:
        """Store what a record tells, if it isn't here already: match, players, and what was written beside it, at once.

        Raises:
            RecordConflict, KeyReused, Overloaded: as the names say.
        """

        async def attempt() -> ImportedRecord:
            if key is not None and (made := await find_by_key(self._store.pool, key)) is not None:
                return await self._result(record, made.last_version, made.position, known=False)
            version = len(record.events)
            if await self._store.blocking(self.is_here, record):
                position = await self._store.blocking(self._log.position_of, record.match_id, version)
                return await self._result(record, version, position, known=True)
            if dry_run:
                return await self._result(record, version, 0, known=False)
            position, people = await self._stored([record], key)
            return _imported(record, version, position, people, known=False)

        return await optimistic_write(attempt)

    async def import_records(
        self, batch: Sequence[Checked], *, dry_run: bool = False
    ) -> list[ImportedRecord | RecordConflict]:
        """What comes of each of `batch`, as by :meth:`import_record`; what is new of it is stored in one transaction.

        Raises:
            Overloaded: as the name says.
        """
        together = {} if dry_run else await self._imported_together(await self._store.blocking(self._new, batch))
        return [
            together.pop(record.match_id) if record.match_id in together else await self._tried(record, dry_run=dry_run)
            for record in batch
        ]

    def _new(self, batch: Sequence[Checked]) -> list[Checked]:
        """Those whose matches aren't here: of each id the first one."""
        first: dict[UUID, Checked] = {}
        for record in batch:
            first.setdefault(record.match_id, record)
        here = self._log.begun(list(first))
        return [record for match_id, record in first.items() if match_id not in here]

    async def _imported_together(self, new: Sequence[Checked]) -> dict[UUID, ImportedRecord]:
        """What has come of `new`, by their ids; nothing where somebody else stored one of them meanwhile."""
        if not new:
            return {}
        try:
            position, people = await self._stored(new, None)
        except VersionConflict:
            return {}
        return {record.match_id: _imported(record, len(record.events), position, people, known=False) for record in new}

    async def _tried(self, record: Checked, *, dry_run: bool) -> ImportedRecord | RecordConflict:
        try:
            return await self.import_record(record, dry_run=dry_run)
        except RecordConflict as conflict:
            return conflict

    async def _stored(self, new: Sequence[Checked], key: IdempotencyKey | None) -> tuple[int, dict[UUID, PlayerRow]]:
        """Store matches that there aren't yet, with what was written beside them and their new players, at once.

        Gives the position of the last event, and all their players as known then. New players get the first name.

        Raises:
            VersionConflict: something of it is there meanwhile.
        """
        writes, people = await self._store.blocking(self._to_write, new, key)
        return await self._store.group_commit.append(*writes), people

    def _to_write(
        self, new: Sequence[Checked], key: IdempotencyKey | None
    ) -> tuple[list[Write], dict[UUID, PlayerRow]]:
        people = {player.id: player for record in reversed(new) for player in record.players}
        known = self._log.known_players(list(people))
        strangers = {
            player.id: PlayerRow(player.id, player.name, simulated=player.simulated)
            for player in people.values()
            if player.id not in known
        }
        side_rows = SideRows(
            players=list(strangers.values()), seeds=[seed for record in new for seed in _seeds(record)]
        )
        *others, last = (beginning for record in new for beginning in _beginnings(record))
        writes = [self._log.to_write(*beginning) for beginning in others]
        return [*writes, self._log.to_write(*last, key=key, side_rows=side_rows)], known | strangers

    async def _result(self, record: Checked, version: int, position: int, *, known: bool) -> ImportedRecord:
        people = await self._store.blocking(self._log.known_players, [player.id for player in record.players])
        return _imported(record, version, position, people, known=known)

    def has(self, match_id: UUID) -> bool:
        """Whether something has this id here. It blocks."""
        return match_id in self._log.begun([match_id])

    def is_here(self, record: Checked) -> bool:
        """Whether all that a record tells was stored before; more may have been written beside the match since.

        It blocks.

        Raises:
            RecordConflict: there is another match with its id.
        """
        try:
            log = events_of(self._log, record.match_id)
            match = match_of(record.match_id, log)
        except UnreadableLog:
            raise RecordConflict(None) from None
        if not log:
            return False
        if match is None or match.removed:
            raise RecordConflict(None)
        if match.game is not record.game:
            raise RecordConflict(match)
        stored, wanted = wire(match.game, log), wire(record.game, enumerate(record.events, start=1))
        how = difference(stored, wanted) or self._note_differences(record)
        if how is not None:
            raise RecordConflict(match, how)
        return True

    def _note_differences(self, record: Checked) -> Difference | None:
        side_rows = ((annotations_id, record.annotations), (variations_id, record.variations))
        there = all(goes_on(events_of(self._log, id_of(record.match_id)), events) for id_of, events in side_rows)
        return None if there else Difference.NOTE_EVENTS


_Beginning: TypeAlias = tuple[UUID, int, tuple[Any, ...], str]
"""The id of a new aggregate, the version 0 behind which its events come, these, and the key of its game."""


def _beginnings(record: Checked) -> Iterable[_Beginning]:
    """What there is to store of a record, the match last."""
    if record.annotations:
        yield annotations_id(record.match_id), 0, record.annotations, ""
    if record.variations:
        yield variations_id(record.match_id), 0, record.variations, ""
    yield record.match_id, 0, record.events, record.game.meta.key


def _seeds(record: Checked) -> list[MatchSeed]:
    """The seeds that a record tells; where it doesn't, one by which this service draws what wasn't drawn before."""
    if record.committed and not record.seeds:
        return [MatchSeed(record.match_id, len(record.events), new_seed())]
    return [MatchSeed(record.match_id, since, seed) for since, seed in record.seeds.items()]


def _imported(
    record: Checked, version: int, position: int, people: Mapping[UUID, PlayerRow], *, known: bool
) -> ImportedRecord:
    deviating = () if known else record.deviating
    signed_by = record.evidence.key if record.evidence else None
    return ImportedRecord(version, position, known, _other_names(record, people), deviating, signed_by)


def _other_names(record: Checked, people: Mapping[UUID, PlayerRow]) -> tuple[tuple[RecordPlayer, str | None], ...]:
    """Those of a record's players who are known by another name than in it, with that."""
    return tuple(
        (player, people[player.id].name)
        for player in record.players
        if player.id in people and player.name is not None and player.name != people[player.id].name
    )
