"""Scoreboard: the facts of each match, its seats, and the standings at every step."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final
from uuid import UUID

from cachetools import LRUCache
from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder
from psycopg import Connection

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
from domain.match.parts import Status
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
from projections.folding import CACHED_MATCHES, FoldedRun, MatchProjection
from projections.line import LineChange, Lines
from projections.packed import bytea
from projections.projection import LogEntry
from projections.recordset import insert_rows, recordset

_Row = dict[str, Any]

_encoder = Encoder()
_decoder = Decoder(dict[str, tuple[Standing, ...]])


def viewer_key(viewer: Viewer) -> str:
    """The name of `viewer` in the stored standings."""
    return str(viewer) if isinstance(viewer, int) else viewer.value


_RECORDER: Final = viewer_key(RECORDER)


class Standings:
    """How a match stands, for those who may know all, and for those who may know least."""

    __slots__ = ("_match", "full", "public")

    def __init__(self, match: Match) -> None:
        self._match = match
        self.full = match.standings(RECORDER)
        same = match.game.open_standings and not match.by_viewer  # all know one state, which says all
        self.public = self.full if same else match.standings(PUBLIC)

    def by_viewer(self) -> dict[str, tuple[Standing, ...]]:
        """The recorder's, and everybody's whose are not the same."""
        match, full, public = self._match, self.full, self.public
        stored = {_RECORDER: full}
        if public is not full and public != full:  # else no seat knows less, since each knows what the public does
            by_viewer = {viewer_key(seat): match.standings(seat) for seat in range(len(match.seats))}
            stored |= {viewer_key(PUBLIC): public}
            stored |= {key: standings for key, standings in by_viewer.items() if standings != full}
        return stored


def stored_standings(stored: bytes, viewer: Viewer) -> tuple[Standing, ...]:
    """The standings of a row of ``scoreboard_step`` as `viewer` may know them."""
    by_viewer = _decoder.decode(stored)
    return by_viewer.get(viewer_key(viewer), by_viewer[_RECORDER])


class _Written(Struct, frozen=True, gc=False):
    """The rows of a match and its seats as they were written last, with its version then: most actions change none."""

    version: int
    row: _Row
    seats: list[_Row]


class Scoreboard(MatchProjection):
    """A row for each match, for each of its seats, and for each of its steps."""

    name: ClassVar[str] = "scoreboard"
    version: ClassVar[int] = 11
    tables: ClassVar[tuple[str, ...]] = ("scoreboard_match", "scoreboard_seat", "scoreboard_step")

    def __init__(self) -> None:
        super().__init__()
        self._written: LRUCache[UUID, _Written] = LRUCache(CACHED_MATCHES)

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Fold the batch into the matches, and write what they are then."""
        runs = self.matches.fold(connection, batch)
        lines = Lines()
        newest = [_follow(lines.of(run.match_id), run) for run in runs]
        shown = [(run, standings) for run, standings in zip(runs, newest, strict=True) if not run.match.removed]
        self._write(connection, shown)
        if removed := [run.match_id for run in runs if run.match.removed]:
            self._remove(connection, removed)
        lines.write(connection, "scoreboard_step", "standings")

    def _write(self, connection: Connection, matches: Sequence[tuple[FoldedRun, Standings]]) -> None:
        """Write what isn't as it was before; what was undone since isn't relied on."""
        new: list[_Row] = []
        changed: list[_Row] = []
        moved: list[_Row] = []
        new_seats: list[_Row] = []
        changed_seats: list[_Row] = []
        for run, standings in matches:
            place, row = _place(run), _changing(run.match, standings)
            seats = _seat_rows(run.match_id, run.match, standings)
            before = self._written.pop(run.match_id, None)
            if run.entries[0].version == 1:
                new.append(place | row | _lasting(run.match, run.entries[0].position))
                new_seats += seats
            elif before is None or before.version != run.entries[0].version - 1:
                changed.append(place | row)
                changed_seats += seats
            else:
                if row == before.row:
                    moved.append(place)
                else:
                    changed.append(place | row)
                changed_seats += [seat for seat, was in zip(seats, before.seats, strict=True) if seat != was]
            self._written[run.match_id] = _Written(run.match.version, row, seats)
        insert_rows(connection, "scoreboard_match", new)
        insert_rows(connection, "scoreboard_seat", new_seats)
        for statement, rows in ((_MOVE, moved), (_UPDATE_MATCHES, changed), (_UPDATE_SEATS, changed_seats)):
            if rows:
                connection.execute(statement, (recordset(rows),), prepare=True)

    def _remove(self, connection: Connection, match_ids: list[UUID]) -> None:
        for match_id in match_ids:
            self._written.pop(match_id, None)
        connection.execute("DELETE FROM scoreboard_seat WHERE match_id = ANY(%s)", (match_ids,))
        connection.execute("DELETE FROM scoreboard_match WHERE match_id = ANY(%s)", (match_ids,))


