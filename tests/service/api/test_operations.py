"""What operators look at, pages for people, and HEAD wherever there is GET."""

import asyncio
import re
from typing import Any

import httpx
import pytest

from projections import PROJECTIONS
from service.app import AnswersHead
from service.problems.kinds import PROBLEMS
from tests.service.scenes import BASE, MATCHES, PLAYERS, make_player, problem, whole


def test_the_service_says_that_it_lives_and_is_ready(public: httpx.Client) -> None:
    assert public.get("/health/live").json() == {"status": "ok", "checks": {}}
    ready = public.get("/health/ready")
    assert ready.status_code == 200
    parts = ["database", "log", *(projection.name for projection in PROJECTIONS)]
    assert ready.json() == {"status": "ok", "checks": dict.fromkeys(parts, "ok")}


def test_every_kind_of_problem_has_a_page(public: httpx.Client) -> None:
    page = public.get("/problems")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert set(re.findall(r'href="/problems/([a-z-]+)"', page.text)) == set(PROBLEMS)
    for name, kind in PROBLEMS.items():
        page = public.get(f"/problems/{name}")
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert f"/problems/{name}" in page.text
        assert str(kind.status) in page.text
    problem(public.get("/problems/bad-luck"), 404, "not-found")


def test_the_reference_takes_nothing_from_elsewhere(public: httpx.Client) -> None:
    page = public.get("/docs")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", page.text)
    for script in re.findall(r'src="([^"]+)"', page.text):
        answer = public.get(script)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/javascript")


def test_the_document_is_served(public: httpx.Client) -> None:
    answer = public.get("/openapi.json")
    assert answer.headers["content-type"].startswith("application/")
    assert answer.json()["openapi"].startswith("3.1")


@pytest.fixture(scope="module")
def addresses(api: httpx.Client) -> list[str]:
    match = whole(api)
    path = f"{MATCHES}/{match['id']}"
    parts = ("", "/state", "/legal-actions", "/events", "/history", "/scoreboard", "/replay", "/replay/steps/3")
    games = (f"{BASE}/games", f"{BASE}/games/klunker", f"{BASE}/games/klunker/leaderboard")
    pages = (
        "/health/live",
        "/health/ready",
        "/problems",
        "/problems/busy",
        "/docs",
        "/docs/redoc.js",
        "/openapi.json",
    )
    after = f"?after_position={match['position']}"
    api.get(f"{path}/history{after}")
    api.get(f"{path}/scoreboard{after}")
    player = f"{PLAYERS}/{make_player(api, 'Ada')['id']}"
    return [*(path + part for part in parts), *games, *pages, MATCHES, PLAYERS, player, "/nowhere", f"{path}/actions"]


@pytest.mark.slow
def test_head_is_answered_as_get_but_for_the_body(api: httpx.Client, addresses: list[str]) -> None:
    def told(answer: httpx.Response) -> dict[str, Any]:
        own = {"date", "server", "transfer-encoding"}
        return {name: value for name, value in answer.headers.items() if name not in own}

    for address in addresses:
        for accept in ("*/*", "application/x-ndjson"):
            got = api.get(address, headers={"Accept": accept})
            head = api.head(address, headers={"Accept": accept})
            assert (head.status_code, head.content) == (got.status_code, b""), address
            assert told(head) == told(got), address


def test_the_body_of_an_answer_to_head_is_kept_back_whatever_the_server_does() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["method"] == "GET"
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"text", "more_body": True})
        await send({"type": "http.response.body", "body": b"more"})

    async def answer() -> list[Any]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        receive: Any = None
        await AnswersHead(app)({"type": "http", "method": "HEAD"}, receive, send)
        return sent

    start, *bodies = asyncio.run(answer())
    assert start["type"] == "http.response.start"
    assert bodies == [{"type": "http.response.body", "body": b"", "more_body": False}]


def test_an_answer_may_not_be_kept_by_others(api: httpx.Client, addresses: list[str]) -> None:
    for address in addresses:
        if address.startswith(BASE):
            answer = api.get(address)
            kept = answer.headers["cache-control"]
            assert kept == ("private, no-cache" if answer.is_success else "no-store")
