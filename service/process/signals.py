"""Signals that end the process, as exceptions, so that everything is closed on the way out; in time, whatever hangs."""

import faulthandler
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import structlog

END_SECONDS: Final = 15.0
"""After a signal that ends it, no process of Partita lives longer than that."""

_ORDERLY_SECONDS: Final = 11.0  # for everything but the database, which is stopped last
_MARGIN_SECONDS: Final = 1.0  # a machine that is busy needs some time, too

_log = structlog.get_logger(__name__)


class Stopped(SystemExit):
    """The process got a signal to end; its exit status is what a shell gives for the signal."""


class EndingSignals:
    """What signals do within :func:`raised`: the first one raises :class:`Stopped`, later ones do nothing."""

    def __init__(self) -> None:
        self._received: int | None = None
        self._held_back = False

    @property
    def is_ending(self) -> bool:
        """Whether there was a signal."""
        return self._received is not None

    def handle(self, number: int, _frame: Any) -> None:
        """Take a signal, as a handler."""
        if self._received is None:
            self._received = number
            begin_to_end()
            if not self._held_back:
                raise self._stopped(number)

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Raise only at the end, for what mustn't be left half done."""
        before = self._received
        self._held_back = True
        try:
            yield
        finally:
            self._held_back = False
        if before is None and self._received is not None:
            raise self._stopped(self._received)

    @staticmethod
    def _stopped(number: int) -> Stopped:
        return Stopped(128 + number)


@contextmanager
def raised() -> Iterator[EndingSignals]:
    """Let SIGTERM and SIGINT raise :class:`Stopped` in the main thread; a terminal that closes counts as SIGTERM.

    Signals that were ignored stay so, as SIGHUP below ``nohup``. Once there was one, the process is about to end, and
    later ones are ignored to its very end, when Python handles none any longer.
    """
    signals = EndingSignals()
    if threading.current_thread() is not threading.main_thread():
        yield signals
        return
    handlers: dict[int, Any] = {
        signal.SIGTERM: signals.handle,
        signal.SIGINT: signals.handle,
        signal.SIGHUP: lambda *_: signal.raise_signal(signal.SIGTERM),  # whoever handles that just now
    }
    before = {number: signal.getsignal(number) for number in handlers}
    taken = [number for number in handlers if before[number] is not signal.SIG_IGN]
    for number in taken:
        signal.signal(number, handlers[number])
    try:
        yield signals
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_IGN if signals.is_ending else before[number])


@contextmanager
def heard(tell: Callable[[], object]) -> Iterator[None]:
    """Call `tell` first when a signal comes that ends the process; whoever handles it already does so then."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def handle(number: int, frame: Any) -> None:
        tell()
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    callables = [number for number, handler in before.items() if callable(handler)]
    for number in callables:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number in callables:
            signal.signal(number, before[number])


class _Deadline:
    """When this process is ended hard, if it has been told to end."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._is_last = False
        self._rescues: list[Callable[[float], object]] = []

    def begin(self, seconds: float) -> None:
        if self._since is None:  # without a lock: a second signal may come in the midst of this
            self._since = time.monotonic()
            threading.Thread(target=self._wait, args=(seconds,), name="deadline", daemon=True).start()

    def left(self) -> float | None:
        """Seconds until the end, if it has begun."""
        return None if self._since is None else max(0.0, self._end() - _MARGIN_SECONDS - time.monotonic())

    @contextmanager
    def last_stretch(self) -> Iterator[None]:
        self._is_last = True
        try:
            yield
        finally:
            self._is_last = False

    @contextmanager
    def rescued(self, rescue: Callable[[float], object]) -> Iterator[None]:
        self._rescues.append(rescue)
        try:
            yield
        finally:
            self._rescues.remove(rescue)

    def _wait(self, seconds: float) -> None:
        time.sleep(seconds)
        if not self._is_last:
            _log.error("the process doesn't end by itself, and is ended hard")
            faulthandler.dump_traceback()  # where it hangs; no values
            threading.Thread(target=self._rescue, name="rescue", daemon=True).start()
        time.sleep(max(0.0, self._end() - time.monotonic()))
        _log.error("the process is ended hard; what the database has yet to write it writes by itself")
        os._exit(1)

    def _rescue(self) -> None:
        for child in multiprocessing.active_children():
            child.kill()
        try:
            for rescue in tuple(self._rescues):
                rescue(self.left() or 0.0)
        finally:
            os._exit(1)

    def _end(self) -> float:
        return (self._since or 0.0) + END_SECONDS - _MARGIN_SECONDS


_deadline = _Deadline()


def begin_to_end(seconds: float = _ORDERLY_SECONDS) -> None:
    """Let this process live no longer than `seconds` from the first call on, if it doesn't end by itself.

    A thread that doesn't come back would keep it for ever.
    """
    _deadline.begin(seconds)


def seconds_left() -> float | None:
    """What the process has until its end, if it was told to end."""
    return _deadline.left()


@contextmanager
def last_stretch() -> Iterator[None]:
    """What is done within comes last, and may take until :data:`END_SECONDS` are nearly over."""
    with _deadline.last_stretch():
        yield


@contextmanager
def rescued(rescue: Callable[[float], object]) -> Iterator[None]:
    """If the process is ended hard meanwhile, `rescue` is called before, in a thread, with the seconds that it has."""
    with _deadline.rescued(rescue):
        yield
