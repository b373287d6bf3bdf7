"""Backups, as far as the data directory knows of them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from service.cli.backups.retention import last_backup
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
    if datetime.now(UTC) - last.at > OLD:
        advice = "See whether its timer, or `partita backup --every`, still runs, and what its log says."
        return warning("backup", found, advice)
    return ok("backup", found)
