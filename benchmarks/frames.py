"""Frames: what one costs that nobody has asked for, and one that is known, early and late, beside bytes from memory."""

from collections.abc import Sequence
from statistics import median
from typing import Final
from uuid import UUID

import msgspec

from benchmarks.harness import Effort, Figure, Report
from benchmarks.load import Result, send
from benchmarks.plays import slow_script
from benchmarks.reads import body, figure_of
from benchmarks.stage import Stage, other, processor_seconds, request, seed, service, stage, wait_for_rest
from domain.codec import FINGERPRINT
from domain.match.folding import fold
from projections import PROJECTIONS

EARLY: Final = 10
PLAYED: Final = 1_000
"""Actions in the log of a match. By the rules of no game it gets that far: some were taken back and played again."""

FIRST, OTHER, AGAIN, MEMORY = KINDS = ("first of its match", "step near it", "once more", "from memory")

_NEAR: Final = 4
_SAMPLE: Final = 50
"""Matches of this length that are surely at hand, all of them."""

_SECONDS: Final = 60.0
"""The longest that frames are asked for the first time, each once."""


def run(effort: Effort) -> Report:
    """Single frames, one after the other, each of another match; the recorder's, with annotations."""
    long = slow_script(PLAYED)
    match = fold(None, long.events)
    assert match is not None
    late = match.step - 1
    first, *ids = (UUID(int=(14 << 120) + number) for number in range(effort.jumps + 1))
    once_each = msgspec.structs.replace(effort, warm_up_seconds=0.0, request_seconds=_SECONDS)
    steps = {f"step {EARLY}": EARLY, f"step {late}, of {len(long.events) - 1:,} events": late}
    found: dict[str, dict[str, list[Result]]] = {name: {kind: [] for kind in KINDS} for name in steps}
    spent: dict[str, list[float]] = {name: [] for name in steps}
    sizes: dict[str, int] = {}
    with stage() as place:
        seed(place, {match_id: (long, len(long.events)) for match_id in (first, *ids)})
        _skip_read_models(place)
        bodies_file = place.data / "bodies"

        def asked(step: int, ids: Sequence[UUID]) -> list[bytes]:
            return [request("GET", _address(match_id, step), place.token) for match_id in ids]

        for name, step in steps.items():
            figures = found[name]
            for _ in range(max(1, effort.rounds - 3)):
                with service(place) as port:  # a process anew knows nothing
                    body(port, _address(first, step), place.token)
                    wait_for_rest(port)
                    before = processor_seconds(port)
                    figures[FIRST].append(send(port, [asked(step, ids)], once_each))
                    spent[name].append((processor_seconds(port) - before) / len(ids) * 1000)
                    near = [one for back in range(1, _NEAR + 1) for one in asked(step - back, ids[-_SAMPLE:])]
                    figures[OTHER].append(send(port, [near], once_each))
                    figures[AGAIN].append(send(port, [asked(step, ids[:_SAMPLE])], effort, repeat=True))
                    bodies = [body(port, _address(match_id, step), place.token) for match_id in ids[:_SAMPLE]]
                bodies_file.write_bytes(msgspec.msgpack.encode(bodies))
                sizes[name] = len(bodies[0])
                with other("memory", str(bodies_file)) as port:
                    plain = [request("GET", f"/{number}") for number in range(len(bodies))]
                    figures[MEMORY].append(send(port, [plain], effort, repeat=True))
        database = place.database
    shown: list[Figure] = []
    for name, figures in found.items():
        beside = f"{sizes[name]:,} bytes from memory"
        shown += [figure_of(f"{name}, {kind}", figures[kind], beside, figures[MEMORY]) for kind in KINDS[:-1]]
        shown.append(figure_of(f"{name}, {MEMORY}", figures[MEMORY]))
        shown.append(Figure(name=f"{name}, {FIRST}, the service's processor", value=median(spent[name]), unit="ms"))
    played = (
        f"No game gets to step {PLAYED:,}. This is a match of four at Klunker in which everybody does as little at a"
        f" time as the rules allow, with {match.step} steps; it was taken back to its middle and played on again until"
        f" its log had {PLAYED:,} actions."
    )
    notes = (
        database + ".",
        "One client with a token, one request after the other, each on another match.",
        "First of its match: the log is folded, and the states up to the step.",
        "Step near it: the states are at hand, the frame is made. Once more: the answer was kept.",
        played,
        "From memory: litestar and uvicorn as in the service, with the same answers at hand.",
    )
    return Report("Frames", tuple(shown), notes)


def _address(match_id: UUID, step: int) -> str:
    return f"/api/v1/matches/{match_id}/replay/steps/{step}"


def _skip_read_models(place: Stage) -> None:
    """Take the read models for up to date: frames don't need them."""
    with place.connect() as connection:
        for projection in PROJECTIONS:
            connection.execute(
                "INSERT INTO projections (name, version, position, fingerprint)"
                " SELECT %s, %s, notification_id, substr(state, 1, %s) FROM match_events"
                " ORDER BY notification_id DESC LIMIT 1 ON CONFLICT (name)"
                " DO UPDATE SET position = excluded.position, fingerprint = excluded.fingerprint",
                (projection.name, projection.version, FINGERPRINT),
            )
