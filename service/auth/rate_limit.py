"""How often somebody has done something, such as an address that has sent a token that is no good."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic
from typing import Final

from cachetools import FIFOCache
from typing_extensions import override

ALLOWED: Final = 20
"""Failures in :data:`WINDOW_SECONDS` that are answered as what they are."""

WINDOW_SECONDS: Final = 60.0

_REMEMBERED: Final = 10_000

_NETWORK_BITS: Final = 64
"""The part of an IPv6 address that one subscriber can't choose."""


class LeakyBuckets:
    """A leaky bucket for each key: it holds `allowed` drops, and gets empty in `seconds`.

    It remembers a bounded number of keys; those to which something was added longest ago are forgotten first.
    """

    def __init__(
        self,
        allowed: int = ALLOWED,
        seconds: float = WINDOW_SECONDS,
        clock: Callable[[], float] = monotonic,
        remembered: int = _REMEMBERED,
    ) -> None:
        self._allowed = allowed
        self._leak = allowed / seconds
        self._clock = clock
        self._buckets: FIFOCache[str, tuple[float, float]] = FIFOCache(remembered)
        """By key, how full the bucket was, and when."""

    def exhausted(self, key: str) -> bool:
        """Whether one more would be too many."""
        return self._level(key) + 1 > self._allowed

    def count(self, key: str) -> int | None:
        """Add a drop; the seconds to wait, if it is one too many."""
        level = self._level(key)
        excess = level + 1 - self._allowed
        if excess > 0:
            return max(1, ceil(excess / self._leak))
        self._buckets[key] = (level + 1, self._clock())
        return None

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._buckets)

    def _level(self, key: str) -> float:
        level, since = self._buckets.get(key, (0.0, 0.0))
        return max(0.0, level - (self._clock() - since) * self._leak)


class Failures(LeakyBuckets):
    """Failures by address: all those that one client can choose from have one bucket."""

    @override
    def exhausted(self, key: str) -> bool:
        return super().exhausted(network_of(key))

    @override
    def count(self, key: str) -> int | None:
        return super().count(network_of(key))


def network_of(address: str) -> str:
    """What stands for all addresses that one client can choose from."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:  # a socket in the file system has none
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{int(parsed) >> (128 - _NETWORK_BITS):x}::/{_NETWORK_BITS}"
