"""PostgreSQL on three machines, with etcd and Patroni, as docs/deploy/patroni.yml has it; and PgBouncer if wanted."""

import json
import os
import secrets
import signal
from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import psycopg
import yaml
from msgspec import Struct

from service.database.programs import Account, Programs
from tests.drill.machines import NETWORK, Machine

DEPLOY: Final = Path(__file__).parents[2] / "docs" / "deploy"
_ANSWER_SECONDS: Final = 1.0
_STOCK_TTL: Final = 20
"""The smallest that Patroni takes."""

_DOCUMENTED: Final = f"{NETWORK}.11"


class Member(Struct, frozen=True):
    """A server as Patroni describes it."""

    name: str
    role: str
    state: str


class Database:
    """A cluster of three servers."""

    def __init__(self, machines: Sequence[Machine], patroni: Path, *, ttl: int, pooler: bool) -> None:
        self.machines = machines
        self._patroni = patroni
        self._ttl = ttl
        self._pooler = pooler
        self._secret = secrets.token_hex(16)
        account = Account.for_cluster(machines[0].folder / "nothing yet")
        self._user = account.uid
        self._programs = Programs.find(account).folder
        for machine in machines:
            self._furnish(machine, account)

    def boot(self, machine: Machine) -> None:
        """Start all that runs on a machine."""
        self._start_etcd(machine)
        self.start_patroni(machine)
        if self._pooler:
            machine.start("pgbouncer", ["/usr/sbin/pgbouncer", "-q", machine.folder / "pgbouncer.ini"], user=self._user)

    def start_patroni(self, machine: Machine) -> None:
        """Start what keeps PostgreSQL."""
        program = ["-m", "patroni"] if self._ttl >= _STOCK_TTL else [DEPLOY / "patroni_short.py"]
        command = [self._patroni / "bin" / "python", *program, machine.folder / "patroni.yml"]
        machine.start("patroni", command, user=self._user)

    def kill_postgres(self, machine: Machine) -> None:
        """Kill the server alone; who keeps it has to notice."""
        pid = int((machine.folder / "data" / "postmaster.pid").read_text().split("\n", 1)[0])
        os.kill(pid, signal.SIGKILL)

    def members(self) -> list[Member]:
        """All servers, by whichever machine answers; none, if no one does."""
        return next(filter(None, map(_members, self.machines)), [])

    def primary(self) -> Machine | None:
        """The machine that takes writes, as the others know it."""
        return self._in_role("leader")

    def synchronous_standby(self) -> Machine | None:
        """The one that becomes the next primary."""
        return self._in_role("sync_standby")

    def is_whole(self) -> bool:
        """Whether each server says that it runs, and all agree on their roles; one that was frozen lags behind."""
        views = [sorted(_members(machine), key=attrgetter("role")) for machine in self.machines]
        states = [(member.role, member.state) for member in views[0]]
        return (
            states == [("leader", "running"), ("replica", "streaming"), ("sync_standby", "streaming")]
            and all(view == views[0] for view in views)
            and all(_answer(machine, "health") is not None for machine in self.machines)
        )

    def create(self) -> None:
        """Make the role and the database of the service."""
        with psycopg.connect(self._conninfo("postgres", "postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE ROLE partita LOGIN PASSWORD '{self._secret}'")
            connection.execute("CREATE DATABASE partita OWNER partita")

    def connect(self) -> psycopg.Connection[Any]:
        """A connection to the primary."""
        return psycopg.connect(self._conninfo("partita", "partita"))

    @property
    def url(self) -> str:
        """What the service is given."""
        port = 6432 if self._pooler else 5432
        hosts = ",".join(f"{machine.address}:{port}" for machine in self.machines)
        return f"postgresql://partita:{self._secret}@{hosts}/partita"

    def _conninfo(self, user: str, database: str) -> str:
        hosts = ",".join(machine.address for machine in self.machines)
        return (
            f"host={hosts} user={user} password={self._secret} dbname={database}"
            " target_session_attrs=read-write connect_timeout=2"
        )

    def _in_role(self, role: str) -> Machine | None:
        names = [member.name for member in self.members() if member.role == role]
        return next((machine for machine in self.machines if machine.name in names), None)

    # --- what is on a machine ---

    def _furnish(self, machine: Machine, account: Account) -> None:
        for name in ("etcd", "sockets"):
            (folder := machine.folder / name).mkdir(mode=0o700)
            account.give(folder)
        account.give(machine.folder)
        (machine.folder / "patroni.yml").write_text(yaml.safe_dump(self._settings(machine)))
        pooler = (DEPLOY / "pgbouncer.ini").read_text().replace(_DOCUMENTED, machine.address)
        pooler = pooler.replace("/etc/pgbouncer/userlist.txt", str(machine.folder / "userlist.txt"))
        (machine.folder / "pgbouncer.ini").write_text(pooler)
        (machine.folder / "userlist.txt").write_text(f'"partita" "{self._secret}"\n')

    def _settings(self, machine: Machine) -> dict[str, Any]:
        """Those of the documentation, with what has to be changed on each machine, and folders of the drill."""
        settings: dict[str, Any] = yaml.safe_load((DEPLOY / "patroni.yml").read_text())
        settings["name"] = machine.name
        for section in ("restapi", "postgresql"):
            for name in ("listen", "connect_address"):
                settings[section][name] = settings[section][name].replace(_DOCUMENTED, machine.address)
        settings["bootstrap"]["dcs"]["ttl"] = self._ttl
        if self._ttl < _STOCK_TTL:
            settings["bootstrap"]["dcs"]["retry_timeout"] = (self._ttl - 1) // 2
        postgresql = settings["postgresql"]
        postgresql |= {"data_dir": str(machine.folder / "data"), "bin_dir": str(self._programs)}
        postgresql["pgpass"] = str(machine.folder / "pgpass")
        postgresql["parameters"]["unix_socket_directories"] = str(machine.folder / "sockets")
        postgresql["pg_hba"][0] = "local all postgres trust"  # the account isn't called postgres here
        for role in postgresql["authentication"].values():
            role["password"] = self._secret
        return settings

    def _start_etcd(self, machine: Machine) -> None:
        here, peer = f"http://{machine.address}:2379", f"http://{machine.address}:2380"
        options = {
            "name": machine.name,
            "data-dir": machine.folder / "etcd" / "data",
            "listen-client-urls": here,
            "advertise-client-urls": here,
            "listen-peer-urls": peer,
            "initial-advertise-peer-urls": peer,
            "initial-cluster": ",".join(f"{one}=http://{one.address}:2380" for one in self.machines),
            "auto-compaction-retention": "1h",
            "pre-vote": "true",
        }
        words = [f"--{name}={value}" for name, value in options.items()]
        machine.start("etcd", ["/usr/bin/etcd", *words], user=self._user)


def _members(machine: Machine) -> list[Member]:
    """All servers as Patroni on a machine knows them; none, if it doesn't answer."""
    answer = _answer(machine, "cluster") or {"members": []}
    return [Member(one["name"], one["role"], one["state"]) for one in answer["members"]]


def _answer(machine: Machine, path: str) -> dict[str, Any] | None:
    """What Patroni says there; None if it says nothing, or that something is wrong."""
    try:
        with urlopen(f"http://{machine.address}:8008/{path}", timeout=_ANSWER_SECONDS) as answer:
            said: dict[str, Any] = json.load(answer)
            return said
    except (OSError, ValueError):
        return None
