"""Lines that were not played, over HTTP: tried, looked at, gone on with."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import httpx
import jsonpatch
import pytest

from domain.variations.commands import MAX_MOVES
from tests.service.scenes import (
    DEAL,
    HANDS,
    MATCHES,
    NOBODY,
    ROUND,
    THREE,
    dealt,
    items,
    open_match,
    play,
    played,
    problem,
    whole,
)

ClientWith = Callable[..., httpx.Client]
OTHER = [{"type": "stock", "seat": 0, "jewels": ["tiara"]}, {"type": "stock", "seat": 1, "jewels": ["monocle"]}]
NEXT = {"type": "stock", "seat": 2, "jewels": ["gold_teeth"]}


def lines(match: dict[str, Any]) -> str:
    return f"{MATCHES}/{match['id']}/variations"


def tried(client: httpx.Client, match: dict[str, Any], step: int = 1, *actions: Any, **more: Any) -> dict[str, Any]:
    answer = client.post(lines(match), json={"step": step, "actions": actions or OTHER, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def shown_to(client: httpx.Client, match: dict[str, Any], **asked: Any) -> list[str]:
    return [item["id"] for item in items(client, lines(match), **asked)]


@pytest.fixture
def match(api: httpx.Client) -> dict[str, Any]:
    match = dealt(api)
    played(api, match, *ROUND[:4])
    return match


# --- trying ---


def test_a_variation_comes_back_with_what_the_rules_say(api: httpx.Client, match: dict[str, Any]) -> None:
    answer = api.post(lines(match), json={"step": 1, "actions": OTHER, "title": "The tiara first"})
    made = answer.json()
    assert answer.status_code == 201, made
    assert (answer.headers["etag"], answer.headers["location"]) == ('"1"', f"{lines(match)}/{made['id']}")
    expected = {
        "parent": None,
        "step": 1,
        "last_step": 1,
        "detached": False,
        "begins_at": 1,
        "title": "The tiara first",
        "audience": "shared",
        "mine": True,
        "actions": OTHER,
        "standing": 2,
        "obstacle": None,
        "pending": {"type": "seats", "seats": [2], "optional": []},
        "version": 1,
    }
    assert {name: made[name] for name in expected} == expected
    assert api.get(answer.headers["location"]).json() == made
    assert items(api, lines(match)) == [made]


def test_the_match_itself_is_as_it_was(api: httpx.Client, match: dict[str, Any]) -> None:
    before = api.get(f"{MATCHES}/{match['id']}")
    tried(api, match)
    after = api.get(f"{MATCHES}/{match['id']}")
    assert (after.json(), after.headers["etag"]) == (before.json(), before.headers["etag"])


def test_a_refused_action_names_the_clause(api: httpx.Client, match: dict[str, Any]) -> None:
    wrong = {"type": "stock", "seat": 1, "jewels": ["shoes"]}
    answer = api.post(lines(match), json={"step": 1, "actions": [OTHER[0], wrong]})
    told = problem(answer, 422, "rule-violation")
    assert (told["action_index"], told["step"], told["pointer"]) == (1, 2, "/actions/1")
    assert told["clause"].startswith("K")
    assert told["pending"]["seats"] == [1]
    assert items(api, lines(match)) == []


@pytest.mark.parametrize(
    ("body", "status", "kind", "pointer"),
    [
        ({"step": 1, "actions": []}, 400, "invalid-request", "/actions"),
        ({"step": 1}, 400, "invalid-request", ""),
        ({"step": 99, "actions": OTHER}, 422, "unfit-annotation", "/step"),
        ({"step": 1, "actions": [OTHER[0] | {"colour": "red"}]}, 400, "invalid-request", "/actions/0"),
        ({"step": 1, "actions": [{"type": "castle", "seat": 0}]}, 400, "invalid-request", "/actions/0/type"),
        ({"step": 1, "actions": OTHER * (MAX_MOVES // 2 + 1)}, 400, "invalid-request", "/actions"),
        ({"step": 1, "actions": OTHER, "title": "a bell \u0007"}, 422, "unfit-text", "/title"),
        ({"step": 1, "actions": OTHER, "parent": NOBODY}, 422, "unfit-annotation", "/parent"),
        ({"step": 1, "actions": OTHER, "parent": None}, 400, "invalid-request", "/parent"),
        ({"step": 1, "actions": OTHER, "id": NOBODY}, 400, "invalid-request", ""),
    ],
)
def test_what_cant_be_tried(
    api: httpx.Client,
    match: dict[str, Any],
    stored: Callable[[], Any],
    body: Any,
    status: int,
    kind: str,
    pointer: str,
) -> None:
    before = stored()
    told = problem(api.post(lines(match), json=body), status, kind)
    assert told.get("pointer", "") == pointer
    assert stored() == before


@pytest.mark.slow
def test_variations_leave_variations_and_none_leaves_itself(api: httpx.Client, match: dict[str, Any]) -> None:
    parent = tried(api, match)
    child = tried(api, match, 1, {"type": "stock", "seat": 1, "jewels": ["earrings"]}, parent=parent["id"])
    assert (child["parent"], child["step"], child["begins_at"], child["standing"]) == (parent["id"], 1, 2, 1)
    assert shown_to(api, match, parent=parent["id"]) == [child["id"]]
    assert shown_to(api, match, step=1) == [parent["id"]]
    assert shown_to(api, match, parent=parent["id"], step=2) == []
    told = problem(api.patch(f"{lines(match)}/{parent['id']}", json={"parent": child["id"]}), 400, "invalid-request")
    assert "parent" in told["detail"]


@pytest.mark.slow
def test_lists_come_in_pages(api: httpx.Client, match: dict[str, Any]) -> None:
    made = [tried(api, match, step)["id"] for step in (1, 1, 1)]
    assert shown_to(api, match, limit=2) == made
    assert shown_to(api, match, limit=1, step=1) == made


def test_chance_is_told_also_where_the_server_deals(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"})
    made = tried(api, match, 0, DEAL, {"type": "stock", "seat": 0, "jewels": ["tiara"]})
    assert (made["begins_at"], made["standing"]) == (0, 2)


# --- looking ---


@pytest.mark.slow
def test_frames_tell_the_line(api: httpx.Client, match: dict[str, Any]) -> None:
    made = tried(api, match)
    frames = items(api, f"{lines(match)}/{made['id']}/frames", limit=2)
    assert [frame["step"] for frame in frames] == [0, 1, 2]
    assert frames[0]["played"] is None
    assert frames[0]["view"] == api.get(f"{MATCHES}/{match['id']}/state", params={"step": 1}).json()["view"]
    assert [frame["played"]["action"] for frame in frames[1:]] == OTHER
    assert frames[1]["played"]["sentence"].startswith("Player 0 puts into the showcase")
    assert frames[2]["pending"] == made["pending"]
    assert frames[0]["changes"] == []
    for before, after in pairwise(frames):
        tables = [{name: frame[name] for name in ("view", "standings", "pending")} for frame in (before, after)]
        assert jsonpatch.apply_patch(tables[0], after["changes"]) == tables[1]
    italian = api.get(f"{lines(match)}/{made['id']}/frames", headers={"Accept-Language": "it"})
    assert italian.headers["content-language"] == "it"
    assert "espone in vetrina" in italian.json()["items"][1]["played"]["sentence"]


@pytest.mark.slow
def test_frames_are_as_the_viewer_would_know_them(api: httpx.Client, match: dict[str, Any]) -> None:
    made = tried(api, match)
    for viewer, shown in (("recorder", {0, 1, 2}), ("public", set()), ("seat:1", {1})):
        for frame in items(api, f"{lines(match)}/{made['id']}/frames", viewer=viewer):
            hands = [set(seat["hand"]) for seat in frame["view"]["seats"]]
            assert [("hidden" not in hand) for hand in hands] == [seat in shown for seat in range(3)]


# --- secrets ---


def test_while_there_are_secrets_only_who_sees_all_tries_and_looks(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith, match: dict[str, Any]
) -> None:
    """What the rules allow would tell what is in a hand, and so would the cards of a line."""
    annotator, recorder = client_with("annotate", "read"), client_with("record")
    for actions in (OTHER, [{"type": "stock", "seat": 0, "jewels": ["earrings"]}]):
        problem(annotator.post(lines(match), json={"step": 1, "actions": actions}), 403, "forbidden")
    made = tried(api, match, audience="public")
    note = api.post(
        f"{MATCHES}/{match['id']}/annotations",
        json={
            "step": 1,
            "variation": made["id"],
            "content": {"kind": "tags", "tags": ["tiara"]},
            "audience": "public",
            "viewer": "public",
        },
    ).json()
    assert shown_to(recorder, match) == [made["id"]]
    here = f"{lines(match)}/{made['id']}"
    for client in (public, annotator):
        assert items(client, lines(match)) == []
        assert items(client, f"{MATCHES}/{match['id']}/annotations") == []
        problem(client.get(here), 404, "not-found")
        problem(client.get(f"{here}/frames"), 404, "not-found")
        problem(client.get(f"{here}/frames", params={"viewer": "public"}), 404, "not-found")
        problem(client.get(f"{MATCHES}/{match['id']}/annotations/{note['id']}"), 404, "not-found")
    problem(annotator.post(f"{here}/actions", json={"actions": [NEXT]}), 403, "forbidden")
    problem(annotator.patch(here, json={"title": "x"}), 403, "forbidden")
    problem(annotator.delete(here), 403, "forbidden")
    told = problem(api.post(f"{here}/promotion"), 422, "not-possible")
    assert "secrets" in told["detail"]
    assert api.post(f"{MATCHES}/{match['id']}/abandonment", json={}).status_code == 201
    assert shown_to(public, match) == [made["id"]]
    assert [item["id"] for item in items(public, f"{MATCHES}/{match['id']}/annotations")] == [note["id"]]
    assert "hidden" not in public.get(f"{here}/frames").text
    assert api.post(f"{MATCHES}/{match['id']}/reopening", json={}).status_code == 201
    assert shown_to(public, match) == []


def test_in_an_open_match_a_seat_sees_the_line_as_it_would_have(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    made = tried(api, match, 1, THREE["actions"][1], audience="public")
    frames = items(public, f"{lines(match)}/{made['id']}/frames", viewer="seat:0")
    assert "hidden" in str(frames)
    assert "hidden" not in str(items(public, f"{lines(match)}/{made['id']}/frames", viewer="public"))


def test_for_whom_it_is(api: httpx.Client, public: httpx.Client, client_with: ClientWith) -> None:
    match = whole(api)
    author, other = client_with("annotate"), client_with("read")
    private, shared, all_ = (
        tried(author, match, 1, THREE["actions"][1], audience=audience)["id"]
        for audience in ("private", "shared", "public")
    )
    assert shown_to(author, match) == [private, shared, all_]
    assert shown_to(other, match) == shown_to(api, match) == [shared, all_]
    assert shown_to(public, match) == [all_]
    problem(other.get(f"{lines(match)}/{private}"), 404, "not-found")
    problem(public.get(f"{lines(match)}/{shared}/frames"), 404, "not-found")


# --- changing ---


def test_only_the_author_or_an_admin_changes_it(api: httpx.Client, client_with: ClientWith) -> None:
    match = whole(api)
    author, other = client_with("annotate"), client_with("annotate", "record")
    made = tried(author, match, 1, THREE["actions"][1])
    here = f"{lines(match)}/{made['id']}"
    more = {"actions": [THREE["actions"][2]]}
    problem(other.post(f"{here}/actions", json=more), 403, "forbidden")
    problem(other.patch(here, json={"title": "x"}), 403, "forbidden")
    problem(other.delete(here), 403, "forbidden")
    extended = author.post(f"{here}/actions", json=more, headers={"If-Match": '"1"'})
    assert (extended.status_code, extended.json()["standing"]) == (201, 2)
    problem(author.post(f"{here}/actions", json=more, headers={"If-Match": '"1"'}), 412, "version-conflict")
    cut = author.patch(here, json={"keep": 1, "title": "shorter"}, headers={"If-Match": '"2"'})
    assert (cut.json()["actions"], cut.json()["title"], cut.headers["etag"]) == (made["actions"], "shorter", '"4"')
    assert problem(author.patch(here, json={"keep": 2}), 422, "unfit-annotation")["pointer"] == "/keep"
    tried(other, match, 1, THREE["actions"][2], parent=made["id"])
    problem(author.delete(here), 403, "forbidden")
    assert api.delete(here).status_code == 204
    assert items(api, lines(match)) == []


@pytest.mark.slow
def test_comments_of_a_line_go_with_it(api: httpx.Client, client_with: ClientWith) -> None:
    match = whole(api)
    made = tried(api, match, 1, THREE["actions"][1])
    notes = f"{MATCHES}/{match['id']}/annotations"
    for step in (0, 1):
        body = {"step": step, "variation": made["id"], "content": {"kind": "comment", "text": f"at {step}"}}
        assert api.post(notes, json=body).status_code == 201
    beyond = {"step": 2, "variation": made["id"], "content": {"kind": "comment", "text": "beyond"}}
    assert problem(api.post(notes, json=beyond), 422, "unfit-annotation")["pointer"] == "/step"
    assert [item["step"] for item in items(api, notes, variation=made["id"])] == [0, 1]
    assert [item["step"] for item in items(api, notes, variation=made["id"], step=1)] == [1]
    assert items(api, notes, step=1) == []
    other = client_with("read")
    assert len(items(other, notes)) == 2
    assert api.delete(f"{lines(match)}/{made['id']}").status_code == 204
    left = items(api, notes)
    assert [(item["step"], item["last_step"], item["detached"]) for item in left] == [(None, 0, True), (None, 1, True)]
    assert items(other, notes) == []


# --- corrections of the match ---


@pytest.mark.slow
def test_it_is_checked_again_when_the_match_is_corrected_before_it(api: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, *ROUND[:3])
    made = tried(api, match, 4, {"type": "store", "seat": 0, "jewel": "tiara"}, {"type": "pass", "seat": 1})
    here = f"{lines(match)}/{made['id']}"
    all_tiaras = {"type": "stock", "seat": 0, "jewels": ["tiara", "tiara", "tiara"]}
    answer = api.post(f"{MATCHES}/{match['id']}/amendments", json={"step": 2, "actions": [all_tiaras]})
    assert answer.status_code == 201, answer.text
    told = api.get(here).json()
    assert (told["step"], told["standing"], told["detached"]) == (4, 0, False)
    assert (told["obstacle"]["step"], told["obstacle"]["clause"][0]) == (1, "K")
    assert told["obstacle"]["message"]
    assert told["actions"] == made["actions"]
    assert len(items(api, f"{here}/frames")) == 1
    problem(api.post(f"{here}/actions", json={"actions": [NEXT]}), 422, "unfit-annotation")
    problem(api.post(f"{here}/promotion"), 422, "not-possible")
    back = api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 2})
    assert back.status_code == 201
    told = api.get(here).json()
    assert (told["step"], told["last_step"], told["detached"], told["begins_at"]) == (None, 4, True, None)
    assert (told["obstacle"], told["pending"], told["standing"]) == (None, None, 0)
    assert items(api, f"{here}/frames") == []
    restored = api.post(f"{MATCHES}/{match['id']}/restorations", json={"version": 6})
    assert restored.status_code == 201, restored.text
    assert api.get(here).json() == made


# --- promotion ---


def test_a_promoted_variation_is_a_match_that_goes_on(api: httpx.Client, client_with: ClientWith) -> None:
    match = whole(api, place="Bologna")
    made = tried(api, match, 1, THREE["actions"][1], title="What if")
    here = f"{lines(match)}/{made['id']}/promotion"
    problem(client_with("annotate").post(here), 403, "forbidden")
    answer = api.post(here)
    assert answer.status_code == 201, answer.text
    fork = answer.json()
    assert answer.headers["location"] == f"{MATCHES}/{fork['id']}"
    assert fork["forked_from"] == {"match_id": match["id"], "step": 1}
    assert (fork["origin"], fork["step"], fork["place"], fork["note"]) == ("variation", 2, "Bologna", "What if")
    assert [seat["player"] for seat in fork["seats"]] == [seat["player"] for seat in match["seats"]]
    assert api.get(answer.headers["location"]).json() == {
        name: value for name, value in fork.items() if name != "position"
    }
    assert [event.get("action") for event in items(api, f"{MATCHES}/{fork['id']}/events")][1:] == THREE["actions"][:2]
    assert play(api, fork, THREE["actions"][2]).status_code == 201
    again = api.post(here)
    assert (again.status_code, again.json()["id"], again.json()["step"]) == (201, fork["id"], 3)
    longer = api.post(f"{lines(match)}/{made['id']}/actions", json={"actions": [THREE["actions"][2]]})
    assert longer.status_code == 201
    assert api.post(here).json()["id"] != fork["id"]
    assert api.get(f"{MATCHES}/{match['id']}").json()["forked_from"] is None


@pytest.mark.slow
def test_a_promotion_that_is_sent_again_gets_the_first_answer(api: httpx.Client, stored: Callable[[], Any]) -> None:
    match = whole(api)
    made = tried(api, match, 1, THREE["actions"][1])
    here, key = f"{lines(match)}/{made['id']}/promotion", {"Idempotency-Key": f"fork-{match['id']}"}
    first = api.post(here, headers=key)
    play(api, first.json(), THREE["actions"][2])
    before = stored()
    again = api.post(here, headers=key)
    assert (again.status_code, again.json()) == (201, first.json())
    assert stored() == before


def test_where_the_server_deals_it_goes_on_dealing(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"})
    made = tried(api, match, 0, DEAL, *ROUND)
    assert api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).status_code == 201
    fork = api.post(f"{lines(match)}/{made['id']}/promotion").json()
    assert fork["pending"]["type"] == "seats"
    assert fork["step"] == 1 + len(ROUND) + (1 if made["pending"]["type"] == "chance" else 0)
    hands = api.get(f"{MATCHES}/{fork['id']}/state", params={"step": 1}).json()["view"]["seats"]
    assert [sorted(seat["hand"]) for seat in hands] == [sorted(hand) for hand in HANDS]


def test_a_match_that_keeps_its_secrets_is_not_gone_on_with(api: httpx.Client) -> None:
    match = whole(api, options={"dealing": "open", "keep_secrets": True})
    made = tried(api, match, 1, THREE["actions"][1])
    problem(api.post(f"{lines(match)}/{made['id']}/promotion"), 422, "not-possible")


@pytest.mark.slow
def test_a_retry_gets_the_first_answer_and_writes_nothing(
    api: httpx.Client, match: dict[str, Any], stored: Callable[[], Any]
) -> None:
    body, key = {"step": 1, "actions": OTHER}, {"Idempotency-Key": f"line-{match['id']}"}
    first = api.post(lines(match), json=body, headers=key)
    more_key = {"Idempotency-Key": f"more-{match['id']}"}
    here = f"{lines(match)}/{first.json()['id']}"
    longer = api.post(f"{here}/actions", json={"actions": [NEXT]}, headers=more_key)
    before = stored()
    assert api.post(lines(match), json=body, headers=key).json() == first.json()
    assert api.post(f"{here}/actions", json={"actions": [NEXT]}, headers=more_key).json() == longer.json()
    assert stored() == before
    problem(api.post(lines(match), json={**body, "step": 0}, headers=key), 422, "idempotency-key-reused")


@pytest.mark.slow
def test_a_list_is_sent_again_only_when_it_tells_something_else(api: httpx.Client, match: dict[str, Any]) -> None:
    made = tried(api, match)
    for path in (lines(match), f"{lines(match)}/{made['id']}/frames"):
        tag = api.get(path).headers["etag"]
        assert api.get(path, headers={"If-None-Match": tag}).status_code == 304
        api.post(f"{lines(match)}/{made['id']}/actions", json={"actions": [NEXT]})
        assert api.get(path, headers={"If-None-Match": tag}).status_code == 200
        api.patch(f"{lines(match)}/{made['id']}", json={"keep": 2})


def test_the_public_is_told_the_same_whatever_was_tried(
    api: httpx.Client, public: httpx.Client, match: dict[str, Any]
) -> None:
    """Not even an entity tag tells that there are variations, or what was written to them, while there are secrets."""
    paths = (lines(match), f"{MATCHES}/{match['id']}/annotations", f"{MATCHES}/{match['id']}")
    before = [public.get(path) for path in paths]
    made = tried(api, match, audience="public")
    body = {"step": 0, "variation": made["id"], "content": {"kind": "comment", "text": "!"}, "audience": "public"}
    assert api.post(f"{MATCHES}/{match['id']}/annotations", json=body).status_code == 201
    after = [public.get(path) for path in paths]
    for one, other in zip(before, after, strict=True):
        assert (one.content, one.headers["etag"]) == (other.content, other.headers["etag"])
