"""Rows that queries of the statistics gave, at hand until the log has something that could change them."""

import json
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any, Final

import msgspec
from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import asdict
from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg.types.json import set_json_loads

from domain.codec import FINGERPRINT
from domain.kernel.points import Points, points
from projections.statistics.projection import Statistics
from service.queries.filters import MatchFilter
from service.reads.reads import Reads

Rows = Sequence[dict[str, Any]]

_RESULTS: Final = 512
_MOST_EVENTS: Final = 10_000
"""Looked through for what could change a result; where there are more, it is asked for anew."""


def _number(text: str) -> Points:
    return points(Decimal(text))


_loads: Final = partial(json.loads, parse_float=_number)
"""Reads JSON with decimals exactly."""


class _State(Struct, frozen=True):
    """The rows of the read model that a result was made of: how far it was, and the fingerprint of the event there."""

    position: int
    epoch: int
    fingerprint: bytes | None


class _Result(Struct, frozen=True):
    rows: Rows
    state: _State


class StatisticsCache:
    """Asks the tables of the statistics and of the players, each question once as long as the answer is the same.

    Rows change with the events of matches that count, or have counted, and with merges; what is played in other
    matches changes none. The rows that it gives are shared: who gets them doesn't change them.
    """

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self._results: LRUCache[bytes, _Result] = LRUCache(_RESULTS)

    async def rows(self, query: str, wanted: MatchFilter, **more: int | str | date) -> Rows:
        """What `query` gives for the parameters of `wanted` and `more`."""
        question = msgspec.msgpack.encode((query, wanted, more))
        known = self._results.get(question)

        async def fetch(connection: AsyncConnection[Any]) -> tuple[_State | None, Rows]:
            # Before the rows: what comes in between counts as a change.
            state, same = await _look(connection, known.state if known else None)
            if known and same:
                return state, known.rows
            cursor = connection.cursor(row_factory=dict_row)
            set_json_loads(_loads, cursor)
            await cursor.execute(query, wanted.parameters() | more)
            return state, await cursor.fetchall()

        state, rows = await self._reads.run(fetch)
        if state is not None:
            self._results[question] = _Result(rows, state)
        return rows


async def _look(connection: AsyncConnection[Any], known: _State | None) -> tuple[_State | None, bool]:
    """The state now, None while the rows are of another version; and whether they are those of the `known` one."""
    asked = {"name": Statistics.name, "version": Statistics.version, "length": FINGERPRINT, "most": _MOST_EVENTS}
    before = asdict(known) if known else dict.fromkeys(_State.__struct_fields__)
    row = await (await connection.execute(_LOOK, asked | before, prepare=True)).fetchone()
    return (_State(*row[:-1]), row[-1] is True) if row else (None, False)


# Whether the log goes on from where it was, with nothing that changes rows. An action is stored under the name of its
# game: in a match that has no rows now, none has taken rows away.
_LOOK: Final = """
    SELECT p.position, p.generation, p.fingerprint,
           p.generation = %(epoch)s AND p.position - %(position)s <= %(most)s
           AND (%(position)s = 0 OR EXISTS (
               SELECT FROM match_events
               WHERE notification_id = %(position)s AND substr(state, 1, %(length)s) = %(fingerprint)s))
           AND NOT EXISTS (
               SELECT FROM match_events e
               WHERE e.notification_id > %(position)s AND (
                   (e.topic LIKE 'match/%%' AND e.topic <> 'match/opened') OR e.topic LIKE 'people/%%'
                   OR e.topic LIKE 'subjects/%%'
                   OR EXISTS (SELECT FROM statistics_match m WHERE m.match_id = e.originator_id)))
    FROM projections p WHERE (p.name, p.version) = (%(name)s, %(version)s)
"""
