"""What came into the log since a moment, for all who ask at once: whether something that was made then is still so."""

import asyncio
from asyncio import Future
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias
from uuid import UUID

import msgspec
import psycopg
from msgspec import Struct
from psycopg.pq.abc import PGresult

from domain.codec import FINGERPRINT
from projections import PROJECTIONS
from service.database.questions import PreparedQuestions, Question, array, bigint
from service.eventstore.rewinds import Rewinds
from service.queries.player_names import NAMES_PREPARED, name_of

Moment: TypeAlias = tuple[int, int]
"""A position of the log, and how often events up to there may have gone unnoticed."""

MOST: Final = 1_000
"""Events that one look takes in. After more, nothing from before counts as being so."""

REMEMBERED: Final = 50_000
"""Matches of which it is known when they changed last. After more, nothing from before counts as being so."""


class Look(Struct, frozen=True):
    """What is so at a moment after it was asked for.

    Attributes:
        stamp: of the names of all players: another one after any of them changed; empty where none is known. Those in
            `names` are no older.
        names: of the players that somebody asks about.
        positions: how far the read models have got, if somebody asks; those that are being made anew aren't there.
    """

    stamp: bytes
    names: Mapping[UUID, str]
    positions: Mapping[str, int]


Then: TypeAlias = Callable[[Look | psycopg.Error], None]
"""Takes what was seen, or why there is no answer. It raises nothing."""


class LogTail:
    """Follows the log by asking, each time, what is new: so it never says that something is so which isn't any more.

    That rests on positions being given in the order of commits (decision 18). Used in one event loop.
    """

    def __init__(self, conninfo: str, rewinds: Rewinds) -> None:
        self._conninfo = conninfo
        self._rewinds = rewinds
        self._questions: PreparedQuestions | None = None
        self._position, self._fingerprint = -1, b""
        """The newest event that is known."""
        self._epoch = 0
        """Grows when events may have gone unnoticed: nothing from before counts as being so."""
        self._changes: dict[UUID, int] = {}
        """The position of the last event of each match, series and set of notes, in this epoch."""
        self.moment: Moment | None = None
        """Of the last look; what is read from now on is no older. None while nothing of the log is known."""
        self.stamp = b""
        """Of the names of all players, at the last look."""
        self._waiting: list[Then] = []
        self._asking: list[Then] = []
        self._players: set[UUID] = set()
        self._positions_wanted = False
        self._task: asyncio.Task[None] | None = None

    def is_unchanged(self, originators: Iterable[UUID], since: Moment) -> bool:
        """Whether surely no event of these came after that moment, up to the last look."""
        if since == self.moment:
            return True
        epoch, position = since
        return epoch == self._epoch and all(self._changes.get(one, 0) <= position for one in originators)

    def look(self, players: Collection[UUID] = (), *, positions: bool = False) -> Awaitable[Look]:
        """Take in all that was committed before now.

        Raises:
            psycopg.Error: the database gives no answer.
        """
        found: Future[Look] = asyncio.get_running_loop().create_future()
        self.ask(partial(_settle, found), players, positions=positions)
        return found

    def ask(self, then: Then, players: Collection[UUID] = (), *, positions: bool = False) -> None:
        """Take in all that was committed before now, and call `then` with that, once."""
        self._waiting.append(then)
        if players:
            self._players.update(players)
        self._positions_wanted |= positions
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="log-tail")

    def give_up(self) -> None:
        """Tell all who ask that there is no answer: the database says nothing."""
        self._tell(psycopg.OperationalError(_SILENT))

    def forget(self) -> None:
        """Nothing that was made up to now counts as being so: the log went back."""
        self._epoch += 1
        self._changes = {}
        if self.moment is not None:
            self.moment = (self._epoch, self._position)

    async def stop(self) -> None:
        """End; who waits is answered that the connection is lost."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        await self._disconnect()
        self._tell(psycopg.OperationalError(_ENDED))

    async def _work(self) -> None:
        """Look for all who wait, and again for all who came meanwhile."""
        try:
            questions = self._questions or await self._connect()
            while self._waiting:
                self._asking, self._waiting = self._waiting, []
                self._tell(await self._look(questions))
        except psycopg.Error as error:
            await self._disconnect()
            self._tell(error)
        except BaseException:
            self._tell(psycopg.OperationalError(_ENDED))
            raise
        finally:
            self._task = None

    def _tell(self, found: Look | psycopg.Error) -> None:
        """Answer who asked; that there is no answer, also who came meanwhile."""
        answered, self._asking = self._asking, []
        if isinstance(found, psycopg.Error):
            answered, self._waiting = answered + self._waiting, []
        for then in answered:
            then(found)

    async def _connect(self) -> PreparedQuestions:
        questions = await PreparedQuestions.connect(self._conninfo)
        try:
            await self._begin_anew(questions)
        except BaseException:
            await questions.close()
            raise
        self._questions, self.moment = questions, (self._epoch, self._position)
        return questions

    async def _disconnect(self) -> None:
        questions, self._questions, self.moment = self._questions, None, None
        if questions is not None:
            await questions.close()

    async def _begin_anew(self, questions: PreparedQuestions) -> None:
        """Go on from the newest event: what was between the last known one and that may be anything."""
        (newest,) = await questions.ask([(_END, ())])
        self._position, self._fingerprint = _entry(newest, 0) if newest.ntuples else (0, b"")
        self.stamp = _stamp(newest)
        self.forget()

    async def _look(self, questions: PreparedQuestions) -> Look:
        players, self._players = list(self._players), set()
        positions_wanted, self._positions_wanted = self._positions_wanted, False
        asked: list[Question] = [(_SINCE, [bigint(self._position)])]
        if players:
            asked.append((NAMES_PREPARED, [array("uuid", players)]))
        if positions_wanted:
            asked.append((_POSITIONS, ()))
        since, *more = await questions.ask(asked)
        stamp = self.stamp = _stamp(since)
        if not self._goes_on(since):
            self._rewinds.notice(position=self._position)
            await self._begin_anew(questions)
        elif since.ntuples > MOST:
            await self._begin_anew(questions)
        else:
            self._add(since)
        self.moment = (self._epoch, self._position)
        names = _names(players, more.pop(0)) if players else {}
        return Look(stamp, names, _positions(more[0]) if positions_wanted else {})

    def _goes_on(self, since: PGresult) -> bool:
        """Whether the newest event that was known is still there."""
        if self._position == 0:
            return True
        return bool(since.ntuples) and _entry(since, 0) == (self._position, self._fingerprint)

    def _add(self, since: PGresult) -> None:
        rows = since.ntuples
        first = min(self._position, 1)  # the first one is known
        if rows <= first:
            return
        self._position, self._fingerprint = _entry(since, rows - 1)
        if len(self._changes) + rows > REMEMBERED:
            self.forget()
            return
        for row in range(first, rows):
            self._changes[UUID(bytes=bytes(_value(since, row, 2)))] = _number(since, row, 0)


def _settle(found: Future[Look], look: Look | psycopg.Error) -> None:
    if found.done():  # who asked has gone
        return
    if isinstance(look, psycopg.Error):
        found.set_exception(look)
    else:
        found.set_result(look)


def _value(rows: PGresult, row: int, column: int) -> bytes:
    """What isn't null, by the statement."""
    return rows.get_value(row, column) or b""


