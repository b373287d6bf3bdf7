"""What the rules don't allow was done and stood: recorded by the API and on a page, marked wherever it is shown."""

import csv
import json
import re
from html import unescape
from typing import Any

import httpx
import pytest

from domain.games.klunker import GAME
from domain.kernel.viewer import RECORDER
from tests.service.api.test_identify_page import form_of
from tests.service.api.test_pages import HTML, page, session, submit, token_of
from tests.service.scenes import (
    BASE,
    DEAL,
    FIRST,
    MATCHES,
    dealt,
    items,
    known,
    make_player,
    open_match,
    play,
    played,
    problem,
    whole,
)
from tests.service.slips import Slip, slip

ATTIC = "The attic"
"""Where nothing else was played."""

SPOT = {"place": "hand", "seat": 1}
MOVE = {
    "type": "adjust",
    "reason": "It fell off the table.",
    "changes": [{"type": "cards", "jewels": ["tiara"], "from": {"place": "hand", "seat": 0}, "to": SPOT}],
}


@pytest.fixture(scope="module")
def slipped() -> Slip:
    return slip()


@pytest.fixture(scope="module")
def irregular(api: httpx.Client, slipped: Slip) -> dict[str, Any]:
    """The sample match with a slip in it, recorded to its true end."""
    match = open_match(api, options={"dealing": "open"})
    played(api, match, *slipped.before)
    refused = problem(play(api, match, slipped.stored), 422, "rule-violation")
    proposal = next(one for one in refused["proposals"] if one["adjust"]["changes"] == _wire(slipped.changes))
    assert proposal["followed"]
    assert proposal["sentence"].startswith("As it was played (")
    assert proposal["adjust"]["reason"] == "Seat 2 can’t have shoes in hand." or proposal["adjust"]["reason"]
    position = played(api, match, slipped.adjust, slipped.stored, *slipped.after)["position"]
    return match | {"path": f"{MATCHES}/{match['id']}", "step": len(slipped.before) + 1, "position": position}


def _wire(changes: Any) -> Any:
    return [{**change, "jewels": list(change["jewels"])} for change in changes]


def test_a_match_with_a_slip_is_recorded_to_its_true_end(
    api: httpx.Client, irregular: dict[str, Any], slipped: Slip
) -> None:
    state = api.get(f"{irregular['path']}/state").json()
    assert state["pending"]["type"] == "finished"
    assert [one["score"] for one in state["standings"]] == [one.score for one in GAME.standings(slipped.end, RECORDER)]
    assert state["irregular_steps"] == [irregular["step"]]


def test_the_step_is_marked_wherever_it_is_shown(api: httpx.Client, irregular: dict[str, Any]) -> None:
    path, step = irregular["path"], irregular["step"]
    assert api.get(path).json()["irregular_steps"] == [step]
    assert api.get(f"{path}/state", params={"step": step - 1}).json()["irregular_steps"] == []
    history = api.get(f"{path}/history", params={"after_position": irregular["position"]}).json()["items"]
    assert [one["step"] for one in history if one["irregular"]] == [step]
    assert history[step - 1]["sentence"].startswith("As it was played (The card came from the showcase.): From ")
    assert history[step - 1]["seat"] is None
    frame = api.get(f"{path}/replay/steps/{step}").json()
    assert frame["played"]["irregular"]
    assert not api.get(f"{path}/replay/steps/{step + 1}").json()["played"]["irregular"]
    assert "Not by the rules" in api.get(f"{path}/replay/steps/{step}.svg").text
    assert "Not by the rules" not in api.get(f"{path}/replay/steps/{step + 1}.svg").text
    notation = api.get(f"{path}/record", headers={"Accept": "text/plain"}).text
    assert f'[Irregular "{step}"]' in notation
    assert f"\n{step}. ≠ As it was played" in notation
    rows = list(csv.reader(api.get(f"{path}/record", headers={"Accept": "text/csv"}).text.splitlines()))
    assert [row[0] for row in rows if row[rows[0].index("by the rules")] == "no"] == [str(step)]
    text = page(api, f"/matches/{irregular['id']}")
    assert f"Not by the rules: {step}" in unescape(text)
    assert text.count('aria-label="Not by the rules"') == 1


