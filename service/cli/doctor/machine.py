"""The machine and the data directory: what can be seen without the database."""

import os
import platform
import pwd
import resource
import shutil
import stat
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

from service.auth.owner_token import OWNER_TOKEN_FILE
from service.auth.secret import read_bearer
from service.cli.doctor.finding import Finding, failure, ok, warning

TESTED: Final = ((3, 11), (3, 13))
"""The first and the last version of Python that the tests run with."""

ENOUGH_BYTES: Final = 2 << 30
"""Free on the disk: a match takes some ten thousand bytes, a rebuild all rows of a read model once more."""

LEAST_BYTES: Final = 200 << 20
"""Free on the disk: with less, PostgreSQL may stop at any time."""

ENOUGH_FILES: Final = 4096
"""Open files: connections of clients and of the database count, too."""


def of_machine(data: Path) -> Iterator[Finding]:
    """Everything about the machine, then about the data directory if there is one."""
    yield _python(sys.version_info[:2])
    yield _open_files(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    if not data.is_dir():
        yield failure(
            "data directory", f"{data.absolute()} isn't there", "Name it with --data, or let `partita serve` make it."
        )
        return
    yield _folder(data)
    yield _disk(data)
    yield _token_file(data / OWNER_TOKEN_FILE)


def _python(running: tuple[int, ...]) -> Finding:
    found = f"Python {platform.python_version()} on {platform.system()}, Partita {version('partita')}"
    if running > TESTED[1]:
        return warning(
            "python", f"{found}; tested up to {'.'.join(map(str, TESTED[1]))}", "Use a version that is tested."
        )
    if sys.platform != "linux":
        return warning("python", found, "Only Linux is tested.")
    return ok("python", found)


def _open_files(limit: int) -> Finding:
    if limit != resource.RLIM_INFINITY and limit < ENOUGH_FILES:
        advice = f"Let the service open {ENOUGH_FILES} or more: LimitNOFILE= for systemd, `ulimit -n` in a shell."
        return warning("open files", f"at most {limit}", advice)
    return ok("open files", f"at most {limit}" if limit != resource.RLIM_INFINITY else "no limit")


def _folder(data: Path) -> Finding:
    """Who it belongs to, and who else may do what in it."""
    status = data.stat()
    whole = data.absolute()
    if status.st_uid != os.geteuid() and os.geteuid() != 0:
        advice = f"Run Partita as that account: sudo -u {_name(status.st_uid)} partita …"
        return failure("data directory", f"{whole} belongs to {_name(status.st_uid)}", advice)
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        return failure(
            "data directory", f"{whole} can't be written", f"chmod u+rwx '{whole}', if its disk isn't read-only."
        )
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        advice = f"chmod go-w '{whole}': who can write it owns the service."
        return failure("data directory", f"others may write {whole}", advice)
    return ok("data directory", f"{whole}, of {_name(status.st_uid)}")


def _disk(data: Path) -> Finding:
    free = shutil.disk_usage(data).free
    files = os.statvfs(data)
    found = f"{free / (1 << 30):.1f} GiB free"
    if free < LEAST_BYTES:
        return failure("disk", found, "Make room now: the database stops when the disk is full. Nothing is lost then.")
    if files.f_files and files.f_favail < 10_000:
        return failure("disk", f"{files.f_favail} files can still be made", "Remove files that aren't needed.")
    if free < ENOUGH_BYTES:
        return warning("disk", found, f"Make room, so that {ENOUGH_BYTES >> 30} GiB are free.")
    return ok("disk", found)


def _token_file(file: Path) -> Finding:
    if not file.exists():
        return warning("owner's token", f"{file} isn't there", "The next `partita serve` writes a new one.")
    status = file.stat()
    if status.st_mode & 0o077:
        advice = f"chmod 600 '{file}', and if others can log in here: partita token revoke its id, and start again."
        return failure("owner's token", f"others may read {file}", advice)
    try:
        text = file.read_text(encoding="ascii", errors="replace").strip()
    except OSError as error:
        return failure(
            "owner's token", f"{file} can't be read: {error.strerror}", "Run this as the account of the service."
        )
    if read_bearer(text) is None:
        return failure("owner's token", f"{file} holds something else", "Delete it; the next start makes a new one.")
    return ok("owner's token", f"{file}, for its owner only")


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:  # as in a container
        return str(uid)
