"""The command line, run as people run it."""

import os
import signal
import socket
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import httpx
import psutil  # type: ignore[import-untyped]
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from domain.registry import GAMES
from projections import PROJECTIONS
from service.cli import serve as cli
from service.cli.answering import GRACE_SECONDS
from service.database import EmbeddedPostgres
from service.process.signals import END_SECONDS
from tests.service.database.test_embedded import clean_up, mounted, needs_linux, needs_root
from tests.service.programs import (
    Said,
    called,
    database_runs,
    kill_database,
    living,
    partita,
    processes_of,
    running,
    serving,
    wait_until,
)

DEMOS = sum(len(game.demos) for game in GAMES.values())


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    clean_up(folder)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with sample matches, whose database doesn't run."""
    folder = tmp_path_factory.mktemp("played") / "data"
    said = called("demo", "--data", folder)
    assert (said.code, len(said.out.splitlines())) == (0, DEMOS)
    return folder


def open_match(client: httpx.Client) -> str:
    seats = [{"name": name} for name in ("Ada", "Bea", "Cid")]
    answer = client.post("/api/v1/matches", json={"game": "klunker", "seats": seats})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def matches(client: httpx.Client, **parameters: str) -> list[dict[str, object]]:
    answer = client.get("/api/v1/matches", params={"limit": "1000", **parameters})
    return list(answer.json()["items"])


# --- serve ---


@pytest.mark.slow
@pytest.mark.parametrize(("workers", "number"), [(1, signal.SIGTERM), (2, signal.SIGTERM), (1, signal.SIGINT)])
def test_serve_stops_cleanly(data: Path, workers: int, number: int) -> None:
    with serving(data, "--workers", workers) as service:
        with service.client() as client:
            match_id = open_match(client)
            assert client.get(f"/api/v1/matches/{match_id}").status_code == 200
        family = processes_of(service.process.pid)
        assert len(family) >= workers
        assert service.stop(number) == 0
        psutil.wait_procs(family, timeout=5)  # Python's own helper for workers ends when it sees that nobody is left
        assert not living(family)
        assert not database_runs(data)
        assert "Traceback" not in service.said
    assert stat.S_IMODE((data / "owner-token").stat().st_mode) == 0o600


@pytest.mark.slow
def test_serve_stops_when_its_terminal_closes(data: Path) -> None:
    with serving(data) as service:
        service.wait_ready()
        assert service.stop(signal.SIGHUP) == 0
        assert not database_runs(data)


@pytest.mark.slow
def test_all_of_a_terminals_processes_are_interrupted(data: Path) -> None:
    with serving(data, "--workers", 2) as service:
        service.wait_ready()
        os.killpg(service.process.pid, signal.SIGINT)
        assert service.process.wait(30) == 0
        assert not database_runs(data)
        assert "Traceback" not in service.said


@pytest.mark.slow
def test_serve_stops_at_any_moment_of_its_start(data: Path) -> None:
    for tenths in (0, 8, 14):
        with serving(data) as service:
            time.sleep(tenths / 10)
            code = service.stop()
            assert code in {0, -signal.SIGTERM}, service.said  # before there is anything to close, it just ends
            assert "Traceback" not in service.said
            assert not database_runs(data)


@pytest.mark.slow
def test_an_impatient_person_doesnt_leave_a_database_behind(data: Path) -> None:
    with serving(data) as service:
        service.wait_ready()
        deadline = time.monotonic() + 30
        while service.process.poll() is None and time.monotonic() < deadline:
            service.process.send_signal(signal.SIGINT)
            time.sleep(0.005)
        assert service.process.returncode == 0
        assert not database_runs(data)


