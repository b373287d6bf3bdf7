"""Cards that were unknown and are told later, over HTTP."""

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from domain.kernel.unknowns import HasUnknowns
from domain.registry import GAMES
from tests.service.scenes import (
    BASE,
    MATCHES,
    SAMPLES,
    guests,
    items,
    known,
    make_player,
    open_match,
    played,
    problem,
    whole,
)

ACTIONS = [
    {"type": "stock", "seat": 0, "jewels": ["tiara"]},
    {"type": "stock", "seat": 1, "jewels": ["shoes", "shoes"]},
    {"type": "stock", "seat": 2, "jewels": ["monocle"]},
    {"type": "store", "seat": 0, "jewel": "tiara"},
]
TOLD = {"step": 1, "held": {"seat": 1, "jewels": ["shoes", "shoes", "necklace"]}, "reason": "He showed the necklace."}
NDJSON = {"Accept": "application/x-ndjson"}
VARYING = re.compile(r'[0-9a-f]{8}-[0-9a-f-]{27}|"[0-9-]{10}T[^"]*"|"position":\d+')


def secret(api: httpx.Client, **options: Any) -> dict[str, Any]:
    match = open_match(api, options={"dealing": "secret", **options})
    return match | played(api, match, *ACTIONS) | {"path": f"{MATCHES}/{match['id']}"}


def identify(api: httpx.Client, match: dict[str, Any], **changed: Any) -> httpx.Response:
    return api.post(f"{match['path']}/identifications", json=TOLD | changed)


def identified(api: httpx.Client, match: dict[str, Any], **changed: Any) -> dict[str, Any]:
    answer = identify(api, match, **changed)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def hand(client: httpx.Client, match: dict[str, Any], step: int, viewer: str, seat: int = 1) -> list[str]:
    view = client.get(f"{match['path']}/state", params={"step": step, "viewer": viewer}).json()["view"]
    shown: list[str] = view["seats"][seat]["hand"]
    return shown


def test_the_cards_are_seen_from_the_step_on_at_which_they_were_held(api: httpx.Client, public: httpx.Client) -> None:
    match = secret(api)
    made = identified(api, match)
    assert (made["version"], made["step"], made["dry_run"]) == (6, 4, False)
    for viewer in ("recorder", "seat:1"):
        hands = [hand(api, match, step, viewer) for step in range(5)]
        assert hands == [
            ["unknown"] * 6,
            ["shoes", "shoes", "necklace", *["unknown"] * 3],
            *[["necklace", *["unknown"] * 3]] * 3,
        ]
    for viewer, client in (("seat:0", api), ("public", public)):
        assert [set(hand(client, match, step, viewer)) for step in range(5)] == [{"hidden"}] * 5
    frame = api.get(f"{match['path']}/replay/steps/1", params={"viewer": "seat:1"}).json()
    assert frame["view"]["seats"][1]["hand"][:3] == ["shoes", "shoes", "necklace"]
    assert api.get(match["path"]).json()["version"] == 6


def test_the_event_tells_the_cards_to_those_who_may_know_them(api: httpx.Client, public: httpx.Client) -> None:
    match = secret(api)
    (event,) = identified(api, match)["events"]
    assert (event["type"], event["version"], event["step"]) == ("identified", 6, 4)
    assert event["facts"] == TOLD | {"seat": 1}
    for client, viewer, told in (
        (api, "recorder", event["facts"]),
        (api, "seat:1", event["facts"]),
        (api, "seat:2", {"step": 1, "seat": 1}),
        (public, "public", {"step": 1, "seat": 1}),
    ):
        events = items(client, f"{match['path']}/events", viewer=viewer)
        assert events[-1]["facts"] == told
        lines = client.get(f"{match['path']}/events", params={"viewer": viewer}, headers=NDJSON).text.splitlines()
        assert [json.loads(line) for line in lines] == events


