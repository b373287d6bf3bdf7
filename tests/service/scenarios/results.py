"""Results that hold: another match of the same people, confirmed, disputed, sealed, and changed by an arbiter."""

from typing import Any, Final

from tests.service.scenario import Scenario

WRONG: Final[dict[str, Any]] = {
    "setPin": {"pin": 417},
    "setConsent": {"agreed": "yes"},
    "confirmResult": {"seat": "0", "result": 1},
    "disputeResult": {"seat": 0, "step": 3},
    "withdrawDispute": {"pin": "four"},
    "decideDispute": {"reason": None},
    "sealResult": {"why": "They have gone home"},
}
"""Bodies that aren't of the right form."""

PIN: Final = "0417"
REASON: Final = {"Arbiter-Reason": "A card was counted twice"}

SEALED: Final[tuple[tuple[str, Any], ...]] = (
    ("playActions", {"actions": [{"type": "pass", "seat": 0}]}),
    ("correctMatch", {"note": "Club evening"}),
    ("retractActions", {"to_step": 6}),
    ("restoreActions", {"version": 10}),
    ("amendActions", {"step": 2, "actions": []}),
    ("concludeMatch", {}),
    ("abandonMatch", {}),
    ("reopenMatch", {}),
    ("identifyCards", {"step": 0, "held": {"seat": 1, "jewels": ["tiara"]}}),
    ("removeMatch", None),
    ("confirmResult", {"seat": 0, "result": 1, "pin": PIN}),
    ("disputeResult", {"seat": 0, "step": 3, "comment": "No", "pin": PIN}),
)
"""What nobody does to a sealed match."""


def agree(scenario: Scenario, match: dict[str, Any], opening: dict[str, Any], actions: list[Any]) -> None:
    """All that is said to the result of another match by the people of `match`."""
    arbiter = scenario.send("createToken", {"label": "The arbiter", "role": "arbiter"}).json()["token"]
    scenario.bearers |= {"decideDispute": arbiter, "sealResult": arbiter}
    seats = [{"player": seat["player"]["id"]} for seat in match["seats"]]
    final = {"match_id": scenario.send("openMatch", {**opening, "seats": seats, "note": "The final"}).json()["id"]}
    confirmed = {"seat": 0, "result": 1, "pin": PIN}
    scenario.refused("confirmResult", "not-possible", {**confirmed, "seat": 7}, **final)
    end = scenario.send("playActions", {"actions": actions}, final).json()
    for seat in seats:
        scenario.call("setPin", {"pin": PIN}, player_id=seat["player"])
        scenario.call("setConsent", {"agreed": True}, player_id=seat["player"])
        scenario.call("getConsent", player_id=seat["player"])
    confirmed = {"seat": 0, "result": end["version"], "pin": PIN}
    disputed = {"seat": 1, "step": 12, "comment": "Bruno stored the other one", "pin": PIN}
    scenario.call("disputeResult", disputed, **final)
    scenario.refused("disputeResult", "not-possible", {**disputed, "step": 999}, **final)
    scenario.refused("disputeResult", "unfit-text", {**disputed, "comment": "a bell \u0007"}, **final)
    reason = {"reason": "All have seen it as it is recorded"}
    scenario.refused("sealResult", "not-possible", reason, **final)
    scenario.call("decideDispute", reason, **final, seat=1)
    scenario.send("disputeResult", disputed, final)
    scenario.call("withdrawDispute", {"pin": PIN}, **final, seat=1)
    scenario.refused("withdrawDispute", "not-possible", {"pin": PIN}, **final, seat=1)
    scenario.refused("decideDispute", "not-possible", reason, **final, seat=1)
    scenario.refused("decideDispute", "unfit-text", {"reason": "a bell \u0007"}, **final, seat=1)
    scenario.refused("sealResult", "unfit-text", {"reason": "a bell \u0007"}, **final)
    scenario.call("confirmResult", confirmed, **final)
    for name, body in (("confirmResult", confirmed), ("disputeResult", disputed)):
        scenario.refused(name, "wrong-pin", {**body, "pin": "0418"}, **final)
    scenario.refused("withdrawDispute", "wrong-pin", {"pin": "0418"}, **final, seat=2)
    weak = scenario.send("createToken", {"label": "The tablet", "role": "recorder"}).json()["token"]
    changed = scenario.send("setPin", {"pin": "2222"}, {"player_id": seats[0]["player"]}, headers=_bearer(weak))
    scenario.keep("setPin", "wrong-pin", changed)
    scenario.call("sealResult", {"reason": "Chiara has gone home"}, **final)
    for name, refused in SEALED:
        scenario.refused(name, "result-sealed", refused, **final)
    scenario.refused("withdrawDispute", "result-sealed", {"pin": PIN}, **final, seat=1)
    scenario.refused("decideDispute", "result-sealed", reason, **final, seat=1)
    scenario.refused("sealResult", "result-sealed", reason, **final)
    corrected = scenario.send(
        "correctMatch", {"note": "The final, in the kitchen"}, final, headers=_bearer(arbiter) | REASON
    )
    assert corrected.is_success, corrected.text
    scenario.call("listChanges", **final)


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
