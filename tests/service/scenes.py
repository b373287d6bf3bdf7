"""What the tests of the service play: matches to open, hands to deal, rounds to go through."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import httpx

BASE: Final = "/api/v1"
MATCHES: Final = f"{BASE}/matches"
PLAYERS: Final = f"{BASE}/players"

SAMPLES: Final = Path(__file__).parents[1] / "samples"
NOBODY: Final = "00000000-0000-4000-8000-000000000000"
"""The id of no match and no player."""

THREE: Final[dict[str, Any]] = json.loads((SAMPLES / "klunker-3-open.json").read_text())
"""A whole match of three with open hands, which seat 0, 1 or 2 wins alone."""

JEWELS: Final = ("tongue_piercing", "earrings", "gold_teeth", "shoes", "tiara", "monocle", "necklace")

HANDS: Final = (
    ("shoes", "shoes", "shoes", "tiara", "tiara", "tiara"),
    ("earrings", "earrings", "earrings", "monocle", "monocle", "monocle"),
    ("necklace", "necklace", "necklace", "gold_teeth", "gold_teeth", "gold_teeth"),
)
DEAL: Final[dict[str, Any]] = {"type": "deal", "hands": HANDS}
FIRST: Final[dict[str, Any]] = {"type": "stock", "seat": 0, "jewels": ["shoes"]}
"""What seat 0 may do after `DEAL`."""

ROUND: Final[tuple[dict[str, Any], ...]] = (
    FIRST,
    {"type": "stock", "seat": 1, "jewels": ["earrings"]},
    {"type": "stock", "seat": 2, "jewels": ["necklace"]},
    {"type": "store", "seat": 0, "jewel": "tiara"},
    *({"type": "pass", "seat": seat} for seat in (1, 2, 0)),
    {"type": "buy", "seat": 1, "from": 0},
    {"type": "buy", "seat": 2, "from": 2},
    {"type": "buy", "seat": 0, "from": 1},
)
"""A round after `DEAL`."""


def guests(number: int = 3) -> list[dict[str, str]]:
    """Seats for people nobody knows yet."""
    return [{"name": f"Player {seat}"} for seat in range(number)]


def known(*players: dict[str, Any]) -> list[dict[str, str]]:
    """Seats for people who were made known."""
    return [{"player": player["id"]} for player in players]


def make_player(api: httpx.Client, name: str) -> dict[str, Any]:
    """A person, whoever else is called so."""
    answer = api.post(PLAYERS, json={"name": name, "new": True})
    assert answer.status_code == 201, answer.text
    player: dict[str, Any] = answer.json()
    return player


def open_match(api: httpx.Client, **wanted: Any) -> dict[str, Any]:
    """A match, of three guests with open hands unless something else is wanted."""
    body = {"game": "klunker", "seats": guests(), "options": {"dealing": "open"}} | wanted
    answer = api.post(MATCHES, json=body)
    assert answer.status_code == 201, answer.text
    match: dict[str, Any] = answer.json()
    return match


def later(match: dict[str, Any]) -> dict[str, Any]:
    """What a read tells of a match that has just been opened: neither the tokens nor namesakes nor the position."""
    seats = [{"seat": seat["seat"], "player": seat["player"]} for seat in match["seats"]]
    return {key: value for key, value in match.items() if key != "position"} | {"seats": seats}


def play(api: httpx.Client, match: dict[str, Any], *actions: dict[str, Any], **more: Any) -> httpx.Response:
    """Sends actions; `more` goes to the request."""
    return api.post(f"{MATCHES}/{match['id']}/actions", json={"actions": actions}, **more)


def played(api: httpx.Client, match: dict[str, Any], *actions: dict[str, Any]) -> dict[str, Any]:
    """Sends actions, which are taken."""
    answer = play(api, match, *actions)
    assert answer.status_code == 201, answer.text
    result: dict[str, Any] = answer.json()
    return result


def dealt(api: httpx.Client, **wanted: Any) -> dict[str, Any]:
    """A match in which `HANDS` were dealt: version 2, step 1."""
    match = open_match(api, **wanted)
    played(api, match, DEAL)
    return match


def whole(api: httpx.Client, actions: Sequence[dict[str, Any]] = THREE["actions"], **wanted: Any) -> dict[str, Any]:
    """A match played to its end, `THREE` unless other actions are given; with the position of its last event."""
    match = open_match(api, **wanted)
    return match | {"position": played(api, match, *actions)["position"]}


def drawn(winners: int = 3) -> list[dict[str, Any]]:
    """The actions of a match of three with secret hands in which everybody does the same, and nobody is better.

    With two winners, seat 2 stores one card more, which makes its last set worth less.
    """
    cards = sorted(JEWELS * 3 + tuple(jewel for jewel in JEWELS if jewel != "necklace"))
    actions: list[dict[str, Any]] = []
    for goods in (cards[place : place + 3] for place in range(0, len(cards), 3)):
        actions += ({"type": "stock", "seat": seat, "jewels": goods} for seat in range(3))
        actions += ({"type": "pass", "seat": seat} for seat in range(3))
        actions += ({"type": "buy", "seat": seat, "from": seat} for seat in range(3))
    if winners == 2:
        actions.insert(-4, {"type": "store", "seat": 2, "jewel": "earrings"})
    return actions


def problem(answer: httpx.Response, status: int, name: str) -> dict[str, Any]:
    """The body of `answer`, which is a problem document (RFC 9457) of the kind `name`, and tells no insides."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), answer.text
    body: dict[str, Any] = answer.json()
    assert body["type"] == f"/problems/{name}", body
    assert body["status"] == status
    assert body["title"]
    assert body["detail"]
    assert "Traceback" not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    return body


def items(api: httpx.Client, path: str, **parameters: Any) -> list[dict[str, Any]]:
    """All items of a list, page by page."""
    found: list[dict[str, Any]] = []
    while True:
        answer = api.get(path, params=parameters)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += page["items"]
        if page["next_cursor"] is None:
            return found
        assert page["next_cursor"] != parameters.get("cursor"), "the pages go round in circles"
        parameters["cursor"] = page["next_cursor"]
