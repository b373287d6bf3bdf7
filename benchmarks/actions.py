"""Recording: durable actions a second over HTTP, beside the same without storing and beside a bare insert."""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import count, cycle
from statistics import median
from time import perf_counter
from typing import Final
from uuid import UUID

import msgspec
import psycopg
import uvloop
from msgspec import Struct

from benchmarks.harness import Effort, Figure, Report, Samples, percentile
from benchmarks.load import Result, send
from benchmarks.plays import Play, scripts
from benchmarks.stage import Stage, other, request, seed, service, stage

CLIENTS: Final = (1, 32)
_SCRIPTS: Final = 8
_MATCHES: Final = {1: 24, 32: 4}  # for each client and round; more than it gets through

_numbers = count(1)


class Posts(Struct, frozen=True):
    """What the clients of one round send, and the matches that have to be there for it."""

    clients: list[list[bytes]]
    matches: dict[UUID, tuple[Play, int]]


class _Measured(Struct):
    """The results of one thing, a round each."""

    rates: list[float]
    p50: list[float]
    p99: list[float]

    @property
    def samples(self) -> Samples:
        return Samples(tuple(self.rates))

    def add(self, rate: float, p50_ms: float, p99_ms: float) -> None:
        self.rates.append(rate)
        self.p50.append(p50_ms)
        self.p99.append(p99_ms)

    def figure(self, name: str, unit: str, beside: str = "", base: "_Measured | None" = None) -> Figure:
        line = self.samples.figure(name, unit, beside, base.samples if base else None)
        return msgspec.structs.replace(line, p50_ms=median(self.p50), p99_ms=median(self.p99))


def run(effort: Effort) -> Report:
    """One action a request; matches of Klunker for four whose cards the recorder reports."""
    with stage() as place:
        rounds = max(1, effort.rounds - 2)
        posts = {
            (what, clients, number): posts_of(place, clients)
            for what in ("stored", "unstored")
            for clients in CLIENTS
            for number in range(rounds)
        }
        seed(place, {match_id: play for each in posts.values() for match_id, play in each.matches.items()})
        found = {(what, n): _Measured([], [], []) for what in ("stored", "unstored", "insert") for n in CLIENTS}
        syncs: list[float] = []
        with service(place) as port, other("unstored", place.conninfo) as unstored, other("canned") as canned:
            ceilings = {n: send(canned, posts["unstored", n, 0].clients, effort, repeat=True).rate for n in CLIENTS}
            for number in range(rounds):
                syncs.append(place.syncs())
                for clients in CLIENTS:
                    before = place.events()
                    result = send(port, posts["stored", clients, number].clients, effort)
                    _verify_durable(place, before, result)
                    found["stored", clients].add(result.rate, result.p50_ms, result.p99_ms)
                    result = send(unstored, posts["unstored", clients, number].clients, effort)
                    found["unstored", clients].add(result.rate, result.p50_ms, result.p99_ms)
                    place.wait_for_projections()
                    found["insert", clients].add(*bare_inserts(place, clients, effort))
        database = place.database
    figures = []
    for clients in CLIENTS:
        many = f"{clients} client{'s' if clients > 1 else ''}"
        stored, unstored_, insert = (found[what, clients] for what in ("stored", "unstored", "insert"))
        figures += [
            stored.figure(f"stored, {many}", "actions/s", "not stored", unstored_),
            stored.figure(f"stored, {many}", "actions/s", "bare insert", insert),
            unstored_.figure(f"not stored, {many}", "actions/s"),
            insert.figure(f"bare insert, {many}", "commits/s"),
        ]
    figures.append(Samples(tuple(syncs)).figure("the disk alone, page by page", "fdatasyncs/s"))
    notes = (
        database + ".",
        "Not stored: the same routes, with a store that keeps what is committed in memory; no projections run.",
        "Bare insert: the same bytes and key columns by psycopg, prepared, one commit each, as many connections.",
        "Clients start at steps spread over the match; the projections run in the process that answers.",
        "The sender alone gets "
        + " and ".join(f"{rate:,.0f} answers/s with {n}" for n, rate in ceilings.items())
        + " clients from a server that answers two bytes at once.",
    )
    return Report("Recording over HTTP", tuple(figures), notes)


def posts_of(place: Stage, clients: int) -> Posts:
    """What so many clients send, each to matches of its own."""
    plays = cycle(scripts(_SCRIPTS))
    sent: list[list[bytes]] = []
    matches: dict[UUID, tuple[Play, int]] = {}
    for client in range(clients):
        requests: list[bytes] = []
        for number in range(_MATCHES[clients]):
            play, match_id = next(plays), UUID(int=(9 << 120) + next(_numbers))
            played = len(play.actions) * client // clients if number == 0 else 0
            matches[match_id] = (play, 1 + played)
            path = f"/api/v1/matches/{match_id}/actions"
            requests += [
                request("POST", path, place.token, msgspec.json.encode({"actions": [action]}))
                for action in play.actions[played:]
            ]
        sent.append(requests)
    return Posts(sent, matches)


def _verify_durable(place: Stage, before: int, result: Result) -> None:
    """Every action answered is in the log.

    Raises:
        RuntimeError: it isn't.
    """
    grown = place.events() - before
    if grown != result.answered:
        raise RuntimeError(f"{result.answered} actions were acknowledged, but the log grew by {grown}")


def bare_inserts(place: Stage, connections: int, effort: Effort) -> tuple[float, float, float]:
    """Commits a second, with the median and 99th percentile of their times in ms."""
    with place.connect() as connection:
        connection.execute(
            "CREATE TABLE bare (originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text,"
            " state bytea, notification_id bigserial, PRIMARY KEY (originator_id, originator_version))"
        )
        connection.execute("CREATE UNIQUE INDEX ON bare (notification_id)")
    try:
        return uvloop.run(_bare_inserts(place.conninfo, connections, effort))
    finally:
        with place.connect() as connection:
            connection.execute("DROP TABLE bare")


async def _bare_inserts(conninfo: str, connections: int, effort: Effort) -> tuple[float, float, float]:
    opened = [await psycopg.AsyncConnection.connect(conninfo, autocommit=True) for _ in range(connections)]
    try:
        times: list[float] = []
        start = perf_counter() + effort.warm_up_seconds
        end = perf_counter() + effort.request_seconds
        await asyncio.gather(*(_insert(connection, times, start, end) for connection in opened))
    finally:
        for connection in opened:
            await connection.close()
    ordered = sorted(times)
    return len(ordered) / (end - start), 1000 * percentile(ordered, 0.5), 1000 * percentile(ordered, 0.99)


async def _insert(connection: psycopg.AsyncConnection[object], times: list[float], start: float, end: float) -> None:
    for row in _bare_rows(scripts(_SCRIPTS)):
        before = perf_counter()
        await connection.execute(
            "INSERT INTO bare (originator_id, originator_version, topic, state) VALUES (%b, %b, %b, %b)",
            row,
            prepare=True,
        )
        after = perf_counter()
        if after > end:
            return
        if after >= start:
            times.append(after - before)


def _bare_rows(plays: Sequence[Play]) -> Iterator[tuple[UUID, int, str, bytes]]:
    for play in cycle(plays):
        match_id = UUID(int=(11 << 120) + next(_numbers))
        for version, (topic, stored) in enumerate(play.stored, start=1):
            yield match_id, version, topic, stored
