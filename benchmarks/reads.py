"""Reading: answers a second of the endpoints that show a match, beside the same bytes from memory."""

from http import HTTPStatus
from http.client import HTTPConnection
from statistics import mean, median
from typing import Final
from uuid import UUID

import msgspec

from benchmarks.harness import Effort, Figure, Report, Samples
from benchmarks.load import Result, send
from benchmarks.plays import scripts
from benchmarks.stage import other, request, seed, service, stage

CLIENTS: Final = 8
_MATCHES: Final = 16
_AGAIN: Final = "GET state"
_UNCHANGED: Final = "GET state, unchanged (304)"
_FULL: Final = 0.8  # of the match was played: it goes on, so hands are still hidden from some


def run(effort: Effort) -> Report:
    """Each endpoint with the recorder's token, over several matches in turn."""
    plays = scripts(8)
    matches = {
        UUID(int=(13 << 120) + number): (
            plays[number % len(plays)],
            int(len(plays[number % len(plays)].events) * _FULL),
        )
        for number in range(_MATCHES)
    }
    middle = min(upto for _, upto in matches.values()) // 2
    paths = {
        _AGAIN: "state",
        f"GET state, step {middle}": f"state?step={middle}",
        f"GET replay step {middle}": f"replay/steps/{middle}",
        f"GET replay step {middle} as SVG": f"replay/steps/{middle}.svg",
        "GET scoreboard as SVG": "scoreboard.svg",
        "GET history": "history",
        "GET legal-actions": "legal-actions",
    }
    rounds = max(1, effort.rounds - 3)
    with stage() as place:
        seed(place, matches)
        bodies_file = place.data / "bodies"
        with service(place) as port:
            addresses = {
                name: [f"/api/v1/matches/{match_id}/{path}" for match_id in matches] for name, path in paths.items()
            }
            bodies = {
                name: [body(port, address, place.token) for address in listed] for name, listed in addresses.items()
            }
            asked = {
                name: [request("GET", address, place.token) for address in listed] for name, listed in addresses.items()
            }
            known = [tag(port, address, place.token) for address in addresses[_AGAIN]]
            addresses[_UNCHANGED], bodies[_UNCHANGED] = addresses[_AGAIN], [b""] * len(known)
            asked[_UNCHANGED] = [
                request("GET", address, place.token, headers=[f"If-None-Match: {each}"])
                for address, each in zip(addresses[_AGAIN], known, strict=True)
            ]
            bodies_file.write_bytes(msgspec.msgpack.encode([body for each in bodies.values() for body in each]))
            with other("memory", str(bodies_file)) as memory, other("canned") as canned:
                ceiling = send(canned, [next(iter(asked.values()))] * CLIENTS, effort, repeat=True).rate
                ours: dict[str, list[Result]] = {name: [] for name in asked}
                theirs: dict[str, list[Result]] = {name: [] for name in asked}
                for _ in range(rounds):
                    for number, (name, requests) in enumerate(asked.items()):
                        ours[name].append(send(port, turned(requests), effort, repeat=True))
                        first = number * len(requests)
                        plain = [request("GET", f"/{first + match}") for match in range(len(requests))]
                        theirs[name].append(send(memory, turned(plain), effort, repeat=True))
        database = place.database
    figures: list[Figure] = []
    for name in asked:
        figures += [
            figure_of(name, ours[name], f"{mean(map(len, bodies[name])):,.0f} bytes from memory", theirs[name]),
            figure_of(f"{name}: from memory", theirs[name]),
        ]
    notes = (
        database + ".",
        f"{CLIENTS} clients with a token on {_MATCHES} matches of four at Klunker of which 80 % were played.",
        "From memory: litestar and uvicorn as in the service, with the same answers at hand.",
        f"The sender alone gets {ceiling:,.0f} answers/s from a server that answers two bytes at once.",
    )
    return Report("Reading over HTTP", tuple(figures), notes)


def turned(requests: list[bytes], clients: int = CLIENTS) -> list[list[bytes]]:
    """The requests for each client, each beginning at another match."""
    starts = [client * len(requests) // clients for client in range(clients)]
    return [requests[start:] + requests[:start] for start in starts]


def body(port: int, address: str, token: str) -> bytes:
    """The body of one answer.

    Raises:
        RuntimeError: it is no success.
    """
    connection = HTTPConnection("127.0.0.1", port)
    try:
        connection.request("GET", address, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        body = answer.read()
    finally:
        connection.close()
    if answer.status != HTTPStatus.OK:
        raise RuntimeError(f"{address}: {answer.status}")
    return body


def tag(port: int, address: str, token: str) -> str:
    """The entity tag of one answer."""
    connection = HTTPConnection("127.0.0.1", port)
    try:
        connection.request("GET", address, headers={"Authorization": f"Bearer {token}"})
        return connection.getresponse().headers["ETag"]
    finally:
        connection.close()


def figure_of(name: str, results: list[Result], beside: str = "", base: list[Result] | None = None) -> Figure:
    """The line for what was answered in several rounds, with its ratio to `base`."""
    samples, base_samples = _samples(results), _samples(base) if base else None
    return msgspec.structs.replace(
        samples.figure(name, "answers/s", beside, base_samples),
        p50_ms=median(result.p50_ms for result in results),
        p99_ms=median(result.p99_ms for result in results),
    )


def _samples(results: list[Result]) -> Samples:
    return Samples(tuple(result.rate for result in results))
