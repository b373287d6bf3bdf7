"""While the database is frozen requests are told so in time, and afterwards all goes on."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.service.database.test_embedded import the_postmaster
from tests.service.programs import frozen, serving, wait_until
from tests.service.scenes import BASE, FIRST, MATCHES, dealt, problem

pytestmark = pytest.mark.slow

FROZEN_SECONDS = 20
MARGIN = 10


def alike(client: httpx.Client, path: str, *actions: Any) -> bytes:
    """A request to record `actions` that is like all others of that client."""
    body = msgspec.json.encode({"actions": actions})
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {client.headers['Authorization']}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def test_a_frozen_database_is_told_in_time(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--database-seconds", 3) as service, service.client() as client:
        match = dealt(client)
        address = f"{MATCHES}/{match['id']}/actions"
        key = {"Idempotency-Key": "while-it-is-frozen"}
        other = dealt(client)
        others_address = f"{MATCHES}/{other['id']}/actions"
        with (
            ThreadPoolExecutor() as others,
            socket.create_connection(("127.0.0.1", service.port), timeout=FROZEN_SECONDS) as connection,
        ):
            for path in (f"{MATCHES}/{dealt(client)['id']}/actions", f"{MATCHES}/{dealt(client)['id']}/actions"):
                connection.sendall(alike(client, path, FIRST))
                assert connection.recv(4096).startswith(b"HTTP/1.1 201")
            began = time.monotonic()
            with frozen(the_postmaster(data)):
                connection.sendall(alike(client, others_address, FIRST))
                waiting = [
                    others.submit(client.get, f"{BASE}/matches"),
                    others.submit(client.get, "/", headers={"Accept": "text/html"}),
                    others.submit(client.post, address, json={"actions": [FIRST]}, headers=key),
                ]
                answers = [one.result(FROZEN_SECONDS) for one in waiting]
                assert connection.recv(4096).startswith(b"HTTP/1.1 503")
                assert time.monotonic() - began < 3 + MARGIN
                assert client.get(f"{BASE}/games").status_code == 200  # this takes no database
                time.sleep(max(0, FROZEN_SECONDS - (time.monotonic() - began)))
        problem(answers[0], 503, "database-unavailable")
        problem(answers[2], 503, "database-unavailable")
        assert answers[1].headers["content-type"].startswith("text/html")
        for answer in answers:
            assert (answer.status_code, int(answer.headers["retry-after"])) == (503, 1)
        wait_until(lambda: client.get("/health/ready").status_code == 200, 60)
        assert client.post(address, json={"actions": [FIRST]}, headers=key).is_success
        assert client.get(f"{MATCHES}/{match['id']}").json()["version"] == 3
        # What nobody could be told of may have been recorded, but not twice.
        assert client.get(f"{MATCHES}/{other['id']}").json()["version"] <= 3
