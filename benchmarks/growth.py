"""Growth: what appending and reading cost in a short log and in a long one, and in a short match and a long one."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from os import urandom
from typing import Final
from uuid import UUID, uuid4

import psycopg
from eventsourcing.persistence import StoredEvent
from msgspec import Struct
from msgspec.structs import replace
from psycopg.pq import Format

from benchmarks.harness import Effort, Figure, Report, Work, rates
from benchmarks.plays import BY, scripts
from benchmarks.stage import Stage, stage
from domain.match import commands
from domain.match.events import ActionPlayed, MatchEvent
from domain.match.folding import evolve
from domain.match.line import Line
from domain.match.match import Match
from projections.log import read_log
from service.eventstore.event_store import event_store
from service.eventstore.recorder import Write, appending
from service.eventstore.repository import Repository

SIZES: Final = (10_000, 100_000)
FULL_SIZES: Final = (10_000, 100_000, 1_000_000, 5_000_000)
"""Events in the log."""

EVENTS: Final = (100, 1_000, 10_000)
"""Events of a match, and steps of its line."""

_GROUP: Final = 32
_PAGE: Final = 500
_STATE_BYTES: Final = 180  # as an action of Klunker has


def run(effort: Effort, sizes: tuple[int, ...] = SIZES) -> Report:
    """Each cost at several lengths, beside the same at the shortest."""
    with stage() as place, _opened(place) as matches:
        figures = [*_by_log(place, effort, sizes), *_by_match(matches, effort), *_by_line(effort)]
        database = place.database
    notes = (
        database + ".",
        f"Appended: {_GROUP} writes of one event each in one call, durable. By position: {_PAGE} entries, decoded.",
        "The log is filled by the database itself, with matches of 100 events.",
        "A match is written and read through the store, which keeps it folded; its events are corrections of its note.",
        "A step more: the action folded into a match whose line is that long.",
    )
    return Report("Growth", tuple(figures), notes)


class _Matches(Struct, frozen=True):
    """The matches of the stage, and the event loop in which they are read and written."""

    repository: Repository[Match, MatchEvent]
    runner: asyncio.Runner


@contextmanager
def _opened(place: Stage) -> Iterator[_Matches]:
    opening = event_store(place.conninfo)
    with asyncio.Runner() as runner:
        store = runner.run(opening.__aenter__())
        yield _Matches(store.matches, runner)
        runner.run(opening.__aexit__(None, None, None))


def _by_log(place: Stage, effort: Effort, sizes: tuple[int, ...]) -> Iterator[Figure]:
    """A log is filled up to each size, and then measured."""
    found: dict[str, list[float]] = {"append": [], "page": [], "match": []}
    with place.connect() as connection:
        for size in sizes:
            match_id = _fill(connection, size)
            works: dict[str, Work] = {
                "append": partial(_append, connection),
                "page": partial(_page, connection, size // 2),
                "match": partial(_match, connection, match_id),
            }
            for name, samples in rates(works, effort).items():
                found[name].append(sorted(samples.rates)[len(samples.rates) // 2])
    names = {"append": "appended, {} in the log", "page": "read by position, {} in the log"}
    names["match"] = "read of one match, {} in the log"
    for name, values in found.items():
        for size, value in zip(sizes, values, strict=True):
            yield Figure(
                name=names[name].format(f"{size:,}"),
                value=value,
                unit="events/s",
                beside=f"{sizes[0]:,}" if size > sizes[0] else "",
                ratio=value / values[0] if size > sizes[0] else None,
            )


def _fill(connection: psycopg.Connection, size: int) -> UUID:
    """Fill the log with random matches of 100 events up to `size`; gives one of them.

    The events are one that can be decoded, over and over.
    """
    topic, state = scripts(1)[0].stored[1]
    ((have,),) = connection.execute("SELECT count(*) FROM match_events").fetchall()
    connection.execute(
        "INSERT INTO match_events (originator_id, originator_version, topic, state)"
        " SELECT m.id, v, %s, %s FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, %s)) m,"
        " generate_series(1, 100) v",
        (topic, state, (size - have) // 100),
    )
    connection.execute("SELECT append_missing_leaves()")
    connection.execute("VACUUM ANALYZE match_events, log_leaves")
    query = (  # not one of those of a single event, which were appended meanwhile
        "SELECT originator_id FROM match_events WHERE notification_id > %s AND originator_version = 100"
        " ORDER BY notification_id LIMIT 1"
    )
    ((match_id,),) = connection.execute(query, (size // 2,)).fetchall()
    return UUID(str(match_id))


def _append(connection: psycopg.Connection) -> int:
    topic = scripts(1)[0].stored[1][0]
    writes = [Write([StoredEvent(uuid4(), 1, topic, urandom(_STATE_BYTES))]) for _ in range(_GROUP)]
    statement, parameters = appending(writes)
    binary = [Format.BINARY] * len(parameters)
    return connection.pgconn.exec_params(statement.encode(), parameters, None, binary, Format.BINARY).ntuples


def _page(connection: psycopg.Connection, after: int) -> int:
    return read_log(connection, after, _PAGE).size


def _match(connection: psycopg.Connection, match_id: UUID) -> int:
    query = "SELECT originator_version, topic, state FROM match_events WHERE originator_id = %s ORDER BY 1"
    return len(connection.execute(query, (match_id,), prepare=True, binary=True).fetchall())


def _by_match(matches: _Matches, effort: Effort) -> Iterator[Figure]:
    works: dict[str, Work] = {}
    for number in EVENTS:
        opened = scripts(1)[0].events[0]
        match_id = uuid4()
        match: Match = evolve(None, opened)
        notes = [commands.describe(match, note=str(n), at=match.opened_at, by=BY) for n in range(number - 1)]
        matches.runner.run(matches.repository.append(match_id, None, [opened, *notes]))
        works[f"written, a match of {number:,} events"] = partial(_write, matches, match_id)
        works[f"looked at, a match of {number:,} events"] = partial(_look, matches, match_id)
    yield from _beside_the_shortest(works, effort, "a second")


_texts = count()


def _write(matches: _Matches, match_id: UUID) -> int:
    def noted(match: Match) -> list[MatchEvent]:
        return [commands.describe(match, note=str(next(_texts)), at=match.opened_at, by=BY)]

    matches.runner.run(matches.repository.revise(match_id, noted))
    return 1


def _look(matches: _Matches, match_id: UUID) -> int:
    matches.runner.run(matches.repository.load(match_id))
    return 1


def _by_line(effort: Effort) -> Iterator[Figure]:
    works: dict[str, Work] = {}
    for number in EVENTS:
        works[f"a step more, after {number:,}"] = partial(_step, *_long(number))
    yield from _beside_the_shortest(works, effort, "a second")


def _long(number: int) -> tuple[Match, ActionPlayed[object, object]]:
    """A match with a line of `number` plies, and what is played next."""
    match, played = None, None
    for event in scripts(1)[0].events[:6]:
        match, played = (evolve(match, played) if played else match), event
    assert match is not None
    assert isinstance(played, ActionPlayed)
    plies = list(match.line) * (number // len(match.line) + 1)
    return replace(match, line=Line(plies[:number])), played


def _step(match: Match, played: ActionPlayed[object, object]) -> int:
    for _ in range(100):
        evolve(match, played)
    return 100


def _beside_the_shortest(works: dict[str, Work], effort: Effort, unit: str) -> Iterator[Figure]:
    found = rates(works, effort)
    shortest: dict[str, str] = {}
    for name, samples in found.items():
        kind = name.split(",")[0]
        base = shortest.setdefault(kind, name)
        yield samples.figure(name, unit, "" if base == name else base, None if base == name else found[base])
