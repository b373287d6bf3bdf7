"""Starting: from nothing to the first answer, with the database of the folder, beside that database alone."""

import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

from benchmarks.harness import Effort, Figure, Report, Samples
from benchmarks.stage import processor_seconds, served
from service.database import EmbeddedPostgres

_ASKED: Final = "/api/v1/matches"
_MS: Final = 1000


def run(effort: Effort) -> Report:
    """The start of a service whose database is there, and was stopped in order."""
    with tempfile.TemporaryDirectory(prefix="partita-bench-") as folder:
        data = Path(folder) / "data"
        first, _ = _answered(data)
        services: list[tuple[float, float]] = []
        databases: list[float] = []
        for _ in range(effort.rounds):
            services.append(_answered(data))
            databases.append(_database(data))
    whole = Samples(tuple(_MS * seconds for seconds, _ in services))
    processor = Samples(tuple(_MS * seconds for _, seconds in services))
    database = Samples(tuple(_MS * seconds for seconds in databases))
    figures = (
        Figure(name="first start", value=_MS * first, unit="ms"),
        _least_first(whole, "second start", "its database alone", database),
        _least_first(processor, "second start, processor time of the service"),
        _least_first(database, "its database alone"),
    )
    notes = (
        f"From the start of the process to the answer to GET {_ASKED}; the database is embedded, and starts with it.",
        "The first start makes the database. No sample matches.",
        "Its database alone: from the call that starts it to the first connection.",
    )
    return Report("Starting", figures, notes)


def _answered(data: Path) -> tuple[float, float]:
    """The seconds that a service takes to its first answer, and those of the processor among them.

    Raises:
        RuntimeError: that is no success.
    """
    since = time.perf_counter()
    with served(data) as port:  # it listens by now, and answers later
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", _ASKED)
        status = connection.getresponse().status
        taken = time.perf_counter() - since
        connection.close()
        if status != 200:
            raise RuntimeError(f"the first answer was {status}")
        return taken, processor_seconds(port)


def _database(data: Path) -> float:
    """The seconds that the database of a folder takes until it can be connected to."""
    since = time.perf_counter()
    with EmbeddedPostgres(data):
        return time.perf_counter() - since


def _least_first(samples: Samples, name: str, beside: str = "", base: Samples | None = None) -> Figure:
    """The line of what is better the less it is."""
    figure = samples.figure(name, "ms", beside, base)
    return Figure(name=name, value=figure.value, unit="ms", best=min(samples.rates), beside=beside, ratio=figure.ratio)
