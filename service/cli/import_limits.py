"""The options of ``partita serve`` that say what files to be imported may take up."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from service.commands.imports.limits import MEBIBYTE, ImportLimits

_DEFAULT = ImportLimits()


def import_limits(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the parameter `imports`, read from options of its own."""

    @click.option(
        "--import-mib",
        default=_DEFAULT.size // MEBIBYTE,
        show_default=True,
        type=click.IntRange(1, 100_000),
        envvar="PARTITA_IMPORT_MIB",
        show_envvar=True,
        help="How large a file to be imported may be, in MiB.",
    )
    @click.option(
        "--import-files",
        default=_DEFAULT.files,
        show_default=True,
        type=click.IntRange(1, 10_000),
        envvar="PARTITA_IMPORT_FILES",
        show_envvar=True,
        help="How many files may lie there to be imported.",
    )
    @click.option(
        "--import-hours",
        default=_DEFAULT.hours,
        show_default=True,
        type=click.IntRange(1, 10_000),
        envvar="PARTITA_IMPORT_HOURS",
        show_envvar=True,
        help="How long a file lies there.",
    )
    @wraps(command)
    def with_limits(*arguments: Any, import_mib: int, import_files: int, import_hours: int, **options: Any) -> None:
        imports = ImportLimits(size=import_mib * MEBIBYTE, files=import_files, hours=import_hours)
        command(*arguments, imports=imports, **options)

    return with_limits
