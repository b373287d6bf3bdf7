"""The command ``partita``."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import click
import psycopg
import structlog
import uvicorn

from projections import PROJECTIONS
from projections.rebuild import RebuildRunning, rebuild
from service.access import ensure_owner_token
from service.app import build, create_app
from service.config import DEFAULT_DATA, Settings
from service.database import DatabaseUnavailable, EmbeddedPostgres
from service.database.migrate import migrate
from service.demo import has_matches, record_demo, remove_demo
from service.log import configure_logging
from service.openapi import rendered
from service.scribe import Scribe
from service.store.matches import MatchStore
from service.wiring import Services

GRACE_SECONDS: Final = 10
"""How long open requests may take when the service stops."""

_WATCH_SECONDS: Final = 1.0

_log = structlog.get_logger(__name__)


@click.group(context_settings={"auto_envvar_prefix": "PARTITA", "help_option_names": ["-h", "--help"]})
@click.version_option(package_name="partita")
def main() -> None:
    """Record tabletop games and replay them."""


def _database_options(command: Callable[..., None]) -> Callable[..., None]:
    """Where the data is: the same for every command."""

    @click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        default=DEFAULT_DATA,
        show_default=True,
        envvar="PARTITA_DATA",
        help="Folder of the embedded database and the owner's token.",
    )
    @click.option(
        "--database-url",
        envvar=["PARTITA_DATABASE_URL", "DATABASE_URL"],
        help="A PostgreSQL (15 or newer) to use in place of the embedded one.",
    )
    @wraps(command)
    def with_options(**options: Any) -> None:
        try:
            command(**options)
        except DatabaseUnavailable as error:
            raise click.ClickException(str(error)) from None
        except psycopg.OperationalError as error:
            raise click.ClickException(f"The database can't be used: {error}") from None

    return with_options


@contextmanager
def _database(data: Path, database_url: str | None) -> Iterator[str]:
    """The database to work on, embedded or given, brought to the newest schema."""
    if database_url:
        migrate(database_url)
        yield database_url
        return
    with EmbeddedPostgres(data) as embedded, _watched(embedded):
        migrate(embedded.conninfo)
        yield embedded.conninfo


@contextmanager
def _watched(embedded: EmbeddedPostgres) -> Iterator[None]:
    """Start the server again whenever it dies while it is used."""
    stopping = Event()

    def watch() -> None:
        while not stopping.wait(_WATCH_SECONDS):
            try:
                if embedded.ensure_alive():
                    _log.warning("the database had died and was started again")
            except DatabaseUnavailable as error:
                _log.error("the database can't be started again", fault=str(error))  # told in full

    thread = Thread(target=watch, name="database-watch", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()


@main.command()
@_database_options
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that answer.")
@click.option("--demo", is_flag=True, help="On the first start, record sample matches.")
def serve(data: Path, database_url: str | None, host: str, port: int, workers: int, *, demo: bool) -> None:
    """Run the service until it is told to stop."""
    configure_logging()
    _verify_port_free(host, port)
    data.mkdir(parents=True, exist_ok=True)
    with _database(data, database_url) as conninfo, _terminable():
        token = ensure_owner_token(conninfo, data)
        if demo:
            _demo_on_first_start(conninfo)
        _greet(host, port, token)
        _run_server(Settings(data.resolve(), conninfo), host, port, workers)


def _run_server(settings: Settings, host: str, port: int, workers: int) -> None:
    os.environ |= settings.to_environment()
    config: dict[str, Any] = {
        "host": host,
        "port": port,
        "loop": "uvloop",
        "http": "httptools",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": GRACE_SECONDS,
    }
    if workers > 1:
        uvicorn.run("service.app:from_environment", factory=True, workers=workers, **config)
    else:
        server = uvicorn.Server(uvicorn.Config(create_app(Services(settings)), **config))
        server.run()
        if not server.started:
            raise click.ClickException("The service couldn't start; the log above tells why.")


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the process as Ctrl-C does, so that everything is closed."""

    def terminate(_signal: int, _frame: Any) -> None:
        raise SystemExit(0)

    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)


def _verify_port_free(host: str, port: int) -> None:
    """Find a busy port before the database is started.

    Raises:
        click.ClickException: it is busy, or can't be listened on.
    """
    import socket  # noqa: PLC0415  # only here

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise click.ClickException(
                f"Can't listen on {host}:{port}: {error.strerror}. Try another --port."
            ) from None


def _demo_on_first_start(conninfo: str) -> None:
    store = MatchStore(conninfo, connections=1)
    try:
        if not has_matches(store):
            click.echo("Recording sample matches:")
            record_demo(Scribe(store), store, lambda line: click.echo(f"  {line}"))
    finally:
        store.close()


def _greet(host: str, port: int, token: Path) -> None:
    base = f"http://{'localhost' if host in {'127.0.0.1', '0.0.0.0', '::', '::1'} else host}:{port}"  # noqa: S104
    click.echo(
        f"Partita listens on {base}\n"
        f"  {base}/docs                 the API, to read and to try\n"
        f"  {base}/api/v1/matches       the matches recorded so far\n"
        f"  {base}/api/v1/games         the games and their rules\n"
        f"Writing takes the owner's token: {token}\n"
        "Stop with Ctrl-C."
    )


@main.command("migrate")
@_database_options
def migrate_command(data: Path, database_url: str | None) -> None:
    """Bring the database to the schema of this version."""
    if database_url:
        applied = migrate(database_url)
    else:
        data.mkdir(parents=True, exist_ok=True)
        with EmbeddedPostgres(data) as embedded:
            applied = migrate(embedded.conninfo)
    click.echo("\n".join(f"applied {name}" for name in applied) or "The database is up to date.")


@main.command("rebuild")
@_database_options
@click.argument("projection", required=False, type=click.Choice([projection.name for projection in PROJECTIONS]))
def rebuild_command(data: Path, database_url: str | None, projection: str | None) -> None:
    """Make one read model, or all, anew from the log, while the service runs."""
    with _database(data, database_url) as conninfo:
        for kind in PROJECTIONS:
            if projection in {None, kind.name}:
                _rebuild(conninfo, kind)


def _rebuild(conninfo: str, kind: type[Any]) -> None:
    with click.progressbar(length=100, label=kind.name, file=sys.stderr) as bar:

        def progress(done: int, end: int) -> None:
            bar.update(100 * done // end - bar.pos)

        try:
            entries = rebuild(conninfo, kind(), progress)
        except RebuildRunning:
            raise click.ClickException(f"{kind.name} is being rebuilt by another process.") from None
        bar.update(100 - bar.pos)
    click.echo(f"{kind.name}: {entries} events")


@main.command()
@_database_options
@click.option("--remove", is_flag=True, help="Remove the sample matches instead.")
def demo(data: Path, database_url: str | None, *, remove: bool) -> None:
    """Record sample matches by random legal play: one for each way to play each game."""
    data.mkdir(parents=True, exist_ok=True)
    with _database(data, database_url) as conninfo:
        store = MatchStore(conninfo, connections=1)
        try:
            if remove:
                click.echo(f"Removed {remove_demo(Scribe(store), conninfo)} sample matches.")
            else:
                record_demo(Scribe(store), store, click.echo)
        finally:
            store.close()


@main.command()
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; standard output if not given.")
def openapi(output: Path | None) -> None:
    """Print the OpenAPI document."""
    text = rendered(build(None))
    if output is None:
        click.echo(text, nl=False)
    else:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(text)
