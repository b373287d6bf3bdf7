"""StreamPlaces for streams: how many may be open at one time, and how many of them by whom."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from service.auth.access import Principal
from service.auth.rate_limit import network_of

_FOR_TOKENS: Final = 4
"""One place of so many is kept for who has a token."""

_FOR_OWNERS: Final = 20
"""One place of so many is kept for who administers."""


class Subscriber(Struct, frozen=True):
    """Who asks for a stream.

    Attributes:
        share: whose share it is counted in: that of a token or, without one, of a client address.
        kept: one place of how many is kept for others; 0 for who administers, for whom all are.
    """

    share: str
    kept: int

    @staticmethod
    def of(principal: Principal, address: str) -> "Subscriber":
        """Who has sent a request from `address`."""
        if principal.may("admin"):
            return Subscriber(principal.token_id, 0)
        if principal.token_id:
            return Subscriber(principal.token_id, _FOR_OWNERS)
        return Subscriber(network_of(address), _FOR_TOKENS)


class StreamPlaces:
    """The places of one process: `most`, and `each` for one token or address; who administers may have all."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._shares: Counter[str] = Counter()
        self.open = 0
        """Streams that are open."""

    def has_room(self, subscriber: Subscriber) -> bool:
        """Whether `subscriber` may open another one."""
        if not subscriber.kept:
            return self.open < self._most
        return self.open < self._most - self._most // subscriber.kept and self._shares[subscriber.share] < self._each

    @contextmanager
    def taken(self, subscriber: Subscriber) -> Iterator[None]:
        """One of them, as long as a stream is open."""
        self.open += 1
        self._shares[subscriber.share] += 1
        try:
            yield
        finally:
            self.open -= 1
            self._shares[subscriber.share] -= 1
            if not self._shares[subscriber.share]:
                del self._shares[subscriber.share]
