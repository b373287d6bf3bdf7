"""Evidence: what recording with it takes beside recording without, round by round; and how fast it is verified."""

import asyncio
from importlib import resources
from statistics import median
from time import perf_counter
from typing import Any, Final

import psycopg
from psycopg import AsyncConnection

from benchmarks.actions import durably, posts_of
from benchmarks.harness import Effort, Figure, Report, Samples
from benchmarks.leaves import append_leaves, append_nodes
from benchmarks.stage import Stage, seed, service, stage
from service.evidence.checking import check_stretch, end_of_log
from service.evidence.nodes import store_nodes
from service.evidence.tree import Tree

_CLIENTS: Final = (1, 32)
_PROOFS: Final = 20


def run(effort: Effort) -> Report:
    """One action a request, as in :mod:`benchmarks.actions`; a service whose database does with evidence or without."""
    with_, without = _functions()
    rates: dict[tuple[str, int], list[float]] = {}
    with stage() as place:
        rounds = effort.rounds
        posts = {
            (what, n, number): posts_of(place, n)
            for number in range(rounds)
            for n in _CLIENTS
            for what in ("with", "without")
        }
        seed(place, {match_id: play for each in posts.values() for match_id, play in each.matches.items()})
        with service(place) as port:
            for number in range(rounds):
                for n in _CLIENTS:
                    turns = [("with", with_), ("without", without)]
                    for what, function in turns if number % 2 else reversed(turns):
                        _use(place, function)
                        result = durably(place, port, posts[what, n, number], effort)
                        rates.setdefault((what, n), []).append(result.rate)
                        _use(place, with_)
                        _settle(place)
        figures: list[Figure] = []
        for n in _CLIENTS:
            many = f"{n} client{'s' if n > 1 else ''}"
            bare = Samples(tuple(rates["without", n]))
            figures += [
                Samples(tuple(rates["with", n])).figure(f"with evidence, {many}", "actions/s", "without", bare),
                bare.figure(f"without evidence, {many}", "actions/s"),
            ]
        figures += asyncio.run(_verified(place))
        figures += _of_tree(place)
        notes = (
            place.database + ".",
            "Without: the function that stores events is the one from before evidence; the service is the same.",
            "With and without take turns; meanwhile the read models follow, and nodes are stored in both.",
            "Verified: events with their leaves and nodes, by one process, the database included.",
        )
    return Report("Evidence", tuple(figures), notes)


def _functions() -> tuple[str, str]:
    """The statements that make the function that stores events: with evidence, and as it was before."""

    def of(name: str) -> str:
        text = resources.files("service.database").joinpath("migrations", name).read_text(encoding="utf-8")
        return f"CREATE OR REPLACE FUNCTION append_match_events({text.rpartition('FUNCTION append_match_events(')[2]}"

    last = "fingerprints bytea[] DEFAULT NULL"
    before = of("0006_predecessors.sql").replace(
        last, f"{last},\n    plains bytea[] DEFAULT NULL,\n    entries bytea[] DEFAULT NULL"
    )
    return of("0027_smaller_events.sql"), before


def _use(place: Stage, function: str) -> None:
    with place.connect() as connection:
        connection.execute(function)


def _settle(place: Stage) -> None:
    """Let the read models come to the end, and give leaves and nodes to what was stored without."""
    place.wait_for_projections()
    with place.connect() as connection:
        append_leaves(connection)
        asyncio.run(append_nodes(place.conninfo))  # else the round after it would
        connection.execute("CHECKPOINT")


async def _verified(place: Stage) -> list[Figure]:
    async with await AsyncConnection.connect(place.conninfo, autocommit=True) as connection:
        before = perf_counter()
        while await store_nodes(connection):
            pass
        end, position, events = await end_of_log(connection), 0, 0
        noded = perf_counter() - before
        before = perf_counter()
        while position < end:
            stretch = await check_stretch(connection, position, 16_384, end)
            position, events = stretch.end, events + stretch.events
            if stretch.faults:
                raise RuntimeError(f"the log isn't what was recorded: {stretch.faults[0]}")
        rate = events / (perf_counter() - before)
    return [
        Figure(name="verified", value=rate, unit="events/s"),
        Figure(name="the rest of the nodes", value=1000 * noded, unit="ms"),
    ]


def _of_tree(place: Stage) -> list[Figure]:
    """The times of heads and proofs, and the room that leaves take."""
    with psycopg.connect(place.conninfo, autocommit=True) as connection:
        ((events, leaves, log),) = _rows(
            connection,
            "SELECT (SELECT count(*) FROM log_leaves), pg_total_relation_size('log_leaves'),"
            " pg_total_relation_size('match_events')",
        )
        heads: list[float] = []
        proofs: list[float] = []
        for number in range(_PROOFS):
            before = perf_counter()
            tree = Tree(connection)
            tree.root()
            heads.append(perf_counter() - before)
            before = perf_counter()
            tree.inclusion(1 + number * tree.extent.size // _PROOFS)
            proofs.append(perf_counter() - before)
    return [
        Figure(name="root of the tree", value=1000 * median(heads), unit="ms"),
        Figure(name="inclusion proof", value=1000 * median(proofs), unit="ms"),
        Figure(name="leaf, with its index", value=leaves / events, unit="bytes/event"),
        Figure(name="event, with its indexes", value=log / events, unit="bytes/event"),
    ]


def _rows(connection: psycopg.Connection[Any], query: str) -> Any:
    return connection.execute(query).fetchall()