def _follow(line: LineChange, run: FoldedRun) -> Standings:
    """Note what becomes of the steps of a match, and tell how it stands at last."""
    for entry, match in zip(run.entries, run.matches, strict=True):
        standings = Standings(match)
        match entry.event:
            case ActionPlayed() | MatchOpened():
                line.rows[match.step] = _stored(standings)
            case ActionsRetracted() | MatchConcluded() | MatchAbandoned() | MatchReopened():
                line.cut(match.step - 1)
                line.rows[match.step] = _stored(standings)
            case CardsIdentified(step=step):
                line.cut(step - 1)
                for then in match.steps(step):
                    line.rows[then.step] = _stored(Standings(then))
            case MatchRemoved():
                line.cut(-1)
    return standings


def _stored(standings: Standings) -> bytes:
    return bytea(_encoder.encode(standings.by_viewer()))


def _lasting(match: Match, opened: int) -> _Row:
    """What is so from the first event on."""
    subject = subject_of(match.game.meta, match.options)
    return {
        "opened": opened,
        "game": match.game.meta.key,
        "seats": len(match.seats),
        "subject": subject.id,
        "title": subject.title,
        "lowest": match.game.lowest_wins(match.options),
        "start_seat": match.game.starting_seat(match.options),
        "origin": match.origin.value,
        "opened_at": match.opened_at,
        "edition": match.game.meta.edition,
    }


def _place(run: FoldedRun) -> _Row:
    """What every event changes, or every action at a table whose time is told."""
    match = run.match
    return {
        "match_id": run.match_id,
        "version": match.version,
        "step": match.step,
        "duration": duration_of(match),
        "updated_at": match.updated_at,
        "changed": run.entries[-1].position,
    }


def _changing(match: Match, standings: Standings) -> _Row:
    """What else events may change."""
    status = match.status
    ended = status is not Status.PLAYING
    decided = has_result(match)
    return {
        "status": status.value,
        "revealed": ended and not match.options.keep_secrets,
        "scores_known": scores_known(match, standings.public),
        "winners": winning_sides(match, standings.full),
        "drawn": decided and drawn(match),
        "scored": fully_scored(standings.full),
        "decided": decided,
        "options": recorded_options(match),
        "counted": match.counted and not broken_off(match),
        "sealed": match.sealed,
        "irregular": bool(match.line.irregular_steps),
        "disputed": ended and bool(match.sealing.disputes),
        "result_at": match.sealing.since_at if ended else None,
        "tags": list(match.tags),
        "played_on": match.played_on,
        "ordinal": match.ordinal,
        "place": match.place,
        "note": match.note,
        "visibility": match.visibility.value,
    }


def _seat_rows(match_id: UUID, match: Match, standings: Standings) -> list[_Row]:
    return [
        {
            "match_id": match_id,
            "seat": standing.seat,
            "player_id": player,
            "score": standing.score,
            "tie_breaks": standing.tie_breaks,
            "rank": standing.rank,
            "public_score": shown.score,
            "public_rank": shown.rank,
            "winner": standing.winner,
        }
        for standing, shown, player in zip(standings.full, standings.public, match.seats, strict=True)
    ]


# Found one by one: a join would go through the whole table, as long as it isn't analysed and is thought to be small.
_MOVE: Final = """
    UPDATE scoreboard_match m
    SET version = w.version, step = w.step, duration = w.duration, updated_at = w.updated_at, changed = w.changed
    FROM json_to_recordset(%s::json)
      AS w (match_id uuid, version bigint, step integer, duration bigint, updated_at timestamptz, changed bigint)
    CROSS JOIN LATERAL (SELECT ctid FROM scoreboard_match WHERE match_id = w.match_id LIMIT 1) found
    WHERE m.ctid = found.ctid
"""

_UPDATE_MATCHES: Final = """
    UPDATE scoreboard_match m
    SET version = w.version, step = w.step, status = w.status, revealed = w.revealed, scores_known = w.scores_known,
        winners = w.winners, duration = w.duration, counted = w.counted, sealed = w.sealed, irregular = w.irregular,
        disputed = w.disputed, result_at = w.result_at, played_on = w.played_on, place = w.place, note = w.note,
        tags = w.tags, visibility = w.visibility, updated_at = w.updated_at, changed = w.changed, ordinal = w.ordinal,
        scored = w.scored, decided = w.decided, drawn = w.drawn, options = w.options
    FROM json_populate_recordset(NULL::scoreboard_match, %s::json) w
    CROSS JOIN LATERAL (SELECT ctid FROM scoreboard_match WHERE match_id = w.match_id LIMIT 1) found
    WHERE m.ctid = found.ctid
"""

_UPDATE_SEATS: Final = """
    UPDATE scoreboard_seat s
    SET player_id = w.player_id, score = w.score, tie_breaks = w.tie_breaks, rank = w.rank,
        public_score = w.public_score, public_rank = w.public_rank, winner = w.winner
    FROM json_populate_recordset(NULL::scoreboard_seat, %s::json) w
    CROSS JOIN LATERAL (
        SELECT ctid FROM scoreboard_seat WHERE match_id = w.match_id AND seat = w.seat LIMIT 1) found
    WHERE s.ctid = found.ctid
"""