def test_nobody_else_can_tell_which_cards_it_was(api: httpx.Client, public: httpx.Client) -> None:
    """Byte by byte, but for ids, times, and places in the log of all matches."""
    answers = []
    seats = known(*(make_player(api, name) for name in ("Ada", "Bob", "Eve")))
    for jewel in ("necklace", "gold_teeth"):
        match = open_match(api, seats=seats, options={"dealing": "secret"}, played_on="2026-11-27")
        match |= {"path": f"{MATCHES}/{match['id']}"}
        played(api, match, *ACTIONS)
        held = {"seat": 1, "jewels": ["shoes", "shoes", jewel]}
        after = {"after_position": identified(api, match, held=held, reason=f"It was {jewel}.")["position"]}
        parts = ("/events", "/state", "/replay", "")
        texts = [public.get(f"{match['path']}{part}").text for part in parts]
        texts += [public.get(f"{match['path']}/{part}", params=after).text for part in ("history", "scoreboard")]
        texts += [api.get(f"{match['path']}{part}", params={"viewer": "seat:2"}).text for part in parts]
        answers.append([VARYING.sub("", text) for text in texts])
    assert answers[0] == answers[1]


def test_a_contradiction_names_both_places(api: httpx.Client, stored: Callable[[], Any]) -> None:
    match = secret(api)
    before = stored()
    for changed, place, clause in (
        ({"step": 1, "held": {"seat": 1, "jewels": ["necklace"] * 5}}, 2, "K3.1"),
        ({"step": 4, "held": {"seat": 1, "jewels": ["necklace"] * 5}}, 2, "K1.4"),
        ({"step": 3, "held": {"seat": 1, "jewels": ["necklace"] * 7}}, 3, "K1.4"),
    ):
        for dry_run in (False, True):
            refused = problem(identify(api, match, **changed, dry_run=dry_run), 409, "identification-conflict")
            assert (refused["step"], refused["conflicting_step"], refused["clause"]) == (changed["step"], place, clause)
    assert stored() == before


def test_a_dry_run_writes_nothing(api: httpx.Client, stored: Callable[[], Any]) -> None:
    match = secret(api)
    before = stored()
    made = identified(api, match, dry_run=True)
    assert (made["version"], made["step"], made["dry_run"], made["events"]) == (5, 4, True, [])
    assert stored() == before
    headers = {"If-Match": '"3"'}
    problem(
        api.post(f"{match['path']}/identifications", json=TOLD | {"dry_run": True}, headers=headers),
        412,
        "version-conflict",
    )


@pytest.mark.parametrize(
    ("changed", "status", "kind", "pointer"),
    [
        ({"step": 5}, 422, "not-possible", "/step"),
        ({"held": {"seat": 3, "jewels": ["tiara"]}}, 422, "not-possible", "/held/seat"),
        ({"held": {"seat": 1, "jewels": []}}, 422, "not-possible", "/held"),
        ({"step": 2, "held": {"seat": 1, "jewels": []}}, 422, "not-possible", "/held"),
        ({"step": -1}, 400, "invalid-request", "/step"),
        ({"held": {"seat": 1, "jewels": ["ruby"]}}, 400, "invalid-request", "/held/jewels/0"),
        ({"held": {"seat": 1}}, 400, "invalid-request", "/held"),
        ({"held": {"seat": 1, "jewels": ["tiara"], "goods": []}}, 400, "invalid-request", "/held"),
        ({"held": ["tiara"]}, 400, "invalid-request", "/held"),
        ({"seat": 1}, 400, "invalid-request", ""),
        ({"reason": "x" * 4001}, 422, "unfit-text", "/reason"),
    ],
)
def test_what_can_not_be_identified(
    api: httpx.Client, changed: Any, status: int, kind: str, pointer: str, stored: Callable[[], Any]
) -> None:
    match = secret(api)
    before = stored()
    assert problem(identify(api, match, **changed), status, kind).get("pointer", "") == pointer
    assert stored() == before


def test_games_without_unknown_cards_have_nothing_to_identify(api: httpx.Client) -> None:
    for key, game in GAMES.items():
        schema = api.get(f"{BASE}/games/{key}").json()["identification_schema"]
        assert (schema is not None) is isinstance(game, HasUnknowns)
        if schema is None:
            setup = game.demos[0]
            match = open_match(api, game=key, seats=guests(setup.seats), options={})
            refused = problem(identify(api, {"path": f"{MATCHES}/{match['id']}"}, step=0), 422, "not-possible")
            assert "knows every card" in refused["detail"]


