"""A second record: Dario records the match, too, and has another card in one place."""

from typing import Any, Final

from service.http.negotiation import SVG
from service.http.qr import PNG, svg_of
from tests.service.scenario import Scenario
from tests.service.scenarios.tokens import URL

WRONG: Final[dict[str, Any]] = {"decideDifferences": {"differences": [1], "side": "third", "versions": [3, 3]}}
"""A body that isn't of the right form."""


def record_twice(scenario: Scenario, opening: dict[str, Any], actions: list[Any]) -> dict[str, Any]:
    """The match of two recorders, after the second one was right in one place."""
    match: dict[str, Any] = scenario.send("openMatch", opening).json()
    at: dict[str, Any] = {"match_id": match["id"]}
    second = scenario.call("openSecondRecord", **at, **{"Idempotency-Key": "dario-records"})
    scenario.examples["openSecondRecord"]["forms"] = {SVG: svg_of(URL), PNG: "\ufffdPNG\r\n\u001a\n"}
    other = {**actions[1], "jewels": ["necklace"]}
    scenario.send("playActions", {"actions": actions[:4]}, at)
    scenario.send("playActions", {"actions": [actions[0], other, *actions[2:4]]}, {"match_id": second["match"]})
    found = scenario.call("compareMatch", **at, **{"Accept-Language": "en"})
    versions = [found[one]["version"] for one in ("first", "second")]
    decision = {"differences": [1], "side": "second", "versions": versions, "reason": "All have seen it"}
    scenario.refused("decideDifferences", "not-possible", {**decision, "differences": [9]}, **at)
    scenario.call("decideDifferences", decision, **at, **{"Idempotency-Key": "dario-is-right"})
    return match


def refuse(scenario: Scenario, match: dict[str, Any], opening: dict[str, Any], actions: list[Any]) -> None:
    """The problems of second records, comparisons and decisions."""
    at: dict[str, Any] = {"match_id": match["id"]}
    reused = {"Idempotency-Key": "ada-arrives"}
    good = scenario.examples["decideDifferences"]["request"]
    dealt = scenario.send("openMatch", {**opening, "options": {"dealing": "server"}}).json()
    scenario.refused("openSecondRecord", "not-possible", match_id=dealt["id"])
    scenario.refused("openSecondRecord", "idempotency-key-reused", **at, **reused)
    scenario.refused("compareMatch", "not-possible", **at, **{"with": match["id"]})
    scenario.refused("decideDifferences", "version-conflict", good, **at)
    scenario.refused("decideDifferences", "unfit-text", {**good, "reason": "a bell \u0007"}, **at)
    second = scenario.send("openSecondRecord", None, at).json()
    scenario.send("retractActions", {"to_step": 3}, at)
    scenario.send("retractActions", {"to_step": 3}, {"match_id": second["match"]})
    passing, storing = {"type": "pass", "seat": 0}, actions[4]
    for own, seen in ((at, storing), ({"match_id": second["match"]}, passing)):
        scenario.send("playActions", {"actions": [actions[3], seen]}, own)
    scenario.send("playActions", {"actions": actions[5:8]}, at)
    found = scenario.send("compareMatch", None, at).json()
    versions = [found[one]["version"] for one in ("first", "second")]
    conflict = {**good, "differences": [1], "versions": versions}
    scenario.refused("decideDifferences", "amendment-conflict", conflict, **at)
    scenario.refused("decideDifferences", "idempotency-key-reused", conflict, **at, **reused)
    scenario.send("concludeMatch", {}, at)
    scenario.send("sealResult", {"reason": "All have gone home"}, at)
    found = scenario.send("compareMatch", None, at).json()
    versions = [found[one]["version"] for one in ("first", "second")]
    scenario.refused("decideDifferences", "result-sealed", {**conflict, "versions": versions}, **at)
