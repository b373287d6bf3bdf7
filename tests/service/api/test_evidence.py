"""Heads and proofs over HTTP, verified by nothing but the answers; and records that carry them."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from replays.records.form import Evidence
from service.evidence.head import Head, SigningKey, VerifyingKey
from service.evidence.leaf import NO_LEAF, leaf_of
from service.evidence.merkle import root_by_inclusion, verify_consistency
from service.queries.witness import Witness
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.scenes import BASE, DEAL, MATCHES, ROUND, open_match, played, problem, whole

HEAD = f"{BASE}/log/head"


@pytest.fixture(scope="module")
def elsewhere(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Another service."""
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as client:
        yield client


def head_of(api: httpx.Client) -> tuple[Head, str]:
    told = api.get(HEAD).json()
    head = Head.read(told["note"])
    head.verify(VerifyingKey.read(told["key"]))
    assert (head.size, b64encode(head.root).decode()) == (told["size"], told["root"])
    return head, told["key"]


def hashes(texts: list[str]) -> list[bytes]:
    return [b64decode(one) for one in texts]


def proof_of(api: httpx.Client, match: dict[str, Any], **query: Any) -> Any:
    answer = api.get(f"{MATCHES}/{match['id']}/proof", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_head_of_an_empty_log_is_signed_too(elsewhere: httpx.Client) -> None:
    head, _ = head_of(elsewhere)
    assert head.size == 0


def test_a_log_begins_with_what_it_was(api: httpx.Client) -> None:
    open_match(api)
    early, key = head_of(api)
    played(api, open_match(api), DEAL, *ROUND)
    told = api.get(f"{BASE}/log/consistency", params={"first": early.size}).json()
    late = Head.read(told["head"]["note"])
    late.verify(VerifyingKey.read(key))
    assert late.size > early.size
    verify_consistency(early.size, early.root, late.size, late.root, hashes(told["path"]))


def test_of_a_log_that_never_was_so_long_there_is_no_proof(api: httpx.Client) -> None:
    size = head_of(api)[0].size
    problem(api.get(f"{BASE}/log/consistency", params={"first": size + 1}), 400, "unknown-position")
    problem(api.get(f"{BASE}/log/consistency", params={"first": -1}), 400, "invalid-request")
    assert api.get(f"{BASE}/log/consistency").json()["path"] == []


def test_a_match_is_in_the_log(api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL, *ROUND)
    for query, number in (({}, 12), ({"version": 3}, 3)):
        proof = proof_of(api, match, **query)
        assert len(proof["events"]) == number
        leaf = NO_LEAF
        for version, event in enumerate(proof["events"], start=1):
            leaf = leaf_of(leaf, UUID(match["id"]), version, event["topic"], b64decode(event["state"]))
        head = Head.read(proof["head"])
        head.verify(VerifyingKey.read(proof["key"]))
        assert root_by_inclusion(leaf, proof["position"] - 1, head.size, hashes(proof["path"])) == head.root
    problem(api.get(f"{MATCHES}/{match['id']}/proof", params={"version": 13}), 404, "not-found")
    problem(api.get(f"{MATCHES}/{match['id']}/proof", params={"version": 0}), 400, "invalid-request")


def test_events_are_for_who_may_see_all(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api)
    problem(public.get(f"{MATCHES}/{match['id']}/proof"), 403, "forbidden")
    secret = open_match(api, visibility="private")
    problem(public.get(f"{MATCHES}/{secret['id']}/proof"), 404, "not-found")
    assert public.get(HEAD).json()["size"] >= 2


def test_a_proof_has_no_event_that_came_after_it_was_allowed(
    api: httpx.Client, public: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that is over is open to all; taken up again, it has secrets again."""
    match = whole(api)
    number = len(proof_of(public, match)["events"])
    evidence_of = Witness.evidence_of

    def taken_up_before(witness: Witness, match_id: UUID, version: int) -> Evidence:
        retracted = api.post(f"{MATCHES}/{match_id}/retractions", json={"to_step": 1})
        assert retracted.status_code == 201, retracted.text
        return evidence_of(witness, match_id, version)

    monkeypatch.setattr(Witness, "evidence_of", taken_up_before)
    assert len(proof_of(public, match)["events"]) == number
    problem(public.get(f"{MATCHES}/{match['id']}/proof"), 403, "forbidden")


def test_proofs_are_in_the_audit_trail(api: httpx.Client) -> None:
    match = open_match(api)
    proof_of(api, match)
    entries = api.get(f"{BASE}/audit", params={"action": "getMatchProof", "about": match["id"]}).json()["items"]
    assert len(entries) == 1


# --- records ---


@pytest.fixture(scope="module")
def record(api: httpx.Client) -> dict[str, Any]:
    """A record with its evidence."""
    match = open_match(api)
    played(api, match, DEAL, *ROUND)
    path = f"{MATCHES}/{match['id']}/record"
    assert "evidence" not in api.get(path).json()
    found: dict[str, Any] = api.get(path, params={"evidence": True}).json()
    assert len(found["evidence"]["events"]) == len(found["events"])
    return found


def taken_in(api: httpx.Client, record: dict[str, Any]) -> httpx.Response:
    return api.post(f"{BASE}/records", json=record, params={"dry_run": True})


def test_the_evidence_of_a_record_is_verified_elsewhere(
    api: httpx.Client, elsewhere: httpx.Client, record: dict[str, Any]
) -> None:
    _, key = head_of(api)
    told = taken_in(elsewhere, record).json()["evidence"]
    head = Head.read(record["evidence"]["head"])
    assert told == {"log": head.name, "size": head.size, "key": key, "own": False}
    assert taken_in(api, record).json()["evidence"]["own"] is True
    without = {name: value for name, value in record.items() if name != "evidence"}
    assert taken_in(elsewhere, without).json()["evidence"] is None


def other_key(record: dict[str, Any]) -> None:
    record["evidence"]["key"] = str(SigningKey("partita/other", bytes(32)).verifying)


def forged_head(record: dict[str, Any]) -> None:
    key = SigningKey(record["evidence"]["head"].split("\n")[0], bytes(32))
    record["evidence"] |= {"key": str(key.verifying), "head": key.signed(10**6, bytes(32))}


def flipped(record: dict[str, Any]) -> None:
    state = bytearray(b64decode(record["evidence"]["events"][3]["state"]))
    state[-1] ^= 1
    record["evidence"]["events"][3]["state"] = b64encode(state).decode()


def another_note(record: dict[str, Any]) -> None:
    """A record that says something else than its evidence."""
    record["events"][0]["note"] = record["match"]["note"] = "Nobody wrote this"


def dropped(record: dict[str, Any]) -> None:
    record["evidence"]["events"].pop()


def fewer(record: dict[str, Any]) -> None:
    record["evidence"]["path"].pop()


def elsewhere_in_the_log(record: dict[str, Any]) -> None:
    record["evidence"]["position"] -= 1


def beyond(record: dict[str, Any]) -> None:
    record["evidence"]["position"] = 10**9


def no_base64(record: dict[str, Any]) -> None:
    record["evidence"]["path"][0] = "A"


@pytest.mark.parametrize(
    ("spoil", "pointer"),
    [
        (other_key, "/evidence/head"),
        (forged_head, "/evidence"),
        (flipped, "/evidence"),
        (another_note, "/evidence/events"),
        (dropped, "/evidence"),
        (fewer, "/evidence"),
        (elsewhere_in_the_log, "/evidence"),
        (beyond, "/evidence"),
        (no_base64, "/evidence/path/0"),
    ],
)
def test_evidence_that_isn_t_right_is_refused(
    elsewhere: httpx.Client, record: dict[str, Any], spoil: Callable[[dict[str, Any]], None], pointer: str
) -> None:
    altered = json.loads(json.dumps(record))
    spoil(altered)
    told = problem(taken_in(elsewhere, altered), 422, "invalid-record")
    assert [one["pointer"] for one in told["errors"]] == [pointer], told


def test_a_match_that_was_imported_is_in_the_log_here(elsewhere: httpx.Client, record: dict[str, Any]) -> None:
    assert elsewhere.post(f"{BASE}/records", json=record).status_code == 201
    again = elsewhere.get(f"{MATCHES}/{record['match']['id']}/record", params={"evidence": True}).json()
    assert again["events"] == record["events"]
    assert again["evidence"]["key"] == head_of(elsewhere)[1]
    assert taken_in(elsewhere, again).json()["evidence"]["own"] is True


@pytest.mark.slow
def test_the_key_stays_over_a_restart(new_database: Callable[[], str], tmp_path: Path) -> None:
    conninfo = new_database()
    keys = []
    for _ in range(2):
        with running_service(conninfo, tmp_path) as api, client_of(api.base_url) as anybody:
            keys.append(head_of(anybody)[1])
    assert keys[0] == keys[1]