@pytest.mark.slow
def test_open_requests_are_answered_before_the_end(data: Path) -> None:
    with serving(data) as service, service.client() as client:
        connection = socket.create_connection(("127.0.0.1", service.port))
        with connection:
            head = "POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            connection.sendall(f"{head}Content-Length: 2\r\n\r\n{{".encode())
            assert client.get("/health/live").status_code == 200
            time.sleep(0.3)
            service.process.send_signal(signal.SIGTERM)
            time.sleep(0.3)
            connection.sendall(b"}")
            assert connection.makefile("rb").readline().startswith(b"HTTP/1.1 401")
            assert service.process.wait(60) == 0
        assert "graceful shutdown exceeded" not in service.said


@pytest.mark.long
def test_a_request_that_never_ends_is_given_up(data: Path) -> None:
    with serving(data) as service:
        service.wait_ready()
        with socket.create_connection(("127.0.0.1", service.port)) as connection:
            head = "POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
            head += f"Authorization: Bearer {service.token}\r\n"  # without one it isn't waited for the body
            connection.sendall(f"{head}Content-Type: application/json\r\n\r\n{{".encode())
            time.sleep(0.3)
            since = time.monotonic()
            assert service.stop() == 0
            assert GRACE_SECONDS - 0.5 < time.monotonic() - since < END_SECONDS + 1
        assert not database_runs(data)


@pytest.mark.slow
def test_a_busy_port(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = partita("serve", "--data", data, "--port", port)
    assert said.code == 1
    assert said.err == f"Error: Can't listen on 127.0.0.1:{port}: Address already in use. Try another --port.\n"
    assert not data.exists()


@pytest.mark.slow
def test_an_address_that_isnt_here(data: Path) -> None:
    for host in ("nowhere.invalid", "192.0.2.1", "x" * 70):
        with pytest.raises(click.ClickException, match=f"^Can't listen on {host}:0: "), cli._listening(host, 0):
            pass
    said = partita("serve", "--data", data, "--port", "0", "--host", "nowhere.invalid")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("Error: Can't listen on nowhere.invalid:0: ")


@pytest.mark.slow
def test_an_ipv6_address(data: Path) -> None:
    with serving(data, "--host", "::1") as service:
        service.wait_ready()
        assert service.stop() == 0


@pytest.mark.slow
def test_two_services_share_a_data_folder(data: Path) -> None:
    with serving(data) as one, serving(data) as two:
        with one.client() as first, two.client() as second:
            match_id = open_match(first)
            assert second.get(f"/api/v1/matches/{match_id}").json() == first.get(f"/api/v1/matches/{match_id}").json()
            assert one.port != two.port
            assert one.stop() == 0
            assert database_runs(data)
            wait_until(lambda: second.get("/health/ready").status_code == 200)
            assert second.get(f"/api/v1/matches/{match_id}").status_code == 200
        assert two.stop() == 0
        assert not database_runs(data)


@pytest.mark.slow
def test_a_server_by_its_url(data: Path, conninfo: str, postgres: EmbeddedPostgres) -> None:
    parts = psycopg.conninfo.conninfo_to_dict(conninfo)
    url = f"postgresql://{parts['user']}@/{parts['dbname']}?host={parts['host']}&port={parts['port']}"
    with serving(data, DATABASE_URL=url) as service:
        with service.client() as client:
            open_match(client)
        assert service.stop() == 0
    assert sorted(file.name for file in data.iterdir()) == ["log-key", "owner-token"]
    with psycopg.connect(postgres.conninfo) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT count(*) FROM match_events").fetchone() != (0,)
    said = called("rebuild", "--data", data, "--database-url", url)
    assert said.code == 0


@pytest.mark.slow
def test_settings_from_the_environment(data: Path) -> None:
    assert called("migrate", PARTITA_DATA=str(data)).code == 0
    assert (data / "postgresql").is_dir()
    for name, value in {"PORT": "abc", "WORKERS": "0", "DATA": __file__}.items():
        said = called("serve", **{f"PARTITA_{name}": value})
        assert (said.code, said.out) == (2, "")
        assert f"--{name.lower()}" in said.err
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        said = partita("serve", "--data", data, PARTITA_PORT=port, PARTITA_HOST="localhost")
    assert f"localhost:{port}" in said.err


@pytest.mark.slow
def test_workers_end_with_their_parent(data: Path) -> None:
    with serving(data, "--workers", 2) as service:
        service.wait_ready()
        port = service.port
        workers = processes_of(service.process.pid)[1:]
        service.process.kill()
        psutil.wait_procs(workers, timeout=15)
        assert not living(workers)
        with serving(data, port=port) as again:
            again.wait_ready()
            assert again.stop() == 0
        assert not database_runs(data)


@pytest.mark.slow
def test_a_killed_worker_is_replaced(data: Path) -> None:
    with serving(data, "--workers", 2) as service, service.client() as client:
        match_id = open_match(client)
        workers = running(service.process.pid, "spawn_main")
        assert len(workers) == 2
        workers[0].kill()
        wait_until(lambda: len(living(processes_of(service.process.pid))) >= 3)
        wait_until(lambda: client.get(f"/api/v1/matches/{match_id}").status_code == 200)
        client.close()
        assert service.stop() == 0


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_that_dies_is_started_again(data: Path, workers: int) -> None:
    with serving(data, "--workers", workers) as service, service.client() as client:
        match_id = open_match(client)
        kill_database(data)
        codes = set()

        def answers() -> bool:
            codes.add(client.get(f"/api/v1/matches/{match_id}").status_code)
            codes.add(client.get("/api/v1/players").status_code)
            return client.get("/health/ready").status_code == 200

        wait_until(lambda: answers() and "started again" in service.said, 30)
        assert codes <= {200, 503}
        wait_until(lambda: len(matches(client)) == 1)  # what a read model had not synced, it takes in again
        open_match(client)
        client.close()
        assert service.stop() == 0


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.0, 0.4, 1.2])
def test_a_database_that_dies_while_the_service_starts(data: Path, seconds: float) -> None:
    """It gets over it, or ends with a message."""
    with serving(data) as service:
        wait_until(lambda: database_runs(data))
        time.sleep(seconds)
        assert kill_database(data)
        wait_until(lambda: service.has_ended() or service.is_ready())
        if service.has_ended():
            assert service.process.returncode == 1
            assert "Error: " in service.said or "couldn't start" in service.said
        else:
            assert service.stop() == 0
        assert "Traceback" not in service.said, service.said


# --- the other commands ---


@pytest.mark.slow
def test_migrate(data: Path) -> None:
    said = called("migrate", "--data", data)
    assert said.code == 0
    assert said.out.splitlines()[-len(PROJECTIONS) :] == [f"applied {kind.name}" for kind in PROJECTIONS]
    said = called("migrate", "--data", data)
    assert (said.code, said.out, said.err) == (0, "The database is up to date.\n", "")
    assert not database_runs(data)


@pytest.mark.slow
def test_rebuild(played: Path) -> None:
    said = partita("rebuild", "--data", played)
    assert said.code == 0
    assert [line.split(":")[0] for line in said.out.splitlines()] == [kind.name for kind in PROJECTIONS]
    assert len({line.split(": ")[1] for line in said.out.splitlines()}) == 1
    assert called("rebuild", "scoreboard", "--data", played).out.startswith("scoreboard: ")
    assert not database_runs(played)


def test_unknown_words(data: Path) -> None:
    for arguments in (["rebuild", "nothing"], ["serve", "--port", "70000"], ["serve", "--workers", "0"], ["dance"]):
        said = called(*arguments)
        assert (said.code, said.out) == (2, "")
    for arguments in (["--help"], ["--version"], ["serve", "-h"]):
        assert called(*arguments).code == 0


@pytest.mark.parametrize("command", [["rebuild"], ["demo", "--remove"]])
def test_what_needs_a_database_makes_none(data: Path, command: list[str]) -> None:
    said = called(*command, "--data", data)
    assert (said.code, said.out) == (1, "")
    assert said.err == f"Error: There is no database in {data}; --data names another folder.\n"
    assert not data.exists()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://nobody@127.0.0.1:1/nothing", "refused"),
        ("nonsense", "missing"),
        ("postgresql://nowhere.invalid/x", "resolve"),
    ],
)
def test_a_server_that_cant_be_reached(data: Path, url: str, told: str) -> None:
    for command in ("migrate", "rebuild", "demo"):
        said = called(command, "--data", data, DATABASE_URL=url)
        assert (said.code, said.out) == (1, "")
        assert said.err.startswith("Error: The database can't be used: ")
        assert told in said.err
    assert not data.exists()


