"""Reading while somebody writes: many readers at two processes, and how many were answered what was no longer so."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import zip_longest
from typing import Final
from uuid import UUID

import msgspec

from benchmarks.harness import FULL, Effort, Figure, Report
from benchmarks.load import Result, send
from benchmarks.plays import Play, scripts
from benchmarks.reads import body, figure_of, turned
from benchmarks.stage import other, request, seed, service, stage

CLIENTS: Final = 64
WORKERS: Final = 2
READS: Final = 100_000
"""Of the version of a match, in a full run; otherwise as many as there are in its time."""

_MATCHES: Final = 16
_WRITES_A_SECOND: Final = 20
_BEGUN: Final = 0.1  # of each match: the rest is played while others read


def run(effort: Effort) -> Report:
    """Readers with a token, each for one match after another, while these are played on."""
    plays = scripts(8)
    chosen: dict[UUID, Play] = {
        UUID(int=(14 << 120) + number): plays[number % len(plays)] for number in range(_MATCHES)
    }
    begun = {match_id: (play, int(len(play.events) * _BEGUN)) for match_id, play in chosen.items()}
    step = min(upto for _, upto in begun.values()) - 1
    paths = {"state": "state", f"replay step {step}": f"replay/steps/{step}", "SVG of it": f"replay/steps/{step}.svg"}
    rounds = max(1, effort.rounds - 2)
    with stage() as place:
        seed(place, begun)
        writes, written = list(_writes(begun, place.token)), 0
        bodies_file = place.data / "bodies"
        with service(place, "--workers", str(WORKERS)) as port:
            addresses = {
                name: [f"/api/v1/matches/{match_id}/{path}" for match_id in chosen] for name, path in paths.items()
            }
            bodies = {name: [body(port, one, place.token) for one in listed] for name, listed in addresses.items()}
            bodies_file.write_bytes(msgspec.msgpack.encode([one for each in bodies.values() for one in each]))
            with other("memory", str(bodies_file), str(WORKERS)) as memory:
                ours: dict[str, list[Result]] = {name: [] for name in paths}
                theirs: dict[str, list[Result]] = {name: [] for name in paths}
                for where, path in ((port, addresses["state"][0]), (memory, "/0")):  # until all its processes are there
                    send(where, turned([request("GET", path, place.token)], CLIENTS), effort, repeat=True)
                while len(ours["state"]) < rounds or _too_few(ours["state"], effort):
                    for number, (name, listed) in enumerate(addresses.items()):
                        asked = [request("GET", one, place.token) for one in listed]
                        plain = [request("GET", f"/{number * _MATCHES + one}") for one in range(_MATCHES)]
                        beside = writes[written : written + int(_WRITES_A_SECOND * effort.request_seconds)]
                        read = partial(send, effort=effort, repeat=True)
                        found = read(port, turned(asked, CLIENTS), writes=beside, write_pace=_WRITES_A_SECOND)
                        written += found.written  # not all may have had the time
                        ours[name].append(found)
                        theirs[name].append(read(memory, turned(plain, CLIENTS)))
        database = place.database
    figures: list[Figure] = []
    for name in paths:
        figures += [
            figure_of(f"GET {name}", ours[name], "the same bytes from memory", theirs[name]),
            figure_of(f"GET {name}: from memory", theirs[name]),
        ]
    reads, writes_beside = (sum(getattr(each, what) for each in ours["state"]) for what in ("answered", "written"))
    figures += [
        Figure(name="states that were read", value=reads, unit="reads"),
        Figure(
            name="of these, older than what was acknowledged before",
            value=sum(each.stale for each in ours["state"]),
            unit="reads",
        ),
        Figure(name="writes meanwhile", value=writes_beside, unit="writes"),
    ]
    whose = f"{_MATCHES} matches of four at Klunker that one more client plays on, {_WRITES_A_SECOND} actions a second"
    notes = (
        database + ".",
        f"{CLIENTS} clients with a token at {WORKERS} processes, on {whose}.",
        f"From memory: litestar and uvicorn in {WORKERS} processes, to which nobody writes.",
    )
    return Report("Reading over HTTP while somebody writes", tuple(figures), notes)


def _too_few(results: list[Result], effort: Effort) -> bool:
    return effort.rounds >= FULL.rounds and sum(result.answered for result in results) < READS


def _writes(begun: Mapping[UUID, tuple[Play, int]], token: str) -> Iterator[bytes]:
    """Requests that play the matches on, in turn; the first event of a play is no action."""
    waiting = [
        [
            request("POST", f"/api/v1/matches/{match_id}/actions", token, msgspec.json.encode({"actions": [action]}))
            for action in play.actions[upto - 1 :]
        ]
        for match_id, (play, upto) in begun.items()
    ]
    return (one for each in zip_longest(*waiting) for one in each if one is not None)
