"""The command ``partita``."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import UUID

import click

from projections import PROJECTIONS
from projections.continuity import LogRewound
from projections.dead_letters import Broken
from projections.follower import WrongVersion
from projections.projection import Projection
from projections.rebuild import NotPrivileged, RebuildRunning, rebuild
from projections.retry import retry
from service.app import build
from service.cli.audit import audit_command, record_deed
from service.cli.backups.command import backup_command, restore_command
from service.cli.common import database, database_options, explained, server, written_to
from service.cli.demo import record_demo, remove_demo
from service.cli.doctor.command import doctor_command
from service.cli.imports import import_command, imports_command
from service.cli.installed import verify_games
from service.cli.new_game import new_game_command
from service.cli.records import export_command, remove_command
from service.cli.serve import serve
from service.cli.tokens import token
from service.cli.upgrade import upgrade_command
from service.cli.verify import head_command, verify_command
from service.database.migrate import migrate
from service.eventstore.event_store import event_store
from service.openapi import rendered

_WITHOUT_GAMES: Final = (doctor_command.name, new_game_command.name)
"""What tells of games that can't be loaded, or needs none."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="partita")
@click.pass_context
def main(context: click.Context) -> None:
    """Record tabletop games and replay them."""
    if context.invoked_subcommand not in _WITHOUT_GAMES:
        verify_games()


main.add_command(serve)
main.add_command(token)
main.add_command(audit_command)
main.add_command(backup_command)
main.add_command(restore_command)
main.add_command(upgrade_command)
main.add_command(doctor_command)
main.add_command(new_game_command)
main.add_command(export_command)
main.add_command(import_command)
main.add_command(imports_command)
main.add_command(remove_command)
main.add_command(head_command)
main.add_command(verify_command)


@main.command("migrate")
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
        record_deed(conninfo, "rebuild", projection or "all")
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
        record_deed(conninfo, "retry", projection or "all")
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
    """Record sample matches, most by random legal play: one for each way to play each game."""

    async def work(conninfo: str) -> None:
        async with event_store(conninfo) as store:
            if remove:
                click.echo(f"Removed {await remove_demo(store, conninfo)} sample matches.")
            else:
                await record_demo(store, click.echo)

    with database(data, database_url, create=not remove) as conninfo:
        record_deed(conninfo, "demo", *("--remove",) * remove)
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
