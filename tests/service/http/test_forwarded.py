"""Whose word is taken for where a request comes from: nobody's, unless a proxy was named."""

from pathlib import Path

import httpx
import pytest

from tests.service.http_client import client_of
from tests.service.programs import serving
from tests.service.scenes import MATCHES

pytestmark = pytest.mark.slow

TRIES = 60
"""More wrong tokens than are answered 401, also if they take a minute."""


def statuses(nobody: httpx.Client, forwarded: str) -> set[int]:
    """The answers to wrong tokens, each told to be `forwarded` for another address where that has a place for one."""
    wrong = {"Authorization": "Bearer partita_0_0"}
    return {
        nobody.get(MATCHES, headers={**wrong, "X-Forwarded-For": forwarded.format(n)}).status_code for n in range(TRIES)
    }


@pytest.mark.parametrize(
    ("named", "believed"), [(None, False), ("203.0.113.9", False), ("127.0.0.1", True), ("203.0.113.9,127.0.0.1", True)]
)
def test_a_header_dodges_no_limit_unless_it_is_a_named_proxys(
    tmp_path: Path, named: str | None, believed: bool
) -> None:
    arguments = () if named is None else ("--forwarded-allow-ips", named)
    with serving(tmp_path / "data", *arguments) as service:
        service.wait_ready()
        with client_of(service.url) as nobody:
            assert statuses(nobody, "198.51.100.{}") == ({401} if believed else {401, 429})
            # A client may write an address before the one that the proxy adds: the last one counts.
            assert 429 in statuses(nobody, "192.0.2.{}, 198.51.100.250")
        assert service.stop() == 0
