"""The commands ``partita backup`` and ``partita restore``."""

import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal

import click

from service.cli.audit import record_deed
from service.cli.backups.checking import check_copy, has_table
from service.cli.backups.errors import BackupFailed
from service.cli.backups.manifest import Backup, backups_in, read_backup
from service.cli.backups.named_places import readable
from service.cli.backups.place_name import PlaceName
from service.cli.backups.places import MadeBackup
from service.cli.backups.plan import BackupPlan, back_up, go_on
from service.cli.backups.recovery import Target
from service.cli.backups.restoring import restore_dump, restore_keys, restored_to
from service.cli.backups.wal import segments_after
from service.cli.common import database_options, explained, log_key_option, server
from service.cli.spans import Span
from service.cli.verify import summary
from service.process import signals
from service.process.logging import configure_logging

_End = Literal["end"]
_END: Final[_End] = "end"


@click.command("backup")
@database_options
@click.argument("place", type=PlaceName())
@click.option("--every", type=Span(), help="Go on, and make one after each 1d, 6h or 30m.")
@click.option("--keep", type=click.IntRange(1), help="Remove those that are older than the newest so many good ones.")
@click.option("--archive", is_flag=True, help="With --every: archive what is written in between, too, for --at.")
@click.option("--dump", is_flag=True, help="Of the embedded database: a dump, which any PostgreSQL can take in.")
@click.option("--keys/--no-keys", default=True, help="Whether the owner's token and the key of the log are in it.")
@click.option("--verify/--no-verify", default=True, help="Whether it is restored beside it, and the copy checked.")
@log_key_option
@explained
def backup_command(
    data: Path,
    database_url: str | None,
    place: str,
    every: timedelta | None,
    keep: int | None,
    log_key: Path | None,
    *,
    archive: bool,
    dump: bool,
    keys: bool,
    verify: bool,
) -> None:
    """Copy the whole database to PLACE, which then has one backup more, while the service runs.

    PLACE is a folder or s3://bucket/prefix. For the latter, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and
    AWS_ENDPOINT_URL are read from the environment.

    It has all secrets that the database has. If the copy isn't what was recorded, the exit code is 1.
    """
    if archive and not every:
        raise click.UsageError("--archive goes on until it is stopped, so it takes --every.")
    if archive and (database_url or dump):
        raise click.UsageError("--archive is for the embedded database. Other servers have archives of their own.")
    plan = BackupPlan(
        data=data,
        database_url=database_url,
        place=place,
        keep=keep,
        log_key=log_key,
        dump=dump,
        keys=keys,
        verify=verify,
    )
    if every:
        configure_logging()
        with suppress(signals.Stopped), signals.raised():
            go_on(plan, every, archive=archive)
        return
    backup = back_up(plan)
    click.echo(_described(backup))
    if not backup.manifest.is_good:
        sys.exit(1)


class _PastMoment(click.ParamType[Any]):
    """A moment that has passed, or the end of the archive."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime | _End:
        """`value` in UTC."""
        if value == _END:
            return _END
        if isinstance(value, datetime):
            return value
        try:
            moment = datetime.fromisoformat(value)
            return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail(f"{value!r} is no moment; 2026-11-29T18:00:00 (in UTC), …+01:00 and end are.", param, ctx)


@click.command("restore")
@database_options
@click.argument("backup", type=PlaceName(exists=True), metavar="BACKUP")
@click.option(
    "--at", type=_PastMoment(), help="From the archive: as it was at this time (UTC if it doesn't say), or end."
)
@click.option("--verify/--no-verify", default=True, help="Whether the log is checked when it is restored.")
@explained
def restore_command(
    data: Path, database_url: str | None, backup: str, at: datetime | _End | None, *, verify: bool
) -> None:
    """Restore a backup to --data, a folder that is empty or isn't there, or to an empty database.

    BACKUP is a backup, or a folder or s3://bucket/prefix of backups, of which the newest that will do is taken. If what
    was restored isn't what was recorded, it stays, and the exit code is 1.
    """
    if at and database_url:
        raise click.UsageError("--at is for the embedded database.")
    with readable(backup, data) as (place, folder):
        chosen, target = _chosen_at(folder, at) if at else (_chosen(folder), None)
        place.bring([chosen.folder / name for name in chosen.manifest.files])
        place.bring(target.segments.values() if target else ())
        chosen.verify_files()
        if database_url:
            with server(data, database_url) as conninfo:
                restore_dump(chosen, conninfo)
                good = _checked(conninfo, chosen, backup, verify=verify)
            restore_keys(chosen, data)
        else:
            with restored_to(chosen, data.absolute(), target) as conninfo:
                good = _checked(conninfo, chosen, backup, verify=verify)
    if not good:
        sys.exit(1)


def _chosen(folder: Path) -> Backup:
    """The backup in a folder, or the newest one of a folder of backups."""
    backups = backups_in(folder)
    return backups[-1] if backups else read_backup(folder)


def _chosen_at(folder: Path, at: datetime | _End) -> tuple[Backup, Target]:
    """The newest backup that ended before `at` and from which an archive goes on, and how to recover from it."""
    moment = None if at == _END else at
    for backup in reversed(backups_in(folder) or [read_backup(folder)]):
        if moment is not None and backup.manifest.ended_at >= moment:
            continue
        if segments := segments_after(backup):
            return backup, Target(segments, moment)
    raise BackupFailed(f"{folder} has no backup from before that time with an archive of what was written afterwards.")


def _checked(conninfo: str, backup: Backup, place: str, *, verify: bool) -> bool:
    """Whether what was restored is what was recorded; says what was restored."""
    click.echo(f"Restored the backup of {backup.manifest.began_at:%Y-%m-%d %H:%M:%S} UTC.")
    found = check_copy(conninfo, backup.manifest) if verify else None
    for fault in found.faults if found else ():
        click.echo(str(fault))
    if found:
        click.echo(summary(found))
    if has_table(conninfo, "audit"):
        record_deed(conninfo, "restore", place)
    return not (found and found.faults)


def _described(backup: MadeBackup) -> str:
    manifest = backup.manifest
    size = sum(facts.size for facts in manifest.files.values()) / 1e6
    checked = {None: "not restored to be checked", 0: "restored and checked"}
    found = checked.get(manifest.faults, f"the log has {manifest.faults} faults: see partita verify")
    return f"{backup.place}: {size:.1f} MB, up to position {manifest.position} or later; {found}."
