"""Scoreboard: the facts of each match, its seats, and the standings at every step."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final
from uuid import UUID

from msgspec.msgpack import Decoder, Encoder
from psycopg import Connection, sql

from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.codec import decode
from domain.match.events import ActionPlayed, MatchOpened, MatchRemoved
from domain.match.match import Match, evolve
from projections.projection import LogEntry, Projection

CACHED_MATCHES: Final = 1024

_encoder = Encoder()
_decoder = Decoder(dict[str, tuple[Standing, ...]])


def viewer_key(viewer: Viewer) -> str:
    """The name of `viewer` in the stored standings."""
    return str(viewer) if isinstance(viewer, int) else viewer.value


def standings_by_viewer(match: Match) -> dict[str, tuple[Standing, ...]]:
    """The recorder's standings, and everybody's whose are not the same."""
    full = match.game.standings(match.state, RECORDER)
    others: Iterable[Viewer] = (PUBLIC, *range(len(match.seats)))
    seen = {viewer_key(viewer): match.game.standings(match.state, viewer) for viewer in others}
    return {viewer_key(RECORDER): full} | {key: standings for key, standings in seen.items() if standings != full}


def stored_standings(stored: bytes, viewer: Viewer) -> tuple[Standing, ...]:
    """The standings of a row of ``scoreboard_step`` as `viewer` may know them."""
    by_viewer = _decoder.decode(stored)
    return by_viewer.get(viewer_key(viewer), by_viewer[viewer_key(RECORDER)])


class Scoreboard(Projection):
    """A row for each match, for each of its seats, and for each of its steps."""

    name: ClassVar[str] = "scoreboard"
    version: ClassVar[int] = 1
    tables: ClassVar[tuple[str, ...]] = ("scoreboard_match", "scoreboard_seat", "scoreboard_step")

    def __init__(self) -> None:
        self._matches: OrderedDict[UUID, Match] = OrderedDict()

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Fold the batch into the matches, and write what they are then."""
        touched: dict[UUID, Match] = {}
        opened: dict[UUID, int] = {}
        steps: list[tuple[UUID, int, bytes]] = []
        removed: set[UUID] = set()
        for entry in batch:
            if isinstance(entry.event, MatchOpened):
                opened[entry.match_id] = entry.position
            match = evolve(self._before(connection, entry), entry.event)
            touched[entry.match_id] = match
            self._remember(entry.match_id, match)
            if isinstance(entry.event, MatchOpened | ActionPlayed):
                steps.append((entry.match_id, match.step, _encoder.encode(standings_by_viewer(match))))
            if isinstance(entry.event, MatchRemoved):
                removed.add(entry.match_id)
        for match_id in removed:
            del touched[match_id]
        self._write(connection, touched, opened, [step for step in steps if step[0] not in removed])
        for table in self.tables if removed else ():
            delete = sql.SQL("DELETE FROM {} WHERE match_id = ANY(%s)").format(sql.Identifier(table))
            connection.execute(delete, (list(removed),))

    def _before(self, connection: Connection, entry: LogEntry) -> Match | None:
        """The match before `entry`: the one in memory, or folded from the log."""
        match = self._matches.get(entry.match_id)
        if match is not None and match.version == entry.version - 1:
            return match
        rows = connection.execute(
            "SELECT topic, state FROM match_events WHERE originator_id = %s AND originator_version < %s"
            " ORDER BY originator_version",
            (entry.match_id, entry.version),
            binary=True,
        )
        match = None
        for topic, stored in rows:
            match = evolve(match, decode(topic, stored))
        return match

    def _remember(self, match_id: UUID, match: Match) -> None:
        self._matches[match_id] = match
        self._matches.move_to_end(match_id)
        if len(self._matches) > CACHED_MATCHES:
            self._matches.popitem(last=False)

    @staticmethod
    def _write(
        connection: Connection,
        matches: dict[UUID, Match],
        opened: dict[UUID, int],
        steps: Sequence[tuple[UUID, int, bytes]],
    ) -> None:
        with connection.cursor() as cursor:
            rows = {id_: _match_row(id_, match, opened.get(id_)) for id_, match in matches.items()}
            cursor.executemany(_INSERT_MATCH, [row for id_, row in rows.items() if id_ in opened])
            cursor.executemany(_UPDATE_MATCH, [row for id_, row in rows.items() if id_ not in opened])
            cursor.executemany(_UPSERT_SEAT, [row for id_, match in matches.items() for row in _seat_rows(id_, match)])
            with cursor.copy("COPY scoreboard_step (match_id, step, standings) FROM STDIN BINARY") as copy:
                copy.set_types(["uuid", "int4", "bytea"])
                for step in steps:
                    copy.write_row(step)


def _match_row(match_id: UUID, match: Match, opened: int | None) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "opened": opened,
        "version": match.version,
        "game": match.game.meta.key,
        "seats": len(match.seats),
        "step": match.step,
        "finished": match.finished,
        "revealed": match.finished and not match.options.keep_secrets,
        "played_on": match.played_on,
        "place": match.place,
        "note": match.note,
        "visibility": match.visibility.value,
        "origin": match.origin.value,
        "opened_at": match.opened_at,
        "updated_at": match.updated_at,
    }


def _seat_rows(match_id: UUID, match: Match) -> Iterable[dict[str, Any]]:
    standings, public = (match.game.standings(match.state, viewer) for viewer in (RECORDER, PUBLIC))
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
        (match_id, opened, version, game, seats, step, finished, revealed, played_on, place, note, visibility, origin,
         opened_at, updated_at)
    VALUES
        (%(match_id)s, %(opened)s, %(version)s, %(game)s, %(seats)s, %(step)s, %(finished)s, %(revealed)s,
         %(played_on)s, %(place)s, %(note)s, %(visibility)s, %(origin)s, %(opened_at)s, %(updated_at)s)
"""

_UPDATE_MATCH: Final = """
    UPDATE scoreboard_match
    SET version = %(version)s, step = %(step)s, finished = %(finished)s, revealed = %(revealed)s,
        played_on = %(played_on)s, place = %(place)s, note = %(note)s, visibility = %(visibility)s,
        updated_at = %(updated_at)s
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
