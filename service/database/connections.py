"""Connections to a database that a URL names: how long they may take, where they go, and what they have to keep."""

import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import inf
from threading import Lock
from typing import Any, Final, Self
from weakref import WeakSet

import psycopg
from msgspec import Struct
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import Row

from service.database.errors import DatabaseUnavailable

CONNECT_SECONDS: Final = 2
"""How long a host may take to answer before the next one is tried."""

_LIMITS: Final = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 5,  # seconds; with the next two, a host that is gone is noticed after eleven
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds that what was sent may wait to be acknowledged
}
_BY_VARIABLE: Final = {"PGCONNECT_TIMEOUT": "connect_timeout", "PGTARGETSESSIONATTRS": "target_session_attrs"}

QUIET_SECONDS: Final = 3.0
"""How long a host that said nothing isn't asked again, if there are others."""

_LOOKS: Final = 5

_Host = dict[str, str]


def with_limits(conninfo: str) -> str:
    """`conninfo`, a URL or a connection string of libpq, with limits where it names none, each for one host.

    Where it names several hosts, they are tried in order until one takes writes.

    Raises:
        DatabaseUnavailable: it is no such string.
    """
    try:
        named = conninfo_to_dict(conninfo)
    except psycopg.ProgrammingError as error:
        raise DatabaseUnavailable(f"The database can't be used: {error}") from None
    limits: dict[str, Any] = dict(_LIMITS)
    if len(_hosts(named)) > 1:
        limits["target_session_attrs"] = "read-write"
    given = {*named, *(name for variable, name in _BY_VARIABLE.items() if variable in os.environ)}
    return make_conninfo(conninfo, **{name: limit for name, limit in limits.items() if name not in given})


class NamedHost(Struct, frozen=True):
    """One of the hosts that a URL names: for people, and how to connect to it alone."""

    name: str
    conninfo: str


def each_host(conninfo: str) -> list[NamedHost]:
    """The hosts of `conninfo`, in order, with limits where it names none, whether they take writes or not.

    Raises:
        DatabaseUnavailable: it is no such string.
    """
    limited = with_limits(conninfo)
    hosts = _hosts(conninfo_to_dict(limited))
    return [NamedHost(_name(host), make_conninfo(limited, **host, target_session_attrs="any")) for host in hosts]


def has_several_hosts(conninfo: str) -> bool:
    """Whether there is another host to go to when one says nothing."""
    return len(_hosts(conninfo_to_dict(conninfo))) > 1


def reached(conninfo: str, tell: Callable[[str], object]) -> str:
    """Try the hosts in order, and return `conninfo` with the one first that can be used.

    Nobody has to wait again for those that don't answer; they are told of, and stay behind it.

    Raises:
        DatabaseUnavailable: none can be used; or what is between keeps no sessions; or the encoding isn't UTF8.
    """
    hosts = _hosts(conninfo_to_dict(conninfo))
    faults: list[str] = []
    for place, host in enumerate(hosts):
        alone = make_conninfo(conninfo, **host)
        try:
            with psycopg.connect(alone, autocommit=True) as connection:
                _verify_sessions(connection, alone)
                _verify_encoding(connection)
        except psycopg.Error as error:
            faults.append(f"{_name(host)}: {reason_of(error)}")
            continue
        for fault in faults:
            tell(f"A host of the database can't be used now: {fault}")
        return _in_order(conninfo, [host, *hosts[:place], *hosts[place + 1 :]])
    if len(hosts) == 1:
        raise DatabaseUnavailable(f"The database can't be used: {faults[0]}")
    raise DatabaseUnavailable("\n  ".join(["No host of the database can be used.", *faults]))


def reason_of(error: psycopg.Error) -> str:
    """Why a host can't be used, for people."""
    if isinstance(error, psycopg.errors.ConnectionTimeout):
        return "it doesn't answer"
    return str(error).strip()


def _hosts(named: dict[str, Any]) -> list[_Host]:
    """What is told of each host: name, address, port."""
    values_of = {name: str(named[name]).split(",") for name in ("host", "hostaddr", "port") if named.get(name)}
    number = max((len(values) for name, values in values_of.items() if name != "port"), default=1)
    return [
        {name: values[place] if len(values) > 1 else values[0] for name, values in values_of.items()}
        for place in range(number)
    ]


def _in_order(conninfo: str, hosts: Sequence[_Host]) -> str:
    return make_conninfo(conninfo, **{name: ",".join(host[name] for host in hosts) for name in hosts[0]})


def _name(host: _Host) -> str:
    name = host.get("host") or host.get("hostaddr") or "the local one"
    return f"{name}, port {host['port']}" if host.get("port") else name


