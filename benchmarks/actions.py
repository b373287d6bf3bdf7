"""Recording: durable actions a second over HTTP, beside the same without storing and beside a bare insert."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import count, cycle
from statistics import median
from time import perf_counter
from typing import Final
from uuid import UUID

import msgspec
import psycopg
import uvloop
from msgspec import Struct
from psycopg.types.numeric import Int8

from benchmarks.harness import Effort, Figure, Report, Samples, percentile
from benchmarks.load import Result, send
from benchmarks.plays import Play, scripts
from benchmarks.stage import Stage, memory, other, request, seed, service, stage

CLIENTS: Final = (1, 32, 256)
_SCRIPTS: Final = 8
_MATCHES: Final = {1: 48, 32: 6, 256: 2}  # for each client and round; more than it gets through
_STOCK_CLIENTS: Final = 32
_ROUNDS: Final = ("stored", "unstored", "insert", "group")

_numbers = count(1)


class Posts(Struct, frozen=True):
    """What the clients of one round send, and the matches that have to be there for it."""

    clients: list[list[bytes]]
    matches: dict[UUID, tuple[Play, int]]


class Measured(Struct):
    """The results of one thing, a round each."""

    rates: list[float] = []
    p50: list[float] = []
    p99: list[float] = []

    @property
    def samples(self) -> Samples:
        return Samples(tuple(self.rates))

    def add(self, rate: float, p50_ms: float, p99_ms: float) -> None:
        self.rates.append(rate)
        self.p50.append(p50_ms)
        self.p99.append(p99_ms)

    def add_result(self, result: Result) -> None:
        self.add(result.rate, result.p50_ms, result.p99_ms)

    def figure(self, name: str, unit: str, beside: str = "", base: "Measured | None" = None) -> Figure:
        line = self.samples.figure(name, unit, beside, base.samples if base else None)
        return msgspec.structs.replace(line, p50_ms=median(self.p50), p99_ms=median(self.p99))


def run(effort: Effort) -> Report:
    """One action a request; matches of Klunker for four whose cards the recorder reports."""
    with stage() as place:
        rounds = max(1, effort.rounds - 2)
        sent = [(what, n) for what in ("stored", "unstored") for n in CLIENTS] + [("stock", _STOCK_CLIENTS)]
        posts = {(what, n, number): posts_of(place, n) for number in range(rounds) for what, n in sent}
        seed(place, {match_id: play for each in posts.values() for match_id, play in each.matches.items()})
        found = {(what, n): Measured() for what in ("stored", "unstored", "insert", "group") for n in CLIENTS}
        found["stock", _STOCK_CLIENTS] = Measured()
        syncs: list[float] = []
        with service(place) as port, other("canned") as canned:
            idle = memory(port)
            ceilings = {n: send(canned, posts["unstored", n, 0].clients, effort, repeat=True).rate for n in CLIENTS}
            for number in range(rounds):
                syncs.append(place.syncs())
                for n in CLIENTS:
                    found["stored", n].add_result(durably(place, port, posts["stored", n, number], effort))
                    place.wait_for_projections()  # what they have yet to do mustn't slow down the others
                    with other("unstored", place.conninfo) as unstored:  # which listens to the log, too
                        result = send(unstored, posts["unstored", n, number].clients, effort)
                    found["unstored", n].add_result(result)
                    found["insert", n].add(*bare(place, effort, partial(_bare_inserts, connections=n)))
                    found["group", n].add(*bare(place, effort, partial(_bare_groups, clients=n)))
                with other("stock", place.conninfo) as stock:  # as briefly as can be, since it reads the log on, too
                    posted = posts["stock", _STOCK_CLIENTS, number]
                    found["stock", _STOCK_CLIENTS].add_result(durably(place, stock, posted, effort))
                    place.wait_for_projections()
            busy = memory(port)
        database = place.database
    figures = []
    for n in CLIENTS:
        many = f"{n} client{'s' if n > 1 else ''}"
        stored, unstored_, insert, group = (found[what, n] for what in _ROUNDS)
        figures += [
            stored.figure(f"stored, {many}", "actions/s", "not stored", unstored_),
            stored.figure(f"stored, {many}", "actions/s", "bare group commit", group),
            stored.figure(f"stored, {many}", "actions/s", "bare insert", insert),
        ]
        if n == _STOCK_CLIENTS:
            library = found["stock", n]
            figures += [
                stored.figure(f"stored, {many}", "actions/s", "library's recorder", library),
                library.figure(f"library's recorder, {many}", "actions/s"),
            ]
        figures += [
            unstored_.figure(f"not stored, {many}", "actions/s"),
            group.figure(f"bare group commit, {many}", "writes/s"),
            insert.figure(f"bare insert, {many}", "commits/s"),
        ]
    figures.append(Samples(tuple(syncs)).figure("the disk alone, page by page", "fdatasyncs/s"))
    for name in idle:
        figures.append(Figure(name=f"memory of the {name}, at the start", value=idle[name], unit="MB"))
        figures.append(Figure(name=f"memory of the {name}, at the end", value=busy[name], unit="MB"))
    notes = (
        database + ".",
        "Not stored: the same routes, with a store that keeps what is committed in memory; no projections run.",
        "Library's recorder: the same routes over the recorder of eventsourcing as it comes, in four threads.",
        "Bare group commit: the same bytes and key columns by psycopg, one transaction for what came during the last.",
        "Bare insert: the same by psycopg, prepared, one commit each, as many connections as clients, but 64 at most.",
        "Clients start at steps spread over the match; the read models follow meanwhile.",
        "The sender alone gets "
        + ", ".join(f"{rate:,.0f} answers/s with {n}" for n, rate in ceilings.items())
        + " clients from a server that answers two bytes at once.",
    )
    return Report("Recording over HTTP", tuple(figures), notes)


def durably(place: Stage, port: int, posts: Posts, effort: Effort) -> Result:
    """Sends `posts`; every action answered has to be in the log.

    Raises:
        RuntimeError: it isn't.
    """
    before = place.events()
    result = send(port, posts.clients, effort)
    grown = place.events() - before
    if grown != result.answered:
        raise RuntimeError(f"{result.answered} actions were acknowledged, but the log grew by {grown}")
    return result


def posts_of(place: Stage, clients: int) -> Posts:
    """What so many clients send, each to matches of its own, which are opened in the order in which they are played.

    Who measures several times asks for these in the order in which they are sent: a match that was opened long before
    others that have ended would have all of them rated again, which at a table is rare.
    """
    plays = cycle(scripts(_SCRIPTS))
    sent: list[list[bytes]] = [[] for _ in range(clients)]
    matches: dict[UUID, tuple[Play, int]] = {}
    for number in range(_MATCHES[clients]):
        for client, requests in enumerate(sent):
            play, match_id = next(plays), UUID(int=(9 << 120) + next(_numbers))
            played = len(play.actions) * client // clients if number == 0 else 0
            matches[match_id] = (play, 1 + played)
            path = f"/api/v1/matches/{match_id}/actions"
            requests += [
                request("POST", path, place.token, msgspec.json.encode({"actions": [action]}))
                for action in play.actions[played:]
            ]
    return Posts(sent, matches)


Inserts = Callable[[str, "_Clock"], Awaitable[None]]


class _Clock:
    """The times of what is done after the warm-up and before the end."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._start = self._end = 0.0
        self._times: list[float] = []

    def begin(self) -> None:
        """Let the time run from now on."""
        self._start = perf_counter() + self._effort.warm_up_seconds
        self._end = perf_counter() + self._effort.request_seconds

    def took(self, before: float) -> bool:
        """Note something that began at `before`; whether to go on."""
        now = perf_counter()
        if self._start <= now <= self._end:
            self._times.append(now - before)
        return now < self._end

    def found(self) -> tuple[float, float, float]:
        """How many a second, with the median and 99th percentile of their times in ms."""
        ordered = sorted(self._times)
        rate = len(ordered) / (self._end - self._start)
        return rate, 1000 * percentile(ordered, 0.5), 1000 * percentile(ordered, 0.99)


