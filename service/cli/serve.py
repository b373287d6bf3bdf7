"""The command ``partita serve``."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from service.cli.addresses import ANY_HOST, address_here, public_url
from service.cli.backups.settings import BackupSettings, backup_options
from service.cli.common import database_options, explained, log_key_option, read_database_option, server
from service.cli.connection_limits import connection_limits, within_open_files
from service.cli.import_limits import import_limits
from service.commands.imports.limits import ImportLimits
from service.database.connections import each_host
from service.http.connections import ConnectionLimits
from service.process import signals
from service.process.loading import loading
from service.process.logging import configure_logging
from service.process.settings import (
    DEFAULT_AUDIT_DAYS,
    DEFAULT_DATABASE_SECONDS,
    DEFAULT_NOTES_PER_MINUTE,
    DEFAULT_STREAMS,
    DEFAULT_STREAMS_PER_CLIENT,
    DEFAULT_VERIFY_RATE,
    Settings,
)

_TAKING_SECONDS: Final = 60  # how long data may wait to be taken before the system gives the connection up


@click.command()
@database_options
@read_database_option
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    envvar="PARTITA_HOST",
    show_envvar=True,
    help="Address to listen on; with --lan, all addresses unless one is named.",
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    envvar="PARTITA_PORT",
    show_envvar=True,
    help="Port to listen on; 0 is any free one.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    envvar="PARTITA_WORKERS",
    show_envvar=True,
    help="Processes that answer.",
)
@click.option(
    "--forwarded-allow-ips",
    default="",
    envvar="PARTITA_FORWARDED_ALLOW_IPS",
    show_envvar=True,
    help="Addresses of proxies that are believed whom they speak for (X-Forwarded-For), with commas; * is all;"
    " without it nobody is.",
)
@click.option("--demo", is_flag=True, help="On the first start, record sample matches.")
@click.option("--lan", is_flag=True, help="Let phones in the same network in, by a QR code in the terminal.")
@click.option(
    "--public-url",
    callback=public_url,
    envvar="PARTITA_PUBLIC_URL",
    show_envvar=True,
    help="The address that others see, such as https://games.example; invitations lead there.",
)
@click.option(
    "--access-log/--no-access-log",
    default=False,
    show_default=True,
    envvar="PARTITA_ACCESS_LOG",
    show_envvar=True,
    help="Log a line for each request.",
)
@click.option(
    "--traces/--no-traces",
    default=False,
    show_default=True,
    envvar="PARTITA_TRACES",
    show_envvar=True,
    help="Send traces of requests by OpenTelemetry (OTLP), as the variables OTEL_… say; takes partita[otel].",
)
@click.option(
    "--audit-days",
    default=DEFAULT_AUDIT_DAYS,
    show_default=True,
    type=click.IntRange(0, 36_500),
    envvar="PARTITA_AUDIT_DAYS",
    show_envvar=True,
    help="How long to keep entries of the audit trail; 0 is for ever.",
)
@click.option(
    "--verify-rate",
    default=DEFAULT_VERIFY_RATE,
    show_default=True,
    type=click.IntRange(0, 100_000),
    envvar="PARTITA_VERIFY_RATE",
    show_envvar=True,
    help="Events of the log that are checked in a second, in the background, again and again; 0 is none.",
)
@click.option(
    "--database-seconds",
    default=int(DEFAULT_DATABASE_SECONDS),
    show_default=True,
    type=click.IntRange(1, 3600),
    envvar="PARTITA_DATABASE_SECONDS",
    show_envvar=True,
    help="How long a request waits for a database that says nothing.",
)
@click.option(
    "--streams",
    default=DEFAULT_STREAMS,
    show_default=True,
    type=click.IntRange(1, 100_000),
    envvar="PARTITA_STREAMS",
    show_envvar=True,
    help="How many live streams one process serves.",
)
@click.option(
    "--streams-per-client",
    default=DEFAULT_STREAMS_PER_CLIENT,
    show_default=True,
    type=click.IntRange(1, 100_000),
    envvar="PARTITA_STREAMS_PER_CLIENT",
    show_envvar=True,
    help="How many of them by one token, or from one address.",
)
@click.option(
    "--notes-per-minute",
    default=DEFAULT_NOTES_PER_MINUTE,
    show_default=True,
    type=click.IntRange(1, 1_000_000),
    envvar="PARTITA_NOTES_PER_MINUTE",
    show_envvar=True,
    help="How many annotations and variations one token may write in a minute.",
)
@log_key_option
@backup_options
@import_limits
@connection_limits
@explained
def serve(
    data: Path,
    database_url: str | None,
    read_database_url: str | None,
    host: str,
    port: int,
    workers: int,
    forwarded_allow_ips: str,
    public_url: str | None,
    imports: ImportLimits,
    connections: ConnectionLimits,
    backups: BackupSettings | None,
    audit_days: int,
    verify_rate: int,
    log_key: Path | None,
    database_seconds: int,
    streams: int,
    streams_per_client: int,
    notes_per_minute: int,
    *,
    demo: bool,
    lan: bool,
    access_log: bool,
    traces: bool,
) -> None:
    """Run the service until it is stopped."""
    configure_logging()
    if traces and not _traces_are_installed():
        raise click.ClickException("--traces takes an extra: pip install 'partita[otel]'.")
    if lan and click.get_current_context().get_parameter_source("host") is ParameterSource.DEFAULT:
        host = ANY_HOST
    if read_database_url:
        each_host(read_database_url)  # that it can be understood at all
    with (
        _listening(host, port) as listener,
        suppress(signals.Stopped),
        loading("projections", "service.process.container", "service.app", "service.cli.answering") as loaded,
        server(data, database_url) as conninfo,
    ):
        loaded.wait()
        from service.cli.answering import answer_requests, make_ready

        token_file = make_ready(conninfo, data, log_key, demo=demo)
        _greet(host, listener, token_file)
        if lan:
            from service.cli.lan import code_for_recorders, welcome

            public_url = public_url or f"http://{address_here()}:{listener.getsockname()[1]}"
            click.echo(welcome(public_url, code_for_recorders(conninfo, token_file)))
        settings = Settings(
            data.resolve(),
            conninfo,
            own_projector=True,
            read_conninfo=read_database_url or None,
            public_url=public_url,
            imports=imports,
            access_log=access_log,
            traces=traces,
            audit_days=audit_days,
            verify_rate=verify_rate,
            log_key=log_key and log_key.resolve(),
            database_seconds=database_seconds,
            streams=streams,
            streams_per_client=streams_per_client,
            notes_per_minute=notes_per_minute,
        )
        with ExitStack() as meanwhile:
            if backups is not None:
                from service.cli.backups.alongside import backups_alongside

                meanwhile.enter_context(backups_alongside(backups, data, database_url, log_key))
            answer_requests(settings, listener, workers, forwarded_allow_ips, within_open_files(connections))


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens from now on: who connects early is answered when everything is ready.

    Raises:
        click.ClickException: the port is busy, or can't be listened on.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family, backlog=2048)
    except (socket.gaierror, UnicodeError):
        raise click.ClickException(f"Can't listen on {host}:{port}: there is no such address here.") from None
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        raise click.ClickException(f"Can't listen on {host}:{port}: {reason}. Try another --port.") from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux; who takes nothing for so long is gone
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _TAKING_SECONDS * 1000)
    with listener:
        yield listener


def _traces_are_installed() -> bool:
    try:
        return find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    except ImportError:
        return False


def _greet(host: str, listener: socket.socket, token: Path) -> None:
    port = listener.getsockname()[1]
    name = {"127.0.0.1": "localhost", ANY_HOST: "localhost", "::": "::1"}.get(host, host)
    base = f"http://{f'[{name}]' if ':' in name else name}:{port}"
    click.echo(
        f"Partita listens on {base}\n"
        f"  {base}/                     the matches, to look at in a browser\n"
        f"  {base}/docs                 the API, to read and to try\n"
        f"  {base}/api/v1/matches       the matches recorded so far\n"
        f"  {base}/api/v1/games         the games and their rules\n"
        f"Writing takes the owner's token: {token}\n"
        "Stop with Ctrl-C."
    )