def _verify_sessions(first: psycopg.Connection, conninfo: str) -> None:
    """Refuse what gives each transaction another session of PostgreSQL.

    There, a prepared statement is another one than was prepared, so that parameters reach statements of others;
    notifications don't come, and locks are left behind.

    Raises:
        DatabaseUnavailable: as it says.
    """
    with psycopg.connect(conninfo, autocommit=True) as second:
        pairs = [(first.execute(_SESSION).fetchone(), second.execute(_SESSION).fetchone()) for _ in range(_LOOKS)]
    of_first, of_second = map(set, zip(*pairs, strict=True))
    if len(of_first) > 1 or len(of_second) > 1 or of_first & of_second:
        raise DatabaseUnavailable(
            "The database is behind something that gives each transaction another session, such as PgBouncer with "
            "pool_mode = transaction. Partita needs sessions that last as long as its connections: for notifications, "
            "locks and prepared statements. Set pool_mode = session, or let --database-url name PostgreSQL itself."
        )


_SESSION: Final = "SELECT pg_backend_pid()"


def _verify_encoding(connection: psycopg.Connection) -> None:
    """Refuse a database that can't hold every name, as one that a server without a locale makes by itself.

    Raises:
        DatabaseUnavailable: as it says.
    """
    if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
        raise DatabaseUnavailable(
            f"The encoding of the database is {encoding}, and Partita takes UTF8: CREATE DATABASE … TEMPLATE template0 "
            "ENCODING 'UTF8'."
        )


_open: WeakSet["psycopg.Connection[Any] | psycopg.AsyncConnection[Any]"] = WeakSet()
_opening: Final = Lock()


def _know(connection: "psycopg.Connection[Any] | psycopg.AsyncConnection[Any]") -> None:
    with _opening:
        _open.add(connection)


_latest: tuple[str, str] | None = None
"""The host that took the latest connection, and its port."""

_silent: Final[dict[tuple[str, str], float]] = {}
"""When a host, with its port, was last found to say nothing."""


class _Attempts:
    """Whom to ask for a connection, one after another, as a conninfo each.

    First the host that took the latest connection: one that was left may come back, and not know yet that another one
    takes its place. One that has just said nothing isn't asked for a while, so that a standby that becomes the next
    primary meanwhile is soon asked again.
    """

    def __init__(self, conninfo: str, options: dict[str, Any]) -> None:
        places = {name: options.pop(name) for name in ("host", "hostaddr", "port") if name in options}
        self._whole = make_conninfo(conninfo, **places)
        self._asked: _Host = {}
        self.error = psycopg.OperationalError("no host was asked")

    def __iter__(self) -> Iterator[str]:
        hosts = sorted(_hosts(conninfo_to_dict(self._whole)), key=lambda host: _place(host) != _latest)
        quiet_since = time.monotonic() - QUIET_SECONDS
        speaking = [host for host in hosts if _silent.get(_place(host), -inf) < quiet_since]
        for self._asked in speaking or hosts:
            yield make_conninfo(self._whole, **self._asked)

    def failed(self, error: psycopg.OperationalError) -> None:
        """The host that was asked last gave none."""
        self.error = error
        if isinstance(error, psycopg.errors.ConnectionTimeout):
            _silent[_place(self._asked)] = time.monotonic()


def _place(host: _Host) -> tuple[str, str]:
    return host.get("host") or host.get("hostaddr") or "", host.get("port") or "5432"


def _connected(connection: "psycopg.Connection[Any] | psycopg.AsyncConnection[Any]") -> None:
    global _latest  # noqa: PLW0603 - one process has one database
    _latest = (connection.info.host, str(connection.info.port))


class KnownConnection(psycopg.Connection[Row]):
    """A connection that :func:`hang_up` breaks off; it asks the host first that took the latest one."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _know(self)

    @classmethod
    def connect(cls, conninfo: str = "", **options: Any) -> Self:
        """As of psycopg."""
        attempts = _Attempts(conninfo, options)
        for there in attempts:
            try:
                connection = super().connect(there, **options)
            except psycopg.OperationalError as error:
                attempts.failed(error)
            else:
                _connected(connection)
                return connection
        raise attempts.error


class KnownAsyncConnection(psycopg.AsyncConnection[Row]):
    """The same, in an event loop."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _know(self)

    @classmethod
    async def connect(cls, conninfo: str = "", **options: Any) -> Self:
        """As of psycopg."""
        attempts = _Attempts(conninfo, options)
        for there in attempts:
            try:
                connection = await super().connect(there, **options)
            except psycopg.OperationalError as error:
                attempts.failed(error)
            else:
                _connected(connection)
                return connection
        raise attempts.error


def hang_up() -> None:
    """Break off all connections of this process that are known, whatever they wait for.

    Who waits is told that the connection is lost. Nothing else ends a wait for a server that is frozen: its machine
    goes on acknowledging what is sent, and asking it to cancel takes its answer, too.
    """
    if _latest is not None:
        _silent[_latest] = time.monotonic()
    with _opening:
        known = list(_open)
    for connection in known:
        break_off(connection)


def break_off(connection: "psycopg.Connection[Any] | psycopg.AsyncConnection[Any]") -> None:
    """Break off one connection, likewise."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
