"""What a seat claims of cards, and the record knows better: a match in which a hand was identified."""

from typing import Any

from tests.service.scenario import Scenario


def claim(scenario: Scenario, match: dict[str, Any], opening: dict[str, Any]) -> None:
    """Bruno places necklaces which were seen in Ada's hand, again and again; then such things are for the recorder."""
    seats = [{"player": seat["player"]["id"]} for seat in match["seats"]]
    secret = {**opening, "seats": seats, "options": {"dealing": "secret"}, "note": "Ada showed her hand to us"}
    opened = scenario.send("openMatch", secret).json()
    at = {"match_id": opened["id"]}
    held = {"step": 0, "held": {"seat": 0, "jewels": ["necklace"] * 6}}
    assert scenario.send("identifyCards", held, at).is_success
    placed = {"actions": [{"type": "stock", "seat": 0, "jewels": ["necklace"]}]}
    assert scenario.send("playActions", placed, at).is_success
    claimed = {"actions": [{"type": "stock", "seat": 1, "jewels": ["necklace"] * 5}]}
    bruno = {"Authorization": f"Bearer {opened['seats'][1]['token']}"}
    for _ in range(3):
        scenario.keep("playActions", "contradicts-record", scenario.send("playActions", claimed, at, headers=bruno))
    scenario.keep("playActions", "needs-recorder", scenario.send("playActions", claimed, at, headers=bruno))
    scenario.call("listRefusedClaims", **at)
