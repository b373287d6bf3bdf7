"""Leaderboards and ratings as matches grow in number: what an answer costs, and what a match costs until it is in."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import cycle, islice
from random import Random
from statistics import median
from time import perf_counter
from typing import Final
from uuid import UUID

import msgspec
from msgspec.structs import replace
from psycopg import sql

from benchmarks.harness import Effort, Figure, Report, Samples
from benchmarks.load import Result, send
from benchmarks.plays import BY, scripts
from benchmarks.stage import Stage, request, service, stage
from domain.codec import encode, topic_of
from domain.match import commands
from domain.match.events import MatchEvent, MatchOpened
from domain.match.folding import fold
from projections.ratings.projection import Ratings
from projections.runner import project_batch

CLIENTS: Final = 4
PEOPLE: Final = 1_000
_SCRIPTS: Final = 32
_ACTIONS: Final = 4
_FIRST_DAY: Final = date(2000, 1, 1)
_MATCHES_A_DAY: Final = 20
_PATHS: Final = {
    "by wins": "leaderboard",
    "by rating": "leaderboard?sort=rating",
    "of a month": "leaderboard?played_from=2000-01-01&played_to=2000-01-31",
    "at one place": "leaderboard?place=Bochum",
}


def run(effort: Effort) -> Report:
    """Each kind of leaderboard at each number of matches, beside the same at the first."""
    figures: list[Figure] = []
    answers: dict[str, list[Result]] = {}
    rounds = max(1, effort.rounds - 3)
    matches = _matches()
    done = 0
    with stage() as place:
        for number in effort.history:
            _write(place, islice(matches, number - done))
            rate = (number - done) / _project(place)
            figures.append(Figure(name=f"taken in on the way to {number:,} matches", value=rate, unit="matches/s"))
            done = number
            with service(place) as port:
                for name, path in _PATHS.items():
                    asked = [[request("GET", f"/api/v1/games/klunker/{path}", place.token)]] * CLIENTS
                    found = [send(port, asked, effort, repeat=True) for _ in range(rounds)]
                    answers.setdefault(name, found)
                    figures.append(_figure(name, number, found, effort.history[0], answers[name]))
        database = place.database
    played = (
        f"Matches of four at Klunker by {PEOPLE:,} people, {_MATCHES_A_DAY} a day, in the order of play, of"
        f" {_ACTIONS + 2} events each. All are public: each is rated once among all matches and once among the public."
    )
    notes = (
        database + "; synchronous_commit off for the projection, as in the service.",
        played,
        f"{CLIENTS} clients with a token ask for the first 100 of a leaderboard.",
    )
    return Report("Leaderboards", tuple(figures), notes)


def _figure(name: str, number: int, found: list[Result], first: int, base: list[Result]) -> Figure:
    samples = Samples(tuple(result.rate for result in found))
    base_samples = Samples(tuple(result.rate for result in base))
    figure = samples.figure(f"{name}, {number:,} matches", "answers/s", f"{first:,} matches", base_samples)
    return msgspec.structs.replace(
        figure,
        p50_ms=median(result.p50_ms for result in found),
        p99_ms=median(result.p99_ms for result in found),
    )


Written = list[tuple[MatchEvent, bytes | None]]
"""The events of a match, with the bytes of those that are the same in many."""


def _matches() -> Iterator[Written]:
    """Short matches that were concluded, without end."""
    random = Random("leaderboard")
    people = [UUID(int=(9 << 120) + number) for number in range(PEOPLE)]
    for number, script in enumerate(cycle(_short(_SCRIPTS))):
        opened, *rest = script
        assert isinstance(opened[0], MatchOpened)
        day = _FIRST_DAY + timedelta(days=number // _MATCHES_A_DAY)
        yield [(replace(opened[0], seats=tuple(random.sample(people, 4)), played_on=day), None), *rest]


def _short(number: int) -> list[Written]:
    short: list[Written] = []
    for play in scripts(number):
        events = list(play.events[: 1 + _ACTIONS])
        match = fold(None, events)
        assert match is not None
        events.append(commands.conclude(match, "", at=events[-1].at, by=BY))
        short.append([(event, encode(event, bytes(8))) for event in events])
    return short


def _write(place: Stage, matches: Iterator[Written]) -> None:
    """Write matches past the service."""
    ids = Random()
    with place.connect() as connection, connection.cursor() as cursor:
        columns = "originator_id, originator_version, topic, state"
        with cursor.copy(f"COPY match_events ({columns}) FROM STDIN BINARY") as copy:
            copy.set_types(["uuid", "int8", "text", "bytea"])
            for match in matches:
                match_id = UUID(int=ids.getrandbits(128), version=4)
                for version, (event, stored) in enumerate(match, start=1):
                    copy.write_row(
                        (match_id, version, topic_of(event, "klunker"), stored or encode(event, ids.randbytes(8)))
                    )
        cursor.execute("SELECT append_missing_leaves()")
        cursor.execute("ANALYZE match_events, log_leaves")


def _project(place: Stage) -> float:
    """The seconds that the ratings take; the other read models are left where they don't matter."""
    projection = Ratings()
    with place.connect() as connection:
        connection.execute("SET synchronous_commit = off")
        start = perf_counter()
        while project_batch(connection, projection):
            pass
        seconds = perf_counter() - start
        for table in projection.tables:  # as the server does by itself before long
            connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table)))
        end = "(SELECT max(notification_id) FROM match_events)"
        connection.execute(f"UPDATE projections SET position = {end}")
    return seconds
