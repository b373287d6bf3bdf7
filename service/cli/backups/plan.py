"""What is to be backed up, where to, and what becomes of older backups."""

from datetime import timedelta
from pathlib import Path

from msgspec import Struct

from service.cli.audit import record_deed
from service.cli.backups.archiving import archiving
from service.cli.backups.checking import has_table
from service.cli.backups.making import Source, key_files, make_backup
from service.cli.backups.manifest import BackupKind
from service.cli.backups.named_places import place_of
from service.cli.backups.places import MadeBackup
from service.cli.backups.retention import note_last
from service.cli.backups.schedule import Schedule, repeat
from service.cli.common import server


class BackupPlan(Struct, frozen=True, kw_only=True):
    """How backups are made.

    Attributes:
        data: the data folder.
        database_url: one's own database, if it isn't the embedded one.
        place: where to: the absolute path of a folder, or the address of a store.
        keep: how many of the newest good ones stay; None keeps all.
        log_key: the file of the log's key, if it isn't that of the data folder.
        dump: whether a dump is made of the embedded database, too.
        keys: whether the owner's token and the key of the log go with it.
        verify: whether each is restored and checked.
    """

    data: Path
    database_url: str | None
    place: str
    keep: int | None
    log_key: Path | None
    dump: bool
    keys: bool
    verify: bool


def back_up(plan: BackupPlan) -> MadeBackup:
    """Make a backup; if it is good, remove those that aren't needed any more.

    Raises:
        BackupFailed, DatabaseUnavailable, OSError, psycopg.Error: there is none.
    """
    place = place_of(plan.place, plan.data)
    opened = server(plan.data, plan.database_url, create=False, as_admin=True)
    with opened as conninfo, place.alone():
        if has_table(conninfo, "audit"):
            record_deed(conninfo, "backup", plan.place)
        source = Source(
            conninfo,
            BackupKind.DUMP if plan.dump or plan.database_url else BackupKind.CLUSTER,
            is_embedded=not plan.database_url,
            keys=key_files(plan.data, plan.log_key) if plan.keys else {},
        )
        backup = make_backup(source, place.folder, verify=plan.verify)
        stored = place.keep(backup, verify=plan.verify)
        note_last(plan.data, stored.manifest, stored.place)
        if plan.keep and stored.manifest.is_good:
            place.thin_out(stored.manifest.source, plan.keep)
    return stored


def go_on(plan: BackupPlan, every: timedelta, *, archive: bool = False) -> None:
    """Make backups until a signal ends the process; with an archive of what is written in between, if that is wanted.

    Raises:
        BackupFailed, DatabaseUnavailable: the archive can't be begun.
    """
    place = place_of(plan.place, plan.data)
    there = place.manifests()
    schedule = Schedule(every, there[-1].began_at if there else None)
    if not archive:
        repeat(lambda: back_up(plan), schedule)
    opened = server(plan.data, None, create=False, as_admin=True)
    with opened as conninfo, archiving(conninfo, place) as one:
        repeat(lambda: back_up(plan), schedule, one.go_on)
