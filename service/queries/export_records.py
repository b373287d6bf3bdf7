"""The record of a match, made of the log."""

from collections.abc import Callable, Iterator
from typing import Final
from uuid import UUID

import psycopg
from msgspec.structs import replace

import domain.variations.variations
from domain.annotations.annotations import annotations_id
from domain.annotations.audience import Reader
from domain.match.events import MatchOpened
from domain.match.match import Match
from domain.variations.events import VariationAdded
from domain.variations.variations import Variations, variations_id
from replays.records.form import RecordPlayer, record_of, seated, written
from replays.records.shown import shown_annotations, shown_variations
from service.eventstore.errors import NotFound
from service.eventstore.log import EventLog
from service.eventstore.seeds import revealed
from service.queries.match_logs import events_of, match_of
from service.queries.witness import Witness

Admit = Callable[[Match], Reader | None]
"""Who is given the record of a match: a reader, or None for who is given all; raises for who is given none."""

_OPENED: Final = "FROM match_events WHERE topic = 'match/opened'"


class Exporter:
    """Gives records out of a log. Calls block; they may come from several threads."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    def bytes_of(self, match_id: UUID, admit: Admit = lambda _: None, witness: Witness | None = None) -> bytes:
        """The record of a match, as far as who is admitted may see what was written beside it.

        With a `witness`, it has the evidence that its events are in the log.

        Raises:
            NotFound: there is no such match.
            EvidenceBehind: as it says.
            DamagedLog: its events can't all be read; and what `admit` raises.
        """
        # What was written beside a match belongs to events that were there before it, so the match is read last.
        annotations = events_of(self._log, annotations_id(match_id))
        variations = events_of(self._log, variations_id(match_id))
        log = events_of(self._log, match_id)
        match = match_of(match_id, log)
        if match is None or match.removed:
            raise NotFound(match_id)
        reader = admit(match)
        if reader is not None:
            now = domain.variations.variations.fold(None, [event for _, event in variations])
            variations = shown_variations(variations, now or Variations(match_id), reader)
            held = [event.id for _, event in variations if isinstance(event, VariationAdded)]
            annotations = shown_annotations(annotations, held, reader)
        known = self._log.known_players(seated(event for _, event in log))
        players = {one.id: RecordPlayer(id=one.id, name=one.name, simulated=one.simulated) for one in known.values()}
        seeds = revealed(match_id, match, self._log.seeds_of(match_id) if match.open_to_all else ())
        revealed_seeds = list(seeds.values()) if len(seeds) == len(match.commitments) else []
        record = record_of(match_id, match, log, players, annotations, variations, revealed_seeds)
        if witness is not None:
            record = replace(record, evidence=witness.evidence_of(match_id, len(log)))
        return written(record)

    def game_of(self, match_id: UUID) -> str:
        """The key of the game of a match.

        Raises:
            NotFound: there is no such match.
            DamagedLog: its events can't be read.
        """
        for _, event in events_of(self._log, match_id, limit=1):
            if isinstance(event, MatchOpened):
                return event.game
        raise NotFound(match_id)


def match_ids(conninfo: str) -> Iterator[UUID]:
    """All matches of a database, removed ones included, in the order in which they were opened."""
    with psycopg.connect(conninfo) as connection, connection.cursor("matches") as cursor:
        cursor.execute(f"SELECT originator_id {_OPENED} ORDER BY notification_id")
        for (match_id,) in cursor:
            yield match_id


def number_of_matches(conninfo: str) -> int:
    """How many :func:`match_ids` there are."""
    with psycopg.connect(conninfo) as connection:
        row = connection.execute(f"SELECT count(*) {_OPENED}").fetchone()
    return int(row[0]) if row else 0
