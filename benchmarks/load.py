"""Sends requests and times the answers: a process of its own, which reads a job and writes what it measured.

Each client has one connection and sends its next request when the last one was answered. As little as possible is done
for each, so that the server is what is measured.
"""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle
from time import perf_counter
from typing import Final, cast

import msgspec
import uvloop
from msgspec import Struct
from typing_extensions import override

from benchmarks.harness import Effort, percentile

_GRACE_SECONDS: Final = 30


class Job(Struct, frozen=True):
    """What is to be sent.

    Attributes:
        clients: the requests of each client, in order; when one of them has none left, all stop.
        repeat: whether a client begins again instead.
        pace: requests a second in all; 0 is as many as there can be.
        writes: what one more client writes beside them, in order: then no version that is read of a match may be older
            than what was acknowledged before the read was sent.
        write_pace: how many of these a second.
    """

    port: int
    clients: list[list[bytes]]
    repeat: bool
    seconds: float
    warm_up_seconds: float
    pace: float = 0.0
    writes: list[bytes] = []
    write_pace: float = 0.0


class Result(Struct, frozen=True):
    """What was measured.

    Attributes:
        answered: all good answers, those of the warm-up included.
        rate: answers a second after the warm-up.
        body: the last answer's body.
        refused: the first answer that wasn't good.
        positions: of paced writes: when each was answered, by the clock that all processes share, and its position.
        written: what was written beside the reads.
        stale: reads that were older than what had been written.
    """

    answered: int
    rate: float
    p50_ms: float
    p99_ms: float
    body: bytes
    refused: bytes
    positions: list[tuple[float, int]] = []
    written: int = 0
    stale: int = 0


class LoadFailed(Exception):  # noqa: N818  # what it is
    """A request wasn't answered as it has to be."""


def send(
    port: int,
    clients: Sequence[Sequence[bytes]],
    effort: Effort,
    *,
    repeat: bool = False,
    pace: float = 0.0,
    writes: Sequence[bytes] = (),
    write_pace: float = 0.0,
) -> Result:
    """Send the requests of `clients` from another process.

    Raises:
        LoadFailed: an answer was no success.
    """
    requests = [list(requests) for requests in clients]
    job = Job(port, requests, repeat, effort.request_seconds, effort.warm_up_seconds, pace, [*writes], write_pace)
    command = [sys.executable, "-m", "benchmarks.load"]
    timeout = effort.request_seconds + _GRACE_SECONDS
    done = subprocess.run(
        command, input=msgspec.msgpack.encode(job), stdout=subprocess.PIPE, timeout=timeout, check=True
    )
    result = msgspec.msgpack.decode(done.stdout, type=Result)
    if result.refused:
        raise LoadFailed(result.refused.decode(errors="replace"))
    return result


class _Run:
    """One job under way."""

    def __init__(self, job: Job) -> None:
        self.done = asyncio.Event()
        self.over = False
        self.refused = b""
        self.body = b""
        self.answered = 0
        self.times: list[float] = []
        self.open = len(job.clients) + bool(job.writes)
        self.positions: list[tuple[float, int]] = []
        self.interval = len(job.clients) / job.pace if job.pace else 0.0
        self.counts_from = perf_counter() + job.warm_up_seconds
        self.last = self.counts_from
        self.acknowledged: dict[bytes, int] = {}
        """The version of each match that is written to, by its id."""
        self.written = self.stale = 0

    def leave(self) -> None:
        self.open -= 1
        if not self.open:
            self.done.set()


