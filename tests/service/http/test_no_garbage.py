"""What a request leaves behind goes away by itself: nobody has to look for it among all objects of the process."""

import asyncio
import gc
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from tests.service.api.test_play_alike import sender
from tests.service.scenes import DEAL, FIRST, MATCHES, THREE, dealt, open_match, play

_REQUESTS = 20


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Nothing is collected meanwhile."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def _at_hand() -> int:
    return sum(isinstance(one, RequestResponseCycle) for one in gc.get_objects())


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "", None, 200),
        ("GET", "/history", None, 200),
        ("GET", "/replay/steps/0", None, 200),
        ("GET", "/nothing", None, 404),
        ("POST", "/actions", {"actions": [{"type": "nothing"}]}, 400),
        ("POST", "/actions", {}, 400),
    ],
)
def test_an_answered_request_goes_away(api: httpx.Client, method: str, path: str, body: Any, status: int) -> None:
    url = f"{MATCHES}/{open_match(api)['id']}{path}"
    before = _at_hand()
    found = {api.request(method, url, json=body).status_code for _ in range(_REQUESTS)}
    assert found == {status}
    assert _at_hand() <= before + 1  # the newest of a connection stays until the next one comes


@pytest.mark.usefixtures("uncollected")
def test_a_recorded_action_goes_away(api: httpx.Client) -> None:
    match = open_match(api)
    before = _at_hand()
    for action in THREE["actions"][:_REQUESTS]:
        assert play(api, match, action).status_code == 201
    assert _at_hand() <= before + 1


@pytest.mark.usefixtures("uncollected")
def test_actions_that_are_sent_alike_leave_nothing(api: httpx.Client) -> None:
    with sender(api) as one:
        for _ in range(2):
            assert one.send(open_match(api)["id"], DEAL)[0] == 201
        matches = [dealt(api)["id"] for _ in range(_REQUESTS)]
        before = sum(isinstance(found, asyncio.Future) for found in gc.get_objects())
        for match in matches:
            assert one.send(match, FIRST)[0] == 201
            assert one.send(match, FIRST)[0] == 422
    after = sum(isinstance(found, asyncio.Future) for found in gc.get_objects())
    assert after < before + _REQUESTS // 2  # others come and go
