"""What the tests say to results: confirmations, disputes, seals, and the tokens that it takes."""

from typing import Any, Final

import httpx

from tests.service.scenes import BASE, MATCHES, PLAYERS, whole

PIN: Final = "0417"


def bearer(token: str) -> dict[str, str]:
    """The header with a token."""
    return {"Authorization": f"Bearer {token}"}


def make_token(api: httpx.Client, **wanted: Any) -> dict[str, Any]:
    """A token, with its id."""
    answer = api.post(f"{BASE}/tokens", json={"label": "a test", **wanted})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def arbiter(api: httpx.Client) -> dict[str, str]:
    """The header with the token of an arbiter."""
    return bearer(make_token(api, role="arbiter")["token"])


def ruling(api: httpx.Client, reason: str = "A card was counted twice") -> dict[str, str]:
    """The headers of an arbiter who changes what is sealed."""
    return arbiter(api) | {"Arbiter-Reason": reason}


def result_of(api: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    """The result of a match that has ended."""
    answer: dict[str, Any] = api.get(f"{MATCHES}/{match['id']}").json()["result"]
    return answer


def confirm(api: httpx.Client, match: dict[str, Any], seat: int, **more: Any) -> httpx.Response:
    """A seat takes the result as it is now, by its own token unless `more` has a PIN."""
    headers = {} if "pin" in more else bearer(match["seats"][seat]["token"])
    body = {"seat": seat, "result": result_of(api, match)["since"]} | more
    return api.post(f"{MATCHES}/{match['id']}/confirmations", json=body, headers=headers)


def dispute(api: httpx.Client, match: dict[str, Any], seat: int, **more: Any) -> httpx.Response:
    """A seat doesn't take the result."""
    headers = {} if "pin" in more else bearer(match["seats"][seat]["token"])
    body = {"seat": seat, "step": 3, "comment": "It was a necklace"} | more
    return api.post(f"{MATCHES}/{match['id']}/disputes", json=body, headers=headers)


def set_pin(api: httpx.Client, player: str, pin: str = PIN, **more: Any) -> httpx.Response:
    """Somebody sets a PIN."""
    return api.put(f"{PLAYERS}/{player}/pin", json={"pin": pin}, **more)


def sealed(api: httpx.Client, **wanted: Any) -> dict[str, Any]:
    """A match whose result all seats have confirmed; with the position of its last event."""
    match = whole(api, **wanted)
    answers = [confirm(api, match, seat) for seat in range(len(match["seats"]))]
    assert [answer.status_code for answer in answers] == [201] * len(answers), answers[-1].text
    return match | {"position": answers[-1].json()["position"]}
