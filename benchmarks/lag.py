"""Lag: from the answer to a write to its rows, at half of the highest rate of writes; and that of a bare follower."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter
from typing import Final
from uuid import UUID

import psycopg
from msgspec.structs import replace

from benchmarks.actions import posts_of
from benchmarks.harness import Effort, Figure, Report, percentile
from benchmarks.load import send
from benchmarks.plays import Play
from benchmarks.stage import Stage, seed, service, stage
from projections import PROJECTIONS
from projections.follower import CHANNEL
from projections.runner import EVENTS_CHANNEL

_CLIENTS: Final = 32
_BARE: Final = "bare"
_POLL: Final = 0.1
_SECONDS: Final = 1.0  # at least; 32 clients take a while to get going

Moves = dict[str, list[tuple[int, float]]]
"""By the name of a read model: the positions that it got to, and when, in order."""


def run(effort: Effort) -> Report:
    """One action a request, from the same clients as in `actions`, but at a steady pace."""
    effort = replace(effort, request_seconds=max(_SECONDS, effort.request_seconds))
    with stage() as place:
        fast, steady, followed = (posts_of(place, _CLIENTS) for _ in range(3))
        matches: dict[UUID, tuple[Play, int]] = {**fast.matches, **steady.matches, **followed.matches}
        seed(place, matches)
        with service(place) as port:
            highest = send(port, fast.clients, effort).rate
            place.wait_for_projections()
            with _watched(place) as moves:
                result = send(port, steady.clients, effort, pace=highest / 2)
                place.wait_for_projections()
            with _watched(place) as bare_moves, _bare_follower(place):
                bare = send(port, followed.clients, effort, pace=highest / 2)
                place.wait_for_projections()
        database = place.database
    lags = {kind.name: sorted(_lags(result.positions, moves[kind.name])) for kind in PROJECTIONS}
    lags[_BARE] = sorted(_lags(bare.positions, bare_moves[_BARE]))
    base = percentile(lags[_BARE], 0.99)
    figures = [_figure(name, found, base) for name, found in lags.items()]
    notes = (
        database + ".",
        f"{result.rate:,.0f} writes/s, half of the {highest:,.0f} that {_CLIENTS} clients get answered at most.",
        "From the moment the answer is there to the moment the commit of its rows is notified; 0 if that came first.",
        "Bare follower: a loop that is notified, copies the new events' bytes to a table, and notifies.",
        "It runs at the same rate after the others were measured, since it takes a fifth of the processors.",
        "The figure is the 99th percentile, and so is the ratio; of a lag, less is better.",
    )
    return Report("Lag of the read models", tuple(figures), notes)


def _figure(name: str, lags: Sequence[float], base: float) -> Figure:
    p50, p99 = (percentile(lags, share) for share in (0.5, 0.99))
    bare = name == _BARE
    return Figure(
        name="bare follower" if bare else name,
        value=p99 * 1000,
        unit="ms",
        p50_ms=p50 * 1000,
        p99_ms=p99 * 1000,
        beside="" if bare else "bare follower",
        ratio=None if bare or not base else p99 / base,
    )


def _lags(answered: Sequence[tuple[float, int]], moves: Sequence[tuple[int, float]]) -> Iterator[float]:
    for at, position in answered:
        move = bisect_left(moves, (position, 0.0))
        yield max(0.0, moves[move][1] - at)


@contextmanager
def _watched(place: Stage) -> Iterator[Moves]:
    """The moves of all read models, while they are notified."""
    moves: Moves = {name: [] for name in [*(kind.name for kind in PROJECTIONS), _BARE]}

    def watch(connection: psycopg.Connection[tuple[object, ...]], stopping: Event) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        while not stopping.is_set():
            for notice in connection.notifies(timeout=_POLL):
                name, _, position = notice.payload.partition(" ")
                moves[name].append((int(position), perf_counter()))

    with _in_a_thread(place, watch):
        yield moves


@contextmanager
def _bare_follower(place: Stage) -> Iterator[None]:
    def follow(connection: psycopg.Connection[tuple[object, ...]], stopping: Event) -> None:
        connection.execute("SET synchronous_commit = off")
        connection.execute("CREATE TABLE bare (position bigint PRIMARY KEY, state bytea)")
        connection.execute(f"LISTEN {EVENTS_CHANNEL}")
        row = connection.execute("SELECT coalesce(max(notification_id), 0) FROM match_events").fetchone()
        position = row[0] if row else 0
        query = "SELECT notification_id, state FROM match_events WHERE notification_id > %s ORDER BY 1"
        while not stopping.is_set():
            rows = connection.execute(query, (position,), prepare=True, binary=True).fetchall()
            if not rows:
                for _ in connection.notifies(timeout=_POLL, stop_after=1):
                    pass
                continue
            with connection.transaction(), connection.cursor() as cursor:
                with cursor.copy("COPY bare FROM STDIN BINARY") as copy:
                    copy.set_types(["int8", "bytea"])
                    for found in rows:
                        copy.write_row(found)
                position = rows[-1][0]
                cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{_BARE} {position}"))

    with _in_a_thread(place, follow):
        yield


@contextmanager
def _in_a_thread(place: Stage, work: object) -> Iterator[None]:
    stopping, faults = Event(), list[BaseException]()

    def run_it() -> None:
        try:
            with place.connect() as connection:
                work(connection, stopping)  # type: ignore[operator]
        except BaseException as fault:  # noqa: BLE001  # raised below
            faults.append(fault)

    thread = Thread(target=run_it)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()
    if faults:
        raise faults[0]
