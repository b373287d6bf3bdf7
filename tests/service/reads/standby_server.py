"""A standby of a server of tests: a copy of its files that follows it, as a process of its own."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.cli.backups.programs import run
from service.database import EmbeddedPostgres
from tests.service.database.test_embedded import the_postmaster
from tests.service.programs import frozen, wait_until


class StandbyServer:
    """It follows the server that is connected to by `primary`, and begins as a copy of it; it runs from the start."""

    def __init__(self, primary: str, data: Path) -> None:
        _admit_standbys(primary)
        cluster = data / "postgresql"
        self._primary, self._slot = primary, f"standby_{token_hex(4)}"  # so that nothing is removed that it lacks
        how = ("--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync", "--create-slot")
        run("pg_basebackup", f"--pgdata={cluster}", *how, f"--slot={self._slot}", conninfo=primary)
        owner = Path(str(conninfo_to_dict(primary)["host"])).stat()
        for path in (cluster, *cluster.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
        self._data = data
        self._server = EmbeddedPostgres(data)
        self.start()

    def start(self) -> None:
        self._server.start()

    def stop(self) -> None:
        self._server.stop()

    def end(self) -> None:
        """Stop for ever: its primary keeps nothing for it any more."""
        self.stop()
        with psycopg.connect(self._primary, autocommit=True) as connection:
            connection.execute("SELECT pg_drop_replication_slot(%s)", (self._slot,))

    def of(self, conninfo: str) -> str:
        """How to connect to its copy of a database of the primary."""
        return make_conninfo(self._server.admin_conninfo, dbname=str(conninfo_to_dict(conninfo)["dbname"]))

    def ask(self, query: str, conninfo: str | None = None) -> Any:
        """The first value that a query gives there."""
        where = self._server.admin_conninfo if conninfo is None else self.of(conninfo)
        with psycopg.connect(where, autocommit=True) as connection:
            row = connection.execute(query).fetchone()
        return row and row[0]

    def pause(self) -> None:
        """Stand still: what comes from the primary isn't replayed."""
        self.ask("SELECT pg_wal_replay_pause()::text")
        wait_until(lambda: self.ask("SELECT pg_get_wal_replay_pause_state()") == "paused")

    def resume(self) -> None:
        self.ask("SELECT pg_wal_replay_resume()::text")

    def promote(self) -> None:
        """Take writes from now on."""
        assert self.ask("SELECT pg_promote()") is True

    def frozen(self) -> AbstractContextManager[None]:
        """It says nothing meanwhile."""
        return frozen(the_postmaster(self._data))


def _admit_standbys(primary: str) -> None:
    """Let the account of the standby's server in, to follow; the embedded database lets in nobody but who runs it."""
    with psycopg.connect(primary, autocommit=True) as connection:
        row = connection.execute("SELECT pg_read_file('pg_hba.conf')").fetchone()
        assert row is not None
        if _FOLLOWS not in row[0]:
            rules = sql.Literal(f"{_FOLLOWS}\n{row[0]}".rstrip())
            path = sql.SQL("SELECT current_setting('data_directory') || '/pg_hba.conf'")
            (file,) = connection.execute(path).fetchone() or ("",)
            lines = sql.SQL("COPY (SELECT unnest(string_to_array({}, chr(10)))) TO {}")
            connection.execute(lines.format(rules, sql.Literal(file)))
            connection.execute("SELECT pg_reload_conf()")


_FOLLOWS = "local replication all trust"


@contextmanager
def standby_of(primary: str, data: Path) -> Iterator[StandbyServer]:
    """A standby, which is stopped at the end."""
    server = StandbyServer(primary, data)
    try:
        yield server
    finally:
        server.end()