def test_where_hands_are_open_nothing_is_unknown(api: httpx.Client) -> None:
    match = open_match(api)
    refused = problem(identify(api, {"path": f"{MATCHES}/{match['id']}"}, step=0), 409, "identification-conflict")
    assert (refused["step"], refused["conflicting_step"], refused["clause"]) == (0, 0, "K1.4")


def test_a_retry_makes_no_second_event(api: httpx.Client) -> None:
    match = secret(api)
    headers = {"Idempotency-Key": f"identify-{match['path']}"}
    one, other = (api.post(f"{match['path']}/identifications", json=TOLD, headers=headers).json() for _ in range(2))
    assert one == other
    assert api.get(match["path"]).json()["version"] == 6
    assert problem(identify(api, match), 422, "not-possible")["pointer"] == "/held"


@pytest.mark.slow
def test_taken_back_and_restored_with_its_step(api: httpx.Client) -> None:
    match = secret(api)
    identified(api, match, step=2, held={"seat": 0, "jewels": ["earrings"]})
    back = api.post(f"{match['path']}/retractions", json={"to_step": 1}).json()
    events = items(api, f"{match['path']}/events", include="retracted")
    marked = {event["version"]: event["retracted_by"] for event in events if "retracted_by" in event}
    assert marked == {3: 7, 4: 7, 5: 7, 6: 7}
    assert [event["type"] for event in items(api, f"{match['path']}/events")] == ["opened", "played", "retracted"]
    api.post(f"{match['path']}/restorations", json={"version": back["version"]})
    assert hand(api, match, 4, "recorder", seat=0)[0] == "earrings"
    stands = [event["type"] for event in items(api, f"{match['path']}/events")]
    assert stands == ["opened", "played", "retracted", "retracted", "played", "identified", "played", "played"]


def test_an_amendment_that_it_stands_in_the_way_of_names_it(api: httpx.Client) -> None:
    match = secret(api)
    identified(api, match, step=2, held={"seat": 1, "jewels": ["necklace"] * 4})
    amendment = {"step": 2, "actions": [{"type": "stock", "seat": 1, "jewels": ["shoes"] * 4}]}
    refused = problem(api.post(f"{match['path']}/amendments", json=amendment), 409, "amendment-conflict")
    assert (refused["step"], refused["clause"], refused["identification"]) == (2, "K1.4", 6)
    kept = api.post(f"{match['path']}/amendments", json=amendment | {"keep": "prefix"}).json()
    assert (kept["step"], kept["kept"], kept["obstacle"]["identification"]) == (2, 0, 6)


def test_scores_follow_from_the_step_on(api: httpx.Client) -> None:
    """A special card that was taken secretly counts as soon as it was held, and the end stays what it was."""
    sample = json.loads((SAMPLES / "dschunke-left-neighbour-3-secret.json").read_text())
    match = whole(api, sample["actions"], game="dschunke", seats=guests(3), options=sample["options"])
    match |= {"path": f"{MATCHES}/{match['id']}"}
    before = items(api, f"{match['path']}/scoreboard", after_position=match["position"])
    step, seat, card = 123, 0, "bonus12-grey-brown"
    assert sample["actions"][step - 1] | {"pile": ""} == {
        "type": "take_special", "seat": seat, "pile": "", "card": "unknown",
    }  # fmt: skip
    made = identified(api, match, step=step, held={"seat": seat, "special_cards": [card]})
    after = items(api, f"{match['path']}/scoreboard", after_position=made["position"])
    assert after[:step] == before[:step]
    assert after[step] != before[step]
    assert after[-1] == before[-1]
    for number in (step - 1, step, step + 10, len(after) - 2, len(after) - 1):
        state = api.get(f"{match['path']}/state", params={"step": number}).json()
        assert state["standings"] == after[number]["standings"]
    taken = {"step": 160, "held": {"seat": 1, "special_cards": [card]}}
    refused = problem(identify(api, match, **taken), 409, "identification-conflict")
    assert (refused["conflicting_step"], refused["clause"]) == (step, "D1.8")
