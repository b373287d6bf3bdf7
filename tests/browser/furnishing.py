"""What the demonstration lacks, for pages to be looked at in every state: matches that go on, notes, results, slips."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import urlencode

import httpx

from domain.registry import GAMES
from tests.browser.recorder import sample
from tests.service.api.importing import some_imports
from tests.service.results import arbiter, dispute, ruling, sealed, set_pin
from tests.service.scenes import BASE, MATCHES, known, make_player, open_match, played, whole
from tests.service.slips import slip

Page = tuple[str, str]
"""Its name, and its path with a query."""

RUNNING: Final = {
    "chess": ("chess-opera-1858", 20),
    "dschunke": ("dschunke-standard-4-open", 60),
    "halunken": ("halunken-standard-4", 31),
    "klunker": ("klunker-3-open", 19),
    "sheet": ("sheet-catan-3", 6),
}
"""The sample that a match of each game goes on with, and how far."""

NAMES: Final = ("Ada", "Bruno", "Chiara", "Maximiliane von und zu Hohenstein")
NOTE: Final = "Why *not* the other way round? Bruno would have had to answer, and the market was still open."
CHOICES: Final = 3
"""So many of what can be chosen in a running match are opened."""


def furnish(api: httpx.Client) -> list[Page]:
    """Adds it; gives the pages that show it and that :func:`tests.browser.site_pages.pages_of` doesn't know of."""
    people = [make_player(api, name) for name in NAMES]
    some_imports(api)
    pages = [
        *(page for key in GAMES for page in _running(api, key, people)),
        *_results(api, people),
        *_second_record(api, people),
        *_slip(api, people),
        *_unknown_cards(api, people),
    ]
    newest = open_match(api, seats=known(*people[:3]), visibility="private")["position"]
    for key in GAMES:
        asked = {"game": key, "status": "finished", "limit": 1, "after_position": newest}
        ended = api.get(MATCHES, params=asked).json()["items"][0]
        pages += _noted(api, key, ended)
        opened = _series(api, key, ended)
    seen = {"after_position": opened["position"]}
    assert {api.get(path, params=seen).status_code for path in (MATCHES, f"{BASE}/series")} == {200}
    return pages


def _running(api: httpx.Client, key: str, people: list[dict[str, Any]]) -> Iterator[Page]:
    name, steps = RUNNING[key]
    told = sample(name)
    seats = known(*people[: told["seats"]])
    match = open_match(api, game=key, options=told["options"], seats=seats, place="Bologna")
    played(api, match, *told["actions"][:steps])
    for choice in range(CHOICES):
        yield f"plain-choose-{key}-{choice}", f"/matches/{match['id']}/record?choice={choice}"
    yield f"guest-running-{key}", f"/matches/{match['id']}"