def _number(rows: PGresult, row: int, column: int) -> int:
    return int.from_bytes(_value(rows, row, column), signed=True)


def _entry(rows: PGresult, row: int) -> tuple[int, bytes]:
    """Position and fingerprint of an event."""
    return _number(rows, row, 0), _value(rows, row, 1)


def _stamp(rows: PGresult) -> bytes:
    """Of the names; empty of an empty log, of which there are no answers."""
    return _value(rows, 0, 3) if rows.ntuples else b""


def _names(players: Iterable[UUID], rows: PGresult) -> dict[UUID, str]:
    there = {_value(rows, row, 0): rows.get_value(row, 1) for row in range(rows.ntuples)}
    return {player: name_of(name.decode() if (name := there.get(player.bytes)) else None) for player in players}


def _positions(rows: PGresult) -> dict[str, int]:
    return msgspec.json.decode(_value(rows, 0, 0) or b"{}", type=dict[str, int])


_ENDED: Final = "nobody asks any more"
_SILENT: Final = "the database says nothing"

_ENTRY: Final = f"notification_id, substr(state, 1, {FINGERPRINT})"
_ROW: Final = f"{_ENTRY}, originator_id, (SELECT stamp FROM name_stamp)"  # noqa: S608  # constants
_VERSIONS: Final = ", ".join(f"('{kind.name}', {kind.version})" for kind in PROJECTIONS)
_END: Final = f"SELECT {_ROW} FROM match_events ORDER BY notification_id DESC LIMIT 1"  # noqa: S608
_SINCE: Final = f"SELECT {_ROW} FROM match_events WHERE notification_id >= $1 ORDER BY notification_id LIMIT {MOST + 1}"  # noqa: S608
_POSITIONS: Final = f"SELECT json_object_agg(name, position) FROM projections WHERE (name, version) IN ({_VERSIONS})"  # noqa: S608
