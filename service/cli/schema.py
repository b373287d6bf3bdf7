"""The command ``partita migrate``, and the database of the other commands, which has the newest schema."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from service.cli.common import database_options, explained, server
from service.database.migrate import migrate


@contextmanager
def database(data: Path, database_url: str | None, *, create: bool = True) -> Iterator[str]:
    """The database to work on, brought to the newest schema; see :func:`service.cli.common.server`."""
    with server(data, database_url, create=create) as conninfo:
        migrate(conninfo)
        yield conninfo


@click.command("migrate")
@database_options
@click.option(
    "--grant-to",
    metavar="ROLE",
    help="A role of the database by which the service is to run: it gets the rights that this takes, and no more.",
)
@explained
def migrate_command(data: Path, database_url: str | None, grant_to: str | None) -> None:
    """Bring the database to the schema of this version."""
    with server(data, database_url) as conninfo:
        applied = migrate(conninfo, grant_to)
    click.echo("\n".join(f"applied {name}" for name in applied) or "The database is up to date.")
    if grant_to:
        click.echo(f"The service can run as {grant_to}.")
