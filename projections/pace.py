"""How soon what has been recorded is processed: sooner is better for who reads, later is cheaper for who records."""

from time import monotonic
from typing import Final

_SECONDS: Final = 0.01
_SECONDS_WHEN_BUSY: Final = 0.03

_BUSY: Final = 3_000
"""Events a second from which recording needs the processors more than anybody needs the newest rows."""

_REMEMBERED: Final = 8
"""Transactions over which the rate is taken, so that a burst isn't a rush."""


class Pace:
    """How long to wait between transactions that aren't full: what comes meanwhile shares the next one."""

    def __init__(self) -> None:
        self._rate = 0.0
        """Events a second."""
        self._since = monotonic()

    def pause(self, done: int, work_seconds: float) -> float:
        """The seconds after a transaction of `done` events, which took so much of the processor's time.

        That it had to wait for a processor isn't a reason to wait for as long again.
        """
        now = monotonic()
        self._rate += (done / max(now - self._since, _SECONDS) - self._rate) / _REMEMBERED
        self._since = now
        return max(_SECONDS_WHEN_BUSY if self._rate > _BUSY else _SECONDS, work_seconds / 2)
