"""How often an address has sent a token that is no good."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic
from typing import Final

from cachetools import FIFOCache

ALLOWED: Final = 20
"""Failures in :data:`WINDOW_SECONDS` that are answered as what they are."""

WINDOW_SECONDS: Final = 60.0

_REMEMBERED_ADDRESSES: Final = 10_000

_NETWORK_BITS: Final = 64
"""The part of an IPv6 address that one subscriber can't choose."""


class Failures:
    """A leaky bucket for each address: it holds `allowed` failures, and gets empty in `seconds`.

    It remembers a bounded number of addresses; those that failed longest ago are forgotten first.
    """

    def __init__(
        self,
        allowed: int = ALLOWED,
        seconds: float = WINDOW_SECONDS,
        clock: Callable[[], float] = monotonic,
        remembered: int = _REMEMBERED_ADDRESSES,
    ) -> None:
        self._allowed = allowed
        self._leak = allowed / seconds
        self._clock = clock
        self._buckets: FIFOCache[str, tuple[float, float]] = FIFOCache(remembered)
        """By network, how full the bucket was, and when."""

    def exhausted(self, address: str) -> bool:
        """Whether one more failure would be too many."""
        return self._level(_network(address)) + 1 > self._allowed

    def count(self, address: str) -> int | None:
        """Note a failure; the seconds to wait, if it is one too many."""
        network = _network(address)
        level = self._level(network)
        excess = level + 1 - self._allowed
        if excess > 0:
            return max(1, ceil(excess / self._leak))
        self._buckets[network] = (level + 1, self._clock())
        return None

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._buckets)

    def _level(self, network: str) -> float:
        level, since = self._buckets.get(network, (0.0, 0.0))
        return max(0.0, level - (self._clock() - since) * self._leak)


def _network(address: str) -> str:
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
