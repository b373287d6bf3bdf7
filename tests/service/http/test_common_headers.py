"""No answer is taken for what it isn't, and no page is put in a frame or loads anything from elsewhere."""

from collections.abc import Iterator

import httpx
import pytest

from tests.service.http_client import client_of
from tests.service.scenes import BASE, MATCHES, NOBODY

HTML = {"Accept": "text/html"}

PAGES = (
    "/",
    "/docs",
    "/problems",
    "/problems/not-found",
    "/problems/none",
    "/sign-in",
    "/nowhere",
    f"/matches/{NOBODY}",
)
OTHERS = (f"{BASE}/games", f"{MATCHES}/{NOBODY}", "/openapi.json", "/docs/redoc.js", "/health/live", "/metrics")


@pytest.fixture(scope="module")
def public(shared_service: httpx.Client) -> Iterator[httpx.Client]:
    with client_of(shared_service.base_url) as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
def test_a_page_says_what_it_may_load_and_where_it_may_be_shown(public: httpx.Client, path: str) -> None:
    answer = public.get(path, headers=HTML)
    assert answer.headers["content-type"].startswith("text/html")
    policies = answer.headers.get_list("content-security-policy")
    assert len(policies) == 1
    assert policies[0].startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in policies[0]
    assert "base-uri 'none'" in policies[0]
    assert answer.headers.get_list("x-content-type-options") == ["nosniff"]
    assert answer.headers.get_list("referrer-policy") == ["same-origin"]


@pytest.mark.parametrize("path", OTHERS)
def test_what_is_no_page_is_taken_for_none(public: httpx.Client, path: str) -> None:
    answer = public.get(path)
    assert not answer.headers["content-type"].startswith("text/html")
    assert answer.headers.get_list("x-content-type-options") == ["nosniff"]
