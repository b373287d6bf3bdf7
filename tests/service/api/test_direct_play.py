"""Most actions go past the framework: what comes back is what the route answers."""

import gzip
import re
from http.client import HTTPConnection
from typing import Any, Final, NamedTuple
from uuid import uuid4

import httpx
import msgspec
import pytest

from tests.service.scenes import FIRST, MATCHES, NOBODY, ROUND, dealt

LONG_WAY: Final = {"Cookie": "some=thing"}
"""What keeps a request on the way through the framework, and changes nothing."""


class Told(NamedTuple):
    """An answer, without what differs between two matches."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


def told(api: httpx.Client, path: str, body: bytes, headers: dict[str, str]) -> Told:
    """The answer to a request that has these headers, and no others but that of its length."""
    connection = HTTPConnection(api.base_url.host, api.base_url.port or 80, timeout=30)
    try:
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        assert answer.headers["Content-Length"] == str(len(content))
        sent = [(name.lower(), value) for name, value in answer.getheaders()]
    finally:
        connection.close()
    if answer.headers.get("Content-Encoding") == "gzip":
        content = gzip.decompress(content)
    varying = rb'"(at|position|instance)":("[^"]*"|[0-9]+)'
    alike = [(name, value) for name, value in sent if name not in {"date", "content-length"}]
    return Told(answer.status, sorted(alike), re.sub(varying, rb'"\1":0', content))


def actions(*played: dict[str, Any], **more: Any) -> bytes:
    return msgspec.json.encode({"actions": played, **more})


OTHER_SEAT: Final = {**FIRST, "seat": 1}

REQUESTS: Final[dict[str, tuple[int, bytes, dict[str, str]]]] = {
    "an action": (201, actions(FIRST), {}),
    "a round": (201, actions(*ROUND), {}),
    "a round, compressed": (201, actions(*ROUND), {"Accept-Encoding": "gzip"}),
    "an action, where long answers are compressed": (201, actions(FIRST), {"Accept-Encoding": "gzip, deflate"}),
    "a time": (201, actions(FIRST, played_at="2024-03-31T20:15:00+02:00"), {}),
    "the right version": (201, actions(FIRST), {"If-Match": '"2"'}),
    "another version": (412, actions(FIRST), {"If-Match": '"1"'}),
    "no version": (400, actions(FIRST), {"If-Match": "2"}),
    "a key": (201, actions(FIRST), {"Idempotency-Key": "direct"}),
    "no key": (400, actions(FIRST), {"Idempotency-Key": "ä"}),
    "against the rules": (422, actions(OTHER_SEAT), {}),
    "against the rules, in Italian": (422, actions(OTHER_SEAT), {"Accept-Language": "it"}),
    "no action": (400, actions(), {}),
    "no such action": (400, actions({"type": "resign"}), {}),
    "a field twice": (400, b'{"actions": [], "actions": []}', {}),
    "no JSON": (400, b"{", {}),
    "another form": (415, actions(FIRST), {"Content-Type": "text/plain"}),
    "JSON is taken": (201, actions(FIRST), {"Accept": "application/json"}),
    "JSON is answered anyway": (201, actions(FIRST), {"Accept": "image/png"}),
    "too many": (413, actions(*([FIRST] * 1001)), {}),
    "no token": (401, actions(FIRST), {"Authorization": ""}),
    "a bad token": (401, actions(FIRST), {"Authorization": "Bearer partita_0123456789ab_nothing"}),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_it_is_answered_as_by_the_route(api: httpx.Client, name: str) -> None:
    status, body, more = REQUESTS[name]
    usual = {"Authorization": api.headers["Authorization"], "Content-Type": "application/json"}
    headers = {header: value for header, value in (usual | more).items() if value}
    if "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = headers["Idempotency-Key"].replace("direct", str(uuid4()))
    directly, by_route = dealt(api)["id"], dealt(api)["id"]
    one = told(api, f"{MATCHES}/{directly}/actions", body, headers)
    if "Idempotency-Key" in headers:
        assert told(api, f"{MATCHES}/{directly}/actions", body, headers) == one
        headers["Idempotency-Key"] = f"{headers['Idempotency-Key']}-by-route"
    other = told(api, f"{MATCHES}/{by_route}/actions", body, headers | LONG_WAY)
    assert one.status == status, one.body
    assert one == Told(other.status, other.headers, other.body.replace(by_route.encode(), directly.encode()))


def test_a_match_that_isnt_there(api: httpx.Client) -> None:
    headers = {"Authorization": api.headers["Authorization"], "Content-Type": "application/json"}
    path = f"{MATCHES}/{NOBODY}/actions"
    one = told(api, path, actions(FIRST), headers)
    assert one.status == 404
    assert one == told(api, path, actions(FIRST), headers | LONG_WAY)


def test_both_ways_are_counted_as_the_same_operation(api: httpx.Client) -> None:
    def counted() -> float:
        lines = re.findall(
            r'^partita_requests_total\{operation="playActions",status="201"\} (\S+)$', read(), re.MULTILINE
        )
        return sum(map(float, lines))

    def read() -> str:
        return api.get("/metrics").text

    matches = [dealt(api) for _ in range(2)]
    before = counted()
    for match, headers in zip(matches, ({}, LONG_WAY), strict=True):
        path = f"{MATCHES}/{match['id']}/actions"
        assert api.post(path, json={"actions": [FIRST]}, headers=headers).status_code == 201
    assert counted() == before + 2
