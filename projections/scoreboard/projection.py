"""Scoreboard: the facts of each match, its seats, and the standings at every step."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final
from uuid import UUID

from cachetools import LRUCache
from msgspec.msgpack import Decoder, Encoder
from psycopg import Connection
from psycopg.types.json import Jsonb

from domain.codec import is_of_match
from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    MatchAbandoned,
    MatchConcluded,
    MatchOpened,
    MatchRemoved,
    MatchReopened,
)
from domain.match.match import Match
from domain.subjects.subject import subject_of
from projections.facts import (
    broken_off,
    drawn,
    duration_of,
    fully_scored,
    has_result,
    recorded_options,
    scores_known,
    winning_sides,
)
from projections.folding import CACHED_MATCHES, FoldedMatches
from projections.line import Lines
from projections.projection import LogEntry, Projection

_encoder = Encoder()
_decoder = Decoder(dict[str, tuple[Standing, ...]])


def viewer_key(viewer: Viewer) -> str:
    """The name of `viewer` in the stored standings."""
    return str(viewer) if isinstance(viewer, int) else viewer.value


def standings_by_viewer(match: Match) -> dict[str, tuple[Standing, ...]]:
    """The recorder's standings, and everybody's whose are not the same."""
    full, public = match.standings(RECORDER), match.standings(PUBLIC)
    stored = {viewer_key(RECORDER): full}
    if public != full:  # else no seat knows less than all, since each knows what the public does
        by_viewer = {viewer_key(seat): match.standings(seat) for seat in range(len(match.seats))}
        stored |= {viewer_key(PUBLIC): public}
        stored |= {key: standings for key, standings in by_viewer.items() if standings != full}
    return stored


def stored_standings(stored: bytes, viewer: Viewer) -> tuple[Standing, ...]:
    """The standings of a row of ``scoreboard_step`` as `viewer` may know them."""
    by_viewer = _decoder.decode(stored)
    return by_viewer.get(viewer_key(viewer), by_viewer[viewer_key(RECORDER)])


class Scoreboard(Projection):
    """A row for each match, for each of its seats, and for each of its steps."""

    name: ClassVar[str] = "scoreboard"
    version: ClassVar[int] = 11
    tables: ClassVar[tuple[str, ...]] = ("scoreboard_match", "scoreboard_seat", "scoreboard_step")

    def __init__(self) -> None:
        self._matches = FoldedMatches()
        self._seats: LRUCache[UUID, tuple[int, list[dict[str, Any]]]] = LRUCache(CACHED_MATCHES)
        """The rows of the seats as they were written last, with the version then: most actions change none of them."""

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Fold the batch into the matches, and write what they are then."""
        touched: dict[UUID, Match] = {}
        opened: dict[UUID, int] = {}
        changed: dict[UUID, int] = {}
        before: dict[UUID, int] = {}
        lines = Lines[tuple[bytes]]()
        for entry in batch:
            event, match_id = entry.event, entry.originator_id
            if not is_of_match(event):
                continue
            match = self._matches.after(connection, entry, event)
            touched[match_id] = match
            changed[match_id] = entry.position
            before.setdefault(match_id, entry.version - 1)
            match event:
                case MatchOpened():
                    opened[match_id] = entry.position
                    lines.put(match_id, 0, _standings(match))
                case ActionPlayed():
                    lines.put(match_id, match.step, _standings(match))
                case ActionsRetracted() | MatchConcluded() | MatchAbandoned() | MatchReopened():
                    lines.cut(match_id, match.step - 1)
                    lines.put(match_id, match.step, _standings(match))
                case CardsIdentified():
                    lines.cut(match_id, event.step - 1)
                    for then in match.steps(event.step):
                        lines.put(match_id, then.step, _standings(then))
                case MatchRemoved():
                    lines.cut(match_id, -1)
        self._write(connection, touched, opened, changed)
        self._write_seats(connection, touched, before)
        lines.write(connection, "scoreboard_step", {"standings": "bytea"})

    @staticmethod
    def _write(
        connection: Connection, matches: dict[UUID, Match], opened: dict[UUID, int], changed: dict[UUID, int]
    ) -> None:
        shown = {match_id: match for match_id, match in matches.items() if not match.removed}
        removed = list(matches.keys() - shown.keys())
        rows = {
            match_id: _match_row(match_id, match, opened.get(match_id), changed[match_id])
            for match_id, match in shown.items()
        }
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT_MATCH, [row for match_id, row in rows.items() if match_id in opened])
            cursor.executemany(_UPDATE_MATCH, [row for match_id, row in rows.items() if match_id not in opened])
            if removed:
                cursor.execute("DELETE FROM scoreboard_seat WHERE match_id = ANY(%s)", (removed,))
                cursor.execute("DELETE FROM scoreboard_match WHERE match_id = ANY(%s)", (removed,))

    def _write_seats(self, connection: Connection, matches: dict[UUID, Match], before: dict[UUID, int]) -> None:
        """Write the seats that aren't as they were at the version `before`; what was undone since isn't relied on."""
        changed: list[dict[str, Any]] = []
        for match_id, match in matches.items():
            version, written = self._seats.pop(match_id, (0, []))
            if match.removed:
                continue
            rows = list(_seat_rows(match_id, match))
            known = version == before[match_id] > 0
            changed += [row for row, was in zip(rows, written, strict=True) if row != was] if known else rows
            self._seats[match_id] = match.version, rows
        with connection.cursor() as cursor:
            cursor.executemany(_UPSERT_SEAT, changed)