@pytest.mark.slow
def test_serve_without_its_server(data: Path) -> None:
    said = partita("serve", "--port", "0", "--data", data, DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("Error: The database can't be used: ")
    assert not data.exists()


def test_a_newer_schema_is_refused(conninfo: str, data: Path) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute("INSERT INTO schema_migrations (name) VALUES ('9999_later.sql')")
    for command in ("migrate", "rebuild", "demo"):
        said = called(command, "--data", data, "--database-url", conninfo)
        assert (said.code, said.out) == (1, "")
        assert "newer version of Partita (9999_later.sql)" in said.err


def test_a_reader_of_the_database_may_not_use_it(conninfo: str, data: Path, postgres: EmbeddedPostgres) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        role = f"reader_{connection.info.dbname}"
        connection.execute(f"CREATE ROLE {role} LOGIN")
    said = called("migrate", "--data", data, "--database-url", make_conninfo(conninfo, user=role))
    assert (said.code, said.out) == (1, "")
    assert "permission denied" in said.err


@pytest.mark.slow
def test_openapi(tmp_path: Path) -> None:
    said = partita("openapi")
    assert (said.code, said.err) == (0, "")
    file = tmp_path / "new" / "openapi.json"
    assert called("openapi", "--output", file).code == 0
    assert file.read_text() == said.out
    said = called("openapi", "--output", "/proc/openapi.json")
    assert said.code == 1
    assert said.err.startswith("Error: /proc/openapi.json: ")


# --- folders that can't be used ---


@pytest.mark.slow
@needs_linux
@pytest.mark.parametrize(
    ("run", "command"), [(partita, ["serve", "--port", "0"]), (called, ["migrate"]), (called, ["demo"])]
)
def test_a_folder_that_cant_be_made(run: Callable[..., Said], command: list[str]) -> None:
    said = run(*command, "--data", "/sys/partita")  # not even root can
    assert (said.code, said.out) == (1, "")
    assert "must be writable" in said.err


@needs_root
def test_a_full_disk(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    with mounted(folder, "size=20M"):
        said = partita("serve", "--port", "0", "--data", folder / "data")
    assert (said.code, said.out) == (1, "")
    assert "is full" in said.err


def test_a_file_where_the_folder_belongs(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert called("migrate", "--data", file).code == 2
    said = called("migrate", "--data", file / "data")
    assert (said.code, said.out) == (1, "")
    assert str(file) in said.err


# --- the demonstration ---


@pytest.mark.slow
def test_the_demonstration_comes_and_goes(data: Path) -> None:
    """Beside real matches, with a service that runs, and only on the first start."""
    with serving(data, "--demo") as service:
        with service.client() as client:
            assert len(matches(client)) == DEMOS  # from the first moment on
            samples = matches(client, origin="simulation")
            assert len(samples) == DEMOS
            assert {match["status"] for match in samples} == {"finished"}
            assert client.get("/api/v1/matches", params={"origin": "table"}).json()["items"] == []
            simulated = client.get("/api/v1/players").json()["items"]
            real = open_match(client)
            kept = simulated[0]["id"]
            seats = [{"player": kept}, {"name": "Dea"}, {"name": "Eva"}]
            mixed = client.post("/api/v1/matches", json={"game": "klunker", "seats": seats}).json()["id"]

            said = partita("demo", "--data", data)
            assert (said.code, len(said.out.splitlines())) == (0, DEMOS)
            said = called("demo", "--remove", "--data", data)
            assert (said.code, said.out) == (0, f"Removed {2 * DEMOS} sample matches.\n")
            wait_until(lambda: len(matches(client)) == 2)
            assert {match["id"] for match in matches(client)} == {real, mixed}
            names = {player["name"] for player in client.get("/api/v1/players").json()["items"]}
            assert names == {"Ada", "Bea", "Cid", "Dea", "Eva", simulated[0]["name"]}
            assert client.get(f"/api/v1/matches/{samples[0]['id']}").status_code == 404
            for kind in PROJECTIONS:
                assert called("rebuild", kind.name, "--data", data).code == 0
            assert {match["id"] for match in matches(client)} == {real, mixed}
        assert service.stop() == 0
    with serving(data, "--demo") as service:
        with service.client() as client:
            assert len(matches(client)) == 2
        assert service.stop() == 0
    said = called("demo", "--remove", "--data", data)
    assert (said.code, said.out) == (0, "Removed 0 sample matches.\n")


@pytest.mark.slow
def test_two_first_starts_at_once_record_one_demonstration(data: Path) -> None:
    with serving(data, "--demo") as one, serving(data, "--demo") as two:
        with one.client() as client, two.client() as other:
            wait_until(lambda: len(matches(client)) == DEMOS)
            assert len(matches(other)) == DEMOS
        assert (one.stop(), two.stop()) == (0, 0)
