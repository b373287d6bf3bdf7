"""Cards that are seen later: a match of the same people with secret hands."""

from typing import Any, Final

from tests.service.scenario import Scenario

WRONG: Final[dict[str, Any]] = {"identifyCards": {"step": "0", "held": {"seat": 1, "jewels": ["tiara"]}}}
"""Bodies that aren't of the right form."""


def identify(scenario: Scenario, match: dict[str, Any], opening: dict[str, Any]) -> str:
    """The id of a match in which Bruno is seen to have held two tiaras."""
    seats = [{"player": seat["player"]["id"]} for seat in match["seats"]]
    secret = {**opening, "seats": seats, "options": {"dealing": "secret"}, "note": "Nobody looked at the hands"}
    at = {"match_id": scenario.send("openMatch", secret).json()["id"]}
    actions = [
        {"type": "stock", "seat": 0, "jewels": ["shoes"]},
        {"type": "stock", "seat": 1, "jewels": ["tiara", "monocle"]},
        {"type": "stock", "seat": 2, "jewels": ["necklace"]},
    ]
    assert scenario.send("playActions", {"actions": actions}, at).is_success
    held = {"seat": 1, "jewels": ["tiara", "tiara"]}
    told = {"step": 0, "held": held, "reason": "Bruno showed the other one when we had finished"}
    scenario.call("identifyCards", told, **at, **{"If-Match": '"4"', "Idempotency-Key": "secret-tiara"})
    return str(at["match_id"])


def refuse(scenario: Scenario, match_id: str) -> None:
    """The problems of an identification in that match, which is at version 5."""
    at = {"match_id": match_id}
    good = scenario.examples["identifyCards"]["request"]
    scenario.refused("identifyCards", "version-conflict", good, **at, **{"If-Match": '"1"'})
    scenario.refused("identifyCards", "idempotency-key-reused", good, **at, **{"Idempotency-Key": "ada-arrives"})
    scenario.refused("identifyCards", "unfit-text", {**good, "reason": "a bell \u0007"}, **at)
    scenario.refused("identifyCards", "not-possible", {**good, "step": 9}, **at)
    contradicting = {"step": 1, "held": {"seat": 1, "jewels": ["shoes"] * 5}}
    scenario.refused("identifyCards", "identification-conflict", contradicting, **at)
