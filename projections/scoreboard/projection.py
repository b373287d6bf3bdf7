"""Scoreboard: the facts of each match, its seats, and the standings at every step."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, LiteralString
from uuid import UUID

from cachetools import LRUCache
from msgspec.msgpack import Decoder, Encoder
from psycopg import Connection
from psycopg.types.json import Jsonb
from psycopg.types.numeric import Int4

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
from projections.copying import copy_rows, exact
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
from projections.line import Lines
from projections.projection import LogEntry

_SeatRow = tuple[Any, ...]

_encoder = Encoder()
_decoder = Decoder(dict[str, tuple[Standing, ...]])


def viewer_key(viewer: Viewer) -> str:
    """The name of `viewer` in the stored standings."""
    return str(viewer) if isinstance(viewer, int) else viewer.value


class Standings:
    """How a match stands, for those who may know all, and for those who may know least."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.full = match.standings(RECORDER)
        same = match.game.open_standings and not match.by_viewer  # all know one state, which says all
        self.public = self.full if same else match.standings(PUBLIC)

    def by_viewer(self) -> dict[str, tuple[Standing, ...]]:
        """The recorder's, and everybody's whose are not the same."""
        match, full, public = self._match, self.full, self.public
        stored = {viewer_key(RECORDER): full}
        if public is not full and public != full:  # else no seat knows less, since each knows what the public does
            by_viewer = {viewer_key(seat): match.standings(seat) for seat in range(len(match.seats))}
            stored |= {viewer_key(PUBLIC): public}
            stored |= {key: standings for key, standings in by_viewer.items() if standings != full}
        return stored


def stored_standings(stored: bytes, viewer: Viewer) -> tuple[Standing, ...]:
    """The standings of a row of ``scoreboard_step`` as `viewer` may know them."""
    by_viewer = _decoder.decode(stored)
    return by_viewer.get(viewer_key(viewer), by_viewer[viewer_key(RECORDER)])


