"""Tokens: one for a friend who reads along, new ones for the seats."""

from typing import Any, Final

from tests.service.scenario import NOBODY, Scenario

WRONG: Final[dict[str, Any]] = {"createToken": {"label": "For Dario", "role": "king"}}
"""Bodies that aren't of the right form."""

HERE: Final[dict[str, Any]] = {"seat": 2, "token_id": "0123456789abcdef0123"}
NOWHERE: Final[dict[str, Any]] = {"token_id": "nobody"}


def give(scenario: Scenario, match: dict[str, Any]) -> None:
    """Dario reads along for a year, then no longer; Chiara has lost her token, and Bruno goes home."""
    wanted = {"label": "For Dario", "role": "reader", "expires_at": "2120-01-17T00:00:00Z"}
    token = scenario.call("createToken", wanted, **{"Idempotency-Key": "dario"})
    scenario.call("listTokens", role="reader", limit=1)
    scenario.call("revokeToken", token_id=token["id"])
    scenario.call("replaceSeatToken", match_id=match["id"], seat=2, **{"Idempotency-Key": "chiara-again"})
    scenario.call("revokeSeatToken", match_id=match["id"], seat=1)


def refuse(scenario: Scenario, match: dict[str, Any]) -> None:
    """The problems of tokens."""
    good = scenario.examples["createToken"]["request"]
    reused = {"Idempotency-Key": "ada-arrives"}
    scenario.refused("createToken", "idempotency-key-reused", good, **reused)
    scenario.refused("createToken", "unfit-text", {**good, "label": " "})
    scenario.refused("createToken", "unfit-token", {"label": "Seat 0", "role": "seat", "match": NOBODY, "seat": 0})
    scenario.refused("replaceSeatToken", "idempotency-key-reused", match_id=match["id"], seat=2, **reused)
