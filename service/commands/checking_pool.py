"""Records that other processes check, as many at a time as there are processors; their order stays."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Final, TypeAlias

from replays.records.checking import Checked
from replays.records.mistakes import RecordRefused
from service.commands.parent import end_with_parent
from service.commands.read_record import read_record
from service.validation.strict_json import JsonError

_AHEAD: Final = 4
"""Lines that wait for each process, so that none ever waits for the next one."""

Line: TypeAlias = bytes | None
"""A line of a bundle; None for one that is too long."""


class CheckingPool:
    """Processes that check records."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._executor: ProcessPoolExecutor | None = None

    def checked(self, lines: Iterable[Line]) -> Iterator[tuple[Line, Checked | None]]:
        """Each of `lines` and, if the rules confirm it, what it tells; who wants to know why they don't asks himself.

        The processes start with the first line.
        """
        if self._executor is None:
            self._executor = ProcessPoolExecutor(self._processes, get_context("spawn"), end_with_parent)
        waiting: deque[tuple[Line, Future[Checked | None] | None]] = deque()
        for line in lines:
            waiting.append((line, self._submitted(self._executor, line)))
            if len(waiting) > _AHEAD * self._processes:
                yield _done(*waiting.popleft())
        while waiting:
            yield _done(*waiting.popleft())

    @staticmethod
    def _submitted(executor: ProcessPoolExecutor, line: Line) -> "Future[Checked | None] | None":
        if line is None:
            return None
        try:
            return executor.submit(check, line)
        except BrokenProcessPool:
            return None

    def close(self) -> None:
        """End the processes, if they have begun."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)


@contextmanager
def checking_pool(processes: int | None = None) -> Iterator[CheckingPool]:
    """So many processes; without a number, one for each processor that this one may use."""
    pool = CheckingPool(processes or len(os.sched_getaffinity(0)))
    try:
        yield pool
    finally:
        pool.close()


def check(line: bytes) -> Checked | None:
    """What a line tells; None where the rules don't confirm it, or it is no record at all."""
    try:
        return read_record(line)
    except (JsonError, RecordRefused):
        return None


def _done(line: Line, future: "Future[Checked | None] | None") -> tuple[Line, Checked | None]:
    try:
        return line, None if future is None else future.result()
    except BrokenProcessPool:  # somebody has killed one of the processes
        return line, None
