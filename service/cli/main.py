"""The command ``partita``."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final
from uuid import UUID

import click
import psycopg
import structlog
import uvicorn
from click.core import ParameterSource
from litestar.types import ASGIApp
from msgspec.structs import replace
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from projections import PROJECTIONS
from projections.continuity import LogRewound
from projections.dead_letters import Broken
from projections.follower import WrongVersion
from projections.projection import Projection
from projections.rebuild import NotPrivileged, RebuildRunning, rebuild
from projections.retry import retry
from projections.runner import catch_up
from service.app import build, create_app
from service.auth.owner_token import ensure_owner_token
from service.cli.common import database, database_options, explained, server, written_to
from service.cli.demo import has_matches, record_demo, remove_demo
from service.cli.imports import import_command, imports_command
from service.cli.lan import ANY_HOST, address_here, code_for_recorders, public_url, welcome
from service.cli.records import export_command, remove_command
from service.cli.tokens import token
from service.database.migrate import migrate
from service.eventstore.event_store import event_store
from service.http.protocol import ProblemHttpProtocol
from service.openapi import rendered
from service.process import signals
from service.process.container import Services
from service.process.gc_tuning import tune_gc
from service.process.logging import configure_logging
from service.process.settings import Settings

GRACE_SECONDS: Final = 10
"""How long open requests may take when the service stops."""

_TAKING_SECONDS: Final = 60  # how long data may wait to be taken before the system gives the connection up
_DEMO_LOCK: Final = 0x64656D6F  # "demo": held by who records the sample matches

_log = structlog.get_logger(__name__)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="partita")
def main() -> None:
    """Record tabletop games and replay them."""


main.add_command(token)
main.add_command(export_command)
main.add_command(import_command)
main.add_command(imports_command)
main.add_command(remove_command)


@main.command()
@database_options
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
    default="127.0.0.1",
    show_default=True,
    envvar="PARTITA_FORWARDED_ALLOW_IPS",
    show_envvar=True,
    help="Addresses of proxies that are believed whom they speak for (X-Forwarded-For), with commas; * is all.",
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
@explained
def serve(
    data: Path,
    database_url: str | None,
    host: str,
    port: int,
    workers: int,
    forwarded_allow_ips: str,
    public_url: str | None,
    *,
    demo: bool,
    lan: bool,
) -> None:
    """Run the service until it is stopped."""
    configure_logging()
    if lan and click.get_current_context().get_parameter_source("host") is ParameterSource.DEFAULT:
        host = ANY_HOST
    with _listening(host, port) as listener, suppress(signals.Stopped), database(data, database_url) as conninfo:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        token_file = ensure_owner_token(conninfo, data)
        if demo:
            _demo_on_first_start(conninfo)
        _greet(host, listener, token_file)
        if lan:
            public_url = public_url or f"http://{address_here()}:{listener.getsockname()[1]}"
            click.echo(welcome(public_url, code_for_recorders(conninfo, token_file)))
        settings = Settings(data.resolve(), conninfo, own_projector=True, public_url=public_url)
        _run_server(settings, listener, workers, forwarded_allow_ips)


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


def _run_server(settings: Settings, listener: socket.socket, workers: int, forwarded_allow_ips: str) -> None:
    config: dict[str, Any] = {
        "loop": "uvloop",
        "http": ProblemHttpProtocol,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "forwarded_allow_ips": forwarded_allow_ips,
        "timeout_graceful_shutdown": GRACE_SECONDS,
    }
    if workers > 1:
        config |= {"factory": True, "workers": workers}
        with TemporaryDirectory(prefix="partita-metrics-") as folder:
            os.environ |= replace(settings, metrics=Path(folder)).to_environment()
            supervisor = Multiprocess(uvicorn.Config("service.cli.main:worker", **config), sockets=[listener])
            supervisor.run()
        started = STARTUP_FAILURE not in {process.exitcode for process in supervisor.processes}
    else:
        tune_gc()
        server = uvicorn.Server(uvicorn.Config(create_app(Services(settings)), **config))
        server.run(sockets=[listener])
        started = server.started
    if not started:
        raise click.ClickException("The service couldn't start; the log above tells why.")


def worker() -> ASGIApp:
    """The application of one of several processes, which ends with the process that started it."""
    configure_logging()
    parent = parent_process()
    if parent is not None:

        def end_with_parent() -> None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

        Thread(target=end_with_parent, name="parent-watch", daemon=True).start()
    tune_gc()
    return create_app(Services(Settings.from_environment()))


def _demo_on_first_start(conninfo: str) -> None:
    async def recorded() -> bool:
        async with event_store(conninfo) as store:
            if await has_matches(store):
                return False
            click.echo("Recording sample matches:")
            await record_demo(store, lambda line: click.echo(f"  {line}"))
            return True

    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (_DEMO_LOCK,))  # two may start at once
        if asyncio.run(recorded()):
            for projection in PROJECTIONS:  # so that they are listed from the first moment on
                with suppress(WrongVersion, LogRewound):  # it is about to be made anew
                    catch_up(connection, projection())


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


@main.command("migrate")
@database_options
@explained
def migrate_command(data: Path, database_url: str | None) -> None:
    """Bring the database to the schema of this version."""
    with server(data, database_url) as conninfo:
        applied = migrate(conninfo)
    click.echo("\n".join(f"applied {name}" for name in applied) or "The database is up to date.")


_read_model = click.argument(
    "projection", required=False, type=click.Choice([projection.name for projection in PROJECTIONS])
)


@main.command("rebuild")
@database_options
@_read_model
@explained
def rebuild_command(data: Path, database_url: str | None, projection: str | None) -> None:
    """Make one read model, or all, anew from the log, while the service runs."""
    with database(data, database_url, create=False) as conninfo:
        for kind in PROJECTIONS:
            if projection in {None, kind.name}:
                with _progress(kind) as progress:
                    entries = rebuild(conninfo, kind(), progress)
                click.echo(f"{kind.name}: {entries} events")


@main.command("retry")
@database_options
@_read_model
@explained
def retry_command(data: Path, database_url: str | None, projection: str | None) -> None:
    """Process the dead letters of all read models, or of the one named, when the software has been repaired."""
    broken: set[UUID] = set()
    with database(data, database_url, create=False) as conninfo:
        for kind in PROJECTIONS:
            if projection in {None, kind.name}:
                with _progress(kind) as progress:
                    retried = retry(conninfo, kind(), progress)
                click.echo(f"{kind.name}: {retried.whole} matches or series processed")
                for originator_id, fault in retried.broken.items():
                    click.echo(f"  not {originator_id}: {fault}")
                broken |= retried.broken.keys()
    if broken:
        raise click.ClickException(f"{len(broken)} matches or series still have dead letters.")


@contextmanager
def _progress(kind: type[Projection]) -> Iterator[Callable[[int, int], None]]:
    """A bar for what is done to a read model.

    Raises:
        click.ClickException: it can't be done.
    """
    with click.progressbar(length=100, label=kind.name, file=sys.stderr) as bar:

        def progress(done: int, end: int) -> None:
            if end:
                bar.update(100 * done // end - bar.pos)

        try:
            yield progress
        except RebuildRunning:
            raise click.ClickException(f"{kind.name} is being rebuilt by another process.") from None
        except (Broken, WrongVersion, LogRewound, NotPrivileged) as error:
            raise click.ClickException(f"{kind.name}: {error}.") from None
        bar.update(100 - bar.pos)


@main.command()
@database_options
@click.option("--remove", is_flag=True, help="Remove the sample matches instead.")
@explained
def demo(data: Path, database_url: str | None, *, remove: bool) -> None:
    """Record sample matches by random legal play: one for each way to play each game."""

    async def work(conninfo: str) -> None:
        async with event_store(conninfo) as store:
            if remove:
                click.echo(f"Removed {await remove_demo(store, conninfo)} sample matches.")
            else:
                await record_demo(store, click.echo)

    with database(data, database_url, create=not remove) as conninfo:
        asyncio.run(work(conninfo))


@main.command()
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; standard output if not given.")
@explained
def openapi(output: Path | None) -> None:
    """Print the OpenAPI document."""
    text = rendered(build(None))
    if output is not None:
        output.parent.mkdir(parents=True, exist_ok=True)
    with written_to(output) as file:
        file.write(text)