def bare(place: Stage, effort: Effort, inserts: Inserts) -> tuple[float, float, float]:
    """Writes a second to a table like that of the log, with the median and 99th percentile of their times in ms."""
    with place.connect() as connection:
        connection.execute(
            "CREATE TABLE bare (originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text,"
            " state bytea, notification_id bigserial, PRIMARY KEY (originator_id, originator_version))"
        )
        connection.execute("CREATE UNIQUE INDEX ON bare (notification_id)")
    clock = _Clock(effort)
    try:
        uvloop.run(_awaited(inserts(place.conninfo, clock)))
    finally:
        with place.connect() as connection:
            connection.execute("DROP TABLE bare")
    return clock.found()


async def _awaited(work: Awaitable[None]) -> None:
    await work


_COLUMNS: Final = "INSERT INTO bare (originator_id, originator_version, topic, state)"


async def _bare_inserts(conninfo: str, clock: _Clock, connections: int) -> None:
    number = min(connections, 64)
    opened = [await psycopg.AsyncConnection.connect(conninfo, autocommit=True) for _ in range(number)]

    async def insert(connection: psycopg.AsyncConnection[object]) -> None:
        for row in _bare_rows(scripts(_SCRIPTS)):
            before = perf_counter()
            await connection.execute(f"{_COLUMNS} VALUES (%b, %b, %b, %b)", row, prepare=True)
            if not clock.took(before):
                return

    clock.begin()
    try:
        await asyncio.gather(*map(insert, opened))
    finally:
        for connection in opened:
            await connection.close()


async def _bare_groups(conninfo: str, clock: _Clock, clients: int) -> None:
    waiting: list[tuple[tuple[UUID, int, str, bytes], asyncio.Future[None]]] = []
    come = asyncio.Event()

    async def commit(connection: psycopg.AsyncConnection[object]) -> None:
        while await come.wait():
            come.clear()
            group = waiting[:]
            waiting.clear()
            ids, versions, topics, states = zip(*(row for row, _ in group), strict=True)
            await connection.execute(
                f"{_COLUMNS} SELECT * FROM unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[])",
                (list(ids), [Int8(version) for version in versions], list(topics), list(states)),
                prepare=True,
            )
            for _, done in group:
                done.set_result(None)

    async def insert() -> None:
        for row in _bare_rows(scripts(_SCRIPTS)):
            before, done = perf_counter(), asyncio.get_running_loop().create_future()
            waiting.append((row, done))
            come.set()
            await done
            if not clock.took(before):
                return

    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
        committing = asyncio.create_task(commit(connection))
        clock.begin()
        await asyncio.gather(*(insert() for _ in range(clients)))
        committing.cancel()


def _bare_rows(plays: Sequence[Play]) -> Iterator[tuple[UUID, int, str, bytes]]:
    for play in cycle(plays):
        match_id = UUID(int=(11 << 120) + next(_numbers))
        for version, (topic, stored) in enumerate(play.stored, start=1):
            yield match_id, version, topic, stored
