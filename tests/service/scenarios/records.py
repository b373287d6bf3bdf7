"""The record of a match of the scenario, out and in again."""

import json
from typing import Any, Final
from uuid import UUID

from replays.records.form import MAX_RECORD
from service.http.bodies import MAX_BODY
from tests.service.scenario import Scenario

WRONG: Final[dict[str, Any]] = {"importRecord": {"format": "partita-record", "version": "1"}}
"""Bodies that aren't of the right form."""

OTHER: Final = str(UUID(int=0x5EC0_4D00_0000_4000_8000_0000_0000_0001))
"""The id of a match that was recorded elsewhere."""


def most_bytes(operation: str) -> int:
    """How many bytes the body of an operation may have."""
    return MAX_RECORD if operation == "importRecord" else MAX_BODY


def take_out_and_in(scenario: Scenario, match: dict[str, Any]) -> None:
    """The record of a match, and the same of another one that is taken in."""
    at = {"match_id": match["id"]}
    record = scenario.call("getRecord", **at, **{"Accept-Language": "en"})
    scenario.examples["getRecord"]["forms"] = {
        form: scenario.send("getRecord", None, at, headers={"Accept": form}).text for form in ("text/plain", "text/csv")
    }
    other = json.loads(json.dumps(record).replace(match["id"], OTHER))
    scenario.call("importRecord", other, **{"Idempotency-Key": "evening-elsewhere"})


def refuse(scenario: Scenario) -> None:
    """The problems that only records have."""
    good = scenario.examples["importRecord"]["request"]
    reused = {"Idempotency-Key": "ada-arrives"}
    scenario.refused("importRecord", "idempotency-key-reused", good | {"annotations": []}, **reused)
    forged = json.loads(json.dumps(good))
    next(event for event in forged["events"] if event["type"] == "played")["outcome"] = []
    scenario.refused("importRecord", "invalid-record", forged)
    assert scenario.send("correctMatch", {"note": "Another note"}, {"match_id": OTHER}).is_success
    scenario.refused("importRecord", "record-conflict", good)