class _Client(asyncio.Protocol):
    """One connection."""

    def __init__(self, run: _Run, requests: Iterator[bytes], delay: float = 0.0) -> None:
        """The first request is sent after a `delay`: at a pace, clients that went in step would come all at once."""
        self._run = run
        self._requests = requests
        self._buffer = b""
        self._needed = 0
        self._gone = False
        self._delay = delay
        self._due = 0.0
        self._least = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's are none by class
        now = perf_counter()
        self._due = now
        self._wait(now, self._delay)

    def _send(self) -> None:
        run = self._run
        if not run.over:
            request = next(self._requests, None)
            if request is not None:
                self._sent = perf_counter()
                if run.acknowledged:
                    self._least = run.acknowledged.get(_match_of(request), 0)
                self._transport.write(request)
                return
            run.over = True
        self._leave()

    def _leave(self) -> None:
        self._gone = True
        self._transport.close()
        self._run.leave()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer = self._buffer + data if self._buffer else data
        if not self._needed:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self._needed = end + 4 + _length(buffer[:end])
        if len(buffer) < self._needed:
            return
        now, run = perf_counter(), self._run
        if buffer[9:10] != b"2" and buffer[9:12] != b"304":
            run.refused = run.refused or buffer
            run.over = True
        else:
            self._note(buffer, now)
        if run.over:
            run.body = buffer[buffer.find(b"\r\n\r\n") + 4 :]
        self._buffer, self._needed = b"", 0
        self._wait(now, run.interval)

    def _wait(self, now: float, interval: float) -> None:
        self._due += interval
        if self._due > now:
            asyncio.get_running_loop().call_later(self._due - now, self._send)
        else:
            self._send()

    def _note(self, answer: bytes, now: float) -> None:
        """Count a good answer."""
        run = self._run
        run.answered += 1
        if self._least and _version(answer) < self._least:
            run.stale += 1
        if now >= run.counts_from and not (run.over and run.times):  # one counts, however long it took
            run.times.append(now - self._sent)
            run.last = now
            if run.interval:
                run.positions.append((now, _position(answer)))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._gone:
            self._run.refused = self._run.refused or f"the connection was lost: {exc}".encode()
            self._run.over = True
            self._run.leave()


class _Writer(_Client):
    """The one who writes while others read."""

    def __init__(self, run: _Run, writes: Iterator[bytes], pace: float) -> None:
        super().__init__(run, writes)
        self._interval = 1 / pace

    @override
    def _send(self) -> None:
        request = None if self._run.over else next(self._requests, None)
        if request is None:
            self._leave()
            return
        self._match = _match_of(request)
        self._transport.write(request)

    @override
    def _note(self, answer: bytes, now: float) -> None:
        self._run.written += 1
        self._run.acknowledged[self._match] = _version(answer)

    @override
    def _wait(self, now: float, interval: float) -> None:
        super()._wait(now, self._interval)


def _match_of(request: bytes) -> bytes:
    """The id of the match that a request is about."""
    found = re.search(rb"/matches/([0-9a-f-]{36})", request)
    return found[1] if found else b""


def _version(answer: bytes) -> int:
    """The version of a match that an answer tells in its entity tag."""
    found = re.search(rb'\r\netag: (?:W/)?"(\d+)', answer)
    return int(found[1]) if found else 0


def _position(answer: bytes) -> int:
    found = re.search(rb'"position":(\d+)', answer)
    return int(found[1]) if found else 0


def _length(head: bytes) -> int:
    head = head.lower()
    at = head.find(b"content-length:")
    if at < 0:
        return 0
    end = head.find(b"\r\n", at)
    return int(head[at + 15 : end if end >= 0 else len(head)])


async def _measure(job: Job) -> Result:
    loop = asyncio.get_running_loop()
    run = _Run(job)

    def end() -> None:
        run.over = True

    for index, requests in enumerate(job.clients):
        source = cycle(requests) if job.repeat else iter(requests)
        delay = run.interval * index / len(job.clients)
        await loop.create_connection(partial(_Client, run, source, delay), "127.0.0.1", job.port)
    if job.writes:
        await loop.create_connection(partial(_Writer, run, iter(job.writes), job.write_pace), "127.0.0.1", job.port)
    loop.call_later(job.seconds, end)
    await run.done.wait()
    times = sorted(run.times)
    if not times:
        return Result(run.answered, 0, 0, 0, run.body, run.refused or b"nothing was answered after the warm-up")
    rate = len(times) / (run.last - run.counts_from)
    p50, p99 = (1000 * percentile(times, share) for share in (0.5, 0.99))
    return Result(run.answered, rate, p50, p99, run.body, run.refused, run.positions, run.written, run.stale)


def main() -> None:
    """Do the job on standard input."""
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    sys.stdout.buffer.write(msgspec.msgpack.encode(uvloop.run(_measure(job))))


if __name__ == "__main__":
    main()
