"""Recovery of a cluster to a moment, from a backup and the archive of what was written since."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import psycopg
from msgspec import Struct
from psycopg import sql

from service.cli.backups.wal import unpacked
from service.database.programs import Account

NOT_SO_FAR: Final = "recovery ended before configured recovery target was reached"
"""What the server says if the archive ends before the moment."""

_SETTINGS: Final = {
    "restore_command": "false",  # all there is lies in pg_wal
    "recovery_target_timeline": "current",
    "recovery_target_action": "promote",
    "hot_standby": "off",  # nobody is let in before the moment is reached
}
_UNTIL: Final = "recovery_target_time"


class Target(Struct, frozen=True):
    """How far to recover.

    Attributes:
        segments: the archive, by the names of its segments.
        at: the last moment whose transactions count; None is the end of the archive.
    """

    segments: Mapping[str, Path]
    at: datetime | None


def prepare_recovery(cluster: Path, target: Target) -> None:
    """Give a cluster that was unpacked, and hasn't been started, what it takes to recover."""
    account = Account.for_cluster(cluster)
    for name, file in target.segments.items():
        place = cluster / "pg_wal" / name
        found = unpacked(file)
        if not place.exists() or len(place.read_bytes().rstrip(b"\0")) < len(found.rstrip(b"\0")):
            _write(place, found, account)
    settings = dict(_SETTINGS)
    if target.at is not None:
        settings[_UNTIL] = f"{target.at.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}+00"
    with (cluster / "postgresql.auto.conf").open("a") as configuration:
        configuration.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
    _write(cluster / "recovery.signal", b"", account)


def forget_recovery(conninfo: str) -> None:
    """Take the settings back when the server has recovered; `conninfo` is its superuser's."""
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for name in (*_SETTINGS, _UNTIL):
            connection.execute(sql.SQL("ALTER SYSTEM RESET {}").format(sql.Identifier(name)))


def _write(place: Path, data: bytes, account: Account) -> None:
    place.write_bytes(data)
    place.chmod(0o600)
    account.give(place)
