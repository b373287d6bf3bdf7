"""The pages for people work in a browser that reaches no other host.

Chromium does it by itself, without a driver: it prints the page as it stands after its scripts, its log has what the
page says on the console, and its network log every request. The pages need no database.
"""

import json
import re
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
import uvicorn

from service.app import build
from service.openapi import document
from service.problems.kinds import PROBLEMS

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--enable-logging=stderr",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--virtual-time-budget=15000",
)

pytestmark = pytest.mark.slow


class Page(NamedTuple):
    """What became of a page."""

    dom: str
    console: list[str]
    requested: list[str]


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    """The address of a service without a database."""
    with listening() as address:
        yield address


@contextmanager
def listening() -> Iterator[str]:
    server = uvicorn.Server(uvicorn.Config(build(None), host="127.0.0.1", port=0, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the service didn't start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def seen(chromium: str, url: str, profile: Path) -> Page:
    """Open a page in a browser that has never been used before."""
    network = profile / "network.json"
    done = subprocess.run(
        [chromium, *FLAGS, f"--user-data-dir={profile}", f"--log-net-log={network}", "--dump-dom", url],
        capture_output=True,
        text=True,
        timeout=300,  # a processor at half its speed takes 45 s alone, and thrice that beside others
        check=True,
    )
    console = [line for line in done.stderr.splitlines() if ":CONSOLE" in line]
    return Page(done.stdout, console, requested_urls(json.loads(network.read_text())))


def requested_urls(network: dict[str, Any]) -> list[str]:
    """Whatever a page asked for, or wanted to; not what the browser asks for by itself, which no page initiated."""
    jobs = (event["params"] for event in network["events"] if "initiator" in event.get("params", {}))
    urls = {job["url"] for job in jobs if job["initiator"] != "not an origin" or job["request_type"] == "main frame"}
    return sorted(url for url in urls if urlsplit(url).scheme not in {"data", "blob"})


def test_a_page_that_asks_somebody_else_is_noticed(chromium: str, tmp_path: Path) -> None:
    page = seen(chromium, "data:text/html,<p>here</p><img src=http://elsewhere.example/dot.png>", tmp_path)
    assert "here" in page.dom
    assert page.requested == ["http://elsewhere.example/dot.png"]


def test_the_reference_shows_every_operation_and_asks_nobody_else(chromium: str, service: str, tmp_path: Path) -> None:
    page = seen(chromium, f"{service}/docs", tmp_path)
    assert {f"{service}/docs", f"{service}/docs/redoc.js", f"{service}/openapi.json"} <= set(page.requested)
    assert [url for url in page.requested if not url.startswith(f"{service}/")] == []
    assert [line for line in page.console if ":INFO:" not in line or re.search("Refused|Uncaught|blocked", line)] == []
    text = re.sub(r"<(style|script)\b.*?</\1>|<[^>]+>", " ", page.dom, flags=re.DOTALL)
    told = document(build(None))
    for tag in told["tags"]:
        assert tag["name"] in text
        assert tag["description"] in text
    assert "Records tabletop games action by action" in text
    assert "The games that can be recorded" in text


def test_problem_pages_are_linked_and_readable(chromium: str, service: str, tmp_path: Path) -> None:
    page = seen(chromium, f"{service}/problems", tmp_path / "list")
    assert set(re.findall(r'href="/problems/([a-z-]+)"', page.dom)) == set(PROBLEMS)
    one = seen(chromium, f"{service}/problems/rule-violation", tmp_path / "one")
    explained = PROBLEMS["rule-violation"].explanation
    assert re.sub("`([^`]+)`", r"<code>\1</code>", explained) in one.dom
    assert "`" in explained
    assert "`" not in one.dom
    for told in (page, one):
        assert [line for line in told.console if "favicon" not in line] == []
        assert [url for url in told.requested if not url.startswith(f"{service}/")] == []
