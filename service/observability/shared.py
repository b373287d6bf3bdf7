"""What the processes of one service have counted, put together: any of them may be the one that is asked."""

import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

import msgspec
from msgspec import Struct

from service.observability.families import Labels

WRITE_SECONDS: Final = 1.0
"""How often a process that has others beside it writes down what it has counted."""

_LIVING_SECONDS: Final = 5.0  # who hasn't written for so long is gone

Sample = tuple[str, Labels, float]


class MetricsSnapshot(Struct, frozen=True):
    """What one process tells: counters, which only grow, and gauges, which count as long as it lives."""

    at: float
    counters: tuple[Sample, ...]
    gauges: tuple[Sample, ...]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(MetricsSnapshot)


class Shared:
    """The snapshots of all processes, each in a file of a folder, if there are several.

    What a process has counted stays when it ends, or a counter would fall back.
    """

    def __init__(self, folder: Path | None) -> None:
        self._own = folder and folder / f"{uuid4().hex}.snapshot"

    def write(self, snapshot: MetricsSnapshot) -> None:
        """Tell the others."""
        if self._own is not None:
            unfinished = self._own.with_suffix(".new")
            unfinished.write_bytes(_encoder.encode(snapshot))
            unfinished.rename(self._own)

    def summed(self, own: MetricsSnapshot) -> dict[tuple[str, Labels], float]:
        """What all have counted, this process until now."""
        found: dict[tuple[str, Labels], float] = {}
        for snapshot in (own, *self._others()):
            _add(found, snapshot.counters)
            if time.time() - snapshot.at < _LIVING_SECONDS:
                _add(found, snapshot.gauges)
        return found

    def _others(self) -> Iterable[MetricsSnapshot]:
        if self._own is None:
            return
        for file in sorted(self._own.parent.glob("*.snapshot")):
            if file != self._own:
                with suppress(OSError, msgspec.MsgspecError):
                    yield _decoder.decode(file.read_bytes())


def _add(found: dict[tuple[str, Labels], float], samples: Iterable[Sample]) -> None:
    for name, labels, value in samples:
        found[name, labels] = found.get((name, labels), 0) + value
