"""A7: who breaks off while sending a body causes no error of ours, and no traceback in the log."""

import socket
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from structlog.testing import capture_logs

from tests.service.scenes import BASE, MATCHES, dealt


def broken_off(api: httpx.Client, path: str, body: bytes, length: int) -> None:
    """Send a part of a request, and go."""
    address = urlsplit(str(api.base_url))
    head = (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {api.headers['authorization']}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
    with socket.create_connection((str(address.hostname), int(address.port or 0)), timeout=10) as connection:
        connection.sendall(head.encode() + body)
        time.sleep(0.05)


def faults(api: httpx.Client) -> float:
    """The internal errors that were counted."""
    lines = api.get("/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if '"internal-error"' in line)


@pytest.mark.parametrize(
    "path",
    [
        "{match}/actions",
        *(pytest.param(path, marks=pytest.mark.slow) for path in ("/players", "/matches", "/records")),
        pytest.param("{match}/annotations", marks=pytest.mark.slow),
    ],
)
def test_A7_an_upload_that_breaks_off_is_no_error_of_ours(
    api: httpx.Client, stored: Callable[[], Any], path: str
) -> None:
    match = f"{MATCHES}/{dealt(api)['id']}"
    address = path.format(match=match) if "{" in path else f"{BASE}{path}"
    before = faults(api), stored()
    with capture_logs() as logged:
        for sent in (b"", b'{"name": "A', b'{"name": "' + b"A" * 100_000):
            broken_off(api, address, sent, 500_000)
        time.sleep(0.3)
        assert api.get(f"{BASE}/games").status_code == 200
    assert [entry for entry in logged if entry["log_level"] in {"error", "critical"}] == []
    assert (faults(api), stored()) == before
