"""The command ``partita upgrade-database``."""

from pathlib import Path
from typing import Final

import click
import psycopg
from psycopg import sql

from service.cli.audit import record_deed
from service.cli.backups.checking import check_log, has_table, state_of
from service.cli.common import database_options, explained, server
from service.cli.verify import summary
from service.database import DatabaseUnavailable
from service.database.admission import ADMIN
from service.database.embedded import unused
from service.database.upgrade import UPGRADING, Upgrade, finish_leftover
from service.process import signals

_ADVICE: Final = (
    "The database as it was is in {aside}. When all is well, make a new backup, since older ones are for PostgreSQL "
    "{old}, and remove it."
)


@click.command("upgrade-database")
@database_options
@click.option(
    "--old-bin",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the programs of the old version, if they aren't where systems have them.",
)
@explained
def upgrade_command(data: Path, database_url: str | None, old_bin: Path | None) -> None:
    """Bring the embedded database to the major version of PostgreSQL that Partita has now.

    The service must have been stopped, and there must be room for a copy. The old database stays as it is, under
    another name. If anything isn't as it was, nothing is changed, and the exit code is 1.
    """
    if database_url:
        raise click.UsageError("This is for the embedded database. Other servers are upgraded by their own means.")
    if not any((data / name).is_dir() for name in ("postgresql", UPGRADING)):
        raise click.ClickException(f"There is no database in {data}; --data names another folder.")
    data = data.absolute()
    with signals.raised(), unused(data):
        if found := finish_leftover(data):
            click.echo(found, err=True)
        upgrade = Upgrade(data, old_bin)
        if not upgrade.is_needed:
            click.echo(f"The database is of PostgreSQL {upgrade.major}, as it should be.")
            return
        upgrade.verify_room()
        before, checksums = _of_old(upgrade)
        try:
            upgrade.make(checksums=checksums)
            _verify(upgrade, before)
        except BaseException:
            upgrade.abandon()
            raise
        upgrade.put_in_place()
    click.echo(f"The database is of PostgreSQL {upgrade.major} now.")
    click.echo(_ADVICE.format(aside=upgrade.aside, old=upgrade.old_major))


def _of_old(upgrade: Upgrade) -> tuple[object, bool]:
    """What is in the old database, and whether its pages have checksums; it was stopped in order then."""
    old = upgrade.old_server()
    old.ensure_running(create=False)
    try:
        found = _contents(old.conninfo(user=ADMIN))
        with psycopg.connect(old.conninfo(user=ADMIN)) as connection:
            row = connection.execute("SHOW data_checksums").fetchone()
    finally:
        old.shut_down()
    return found, row == ("on",)


def _verify(upgrade: Upgrade, before: object) -> None:
    """Verify that all that was in the old database is in the new one, and that the log is what was recorded."""
    with server(upgrade.staging, None, create=False, as_admin=True) as conninfo:
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute("ANALYZE")
        if _contents(conninfo) != before:
            raise DatabaseUnavailable("The new database doesn't have what the old one has, which is as it was.")
        if has_table(conninfo, "log_leaves"):
            found = check_log(conninfo)
            for fault in found.faults:
                click.echo(str(fault))
            click.echo(summary(found))
            if found.faults:
                raise DatabaseUnavailable(
                    "The log isn't what was recorded. The old database is as it was; docs/evidence.md tells what to do."
                )
        if has_table(conninfo, "audit"):
            record_deed(conninfo, "upgrade-database", upgrade.old_major, "to", upgrade.major)


def _contents(conninfo: str) -> object:
    """The end of the log with its head, and of each table its rows' number and sum of hashes."""
    with psycopg.connect(conninfo, options="-c TimeZone=UTC") as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables"
            " WHERE schemaname !~ '^pg_' AND schemaname <> 'information_schema' ORDER BY 1, 2"
        ).fetchall()
        rows = {
            name: connection.execute(
                sql.SQL("SELECT count(*), sum(hashtextextended(t::text, 0)) FROM {} t").format(sql.Identifier(*name))
            ).fetchone()
            for name in tables
        }
    return state_of(conninfo), rows
