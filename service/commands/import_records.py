"""What a record tells, stored: each as a whole or not at all, however often it comes."""

from collections.abc import Iterable, Mapping, Sequence
from time import sleep
from typing import Final
from uuid import UUID

from msgspec import Struct

from domain.annotations.annotations import annotations_id
from domain.match.match import Match
from domain.variations.variations import variations_id
from replays.records.checking import Checked
from replays.records.form import RecordPlayer
from service.commands.record_diff import Difference, difference, goes_on, wire
from service.eventstore.course import ATTEMPTS
from service.eventstore.dice import new_seed
from service.eventstore.errors import DamagedLog, KeyReused, Overloaded, VersionConflict
from service.eventstore.log import AppendResult, Beginning, EventLog
from service.eventstore.recorder import IdempotencyKey, MatchSeed, NewPlayer
from service.queries.match_logs import events_of, match_of

_RETRY_SECONDS: Final = 0.01


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
        deviating: the steps that the rules don't confirm, of a match that was taken in on trust.
    """

    version: int
    position: int
    known: bool
    other_names: tuple[tuple[RecordPlayer, str | None], ...]
    deviating: tuple[int, ...] = ()


class Importer:
    """Takes records into a log. Calls block; they may come from several threads."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    def take_in(self, told: Checked, *, dry_run: bool = False, key: IdempotencyKey | None = None) -> ImportedRecord:
        """Store what a record tells, if it isn't here already: match, players, and what was written beside, at once.

        Raises:
            RecordConflict, KeyReused, Overloaded: as the names say.
        """
        for _ in range(ATTEMPTS):
            if (made := self._made_by(key)) is not None:
                return self._taken_in(told, made.last_version, made.position, known=False)
            if self.is_here(told):
                version = len(told.events)
                return self._taken_in(told, version, self._log.position_of(told.match_id, version), known=True)
            if dry_run:
                return self._taken_in(told, len(told.events), 0, known=False)
            try:
                stored, _ = self._store([told], key)
            except VersionConflict:  # somebody else stored the same, or one of the players
                sleep(_RETRY_SECONDS)
                continue
            return self._taken_in(told, stored.last_version, stored.position, known=False)
        raise Overloaded("Others were faster, many times in a row.")

    def take_in_all(self, batch: Sequence[Checked], *, dry_run: bool = False) -> list[ImportedRecord | RecordConflict]:
        """What comes of each of `batch`, as by :meth:`take_in`; what is new of it is stored in one transaction.

        Raises:
            Overloaded: as the name says.
        """
        together = {} if dry_run else self._taken_in_together(self._new(batch))
        return [
            together.pop(told.match_id) if told.match_id in together else self._tried(told, dry_run=dry_run)
            for told in batch
        ]

    def _new(self, batch: Sequence[Checked]) -> list[Checked]:
        """Those whose matches aren't here: of each id the first one."""
        first: dict[UUID, Checked] = {}
        for told in batch:
            first.setdefault(told.match_id, told)
        here = self._log.begun(list(first))
        return [told for match_id, told in first.items() if match_id not in here]

    def _taken_in_together(self, new: Sequence[Checked]) -> dict[UUID, ImportedRecord]:
        """What has come of `new`, by their ids; nothing where somebody else stored one of them meanwhile."""
        if not new:
            return {}
        try:
            stored, people = self._store(new, None)
        except VersionConflict:
            return {}
        return {
            told.match_id: ImportedRecord(
                len(told.events),
                stored.position,
                known=False,
                other_names=_other_names(told, people),
                deviating=told.deviating,
            )
            for told in new
        }

    def _tried(self, told: Checked, *, dry_run: bool) -> ImportedRecord | RecordConflict:
        try:
            return self.take_in(told, dry_run=dry_run)
        except RecordConflict as conflict:
            return conflict

    def _store(self, new: Sequence[Checked], key: IdempotencyKey | None) -> tuple[AppendResult, dict[UUID, NewPlayer]]:
        """Store matches that there aren't yet, with what was written beside them and their new players, at once.

        Gives where the last one lies, and all their players as they are known then. Who is new has the first name told.

        Raises:
            VersionConflict: something of it is there meanwhile.
        """
        people = {player.id: player for told in reversed(new) for player in told.players}
        known = self._log.known_players(list(people))
        strangers = {
            player.id: NewPlayer(player.id, player.name, simulated=player.simulated)
            for player in people.values()
            if player.id not in known
        }
        beginnings = [beginning for told in new for beginning in _beginnings(told)]
        seeds = [seed for told in new for seed in _seeds(told)]
        stored = self._log.begin_together(beginnings, key=key, players=list(strangers.values()), seeds=seeds)
        return stored, known | strangers

    def _made_by(self, key: IdempotencyKey | None) -> AppendResult | None:
        made = self._log.made_by(key) if key else None
        if made is None or key is None:
            return None
        if made.digest != key.digest:
            raise KeyReused(key.key)
        return made.written

    def _taken_in(self, told: Checked, version: int, position: int, *, known: bool) -> ImportedRecord:
        people = self._log.known_players([player.id for player in told.players])
        return ImportedRecord(version, position, known, _other_names(told, people), () if known else told.deviating)

    def has(self, match_id: UUID) -> bool:
        """Whether something has this id here."""
        return match_id in self._log.begun([match_id])

    def is_here(self, told: Checked) -> bool:
        """Whether all that a record tells was stored before; more may have been written beside the match since.

        Raises:
            RecordConflict: there is another match with its id.
        """
        try:
            log = events_of(self._log, told.match_id)
            match = match_of(told.match_id, log)
        except DamagedLog:
            raise RecordConflict(None) from None
        if not log:
            return False
        if match is None or match.removed:
            raise RecordConflict(None)
        if match.game is not told.game:
            raise RecordConflict(match)
        stored, wanted = wire(match.game, log), wire(told.game, enumerate(told.events, start=1))
        how = difference(stored, wanted) or self._difference_beside(told)
        if how is not None:
            raise RecordConflict(match, how)
        return True

    def _difference_beside(self, told: Checked) -> Difference | None:
        beside = ((annotations_id, told.annotations), (variations_id, told.variations))
        there = all(goes_on(events_of(self._log, id_of(told.match_id)), events) for id_of, events in beside)
        return None if there else Difference.BESIDE


def _beginnings(told: Checked) -> Iterable[Beginning]:
    """What there is to store of a record, the match last."""
    if told.annotations:
        yield Beginning(annotations_id(told.match_id), told.annotations)
    if told.variations:
        yield Beginning(variations_id(told.match_id), told.variations)
    yield Beginning(told.match_id, told.events, told.game.meta.key)


def _seeds(told: Checked) -> list[MatchSeed]:
    """The seeds that a record tells; where it doesn't, one by which this service draws what wasn't drawn before."""
    if told.committed and not told.seeds:
        return [MatchSeed(told.match_id, len(told.events), new_seed())]
    return [MatchSeed(told.match_id, since, seed) for since, seed in told.seeds.items()]


def _other_names(told: Checked, people: Mapping[UUID, NewPlayer]) -> tuple[tuple[RecordPlayer, str | None], ...]:
    """Those of a record's players who are known by another name than in it, with that."""
    return tuple(
        (player, people[player.id].name)
        for player in told.players
        if player.id in people and player.name is not None and player.name != people[player.id].name
    )
