"""Limits where there are several processes: each of them counts by itself, as docs/operations.md says."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from tests.service.http_client import client_of
from tests.service.programs import Service, serving, wait_until
from tests.service.scenes import BASE, MATCHES, dealt

pytestmark = pytest.mark.slow

WORKERS: Final = 2
ALLOWED: Final = 3
TRIES: Final = 24


@contextmanager
def several(data: Path, *limits: object) -> Iterator[tuple[Service, dict[str, Any], str]]:
    """A service of several processes, a match in it, and the token of somebody who may write notes to that."""
    with serving(data, "--workers", WORKERS, *limits) as service:
        with service.client() as owner:
            match = dealt(owner, visibility="public")
            token = owner.post(f"{BASE}/tokens", json={"role": "annotator", "label": "x"}).json()["token"]
        yield service, match, token
        assert service.stop() == 0


def test_each_process_allows_so_many_notes_a_minute(tmp_path: Path) -> None:
    note = {"content": {"kind": "comment", "text": "hm"}, "step": 1}
    with several(tmp_path / "data", "--notes-per-minute", ALLOWED) as (service, match, token):
        answers, begin = [], time.monotonic()
        for _ in range(TRIES):
            with client_of(service.url, token) as client:  # a new connection, to any of the processes
                answers.append(client.post(f"{MATCHES}/{match['id']}/annotations", json=note).status_code)
        allowed_again = ALLOWED * (time.monotonic() - begin) / 60
    assert set(answers) == {201, 429}
    assert ALLOWED <= answers.count(201) <= WORKERS * (ALLOWED + allowed_again), answers


def test_each_process_allows_so_many_streams_of_a_token(tmp_path: Path) -> None:
    with (
        several(tmp_path / "data", "--streams-per-client", ALLOWED) as (service, match, token),
        ExitStack() as opened,
    ):
        answers = [stream(opened, service, match, token).status_code for _ in range(TRIES)]
        assert set(answers) == {200, 503}
        assert ALLOWED <= answers.count(200) <= WORKERS * ALLOWED, answers
        with service.client() as owner, owner.stream("GET", f"{MATCHES}/{match['id']}/stream") as own:
            assert own.status_code == 200
        opened.close()


def test_each_process_keeps_so_many_connections_of_a_client(tmp_path: Path) -> None:
    """Of another machine; this one speaks for others, so it is called by the address that others call it by."""
    limits = ("--connections-per-client", ALLOWED, "--head-seconds", 600)
    with (
        serving(tmp_path / "data", "--host", "0.0.0.0", "--workers", WORKERS, *limits) as service,
        ExitStack() as opened,
    ):
        service.wait_ready()
        client = own_address()
        lines = [opened.enter_context(socket.create_connection((client, service.port))) for _ in range(TRIES)]
        for line in lines:
            line.setblocking(False)
            with suppress(OSError):  # it may be closed already
                line.sendall(b"GET / HTTP/1.1\r\n")
        wait_until(lambda: sum(map(is_open, lines)) <= WORKERS * ALLOWED)
        assert sum(map(is_open, lines)) >= ALLOWED
        opened.close()
        assert service.stop() == 0


def own_address() -> str:
    for addresses in psutil.net_if_addrs().values():
        for one in addresses:
            if one.family == socket.AF_INET and not one.address.startswith("127."):
                return str(one.address)
    pytest.skip("this machine has no address but those for itself")


def is_open(line: socket.socket) -> bool:
    """Whether the service waits for more, and hasn't closed it."""
    try:
        line.recv(1)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def stream(opened: ExitStack, service: Service, match: dict[str, Any], token: str) -> httpx.Response:
    client = opened.enter_context(client_of(service.url, token))
    return opened.enter_context(client.stream("GET", f"{MATCHES}/{match['id']}/stream"))
