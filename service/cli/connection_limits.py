"""The options of ``partita serve`` that say what clients may take up by their connections."""

import resource
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeAlias

import click
from msgspec.structs import replace

from service.http.connections import ConnectionLimits

_DEFAULT = ConnectionLimits()

_OTHER_FILES: Final = 256
"""Files that a process may have open beside connections of clients: the database, pipes, uploads."""

_KIBIBYTE: Final = 1 << 10

_Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]


def connection_limits(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the parameter `connections`, read from options of its own."""

    @_option("--connections", _DEFAULT.connections, 10, 1_000_000, "How many connections one process keeps open.")
    @_option(
        "--connections-per-client",
        _DEFAULT.per_client,
        1,
        1_000_000,
        "How many of them by one client address; this machine and named proxies are free.",
    )
    @_option("--url-kib", _DEFAULT.url_bytes // _KIBIBYTE, 1, 64, "How long the address of a request may be, in KiB.")
    @_option(
        "--head-kib",
        _DEFAULT.head_bytes // _KIBIBYTE,
        1,
        1024,
        "How large the address and headers of a request may be together, in KiB.",
    )
    @_option("--headers", _DEFAULT.headers, 10, 10_000, "How many headers a request may have.")
    @_option("--head-seconds", int(_DEFAULT.head_seconds), 1, 3600, "How long the head of a request may take.")
    @_option(
        "--body-seconds",
        int(_DEFAULT.body_seconds),
        1,
        3600,
        f"How long a body may fall behind {_DEFAULT.body_rate} bytes a second.",
    )
    @_option("--idle-seconds", int(_DEFAULT.idle_seconds), 1, 3600, "How long a connection is kept between requests.")
    @wraps(command)
    def with_limits(
        *arguments: Any,
        connections: int,
        connections_per_client: int,
        url_kib: int,
        head_kib: int,
        headers: int,
        head_seconds: int,
        body_seconds: int,
        idle_seconds: int,
        **options: Any,
    ) -> None:
        limits = ConnectionLimits(
            connections=connections,
            per_client=connections_per_client,
            url_bytes=url_kib * _KIBIBYTE,
            head_bytes=head_kib * _KIBIBYTE,
            headers=headers,
            head_seconds=head_seconds,
            body_seconds=body_seconds,
            idle_seconds=idle_seconds,
        )
        command(*arguments, connections=limits, **options)

    return with_limits


def _option(name: str, default: int, least: int, most: int, described: str) -> _Decorator:
    return click.option(
        name,
        default=default,
        show_default=True,
        type=click.IntRange(least, most),
        envvar=f"PARTITA_{name.removeprefix('--').replace('-', '_').upper()}",
        show_envvar=True,
        help=described,
    )


def within_open_files(limits: ConnectionLimits) -> ConnectionLimits:
    """`limits` with no more connections than this process, and those that it starts, may have open files for.

    As many files as are needed are allowed, as far as the system lets us.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + _OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return limits
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return replace(limits, connections=max(allowed - _OTHER_FILES, allowed // 2))
