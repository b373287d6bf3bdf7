"""Backups, as far as the data directory knows of them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from service.cli.backups.errors import BackupFailed
from service.cli.backups.named_places import place_of
from service.cli.backups.place_name import is_in_store
from service.cli.backups.retention import LastBackup, last_backup
from service.cli.doctor.finding import Finding, ok, warning

OLD: Final = timedelta(days=8)
"""For those who make one each week."""


def of_backups(data: Path, *, embedded: bool) -> Finding:
    """When the last one was made; of one's own database, others may be made of which nothing is known here."""
    last = last_backup(data)
    if last is None:
        if not embedded:
            return ok("backup", "none by `partita backup`; another program may make them")
        return warning("backup", "none was made", "`partita backup FOLDER` makes one, on another disk if possible.")
    found = f"{last.at:%Y-%m-%d %H:%M} UTC, {last.place}"
    if not last.is_good:
        advice = "docs/evidence.md tells what to do; keep the backups from before."
        return warning("backup", f"{found}: of a log that isn't what was recorded", advice)
    if (trouble := _trouble_in_store(last, data)) is not None:
        return warning("backup", f"{found}: {trouble}", "See whether the store is there, and AWS_… set as for backups.")
    if datetime.now(UTC) - last.at > OLD:
        advice = "See whether its timer, or `partita backup --every`, still runs, and what its log says."
        return warning("backup", found, advice)
    return ok("backup", found)


def of_old_database(data: Path) -> Iterator[Finding]:
    """What an upgrade of PostgreSQL left aside."""
    for old in sorted(data.glob("postgresql-[0-9][0-9]")):
        found = f"{old} is kept from an upgrade"
        yield warning("old database", found, "When all is well and a new backup was made, remove it.")


def _trouble_in_store(last: LastBackup, data: Path) -> str | None:
    """Why a backup in a store of objects can't be counted upon, if so."""
    if not is_in_store(last.place):
        return None
    try:
        there = place_of(last.place.rpartition("/")[0], data).manifests()
    except BackupFailed as error:
        return error.message
    return None if any(one.began_at == last.at for one in there) else "it isn't there any more"
