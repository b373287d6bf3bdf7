"""Several hosts of which some say nothing, and what is between the service and the database."""

import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.database import DatabaseUnavailable, connections
from service.database.connections import (
    CONNECT_SECONDS,
    KnownConnection,
    each_host,
    hang_up,
    has_several_hosts,
    reached,
    with_limits,
)
from tests.service.database.relay import relay, silent
from tests.service.programs import called, partita, serving, wait_until
from tests.service.scenes import FIRST, MATCHES, dealt, whole

SERVICE_SECONDS: Final = 15.0
"""Without writes, at most, when a host hangs."""

MARGIN: Final = 15.0
"""A busy machine takes its time."""


def test_limits_are_given_where_none_are_named() -> None:
    one = conninfo_to_dict(with_limits("postgresql://partita@db.example/club?connect_timeout=30"))
    assert (one["connect_timeout"], one["host"], one["user"], one["dbname"]) == ("30", "db.example", "partita", "club")
    assert {"keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout"} <= one.keys()
    assert "target_session_attrs" not in one
    several = conninfo_to_dict(with_limits("host=a,b port=1,2"))
    assert (several["target_session_attrs"], several["connect_timeout"]) == ("read-write", str(CONNECT_SECONDS))
    assert (several["host"], several["port"]) == ("a,b", "1,2")


def test_limits_of_the_environment_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "30")
    assert "connect_timeout" not in conninfo_to_dict(with_limits("host=a"))


@pytest.mark.parametrize(
    ("conninfo", "several"),
    [
        ("", False),
        ("host=a", False),
        ("host=a port=1", False),
        ("host=a,b port=5432", True),
        ("postgresql://a,b/", True),
    ],
)
def test_several_hosts_are_told_from_one(conninfo: str, several: bool) -> None:
    assert has_several_hosts(conninfo) is several


def test_each_host_is_named_alone_whatever_it_takes() -> None:
    first, second = each_host("postgresql://partita@a:1,b:2/club?target_session_attrs=standby&connect_timeout=9")
    assert (first.name, second.name) == ("a, port 1", "b, port 2")
    found = conninfo_to_dict(second.conninfo)
    assert (found["host"], found["port"], found["user"], found["dbname"]) == ("b", "2", "partita", "club")
    assert (found["target_session_attrs"], found["connect_timeout"]) == ("any", "9")
    with pytest.raises(DatabaseUnavailable):
        each_host("postgresql://[")


@pytest.mark.slow
def test_a_host_that_refuses_is_told_and_tried_last(conninfo: str) -> None:
    with relay(conninfo) as good, socket.create_server(("127.0.0.1", 0)) as closed:
        refusing = closed.getsockname()[1]
        closed.close()
        told: list[str] = []
        found = reached(at(conninfo, refusing, good.port), told.append)
        assert conninfo_to_dict(found)["port"] == f"{good.port},{refusing}"
        assert len(told) == 1
        assert f"127.0.0.1, port {refusing}: " in told[0]
        with pytest.raises(DatabaseUnavailable, match="No host of the database") as error:
            reached(at(conninfo, refusing, refusing), told.append)
        assert str(error.value).count(f"port {refusing}") >= 2


