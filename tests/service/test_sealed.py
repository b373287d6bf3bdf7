"""A sealed match withstands every way of writing: each operation that writes is tried, and the match is what it was.

For a new operation that writes, add a line to `WRITES`, or to `BESIDE` if it changes nothing of a match. The same
requests are then taken from an arbiter, or by a match that isn't sealed: so each of them could have changed something.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import httpx
import pytest
from msgspec import Struct

from tests.service.document import DOCUMENT
from tests.service.results import PIN, arbiter, bearer, make_token, result_of, ruling, sealed, set_pin
from tests.service.scenes import BASE, DEAL, MATCHES, ROUND, THREE, open_match, problem, whole

LAST: Final = len(THREE["actions"])


class Write(Struct, frozen=True):
    """How an operation is asked to change a match.

    Attributes:
        body: what is sent; strings that are braced names stand for ids.
        by_arbiter: whether an arbiter may do it to a sealed match, with a reason.
        first: what is asked before, of a match that isn't sealed, so that it has something to change.
    """

    body: Any = None
    by_arbiter: bool = True
    first: tuple[tuple[str, Any], ...] = ()


WRITES: Final[Mapping[str, Write]] = {
    "correctMatch": Write({"note": "changed"}),
    "removeMatch": Write(),
    "retractActions": Write({"to_step": LAST - 1}),
    "amendActions": Write({"step": LAST, "actions": []}),
    "restoreActions": Write({"version": LAST + 2}, first=(("retractions", {"to_step": LAST - 1}), ("conclusion", {}))),
    "reopenMatch": Write({}, first=(("retractions", {"to_step": 9}), ("conclusion", {}))),
    "concludeMatch": Write({}, by_arbiter=False),
    "abandonMatch": Write({}, by_arbiter=False),
    "identifyCards": Write({"step": 0, "held": {"seat": 0, "jewels": ["tiara"]}}, by_arbiter=False),
    "playActions": Write({"actions": [{"type": "pass", "seat": 0}]}, by_arbiter=False),
    "confirmResult": Write({"seat": 0, "result": 1, "pin": PIN}, by_arbiter=False),
    "disputeResult": Write({"seat": 0, "step": 1, "comment": "no", "pin": PIN}, by_arbiter=False),
    "withdrawDispute": Write({"pin": PIN}, by_arbiter=False),
    "decideDispute": Write({"reason": "so"}, by_arbiter=False),
    "sealResult": Write({"reason": "so"}, by_arbiter=False),
}
"""Every operation that changes a match."""

BESIDE: Final = {
    "tryAction": "it writes nothing",
    "addAnnotation": "what people write beside a match is no part of it, as are the following",
    "changeAnnotation": "",
    "deleteAnnotation": "",
    "undoAnnotation": "",
    "addVariation": "",
    "changeVariation": "",
    "deleteVariation": "",
    "extendVariation": "",
    "promoteVariation": "it makes another match, which doesn't count",
    "replaceSeatToken": "who may read is no part of the result",
    "revokeSeatToken": "",
    "takeMatchOutOfSeries": "it changes the series",
    "openSecondRecord": "it opens another match, which doesn't count",
    "decideDifferences": "it is an amendment: `test_a_decision_between_two_records_is_refused`",
}
"""The operations at the address of a match that change nothing of it, and why."""

OPERATIONS: Final = {
    operation["operationId"]: (method.upper(), path)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}


@pytest.fixture(scope="module")
def api(shared_service: httpx.Client) -> httpx.Client:
    return shared_service


def test_every_operation_that_writes_is_listed() -> None:
    writes = {name for name, (method, path) in OPERATIONS.items() if method != "GET" and "/matches/{match_id}" in path}
    assert writes == WRITES.keys() | BESIDE.keys()


def at(match: dict[str, Any], name: str) -> tuple[str, str]:
    method, path = OPERATIONS[name]
    return method, path.replace("{match_id}", match["id"]).replace("{seat}", "0")


def prepared(api: httpx.Client, name: str) -> dict[str, Any]:
    match = whole(api)
    set_pin(api, match["seats"][0]["player"]["id"])
    for path, body in WRITES[name].first:
        assert api.post(f"{MATCHES}/{match['id']}/{path}", json=body).is_success
    return match


def seal(api: httpx.Client, match: dict[str, Any]) -> None:
    answer = api.post(f"{MATCHES}/{match['id']}/seal", json={"reason": "all have gone"}, headers=arbiter(api))
    assert answer.status_code == 201, answer.text


def sent(api: httpx.Client, match: dict[str, Any], name: str, headers: dict[str, str]) -> httpx.Response:
    method, path = at(match, name)
    return api.request(method, path, json=WRITES[name].body, headers=headers)


@pytest.fixture(scope="module")
def sealed_for(api: httpx.Client) -> Callable[[str], dict[str, Any]]:
    """Sealed matches that withstand what they are asked, so one does for all operations with the same preparation."""
    matches: dict[tuple[str, ...], dict[str, Any]] = {}

    def make(name: str) -> dict[str, Any]:
        first = tuple(path for path, _ in WRITES[name].first)
        if first not in matches:
            matches[first] = prepared(api, name)
            seal(api, matches[first])
        return matches[first]

    return make


@pytest.fixture(scope="module")
def of_arbiter(api: httpx.Client) -> dict[str, str]:
    return arbiter(api)


@pytest.fixture(scope="module")
def of_recorder(api: httpx.Client) -> dict[str, str]:
    return bearer(make_token(api, role="recorder")["token"])


@pytest.mark.parametrize("kind", ["owner", "recorder", "seat", "arbiter without a reason", "recorder with a reason"])
@pytest.mark.parametrize("name", WRITES)
def test_a_sealed_match_is_what_it_was(
    api: httpx.Client,
    sealed_for: Callable[[str], dict[str, Any]],
    of_arbiter: dict[str, str],
    of_recorder: dict[str, str],
    name: str,
    kind: str,
) -> None:
    match = sealed_for(name)
    before = api.get(f"{MATCHES}/{match['id']}").content
    headers = {
        "owner": {},
        "recorder": of_recorder,
        "seat": bearer(match["seats"][0]["token"]),
        "arbiter without a reason": of_arbiter,
        "recorder with a reason": of_recorder | {"Arbiter-Reason": "I would like to"},
    }[kind]
    answer = sent(api, match, name, headers)
    assert answer.status_code in {403, 409}, answer.text
    if answer.status_code == 409:
        problem(answer, 409, "result-sealed")
    if kind == "arbiter without a reason":
        problem(answer, 409, "result-sealed")
    assert api.get(f"{MATCHES}/{match['id']}").content == before


@pytest.mark.parametrize("name", [name for name, write in WRITES.items() if write.by_arbiter])
def test_an_arbiter_changes_it_with_a_reason(api: httpx.Client, name: str) -> None:
    match = prepared(api, name)
    seal(api, match)
    version = api.get(f"{MATCHES}/{match['id']}").json()["version"]
    answer = sent(api, match, name, ruling(api, "as all saw"))
    assert answer.is_success, answer.text
    if name == "removeMatch":
        assert api.get(f"{MATCHES}/{match['id']}").status_code == 404
        return
    assert api.get(f"{MATCHES}/{match['id']}").json()["version"] > version + 1
    (change,) = api.get(f"{MATCHES}/{match['id']}/changes").json()["items"]
    assert (change["version"], change["reason"]) == (version + 1, "as all saw")
    assert change["before"] != change["after"]


@pytest.mark.parametrize("name", [name for name, write in WRITES.items() if write.by_arbiter])
def test_before_it_was_sealed_everybody_who_records_could(api: httpx.Client, name: str) -> None:
    match = prepared(api, name)
    answer = sent(api, match, name, {})
    assert answer.is_success, answer.text
    if name != "removeMatch":
        assert api.get(f"{MATCHES}/{match['id']}/changes").json()["items"] == []


def test_a_decision_between_two_records_is_refused(api: httpx.Client) -> None:
    match = open_match(api)
    second = api.post(f"{MATCHES}/{match['id']}/second-record").json()["match"]
    for one in (match["id"], second):
        others = {**ROUND[2], "jewels": ["gold_teeth"]} if one == second else ROUND[2]
        recorded = api.post(f"{MATCHES}/{one}/actions", json={"actions": [DEAL, *ROUND[:2], others]})
        assert recorded.status_code == 201, recorded.text
        assert api.post(f"{MATCHES}/{one}/conclusion", json={}).is_success
    seal(api, match)
    before = api.get(f"{MATCHES}/{match['id']}").content
    path = f"{MATCHES}/{match['id']}/comparison"
    found = api.get(path).json()
    versions = [found[side]["version"] for side in ("first", "second")]
    decision = {"differences": [1], "side": "second", "versions": versions}
    for dry_run in (True, False):
        body = {**decision, "dry_run": dry_run}
        problem(api.post(f"{path}/decisions", json=body), 409, "result-sealed")
        problem(api.post(f"{path}/decisions", json=body, headers=arbiter(api)), 409, "result-sealed")
    assert api.get(f"{MATCHES}/{match['id']}").content == before
    decided = api.post(f"{path}/decisions", json=decision, headers=ruling(api))
    assert decided.status_code == 201, decided.text
    (change,) = api.get(f"{MATCHES}/{match['id']}/changes").json()["items"]
    assert [one["step"] for one in change["before"]["actions"]] == [4]


def test_a_record_that_says_something_else_is_refused(api: httpx.Client) -> None:
    match = sealed(api)
    record = api.get(f"{MATCHES}/{match['id']}/record").json()
    before = api.get(f"{MATCHES}/{match['id']}").content
    unsealed = {**record, "events": record["events"][:-1]}
    for other in (unsealed, {**record, "match": {**record["match"], "note": "other"}}):
        answer = api.post(f"{BASE}/records", content=json.dumps(other), headers={"Content-Type": "application/json"})
        assert answer.status_code in {409, 422}, answer.text
    assert api.get(f"{MATCHES}/{match['id']}").content == before


def test_the_merge_of_players_is_no_change_of_the_match(api: httpx.Client) -> None:
    """Who somebody is, is another matter than who sat there: the ids in the log stay, and a merge can be undone."""
    match = sealed(api)
    one, other = (match["seats"][seat]["player"]["id"] for seat in (0, 1))
    version = api.get(f"{MATCHES}/{match['id']}").json()["version"]
    assert api.post(f"{BASE}/players/{one}/merge", json={"into": other}).is_success
    assert api.get(f"{MATCHES}/{match['id']}").json()["version"] == version
    assert result_of(api, match)["status"] == "sealed"


def test_what_is_written_beside_it_goes_on(api: httpx.Client) -> None:
    match = sealed(api)
    content = {"kind": "comment", "text": "What an end!"}
    answer = api.post(f"{MATCHES}/{match['id']}/annotations", json={"step": LAST, "content": content})
    assert answer.status_code == 201, answer.text
    assert result_of(api, match)["status"] == "sealed"