class Scoreboard(MatchProjection):
    """A row for each match, for each of its seats, and for each of its steps."""

    name: ClassVar[str] = "scoreboard"
    version: ClassVar[int] = 11
    tables: ClassVar[tuple[str, ...]] = ("scoreboard_match", "scoreboard_seat", "scoreboard_step")

    def __init__(self) -> None:
        super().__init__()
        self._seats: LRUCache[UUID, tuple[int, list[_SeatRow]]] = LRUCache(CACHED_MATCHES)
        """The rows of the seats as they were written last, with the version then: most actions change none of them."""

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Fold the batch into the matches, and write what they are then."""
        runs = self.matches.fold(connection, batch)
        lines = Lines[tuple[bytes]]()
        newest = [_follow(lines, run) for run in runs]
        shown = [(run, standings) for run, standings in zip(runs, newest, strict=True) if not run.match.removed]
        self._write(connection, shown)
        self._write_seats(connection, shown)
        if removed := [run.match_id for run in runs if run.match.removed]:
            self._remove(connection, removed)
        lines.write(connection, "scoreboard_step", {"standings": "bytea"})

    @staticmethod
    def _write(connection: Connection, matches: Sequence[tuple[FoldedRun, Standings]]) -> None:
        new: list[dict[str, Any]] = []
        old: list[dict[str, Any]] = []
        for run, standings in matches:
            row = _changing(run.match_id, run.match, standings, run.entries[-1].position)
            if isinstance(run.entries[0].event, MatchOpened):
                new.append(row | _lasting(run.match, run.entries[0].position))
            else:
                old.append(row)
        with connection.cursor() as cursor:
            if new:
                cursor.executemany(_INSERT_MATCH, new)
            if old:
                cursor.executemany(_UPDATE_MATCH, old)

    def _write_seats(self, connection: Connection, matches: Sequence[tuple[FoldedRun, Standings]]) -> None:
        """Write the seats that aren't as they were before; what was undone since isn't relied on."""
        changed: list[_SeatRow] = []
        old: list[_SeatRow] = []
        for run, standings in matches:
            version, written = self._seats.pop(run.match_id, (0, []))
            rows = _seat_rows(run.match_id, run.match, standings)
            before = run.entries[0].version - 1
            put = rows
            if version == before > 0:
                put = [row for row, was in zip(rows, written, strict=True) if row != was]
            changed += put
            old += put if before else []
            self._seats[run.match_id] = run.match.version, rows
        if old:
            connection.execute(_DELETE_SEATS, ([row[0] for row in old], [Int4(row[1]) for row in old]), prepare=True)
        if changed:
            copy_rows(connection, "scoreboard_seat", _SEAT, changed)

    def _remove(self, connection: Connection, match_ids: list[UUID]) -> None:
        for match_id in match_ids:
            self._seats.pop(match_id, None)
        connection.execute("DELETE FROM scoreboard_seat WHERE match_id = ANY(%s)", (match_ids,))
        connection.execute("DELETE FROM scoreboard_match WHERE match_id = ANY(%s)", (match_ids,))


def _follow(lines: Lines[tuple[bytes]], run: FoldedRun) -> Standings:
    """Note what becomes of the steps of a match, and tell how it stands at last."""
    match_id = run.match_id
    for entry, match in zip(run.entries, run.matches, strict=True):
        standings = Standings(match)
        match entry.event:
            case ActionPlayed() | MatchOpened():
                lines.put(match_id, match.step, _stored(standings))
            case ActionsRetracted() | MatchConcluded() | MatchAbandoned() | MatchReopened():
                lines.cut(match_id, match.step - 1)
                lines.put(match_id, match.step, _stored(standings))
            case CardsIdentified(step=step):
                lines.cut(match_id, step - 1)
                for then in match.steps(step):
                    lines.put(match_id, then.step, _stored(Standings(then)))
            case MatchRemoved():
                lines.cut(match_id, -1)
    return standings


def _stored(standings: Standings) -> tuple[bytes]:
    return (_encoder.encode(standings.by_viewer()),)


def _lasting(match: Match, opened: int) -> dict[str, Any]:
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


def _changing(match_id: UUID, match: Match, standings: Standings, changed: int) -> dict[str, Any]:
    """What events may change."""
    status = match.status
    ended = status is not Status.PLAYING
    return {
        "match_id": match_id,
        "version": match.version,
        "step": match.step,
        "status": status.value,
        "revealed": ended and not match.options.keep_secrets,
        "scores_known": scores_known(match, standings.public),
        "winners": winning_sides(match, standings.full),
        "drawn": drawn(match),
        "scored": fully_scored(standings.full),
        "decided": has_result(match),
        "options": Jsonb(recorded_options(match)),
        "duration": duration_of(match),
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
        "updated_at": match.updated_at,
        "changed": changed,
    }


def _seat_rows(match_id: UUID, match: Match, standings: Standings) -> list[_SeatRow]:
    return [
        (
            match_id,
            standing.seat,
            player,
            exact(standing.score),
            list(standing.tie_breaks),
            standing.rank,
            exact(shown.score),
            shown.rank,
            standing.winner,
        )
        for standing, shown, player in zip(standings.full, standings.public, match.seats, strict=True)
    ]


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

_SEAT: Final[Mapping[LiteralString, str]] = {
    "match_id": "uuid",
    "seat": "int4",
    "player_id": "uuid",
    "score": "numeric",
    "tie_breaks": "int4[]",
    "rank": "int4",
    "public_score": "numeric",
    "public_rank": "int4",
    "winner": "bool",
}

_DELETE_SEATS: Final = """
    DELETE FROM scoreboard_seat s USING unnest(%b::uuid[], %b::int4[]) AS w (match_id, seat)
    WHERE s.match_id = w.match_id AND s.seat = w.seat
"""
