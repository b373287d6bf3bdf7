"""The record of a match, made of the log."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final
from uuid import UUID

import psycopg
from msgspec.structs import replace
from psycopg.rows import tuple_row

import domain.variations.variations
from domain.annotations.annotations import annotations_id
from domain.annotations.audience import Reader
from domain.codec import UnreadableEvent
from domain.kernel.viewer import RECORDER
from domain.match.events import MatchEvent, MatchOpened, MatchRemoved
from domain.match.match import Match
from domain.match.parts import Status
from domain.registry import UnknownGame
from domain.variations.events import VariationAdded
from domain.variations.variations import Variations, variations_id
from projections.scoreboard.projection import stored_standings
from replays.records.form import RecordPlayer, record_of, seated, written
from replays.records.shown import shown_annotations, shown_variations
from replays.records.without_game import record_without_game
from service.eventstore.errors import DamagedLog, GameMissing, NotFound
from service.eventstore.log import EventLog
from service.eventstore.seeds import revealed
from service.queries.match_logs import events_of, match_of
from service.queries.witness import Witness

Admit = Callable[[Match], Reader | None]
"""Who is given the record of a match: a reader, or None for who is given all; raises for who is given none."""

_RESULT: Final = (
    "SELECT status, standings FROM scoreboard_match JOIN scoreboard_step USING (match_id, step)"
    " WHERE match_id = %s AND version = %s"
)

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
            DamagedLog, GameMissing: its events can't all be read; and what `admit` raises.
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
        players = self._players(event for _, event in log)
        seeds = revealed(match_id, match, self._log.seeds_of(match_id) if match.open_to_all else ())
        revealed_seeds = list(seeds.values()) if len(seeds) == len(match.commitments) else []
        record = record_of(match_id, match, log, players, annotations, variations, revealed_seeds)
        if witness is not None:
            record = replace(record, evidence=witness.evidence_of(match_id, len(log)))
        return written(record)

    def bytes_without_game(self, match_id: UUID, witness: Witness | None = None) -> bytes:
        """The whole record of a match whose game isn't installed, with the result that the rules gave while it was.

        Raises:
            NotFound: there is no such match.
            EvidenceBehind: as it says.
            GameMissing: the scoreboard doesn't know how it stands; it was made anew without the game.
            DamagedLog: its events can't all be read.
        """
        annotations = events_of(self._log, annotations_id(match_id))
        variations = events_of(self._log, variations_id(match_id))
        try:
            log = list(self._log.events_without_game(match_id))
        except UnreadableEvent as error:
            raise DamagedLog(match_id, str(error)) from error
        if not log or not isinstance(log[0][1], MatchOpened) or isinstance(log[-1][1], MatchRemoved):
            raise NotFound(match_id)
        with self._log.connection() as connection:
            row = connection.cursor(row_factory=tuple_row).execute(_RESULT, (match_id, len(log))).fetchone()
        if row is None:
            raise GameMissing(match_id, UnknownGame(log[0][1].game))
        status, standings = Status(row[0]), stored_standings(bytes(row[1]), RECORDER)
        players = self._players(event for _, event in log)
        record = record_without_game(match_id, log, status, standings, players, annotations, variations)
        if witness is not None:
            record = replace(record, evidence=witness.evidence_of(match_id, len(log)))
        return written(record)

    def _players(self, events: Iterable[MatchEvent]) -> dict[UUID, RecordPlayer]:
        """Those of the players in `events` whom somebody knows."""
        known = self._log.known_players(seated(events))
        return {one.id: RecordPlayer(id=one.id, name=one.name, simulated=one.simulated) for one in known.values()}

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
