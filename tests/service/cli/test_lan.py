"""`partita serve --lan`: phones in the same network get in by the code in the terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import httpx
import pytest

from service.cli.addresses import address_here, public_url
from service.cli.lan import welcome
from service.http.session import COOKIE
from tests.service.database.test_embedded import clean_up
from tests.service.programs import called, serving

CONTEXT = click.Context(click.Command("serve"))
OPTION = click.Option(["--public-url"])


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    clean_up(folder)


@pytest.mark.slow
def test_a_phone_in_the_network_becomes_a_recorder(data: Path) -> None:
    with serving(data, "--lan", "--workers", 2) as service:
        service.wait_ready()
        said = service.said
        base = f"http://{address_here()}:{service.port}"
        found = re.search(rf"open {re.escape(base)}/join and type ([0-9A-Z]{{3}}) ([0-9A-Z]{{3}})\n", said)
        assert found, said
        assert said.count("█") > 100, "a QR code"
        assert "plain HTTP" in said
        with httpx.Client(base_url=base, headers={"Origin": base, "Accept": "text/html"}, timeout=30) as phone:
            answer = phone.post("/join", data={"code": "".join(found.groups())})
            assert (answer.status_code, answer.headers["location"]) == (303, "/")
            assert phone.cookies[COOKIE]
            seats = [{"name": name} for name in "ABC"]
            opened = phone.post("/api/v1/matches", json={"game": "klunker", "seats": seats})
            assert opened.status_code == 201, opened.text
            invited = phone.post("/api/v1/invitations", json={"role": "reader"}, headers={"Accept": "application/json"})
            assert invited.json()["url"].startswith(f"{base}/join/")
        assert service.stop() == 0
        assert "Traceback" not in service.said


@pytest.mark.slow
def test_without_lan_nobody_else_gets_in(data: Path) -> None:
    with serving(data, "--public-url", "https://games.example/") as service:
        with service.client() as client:
            url = client.post("/api/v1/invitations", json={"role": "reader"}).json()["url"]
            assert url.startswith("https://games.example/join/")
        assert "/join" not in service.said
        here = address_here()
        if not here.startswith("127."):
            with pytest.raises(httpx.ConnectError):
                httpx.get(f"http://{here}:{service.port}/health/live")


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (None, None),
        ("https://games.example", "https://games.example"),
        ("http://192.168.1.5:8000/", "http://192.168.1.5:8000"),
        ("http://[fd00::1]:8000", "http://[fd00::1]:8000"),
    ],
)
def test_the_address_that_others_see(given: str | None, read: str | None) -> None:
    assert public_url(CONTEXT, OPTION, given) == read


@pytest.mark.parametrize(
    "given",
    [
        "games.example",
        "ftp://games.example",
        "https://",
        "http://x:99999",
        "http://x/below",
        "http://a@x",
        "http://x y",
    ],
)
def test_an_address_that_nobody_could_open_is_refused(given: str) -> None:
    with pytest.raises(click.BadParameter):
        public_url(CONTEXT, OPTION, given)
    assert called("serve", "--public-url", given).code == 2


def test_with_tls_nobody_is_warned() -> None:
    assert "plain HTTP" in welcome("http://192.168.1.5:8000", "ABC234")
    assert "plain HTTP" not in welcome("https://games.example", "ABC234")
