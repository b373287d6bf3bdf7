"""The head of the log of the scenario, and proofs; hashes and signatures are those of another log, which stay."""

from base64 import b64encode
from hashlib import sha256
from typing import Any, Final

from service.evidence.head import SigningKey
from service.evidence.merkle import leaf_hash
from tests.service.scenario import Scenario

KEY: Final = SigningKey("partita/5d0f3a9c71be42e8", sha256(b"a key of examples").digest())

NEVER: Final = 1_000_000
"""A position that the log doesn't have."""


def prove(scenario: Scenario, match: dict[str, Any]) -> None:
    """A head, later a proof that the log begins with it, and that the match is in it."""
    head = scenario.call("getLogHead")
    proof = scenario.call("getMatchProof", match_id=match["id"], version=2)
    consistency = scenario.call("getLogConsistency", first=proof["position"])
    for one in (head, consistency["head"]):
        one["root"] = _hash(0)
        one["note"], one["key"] = KEY.signed(one["size"], leaf_hash(b"0")), str(KEY.verifying)
    proof["head"], proof["key"] = KEY.signed(head["size"], leaf_hash(b"0")), str(KEY.verifying)
    for one in (proof, consistency):
        one["path"] = [_hash(number) for number in range(len(one["path"]))]
    for number, event in enumerate(proof["events"]):
        event["state"] = _hash(number)
    scenario.refused("getLogConsistency", "unknown-position", first=NEVER)


def _hash(number: int) -> str:
    return b64encode(leaf_hash(b"%d" % number)).decode()