def _noted(api: httpx.Client, key: str, ended: dict[str, Any]) -> Iterator[Page]:
    """A step with comments, signs and marks, and a variation that leaves there."""
    path, steps = f"{MATCHES}/{ended['id']}", api.get(f"{MATCHES}/{ended['id']}/history", params={"limit": 1000})
    move = next(step for step in steps.json()["items"][ended["step"] // 2 :] if step["action"].get("seat") is not None)
    marks = [
        {"type": "highlight", "place": "seat:0", "colour": "yellow"},
        {"type": "arrow", "from": "seat:1", "to": "seat:0", "colour": "red"},
        {"type": "highlight", "place": "seat:0:gone:3", "colour": "blue"},
    ]
    for content in (
        {"kind": "comment", "text": NOTE},
        {"kind": "glyphs", "glyphs": [5]},
        {"kind": "marks", "marks": marks},
        {"kind": "tags", "tags": ["opening"]},
    ):
        written = api.post(f"{path}/annotations", json={"step": move["step"], "content": content, "audience": "public"})
        assert written.status_code == 201, written.text
    body = {"step": move["step"] - 1, "actions": [move["action"]], "title": "What if?", "audience": "public"}
    assert api.post(f"{path}/variations", json=body).status_code == 201
    for who in ("", "guest-"):
        yield f"{who}noted-{key}", f"/matches/{ended['id']}?step={move['step']}"


def _series(api: httpx.Client, key: str, ended: dict[str, Any]) -> dict[str, Any]:
    players = [seat["player"]["id"] for seat in ended["seats"]]
    body = {"game": key, "title": "Evenings", "players": players, "matches": [ended["id"]]}
    answer = api.post(f"{BASE}/series", json=body)
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


def _results(api: httpx.Client, people: list[dict[str, Any]]) -> Iterator[Page]:
    """Results that are disputed, can be confirmed with a PIN, and were changed by an arbiter."""
    seats = known(*people[:3])
    disputed, confirmed = whole(api, seats=seats), sealed(api, seats=seats)
    assert set_pin(api, people[0]["id"]).is_success
    assert set_pin(api, people[1]["id"]).is_success
    assert dispute(api, disputed, 0).is_success
    changed = {"place": "Bologna"}
    assert api.patch(f"{MATCHES}/{confirmed['id']}", json=changed, headers=ruling(api)).is_success
    for name, match in (("disputed", disputed), ("sealed", confirmed)):
        for who in ("", "arbiter-", "guest-"):
            yield f"{who}result-{name}", f"/matches/{match['id']}/result"


def _second_record(api: httpx.Client, people: list[dict[str, Any]]) -> Iterator[Page]:
    """Two records of a match that differ, both ended."""
    told = sample("klunker-3-open")
    match = open_match(api, seats=known(*people[:3]))
    second = api.post(f"{MATCHES}/{match['id']}/second-record").json()["match"]
    played(api, match, *told["actions"][:12])
    played(api, {"id": second}, *told["actions"][:9])
    for one in (match["id"], second):
        assert api.post(f"{MATCHES}/{one}/conclusion", json={}).is_success
    yield "compared", f"/matches/{match['id']}/comparison"


def _slip(api: httpx.Client, people: list[dict[str, Any]]) -> Iterator[Page]:
    """What was refused, with what may have happened before it."""
    slipped, match = slip(), open_match(api, options={"dealing": "open"}, seats=known(*people[:3]))
    played(api, match, *slipped.before)
    yield "adjust-refused", f"/matches/{match['id']}/record/adjust?{urlencode({'action': json.dumps(slipped.stored)})}"
    yield "adjust-choice", f"/matches/{match['id']}/record/adjust?choice=0"


def _unknown_cards(api: httpx.Client, people: list[dict[str, Any]]) -> Iterator[Page]:
    """Hands that were dealt secretly, some cards of which were seen later."""
    told = sample("klunker-5-secret")
    others = [make_player(api, "Emma")]
    match = open_match(api, options=told["options"], seats=known(*people, *others))
    played(api, match, *told["actions"][:20])
    yield "identify-hands", f"/matches/{match['id']}/record/identify/20"
    yield "identify-cards", f"/matches/{match['id']}/record/identify/20?choice=0"


def visitors(api: httpx.Client) -> Callable[[str], dict[str, str]]:
    """Who looks at a page, by its name: the header of a session, which is the owner's unless the name says it."""
    owner, judge = _session(api, api.headers["authorization"]), _session(api, arbiter(api)["Authorization"])

    def headers_of(name: str) -> dict[str, str]:
        return {} if name.startswith("guest-") else judge if name.startswith("arbiter-") else owner

    return headers_of


def is_plain(name: str) -> bool:
    """Whether a page is looked at without script, by its name."""
    return name.startswith("plain-")


def _session(api: httpx.Client, authorization: str) -> dict[str, str]:
    """The cookie of a browser that has signed in."""
    form = {"to": "/", "token": authorization.removeprefix("Bearer ")}
    headers = {"Authorization": "", "Sec-Fetch-Site": "same-origin"}
    answer = api.post("/sign-in", data=form, headers=headers, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