def test_who_waits_is_told_that_the_connection_was_broken_off(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_open", WeakSet())  # services of other tests have theirs in this process, too
    with relay(conninfo) as host, KnownConnection.connect(at(conninfo, host.port), autocommit=True) as connection:
        connection.execute("SELECT 1")
        host.hang()
        hang_up()
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")


@pytest.mark.slow
def test_the_host_that_took_the_latest_connection_is_asked_first(conninfo: str) -> None:
    """One that was silent isn't waited for again, nor asked when it is back, as long as the other one answers."""
    with silent() as nobody, relay(conninfo) as good:
        places = at(conninfo, nobody, good.port)
        KnownConnection.connect(places, connect_timeout=CONNECT_SECONDS).close()
        began = time.monotonic()
        for options in ({}, {"autocommit": True}):
            with KnownConnection.connect(places, **options) as connection:
                assert connection.info.port == good.port
        with KnownConnection.connect("", **conninfo_to_dict(places)) as connection:  # as the library does
            assert connection.info.port == good.port
        assert time.monotonic() - began < CONNECT_SECONDS
    with relay(conninfo) as back, KnownConnection.connect(at(conninfo, good.port, back.port)) as connection:
        assert connection.info.port == back.port  # the other one is gone


@pytest.mark.slow
def test_a_host_that_said_nothing_is_left_out_for_a_while(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks for the next primary isn't kept by the one that hangs."""
    monkeypatch.setattr(connections, "_silent", {})
    monkeypatch.setattr(connections, "_latest", None)
    with silent() as nobody, socket.create_server(("127.0.0.1", 0)) as closed:
        refusing = closed.getsockname()[1]
        closed.close()
        places = at(conninfo, nobody, refusing)
        times = []
        for _ in range(3):
            began = time.monotonic()
            with pytest.raises(psycopg.OperationalError):
                KnownConnection.connect(places, connect_timeout=CONNECT_SECONDS)
            times.append(time.monotonic() - began)
        assert times[0] >= CONNECT_SECONDS
        assert max(times[1:]) < CONNECT_SECONDS
        monkeypatch.setattr(connections, "QUIET_SECONDS", 0.0)
        began = time.monotonic()
        with pytest.raises(psycopg.OperationalError):
            KnownConnection.connect(places, connect_timeout=CONNECT_SECONDS)
        assert time.monotonic() - began >= CONNECT_SECONDS


@pytest.mark.slow
def test_who_is_left_because_it_hangs_is_not_the_first_to_be_asked(
    conninfo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_open", WeakSet())
    monkeypatch.setattr(connections, "_silent", {})
    with relay(conninfo) as first, relay(conninfo) as second:
        places = at(conninfo, first.port, second.port)
        with KnownConnection.connect(places, connect_timeout=CONNECT_SECONDS) as connection:
            assert connection.info.port == first.port
            first.hang()
            hang_up()
            began = time.monotonic()
            with KnownConnection.connect(places, connect_timeout=CONNECT_SECONDS) as other:
                assert other.info.port == second.port
            assert time.monotonic() - began < CONNECT_SECONDS


@pytest.mark.slow
def test_a_database_of_another_encoding_is_refused(new_database: Callable[[], str]) -> None:
    admin = new_database()
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute("CREATE DATABASE without_a_locale TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
    try:
        said = called("migrate", "--database-url", make_conninfo(admin, dbname="without_a_locale"))
        assert said.code == 1
        assert "The encoding of the database is SQL_ASCII" in said.err
    finally:
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute("DROP DATABASE without_a_locale")


def at(conninfo: str, *ports: int) -> str:
    """The same database at ports of this machine."""
    hosts = ",".join(["127.0.0.1"] * len(ports))
    return make_conninfo(conninfo, host=hosts, port=",".join(map(str, ports)))


def url(conninfo: str, *ports: int) -> str:
    hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
    return f"postgresql://postgres@{hosts}/{conninfo_to_dict(conninfo)['dbname']}"


@pytest.mark.slow
def test_the_start_says_which_host_is_silent_and_takes_the_next(conninfo: str, tmp_path: Path) -> None:
    with silent() as nobody, relay(conninfo) as good:
        began = time.monotonic()
        with (
            serving(tmp_path / "data", "--database-url", url(conninfo, nobody, good.port)) as service,
            service.client() as client,
        ):
            assert time.monotonic() - began < SERVICE_SECONDS + MARGIN
            assert f"127.0.0.1, port {nobody}: it doesn't answer" in service.said
            whole(client)
            assert service.stop() == 0
        said = called("migrate", "--database-url", url(conninfo, nobody))
        assert (said.code, "it doesn't answer" in said.err) == (1, True)


@pytest.mark.slow
def test_when_a_host_hangs_all_goes_on_with_the_next(conninfo: str, tmp_path: Path) -> None:
    with relay(conninfo) as first, relay(conninfo) as second:
        place = ("--database-url", url(conninfo, first.port, second.port))
        with serving(tmp_path / "data", *place) as service, service.client() as client:
            match = dealt(client)
            first.hang()
            began = time.monotonic()
            more: dict[str, Any] = {"json": {"actions": [FIRST]}, "headers": {"Idempotency-Key": "while-it-hangs"}}
            wait_until(lambda: client.post(f"{MATCHES}/{match['id']}/actions", **more).is_success)
            seconds = time.monotonic() - began
            print(f"{seconds:.1f} s without writes")
            assert seconds < SERVICE_SECONDS + MARGIN
            position = whole(client)["position"]
            wait_until(lambda: client.get(MATCHES, params={"after_position": position}).is_success)
            wait_until(lambda: client.get("/health/ready").status_code == 200)
            assert client.get(f"{MATCHES}/{match['id']}").json()["version"] == 3
            assert service.stop() == 0


@contextmanager
def pgbouncer(conninfo: str, folder: Path, mode: str) -> Iterator[str]:
    """The database behind PgBouncer; its conninfo there."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("there is no pgbouncer here (Debian: apt-get install pgbouncer)")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    settings = folder / "pgbouncer.ini"
    who = pwd.getpwuid(Path(str(conninfo_to_dict(conninfo)["host"])).stat().st_uid)  # it mustn't be root
    as_root = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": ()} if os.geteuid() == 0 else {}
    with relay(conninfo) as server:  # the server lets in who runs the tests, and not who runs PgBouncer
        settings.write_text(
            f"[databases]\n* = host=127.0.0.1 port={server.port} user=postgres\n[pgbouncer]\n"
            f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
            f"pool_mode = {mode}\ndefault_pool_size = 60\nmax_client_conn = 200\n"
        )
        with settings.open() as told:
            command = [program, "-q", f"/dev/fd/{told.fileno()}"]
            process = subprocess.Popen(command, cwd="/", pass_fds=[told.fileno()], **as_root)  # type: ignore[call-overload]
            there = at(conninfo, port)
            try:
                wait_until(lambda: answers(there))
                yield there
            finally:
                process.terminate()
                process.wait(30)


def answers(conninfo: str) -> bool:
    try:
        psycopg.connect(conninfo).close()
    except psycopg.OperationalError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_a_pooler_that_keeps_no_sessions_is_refused(conninfo: str, tmp_path: Path, mode: str) -> None:
    with pgbouncer(conninfo, tmp_path, mode) as there:
        for command in (("migrate",), ("serve", "--port", 0, "--data", tmp_path / "data")):
            said = partita(*command, "--database-url", there)
            assert said.code == 1
            assert "pool_mode = session" in said.err
            assert "Stop with" not in said.out


@pytest.mark.slow
def test_a_pooler_that_keeps_sessions_will_do(conninfo: str, tmp_path: Path) -> None:
    with pgbouncer(conninfo, tmp_path, "session") as there:
        with serving(tmp_path / "data", "--database-url", there) as service, service.client() as client:
            position = whole(client)["position"]
            assert client.get(MATCHES, params={"after_position": position}).is_success
            assert service.stop() == 0
        said = called("rebuild", "series", "--database-url", there)
        assert said.code == 0, said.err
