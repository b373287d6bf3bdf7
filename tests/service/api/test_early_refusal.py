"""Who may not write is told so before the body has come."""

import socket
import time
from urllib.parse import urlsplit

import httpx
import pytest

from tests.service.scenes import BASE


@pytest.mark.parametrize("token", [None, "Bearer none"], ids=["without", "unknown"])
def test_a_token_is_looked_at_before_the_body_has_come(shared_service: httpx.Client, token: str | None) -> None:
    address = urlsplit(str(shared_service.base_url))
    header = f"Authorization: {token}\r\n" if token else ""
    with socket.create_connection((str(address.hostname), int(address.port or 0)), timeout=10) as connection:
        connection.sendall(
            f"POST {BASE}/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n{header}"
            "Content-Type: application/json\r\n\r\n{".encode()
        )
        began = time.monotonic()
        assert connection.recv(4096).startswith(b"HTTP/1.1 401")
        assert time.monotonic() - began < 5  # a body may take longer
