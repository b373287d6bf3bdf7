"""Tokens: one for a friend who reads along, new ones for the seats; invitations for phones."""

from typing import Any, Final

from service.http.negotiation import SVG
from service.http.qr import PNG, svg_of
from tests.service.scenario import NOBODY, Scenario

WRONG: Final[dict[str, Any]] = {
    "createToken": {"label": "For Dario", "role": "king"},
    "createInvitation": {"role": "owner"},
}
"""Bodies that aren't of the right form."""

HERE: Final[dict[str, Any]] = {"seat": 2, "token_id": "0123456789abcdef0123", "invitation_id": NOBODY}
NOWHERE: Final[dict[str, Any]] = {"token_id": "nobody", "invitation_id": NOBODY}

CODE: Final = "7GK2MX"
"""The code that stands in examples, and where it leads."""
URL: Final = f"http://192.168.1.5:8000/join/{CODE}"


def give(scenario: Scenario, match: dict[str, Any]) -> None:
    """Dario reads along for a year, then no longer; Chiara has lost her token, and Bruno goes home."""
    wanted = {"label": "For Dario", "role": "reader", "expires_at": "2120-01-17T00:00:00Z"}
    token = scenario.call("createToken", wanted, **{"Idempotency-Key": "dario"})
    scenario.call("listTokens", role="reader", limit=1)
    scenario.call("listAudit", action="createToken", limit=1)
    scenario.call("revokeToken", token_id=token["id"])
    scenario.call("replaceSeatToken", match_id=match["id"], seat=2, **{"Idempotency-Key": "chiara-again"})
    scenario.call("revokeSeatToken", match_id=match["id"], seat=1)


def invite(scenario: Scenario, match: dict[str, Any]) -> None:
    """Bruno is to join with his phone; then he borrows another one."""
    wanted = {"role": "seat", "match": match["id"], "seat": 1, "label": "Bruno's phone", "uses": 3}
    invitation = scenario.call("createInvitation", wanted, **{"Idempotency-Key": "bruno-joins"})
    scenario.examples["createInvitation"]["forms"] = {SVG: svg_of(URL), PNG: "\ufffdPNG\r\n\u001a\n"}
    scenario.call("listInvitations", limit=1)
    scenario.call("getInvitation", invitation_id=invitation["id"])
    scenario.call("withdrawInvitation", invitation_id=invitation["id"])


def refuse(scenario: Scenario, match: dict[str, Any]) -> None:
    """The problems of tokens and invitations."""
    good = scenario.examples["createToken"]["request"]
    reused = {"Idempotency-Key": "ada-arrives"}
    invitation = scenario.examples["createInvitation"]["request"]
    scenario.refused("createInvitation", "idempotency-key-reused", invitation, **reused)
    scenario.refused("createInvitation", "unfit-text", {**invitation, "label": "a bell \u0007"})
    scenario.refused("createInvitation", "unfit-token", {**invitation, "match": NOBODY})
    scenario.refused("createToken", "idempotency-key-reused", good, **reused)
    scenario.refused("createToken", "unfit-text", {**good, "label": " "})
    scenario.refused("createToken", "unfit-token", {"label": "Seat 0", "role": "seat", "match": NOBODY, "seat": 0})
    scenario.refused("replaceSeatToken", "idempotency-key-reused", match_id=match["id"], seat=2, **reused)