def _standings(match: Match) -> tuple[bytes]:
    return (_encoder.encode(standings_by_viewer(match)),)


def _match_row(match_id: UUID, match: Match, opened: int | None, changed: int) -> dict[str, Any]:
    subject = subject_of(match.game.meta, match.options)
    return {
        "match_id": match_id,
        "opened": opened,
        "version": match.version,
        "game": match.game.meta.key,
        "seats": len(match.seats),
        "step": match.step,
        "status": match.status.value,
        "revealed": match.finished and not match.options.keep_secrets,
        "scores_known": scores_known(match),
        "winners": winning_sides(match),
        "drawn": drawn(match),
        "subject": subject.id,
        "title": subject.title,
        "lowest": match.game.lowest_wins(match.options),
        "scored": fully_scored(match),
        "decided": has_result(match),
        "start_seat": match.game.starting_seat(match.options),
        "options": Jsonb(recorded_options(match)),
        "duration": duration_of(match),
        "counted": match.counted and not broken_off(match),
        "sealed": match.sealed,
        "irregular": bool(match.line.irregular_steps),
        "disputed": match.finished and bool(match.sealing.disputes),
        "result_at": match.sealing.since_at if match.finished else None,
        "tags": list(match.tags),
        "played_on": match.played_on,
        "ordinal": match.ordinal,
        "place": match.place,
        "note": match.note,
        "visibility": match.visibility.value,
        "origin": match.origin.value,
        "opened_at": match.opened_at,
        "updated_at": match.updated_at,
        "edition": match.game.meta.edition,
        "changed": changed,
    }


def _seat_rows(match_id: UUID, match: Match) -> Iterable[dict[str, Any]]:
    standings, public = (match.standings(viewer) for viewer in (RECORDER, PUBLIC))
    for standing, shown, player in zip(standings, public, match.seats, strict=True):
        yield {
            "match_id": match_id,
            "seat": standing.seat,
            "player_id": player,
            "score": standing.score,
            "tie_breaks": list(standing.tie_breaks),
            "rank": standing.rank,
            "public_score": shown.score,
            "public_rank": shown.rank,
            "winner": standing.winner,
        }


_INSERT_MATCH: Final = """
    INSERT INTO scoreboard_match
        (match_id, opened, version, game, seats, start_seat, options, step, status, revealed, scores_known, winners,
         duration, counted, sealed, irregular, disputed, result_at, played_on, place, note, tags, visibility, origin,
         opened_at, updated_at, edition, changed, ordinal, subject, title, lowest, scored, decided,
         drawn)
    VALUES
        (%(match_id)s, %(opened)s, %(version)s, %(game)s, %(seats)s, %(start_seat)s, %(options)s, %(step)s, %(status)s,
         %(revealed)s, %(scores_known)s, %(winners)s, %(duration)s, %(counted)s, %(sealed)s, %(irregular)s,
         %(disputed)s, %(result_at)s, %(played_on)s, %(place)s, %(note)s, %(tags)s, %(visibility)s, %(origin)s,
         %(opened_at)s, %(updated_at)s, %(edition)s, %(changed)s, %(ordinal)s, %(subject)s, %(title)s, %(lowest)s,
         %(scored)s, %(decided)s, %(drawn)s)
"""

_UPDATE_MATCH: Final = """
    UPDATE scoreboard_match
    SET version = %(version)s, step = %(step)s, status = %(status)s, revealed = %(revealed)s,
        scores_known = %(scores_known)s, winners = %(winners)s, duration = %(duration)s, counted = %(counted)s,
        sealed = %(sealed)s, irregular = %(irregular)s, disputed = %(disputed)s, result_at = %(result_at)s,
        played_on = %(played_on)s, place = %(place)s, note = %(note)s, tags = %(tags)s, visibility = %(visibility)s,
        updated_at = %(updated_at)s, changed = %(changed)s, ordinal = %(ordinal)s, scored = %(scored)s,
        decided = %(decided)s, drawn = %(drawn)s, options = %(options)s
    WHERE match_id = %(match_id)s
"""

_UPSERT_SEAT: Final = """
    INSERT INTO scoreboard_seat
        (match_id, seat, player_id, score, tie_breaks, rank, public_score, public_rank, winner)
    VALUES
        (%(match_id)s, %(seat)s, %(player_id)s, %(score)s, %(tie_breaks)s, %(rank)s, %(public_score)s,
         %(public_rank)s, %(winner)s)
    ON CONFLICT (match_id, seat) DO UPDATE
    SET player_id = excluded.player_id, score = excluded.score, tie_breaks = excluded.tie_breaks,
        rank = excluded.rank, public_score = excluded.public_score, public_rank = excluded.public_rank,
        winner = excluded.winner
"""
