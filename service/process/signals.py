"""Signals that end the process, as exceptions, so that everything is closed on the way out."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog

_log = structlog.get_logger(__name__)


class Stopped(SystemExit):
    """The process got a signal to end; its exit status is what a shell gives for the signal."""


class EndingSignals:
    """What signals do within :func:`raised`: the first one raises :class:`Stopped`, later ones do nothing."""

    def __init__(self) -> None:
        self._received: int | None = None
        self._held_back = False

    def handle(self, number: int, _frame: Any) -> None:
        """Take a signal, as a handler."""
        if self._received is None:
            self._received = number
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

    Signals that were ignored stay so, as SIGHUP below ``nohup``.
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
            signal.signal(number, before[number])


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


@contextmanager
def ended_within(seconds: float) -> Iterator[Callable[[], None]]:
    """Gives what is to be called when the process begins to end: if it isn't over in time, the process is ended hard.

    A thread that doesn't come back would keep it for ever.
    """
    timer = threading.Timer(seconds, _end_hard)
    timer.daemon = True
    try:
        yield lambda: None if timer.ident else timer.start()
    finally:
        timer.cancel()


def _end_hard() -> None:
    _log.error("the process doesn't end by itself, and is ended hard")
    os._exit(1)
