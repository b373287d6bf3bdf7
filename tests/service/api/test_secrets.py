"""What is hidden stays hidden: whoever may not know the hands gets the same bytes whatever they are."""

import re
from typing import Any

import httpx
import pytest

from tests.service.scenes import MATCHES, THREE, items, known, make_player, open_match, play, played, whole

# Each seat shows these in the first round; what else it holds differs from table to table.
SHOWN = (("shoes", "tiara"), ("earrings", "monocle"), ("shoes", "earrings"))
HELD = (
    (("gold_teeth",) * 4, ("tongue_piercing",) * 4, ("gold_teeth", "tongue_piercing") * 2),
    (("necklace",) * 4, ("gold_teeth", "necklace") * 2, ("tongue_piercing",) * 4),
)
SECRET = {"gold_teeth", "tongue_piercing", "necklace"}
ITALIAN = {"denti d'oro", "piercing", "collana"}

ACTIONS: tuple[dict[str, Any], ...] = (
    *({"type": "stock", "seat": seat, "jewels": SHOWN[seat][:1]} for seat in range(3)),
    *({"type": "store", "seat": seat, "jewel": SHOWN[seat][1]} for seat in range(3)),
    *({"type": "pass", "seat": seat} for seat in range(3)),
    *({"type": "buy", "seat": seat, "from": (seat + 1) % 3} for seat in range(3)),
)
REFILL: tuple[tuple[tuple[str, ...], ...], ...] = ((("necklace",) * 2,) * 3, (("gold_teeth",) * 2,) * 3)

PARTS = ("", "/state", "/legal-actions", "/choices", "/events", "/history", "/scoreboard", "/replay")


def hands(table: int) -> list[tuple[str, ...]]:
    return [shown + held for shown, held in zip(SHOWN, HELD[table], strict=True)]


@pytest.fixture(scope="module")
def tables(api: httpx.Client) -> list[dict[str, Any]]:
    """Two running matches of the same people that differ in nothing but the cards in hand."""
    players = [make_player(api, name) for name in ("Ada", "Bob", "Eve")]
    matches = []
    for table in (0, 1):
        match = open_match(api, seats=known(*players), place=f"Table {table}", played_on="2024-05-01")
        deal = {"type": "deal", "hands": hands(table)}
        refill = {"type": "deal", "hands": REFILL[table]}
        result = played(api, match, deal, *ACTIONS, refill)
        matches.append(match | {"position": result["position"], "last": result["step"]})
    return matches


def told(client: httpx.Client, match: dict[str, Any], **parameters: Any) -> dict[str, str]:
    """All that `client` is told of a match, with what two matches can't have in common replaced."""
    path = f"{MATCHES}/{match['id']}"
    steps = range(match["last"] + 1)
    waiting = {"after_position": match["position"]}
    asked: list[tuple[str, dict[str, Any], dict[str, str]]] = []
    for language in ("en", "it"):
        asked += (
            (part, parameters | (waiting if part in {"/history", "/scoreboard"} else {}), {"Accept-Language": language})
            for part in PARTS
            if not (part in {"/legal-actions", "/choices"} and parameters)
        )
        asked += ((f"/replay/steps/{step}", parameters, {"Accept-Language": language}) for step in steps)
        asked += (
            (part, parameters, {"Accept": "application/x-ndjson", "Accept-Language": language})
            for part in ("/events", "/replay")
        )
    asked += (("/state", parameters | {"step": step}, {}) for step in steps)
    answers = {}
    for part, query, headers in asked:
        answer = client.get(path + part, params=query, headers=headers)
        assert answer.status_code in {200, 403}, answer.text
        told = f"{answer.status_code} {dict(answer.headers) | {'date': ''}} {answer.text}"
        answers[f"{part} {query} {headers}".replace(str(match["position"]), "P")] = _plain(told, match)
    filters = {"place": match["place"], **waiting}
    answers["listed"] = _plain(client.get(MATCHES, params=filters).text, match)
    return answers


