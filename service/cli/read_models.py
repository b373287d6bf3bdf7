"""The commands ``partita rebuild`` and ``partita retry``."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import click

from projections import PROJECTIONS
from projections.continuity import LogRewound
from projections.dead_letters import Broken
from projections.follower import WrongVersion
from projections.projection import Projection
from projections.rebuild import NotPrivileged, RebuildRunning, rebuild
from projections.retry import retry
from service.cli.audit import record_deed
from service.cli.common import database_options, explained
from service.cli.schema import database

_read_model = click.argument(
    "projection", required=False, type=click.Choice([projection.name for projection in PROJECTIONS])
)


@click.command("rebuild")
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


@click.command("retry")
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