def test_a_record_with_it_is_taken_in_again_as_it_is(api: httpx.Client, irregular: dict[str, Any]) -> None:
    record = api.get(f"{irregular['path']}/record")
    answer = api.post("/api/v1/records", content=record.content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["known"]


def test_only_who_records_may_put_the_table_otherwise(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    token = api.post("/api/v1/tokens", json={"role": "seat", "match": match["id"], "seat": 0, "label": "phone"}).json()
    headers = {"Authorization": f"Bearer {token['token']}"}
    answer = public.post(f"{MATCHES}/{match['id']}/actions", json={"actions": [MOVE]}, headers=headers)
    assert problem(answer, 403, "forbidden")["pointer"] == "/actions/0"
    for path in ("choices", "legal-actions"):
        own = public.get(f"{MATCHES}/{match['id']}/{path}", headers=headers).json()
        assert own["adjustments"] in ([], {"choices": [], "slots": []})
    tried = public.post(f"{MATCHES}/{match['id']}/actions/try", json={"action": MOVE}, headers=headers)
    problem(tried, 403, "forbidden")
    refused = public.post(
        f"{MATCHES}/{match['id']}/actions",
        json={"actions": [{"type": "stock", "seat": 0, "jewels": ["monocle"]}]},
        headers=headers,
    )
    assert "proposals" not in problem(refused, 422, "rule-violation")


def test_who_records_is_told_what_there_is_to_adjust(api: httpx.Client) -> None:
    match = dealt(api)
    kinds = ["cards", "face_down", "turn", "start_card"]
    legal = api.get(f"{MATCHES}/{match['id']}/legal-actions").json()["adjustments"]
    assert [one["changes"][0]["type"] for one in legal] == kinds
    for language, label in (("en", "Move cards"), ("it", "Sposta carte"), ("de", "Lege Karten um")):
        told = api.get(f"{MATCHES}/{match['id']}/choices", headers={"Accept-Language": language}).json()
        assert told["adjustments"]["choices"][0]["label"] == label


def test_others_are_told_that_cards_moved_but_not_which_and_why(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    after = {"after_position": played(api, match, MOVE)["position"]}
    item = public.get(f"{MATCHES}/{match['id']}/history", params=after).json()["items"][-1]
    assert item["action"]["reason"] == "hidden"
    assert item["action"]["changes"][0]["jewels"] == ["hidden"]
    assert item["sentence"] == "As it was played: From Player 0’s hand to Player 1’s hand: a hidden card."
    own = api.get(f"{MATCHES}/{match['id']}/history", params={"viewer": "seat:1"}).json()["items"][-1]
    assert own["action"] == MOVE


def test_a_variation_holds_none(api: httpx.Client) -> None:
    match = dealt(api)
    wanted = {"step": 1, "actions": [MOVE, FIRST]}
    answer = api.post(f"{MATCHES}/{match['id']}/variations", json=wanted)
    assert problem(answer, 422, "unfit-annotation")["pointer"] == "/actions/0"


def test_a_correction_before_it_checks_it_again_and_names_it_where_it_cannot_be(api: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, MOVE)
    hands = [list(hand) for hand in DEAL["hands"]]
    hands[0], hands[1] = hands[1], hands[0]
    wanted = {"step": 1, "actions": [{"type": "deal", "hands": hands}]}
    conflict = problem(api.post(f"{MATCHES}/{match['id']}/amendments", json=wanted), 409, "amendment-conflict")
    assert conflict["step"] == 2
    assert "tiara" in conflict["detail"]
    same = [DEAL["hands"][0][::-1], *DEAL["hands"][1:]]
    answer = api.post(
        f"{MATCHES}/{match['id']}/amendments", json={"step": 1, "actions": [{"type": "deal", "hands": same}]}
    )
    assert answer.status_code in {200, 201}, answer.text
    assert api.get(f"{MATCHES}/{match['id']}").json()["irregular_steps"] == [2]


def test_a_retraction_takes_it_back(api: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, MOVE)
    api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 1}).raise_for_status()
    assert api.get(f"{MATCHES}/{match['id']}").json()["irregular_steps"] == []


# --- what counts ---


@pytest.fixture(scope="module")
def evening(api: httpx.Client, slipped: Slip) -> dict[str, Any]:
    """Two matches of the same people: one by the rules, and one with a slip."""
    players = [make_player(api, name) for name in ("Ada", "Bob", "Eve")]
    regular = whole(api, seats=known(*players), place=ATTIC)
    irregular = open_match(api, options={"dealing": "open"}, seats=known(*players), place=ATTIC)
    last = played(api, irregular, *slipped.before, slipped.adjust, slipped.stored, *slipped.after)
    return {"regular": regular, "irregular": irregular, "players": players, "after": last["position"]}


@pytest.mark.slow
@pytest.mark.parametrize(("irregular", "names"), [(True, ["irregular"]), (False, ["regular"])])
def test_matches_statistics_and_leaders_are_filtered(
    api: httpx.Client, evening: dict[str, Any], irregular: bool, names: list[str]
) -> None:
    asked = {"after_position": evening["after"], "place": ATTIC, "irregular": irregular}
    found = items(api, MATCHES, **asked)
    assert [(item["id"], item["irregular"]) for item in found] == [(evening[name]["id"], irregular) for name in names]
    matches = api.get(f"{BASE}/games/klunker/statistics", params=asked).json()["matches"]
    assert matches["count"] == 1
    assert [item["id"] for item in api.get(matches["link"]).json()["items"]] == [evening[names[0]]["id"]]
    leaders = api.get(f"{BASE}/games/klunker/leaderboard", params=asked).json()["items"]
    assert {leader["matches"] for leader in leaders} == {1}
    text = page(api, f"/matches?place=The+attic&irregular={str(irregular).lower()}")
    assert (evening["irregular"]["id"] in text) == irregular
    assert (evening["regular"]["id"] in text) != irregular


@pytest.mark.slow
def test_a_series_says_whether_such_matches_count(api: httpx.Client, evening: dict[str, Any]) -> None:
    ids = [evening[name]["id"] for name in ("regular", "irregular")]
    players = [player["id"] for player in evening["players"]]
    body = {"game": "klunker", "players": players, "matches": ids}
    series = api.post(f"{BASE}/series", json=body).json()
    assert series["irregular"]
    path = f"{BASE}/series/{series['id']}"

    def counted(**asked: Any) -> list[bool]:
        answer = api.get(path, params={"after_position": evening["after"], **asked}).json()
        return [match["finished"] for match in answer["matches"]]

    assert counted() == [True, True]
    assert counted(irregular=False) == [True, False]
    assert not api.patch(path, json={"irregular": False}).json()["irregular"]
    assert counted() == [True, False]
    assert counted(irregular=True) == [False, True]
    assert "played by the rules throughout count" in page(api, f"/series/{series['id']}")
    strict = api.post(f"{BASE}/series", json=body | {"irregular": False}).json()
    assert not strict["irregular"]


# --- the page ---


def owner_of(api: httpx.Client) -> dict[str, str]:
    return session(api, token_of(api))


@pytest.mark.slow
def test_a_refusal_on_the_page_asks_whether_it_was_done_all_the_same(
    api: httpx.Client, public: httpx.Client, slipped: Slip
) -> None:
    match, owner = open_match(api, options={"dealing": "open"}), owner_of(api)
    version = played(api, match, *slipped.before)["version"]
    stored = json.dumps(slipped.stored)
    refused = submit(public, f"/matches/{match['id']}/record", {"action": stored, "version": str(version)}, **owner)
    assert refused.status_code == 422
    link = re.search(r'href="([^"]*record/adjust[^"]*)">Was it played so all the same\?', refused.text)
    assert link
    asked = page(public, unescape(link[1]), headers=owner)
    assert "Was it played so all the same?" in asked
    forms = re.findall(r'<form method="post" action="[^"]*/record/adjust".*?</form>', asked, re.DOTALL)
    wanted = next(one for one in forms if "showcase" in one)
    adjust = re.search(r'name="adjust" value="([^"]*)"[^>]*>(?: <span [^>]*>| *)[^<]*showcase', wanted)
    reason = re.search(r'name="reason" value="([^"]*)"', wanted)
    assert reason
    assert unescape(reason[1])
    assert adjust
    form = form_of(wanted) | {"adjust": unescape(adjust[1]), "reason": "It came from the showcase."}
    answer = submit(public, f"/matches/{match['id']}/record/adjust", form, **owner)
    assert answer.status_code == 303, answer.text
    assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == len(slipped.before) + 2
    played(api, match, *slipped.after)
    assert api.get(f"{MATCHES}/{match['id']}").json()["status"] == "finished"


def follow(public: httpx.Client, owner: dict[str, str], path: str, *labels: str) -> str:
    """The page behind links, each found by what it says."""
    text = page(public, path, headers=owner)
    for label in labels:
        found = re.search(rf'<a class="button[^"]*" href="([^"]*)">(?:<svg.*?</svg>)?{re.escape(label)}', text)
        assert found, label
        text = page(public, f"{path}{unescape(found[1])}", headers=owner)
    return text


@pytest.mark.slow
def test_the_table_is_put_otherwise_by_links_and_a_form(api: httpx.Client, public: httpx.Client) -> None:
    match, owner = dealt(api), owner_of(api)
    recording = public.get(f"/matches/{match['id']}/record", headers=HTML | owner)
    assert f'href="/matches/{match["id"]}/record/adjust"' in recording.text
    path = f"/matches/{match['id']}/record/adjust"
    text = follow(public, owner, path, "Move cards", "From Player 0’s hand", "tiara", "Done", "to the deck")
    assert "Move cards: From Player 0’s hand, tiara, to the deck" in text, "what was chosen"
    assert "As it was played: From Player 0’s hand to the deck: a tiara." in text, "what the log will say"
    form = form_of(text) | {"reason": "She put it back."}
    assert submit(public, path, form, **owner).status_code == 303
    assert api.get(f"{MATCHES}/{match['id']}/state").json()["view"]["deck"] == 94 - 3 - 18 + 1
    late = submit(public, path, form, **owner)
    assert late.status_code == 412


@pytest.mark.slow
def test_what_cannot_be_is_refused_on_the_page_too(api: httpx.Client, public: httpx.Client) -> None:
    match, owner = dealt(api), owner_of(api)
    path = f"/matches/{match['id']}/record/adjust"
    adjust = '{"type":"adjust","changes":[{"type":"turn","seat":0}]}'
    version = api.get(f"{MATCHES}/{match['id']}").json()["version"]
    form = {"adjust": adjust, "action": "", "version": str(version), "reason": "Nothing."}
    answer = submit(public, path, form, **owner)
    assert answer.status_code == 422
    assert "can’t become the turn" in answer.text or "it can" in answer.text
    for wrong in ({"adjust": "[]"}, {"adjust": "{"}, {"reason": ""}, {"reason": "x" * 501}, {"action": "{"}):
        assert submit(public, path, form | wrong, **owner).status_code in {400, 422}, wrong
    assert api.get(f"{MATCHES}/{match['id']}").json()["version"] == version
    assert public.get(path, headers=HTML).status_code in {302, 303, 401, 403}
