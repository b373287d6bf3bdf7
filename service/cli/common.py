"""What the commands share: where the data is, and how faults are reported."""

import errno
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any, Final

import click
import psycopg
import structlog
from eventsourcing.persistence import InterfaceError, OperationalError

from service.auth.owner_token import DamagedToken
from service.database import DatabaseUnavailable, EmbeddedPostgres
from service.database.connections import reached, with_limits
from service.database.upgrade import UPGRADING
from service.eventstore.errors import GameMissing
from service.evidence.head import DamagedKey
from service.process import signals
from service.process.settings import DEFAULT_DATA

RESTORING: Final = ".restoring"
"""Where in a data folder a backup is restored, until it is whole."""

SPOOL: Final = ".backups"
"""Where in a data folder a backup is until it is in a store of objects, and what of the archive is to go there."""

_WATCH_SECONDS: Final = 1.0

_log = structlog.get_logger(__name__)


def explained(command: Callable[..., None]) -> Callable[..., None]:
    """Tell a person what is wrong, without a traceback, where it isn't a fault of the program."""

    @wraps(command)
    def explained(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except (DatabaseUnavailable, DamagedToken, DamagedKey, GameMissing) as error:
            raise click.ClickException(str(error)) from None
        except psycopg.errors.InsufficientPrivilege as error:
            detail = (
                f"The role may not do that in the database: {str(error).strip()}. Grant it the right to create tables"
            )
            raise click.ClickException(f"{detail} in the schema public, and let it own those that are there.") from None
        except (psycopg.OperationalError, OperationalError, InterfaceError) as error:
            raise click.ClickException(f"The database can't be used: {str(error).strip()}") from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # whoever reads our output has gone: click ends quietly
                raise
            raise click.ClickException(f"{error.filename or 'The system'}: {error.strerror or error}") from None

    return explained


def database_options(command: Callable[..., None]) -> Callable[..., None]:
    """Where the data is: the same for every command."""
    for option in (
        click.option(
            "--database-url",
            envvar=["PARTITA_DATABASE_URL", "DATABASE_URL"],
            show_envvar=True,
            help="A PostgreSQL (15 or newer) to use in place of the embedded one.",
        ),
        click.option(
            "--data",
            type=click.Path(file_okay=False, path_type=Path),
            default=DEFAULT_DATA,
            show_default=True,
            envvar="PARTITA_DATA",
            show_envvar=True,
            help="Folder of the embedded database and the owner's token.",
        ),
    ):
        command = option(command)
    return command


read_database_option = click.option(
    "--read-database-url",
    envvar=["PARTITA_READ_DATABASE_URL", "READ_DATABASE_URL"],
    show_envvar=True,
    help="Standbys of the database, to read from; several hosts may be named.",
)
log_key_option = click.option(
    "--log-key",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="PARTITA_LOG_KEY",
    show_envvar=True,
    help="File with the key by which heads of the log are signed; made if it isn't there. Default: log-key in --data.",
)


@contextmanager
def server(data: Path, database_url: str | None, *, create: bool = True, as_admin: bool = False) -> Iterator[str]:
    """The database to work on, embedded or given; signals end the work in order.

    `as_admin` connects to the embedded one as its superuser.

    Raises:
        DatabaseUnavailable: it can't be used, or there is none yet and `create` isn't wanted, or a backup is restored
            there and isn't whole.
    """
    with signals.raised() as ending:
        if database_url:
            yield reached(with_limits(database_url), partial(click.echo, err=True))
            return
        if not (data / "postgresql").exists():
            _verify_new(data, create=create)
        embedded = EmbeddedPostgres(data)
        try:
            with ending.held_back(), signals.last_stretch():  # or a server would be left that nobody stops
                embedded.start()
            with signals.rescued(embedded.stop), _watched(embedded):
                yield embedded.admin_conninfo if as_admin else embedded.conninfo
        finally:
            with ending.held_back(), signals.last_stretch():
                embedded.stop(signals.seconds_left())


def _verify_new(data: Path, *, create: bool) -> None:
    """Refuse to make a database where there is none, if it isn't wanted or one from a backup is expected there."""
    if (data / RESTORING).exists():
        raise DatabaseUnavailable(
            f"A restore to {data} broke off, or goes on. If it broke off, do it again: it begins anew."
        )
    if (data / UPGRADING).exists():
        raise DatabaseUnavailable(f"An upgrade in {data} broke off. Run `partita upgrade-database` again.")
    if not create:
        raise DatabaseUnavailable(f"There is no database in {data}; --data names another folder.")


@contextmanager
def _watched(embedded: EmbeddedPostgres) -> Iterator[None]:
    """Start the server again whenever it dies while it is used."""
    stopping = Event()

    def watch() -> None:
        while not stopping.wait(_WATCH_SECONDS):
            try:
                if embedded.ensure_alive():
                    _log.warning("the database had died and was started again")
            except Exception as error:  # noqa: BLE001  # whatever it is, it must be tried again
                _log.error("the database can't be started again", fault=str(error))  # reported in full

    thread = Thread(target=watch, name="database-watch", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()


@contextmanager
def written_to(output: Path | None) -> Iterator[IO[bytes]]:
    """A file that is there once it is whole, or standard output."""
    if output is None:
        yield sys.stdout.buffer
        return
    unfinished = output.with_name(f"{output.name}.part")
    try:
        with _opened(unfinished, output) as file:
            yield file
        unfinished.replace(output)
    finally:
        unfinished.unlink(missing_ok=True)


def _opened(unfinished: Path, output: Path) -> IO[bytes]:
    """`unfinished`, to be written; what can't be is `output`, for people."""
    try:
        return unfinished.open("wb")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(output)) from None