def _plain(text: str, match: dict[str, Any]) -> str:
    text = text.replace(match["id"], "ID").replace(match["place"], "PLACE")
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", text)
    text = re.sub(r'"position":\d+', '"position":P', text)
    return re.sub(r"'content-length': '\d+'", "", text)  # times have more or fewer digits


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [None, "public"])
def test_the_public_is_told_the_same_whatever_the_hands_are(
    public: httpx.Client, api: httpx.Client, tables: list[dict[str, Any]], viewer: str | None
) -> None:
    client, parameters = (public, {}) if viewer is None else (api, {"viewer": viewer})
    one, other = (told(client, match, **parameters) for match in tables)
    if viewer is not None:  # who may see more sees more in the list
        one.pop("listed")
        other.pop("listed")
    assert one.keys() == other.keys()
    for what, answer in one.items():
        assert answer == other[what], what


@pytest.mark.parametrize("seat", [0, *(pytest.param(seat, marks=pytest.mark.slow) for seat in (1, 2))])
def test_a_seat_is_told_the_same_whatever_the_others_hold(
    api: httpx.Client, tables: list[dict[str, Any]], seat: int
) -> None:
    """A third table has the hand of `seat` from the first one, and the others' from the second."""
    players = [seat["player"] for seat in tables[0]["seats"]]
    mixed = [hands(0 if n == seat else 1)[n] for n in range(3)]
    refill = [REFILL[0 if n == seat else 1][n] for n in range(3)]
    match = open_match(api, seats=known(*players), place=tables[0]["place"], played_on="2024-05-01")
    result = played(api, match, {"type": "deal", "hands": mixed}, *ACTIONS, {"type": "deal", "hands": refill})
    match |= {"position": result["position"], "last": result["step"]}
    one, other = (told(api, table, viewer=f"seat:{seat}") for table in (tables[0], match))
    one.pop("listed")
    other.pop("listed")
    assert one == other


@pytest.mark.slow
def test_no_hidden_card_is_named_to_the_public(
    public: httpx.Client, api: httpx.Client, tables: list[dict[str, Any]]
) -> None:
    names = SECRET | ITALIAN | {name.replace("_", " ") for name in SECRET}
    for match in tables:
        for what, answer in told(public, match).items():
            assert not {name for name in names if name in answer}, what
        recorded = " ".join(told(api, match).values())
        assert all(name in recorded for name in SECRET - ({"tongue_piercing"} if match is tables[1] else set()))


def test_a_refusal_tells_the_public_nothing(public: httpx.Client, tables: list[dict[str, Any]]) -> None:
    """What isn't allowed is refused before the cards are looked at."""
    action = {"type": "stock", "seat": 0, "jewels": ["necklace"]}
    answers = [play(public, match, action) for match in tables]
    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize("keep_secrets", [False, True])
def test_after_the_end_all_is_shown_unless_secrets_are_kept(
    public: httpx.Client, api: httpx.Client, keep_secrets: bool
) -> None:
    match = whole(api, options=THREE["options"] | {"keep_secrets": keep_secrets})
    path = f"{MATCHES}/{match['id']}"
    wait = {"after_position": match["position"]}
    reads = {
        "state": public.get(f"{path}/state").text,
        "first": public.get(f"{path}/state", params={"step": 1}).text,
        "events": str(items(public, f"{path}/events")),
        "history": str(items(public, f"{path}/history", **wait)),
        "replay": str(items(public, f"{path}/replay")),
        "frame": public.get(f"{path}/replay/steps/1").text,
        "lines": public.get(f"{path}/events", headers={"Accept": "application/x-ndjson"}).text,
    }
    for what, text in reads.items():
        assert ("hidden" in text) is keep_secrets, what
    assert "hidden" not in api.get(f"{path}/replay/steps/1").text
    asked = public.get(f"{path}/state", params={"viewer": "seat:0", "step": 1})
    assert asked.status_code == (403 if keep_secrets else 200)
    standings = public.get(path).json()["standings"]
    assert [standing["seat"] for standing in standings if standing["winner"]] == THREE["end"]["winners"]
