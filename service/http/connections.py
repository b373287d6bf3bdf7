"""What clients may take up by their connections: sizes, times, and shares of one process."""

import asyncio
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final, Protocol

from msgspec import Struct

from service.auth.rate_limit import network_of

_RESERVED: Final = 20
"""One place of so many is kept for this machine and for the proxies that were named."""


class ConnectionLimits(Struct, frozen=True):
    """What a process takes of its clients before it answers.

    Attributes:
        connections: how many may be open at one time.
        per_client: how many of them by one client; this machine and named proxies have no share.
        url_bytes: what the address of a request may have.
        head_bytes: what the address and all headers may have together.
        headers: how many headers a request may have.
        head_seconds: how long the head of a request may take, from the first byte, or from the connection on.
        body_seconds: how long a body may fall behind `body_rate`.
        body_rate: bytes a second as which a body must come.
        idle_seconds: how long a connection is kept between two requests.
        proxies: addresses and networks that speak for others; `*` is all.
    """

    connections: int = 2000
    per_client: int = 200
    url_bytes: int = 8 << 10
    head_bytes: int = 32 << 10
    headers: int = 100
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    body_rate: int = 1000
    idle_seconds: float = 60.0
    proxies: tuple[str, ...] = ()

    def has_share(self, address: str) -> bool:
        """Whether connections from `address` are counted as those of one client."""
        try:
            parsed = ip_address(address.partition("%")[0])
        except ValueError:  # a socket in the file system
            return False
        return not parsed.is_loopback and not any(_covers(proxy, address) for proxy in self.proxies)


def _covers(proxy: str, address: str) -> bool:
    try:
        return proxy == "*" or ip_address(address) in ip_network(proxy, strict=False)
    except ValueError:
        return proxy == address


class Member(Protocol):
    """A connection.

    Attributes:
        deadline: by when its client has to send something, in seconds of the loop; None while it is our turn.
    """

    deadline: float | None

    def give_up(self) -> None:
        """Close it: its client was too slow, or others need the place."""


class Connections:
    """All connections of one process.

    Who comes when all places, or those of the client, are taken gets the place of the connection that has waited
    longest for its client. There is none only if everybody is being answered.
    """

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._open: dict[Member, str] = {}
        """All, the oldest first, each with whose share it is in; empty for those that have none."""
        self._shares: dict[str, dict[Member, None]] = {}
        self._every = min(1.0, limits.head_seconds / 4, limits.body_seconds / 4, limits.idle_seconds / 4)

    def admit(self, member: Member, address: str, loop: asyncio.AbstractEventLoop) -> bool:
        """Whether there is a place for a connection from `address`, which then has it until :meth:`leave`."""
        has_share = self.limits.has_share(address)
        client = network_of(address) if has_share else ""
        most = self.limits.connections
        if has_share:
            most -= most // _RESERVED
            share = self._shares.get(client, {})
            if len(share) >= self.limits.per_client and not self._make_room(share):
                return False
        if len(self._open) >= most and not self._make_room(self._open):
            return False
        if not self._open:
            loop.call_later(self._every, self._sweep, loop)
        self._open[member] = client
        if client:
            self._shares.setdefault(client, {})[member] = None
        return True

    def leave(self, member: Member) -> None:
        """Free the place of a connection, if it has one."""
        client = self._open.pop(member, "")
        if client:
            share = self._shares[client]
            del share[member]
            if not share:
                del self._shares[client]

    def __len__(self) -> int:
        """How many are open."""
        return len(self._open)

    def _make_room(self, among: Iterable[Member]) -> bool:
        waiting = next((member for member in among if member.deadline is not None), None)
        if waiting is None:
            return False
        waiting.give_up()
        self.leave(waiting)
        return True

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Close what has waited too long. One look at all of them is cheaper than a timer for each request."""
        now = loop.time()
        for member in [one for one in self._open if one.deadline is not None and one.deadline < now]:
            member.give_up()
        if self._open:
            loop.call_later(self._every, self._sweep, loop)
