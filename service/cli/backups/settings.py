"""The options of ``partita serve`` that say what backups it makes while it runs."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

import click
from msgspec import Struct

from service.cli.backups.place_name import PlaceName
from service.cli.spans import Span


class BackupSettings(Struct, frozen=True):
    """Where the service makes backups, how often, and how many stay."""

    place: str
    every: timedelta
    keep: int


def backup_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the parameter `backups`, read from options of its own; None if it makes none."""

    @click.option(
        "--backup",
        type=PlaceName(),
        envvar="PARTITA_BACKUP",
        show_envvar=True,
        help="Where to make backups meanwhile, if anywhere: a folder, best on another disk, or s3://bucket/prefix.",
    )
    @click.option(
        "--backup-every",
        default="1d",
        show_default=True,
        type=Span(),
        envvar="PARTITA_BACKUP_EVERY",
        show_envvar=True,
        help="How often.",
    )
    @click.option(
        "--backup-keep",
        default=14,
        show_default=True,
        type=click.IntRange(1),
        envvar="PARTITA_BACKUP_KEEP",
        show_envvar=True,
        help="How many of the newest good ones stay.",
    )
    @wraps(command)
    def with_backups(
        *arguments: Any, backup: str | None, backup_every: timedelta, backup_keep: int, **options: Any
    ) -> None:
        settings = None if backup is None else BackupSettings(backup, backup_every, backup_keep)
        command(*arguments, backups=settings, **options)

    return with_backups
