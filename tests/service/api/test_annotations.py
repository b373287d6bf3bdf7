"""What people write to the steps of a match, and who is shown it."""

from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest

from domain.annotations.annotations import annotations_id
from domain.match.events import Origin
from domain.registry import GAMES
from domain.variations.variations import variations_id
from service.cli.demo import remove_demo
from tests.service.eventstore.blocking import opened
from tests.service.recording import any_of
from tests.service.scenes import FIRST, MATCHES, NOBODY, ROUND, dealt, items, open_match, play, played, problem, whole

ClientWith = Callable[..., httpx.Client]
COMMENT = {"kind": "comment", "text": "Why *not* the tiara?"}
GLYPHS = {"kind": "glyphs", "glyphs": [5]}


def notes(match: dict[str, Any]) -> str:
    return f"{MATCHES}/{match['id']}/annotations"


def wrote(client: httpx.Client, match: dict[str, Any], content: Any = COMMENT, step: int = 1, **more: Any) -> Any:
    answer = client.post(notes(match), json={"step": step, "content": content, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def state_for(client: httpx.Client, match: dict[str, Any], **asked: Any) -> list[str]:
    """The ids of what `client` is shown."""
    return [item["id"] for item in items(client, notes(match), **asked)]


@pytest.fixture
def match(api: httpx.Client) -> dict[str, Any]:
    return dealt(api)


# --- writing and reading ---


def test_a_comment_comes_back_as_it_was_written_and_as_html(api: httpx.Client, match: dict[str, Any]) -> None:
    answer = api.post(notes(match), json={"step": 1, "content": COMMENT})
    made = answer.json()
    assert answer.status_code == 201
    assert answer.headers["etag"] == '"1"'
    assert answer.headers["location"] == f"{notes(match)}/{made['id']}"
    assert made["content"] == COMMENT
    assert made["html"] == "<p>Why <em>not</em> the tiara?</p>\n"
    assert (made["step"], made["last_step"], made["detached"], made["variation"]) == (1, 1, False, None)
    assert (made["mine"], made["audience"], made["viewer"], made["version"]) == (True, "shared", "recorder", 1)
    got = api.get(answer.headers["location"])
    assert got.json() == made
    assert got.headers["etag"].startswith('"1-')
    assert items(api, notes(match)) == [made]


@pytest.mark.parametrize(
    "content",
    [
        GLYPHS,
        {"kind": "tags", "tags": ["endgame", "Café"]},
        {
            "kind": "marks",
            "marks": [
                {"type": "highlight", "place": "seat:1", "colour": "red"},
                {"type": "arrow", "from": "seat:0", "to": "market.3", "colour": "green"},
            ],
        },
    ],
)
def test_other_kinds_have_no_html(api: httpx.Client, match: dict[str, Any], content: Any) -> None:
    made = wrote(api, match, content, step=0)
    assert (made["content"], made["html"]) == (content, None)
    assert items(api, notes(match), kind=content["kind"]) == [made]


def test_nothing_was_written_yet(api: httpx.Client, public: httpx.Client, match: dict[str, Any]) -> None:
    assert items(public, notes(match)) == items(api, notes(match)) == []


def test_they_are_found_by_step_author_and_kind(api: httpx.Client, client_with: ClientWith) -> None:
    match = dealt(api)
    played(api, match, *ROUND)
    other = client_with("annotate", "record")
    mine = [wrote(api, match, step=step) for step in (0, 2, 4)]
    glyphs = wrote(other, match, GLYPHS, step=2)
    in_order = [*mine, glyphs]
    told = [{**item, "mine": item["author"] == mine[0]["author"]} for item in in_order]
    assert items(api, notes(match)) == told
    assert state_for(api, match, step=2) == [mine[1]["id"], glyphs["id"]]
    assert state_for(api, match, **{"from": 1, "to": 3}) == [mine[1]["id"], glyphs["id"]]
    assert state_for(api, match, **{"from": 3}) == [mine[2]["id"]]
    assert state_for(api, match, to=0) == [mine[0]["id"]]
    assert state_for(api, match, author=glyphs["author"]) == [glyphs["id"]]
    assert state_for(api, match, kind="glyphs", step=0) == []
    assert state_for(api, match, limit=1) == [item["id"] for item in in_order]


def test_a_list_is_sent_again_only_when_it_tells_something_else(api: httpx.Client, match: dict[str, Any]) -> None:
    def status(tag: str) -> int:
        return api.get(notes(match), headers={"If-None-Match": tag}).status_code

    empty = api.get(notes(match)).headers["etag"]
    made = wrote(api, match)
    one = api.get(notes(match)).headers["etag"]
    assert (status(empty), status(one)) == (200, 304)
    played(api, match, FIRST)
    assert status(one) == 304
    api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 0})
    assert status(one) == 200
    assert api.get(f"{notes(match)}/{made['id']}").json()["detached"]


# --- bad requests ---


@pytest.mark.parametrize(
    ("body", "status", "kind", "pointer"),
    [
        ({"content": COMMENT}, 400, "invalid-request", ""),
        ({"step": -1, "content": COMMENT}, 400, "invalid-request", "/step"),
        ({"step": "1", "content": COMMENT}, 400, "invalid-request", "/step"),
        ({"step": 9, "content": COMMENT}, 422, "unfit-annotation", "/step"),
        ({"step": 1, "content": {"kind": "poem", "text": "x"}}, 400, "invalid-request", "/content/kind"),
        ({"step": 1, "content": {**COMMENT, "html": "<b>"}}, 400, "invalid-request", "/content"),
        ({"step": 1, "content": {"kind": "comment", "text": " \n "}}, 422, "unfit-text", "/content/text"),
        ({"step": 1, "content": {"kind": "comment", "text": "\u200b\u200d\ufeff"}}, 422, "unfit-text", "/content/text"),
        ({"step": 1, "content": {"kind": "comment", "text": "a\u0000"}}, 422, "unfit-text", "/content/text"),
        ({"step": 1, "content": {"kind": "comment", "text": "a\u202eb"}}, 422, "unfit-text", "/content/text"),
        ({"step": 1, "content": {"kind": "comment", "text": "x" * 8001}}, 422, "unfit-text", "/content/text"),
        ({"step": 1, "content": {"kind": "comment", "text": "x" * 100_000}}, 422, "unfit-text", "/content/text"),
        ({"step": 1, "content": {"kind": "tags", "tags": ["a", "b" * 41]}}, 422, "unfit-text", "/content/tags/1"),
        ({"step": 1, "content": {"kind": "tags", "tags": ["a", "a "]}}, 422, "unfit-annotation", "/content/tags"),
        ({"step": 1, "content": {"kind": "glyphs", "glyphs": [1, 2]}}, 422, "unfit-annotation", "/content/glyphs"),
        ({"step": 1, "content": {"kind": "glyphs", "glyphs": [255]}}, 422, "unfit-annotation", "/content/glyphs/0"),
        (
            {"step": 1, "content": {"kind": "marks", "marks": [{"type": "highlight", "place": "<svg>"}]}},
            400,
            "invalid-request",
            "/content/marks/0/place",
        ),
        ({"step": 1, "content": COMMENT, "audience": "friends"}, 400, "invalid-request", "/audience"),
        ({"step": 1, "content": COMMENT, "viewer": "God"}, 400, "invalid-request", "/viewer"),
        ({"step": 1, "content": COMMENT, "variation": NOBODY}, 422, "unfit-annotation", "/variation"),
    ],
)
def test_what_cant_be_written(
    api: httpx.Client, stored: Callable[[], Any], body: Any, status: int, kind: str, pointer: str
) -> None:
    match = dealt(api)
    before = stored()
    told = problem(api.post(notes(match), json=body), status, kind)
    assert told.get("pointer", "") == pointer
    assert stored() == before


@pytest.mark.parametrize("asked", [{"from": 3, "to": 1}, {"kind": "poem"}, {"step": -1}, {"cursor": "x"}])
def test_what_cant_be_asked(api: httpx.Client, match: dict[str, Any], asked: Any) -> None:
    problem(api.get(notes(match), params=asked), 400, "invalid-request")


def test_a_match_that_is_not_there(api: httpx.Client) -> None:
    nowhere = {"id": NOBODY}
    problem(api.get(notes(nowhere)), 404, "not-found")
    problem(api.post(notes(nowhere), json={"step": 0, "content": COMMENT}), 404, "not-found")
    problem(api.post(f"{notes(nowhere)}/undo"), 404, "not-found")


# --- who may ---


def test_writing_takes_the_scope(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith, match: dict[str, Any]
) -> None:
    made = wrote(api, match, audience="public")
    body = {"step": 1, "content": COMMENT}
    reader = client_with("read", "record")
    for client, status, kind in ((public, 401, "unauthenticated"), (reader, 403, "forbidden")):
        problem(client.post(notes(match), json=body), status, kind)
        problem(client.patch(f"{notes(match)}/{made['id']}", json={"audience": "private"}), status, kind)
        problem(client.delete(f"{notes(match)}/{made['id']}"), status, kind)
        problem(client.post(f"{notes(match)}/undo"), status, kind)


def test_of_a_private_match_only_readers_write(api: httpx.Client, client_with: ClientWith) -> None:
    match = dealt(api, visibility="private")
    body = {"step": 1, "content": COMMENT}
    problem(client_with("annotate").post(notes(match), json=body), 404, "not-found")
    assert wrote(client_with("annotate", "read"), match)["viewer"] == "public"


def test_only_the_author_or_an_admin_changes_it(api: httpx.Client, client_with: ClientWith) -> None:
    match = whole(api)
    author, other, admin = client_with("annotate"), client_with("annotate"), client_with("annotate", "admin")
    made = wrote(author, match)
    here = f"{notes(match)}/{made['id']}"
    text = {"content": {"kind": "comment", "text": "changed"}}
    problem(other.patch(here, json=text), 403, "forbidden")
    problem(other.delete(here), 403, "forbidden")
    assert author.patch(here, json=text).json()["html"] == "<p>changed</p>\n"
    corrected = admin.patch(here, json={"content": {"kind": "comment", "text": "corrected"}}).json()
    assert (corrected["author"], corrected["mine"], corrected["version"]) == (made["author"], False, 3)
    assert admin.delete(here).status_code == 204
    problem(author.get(here), 404, "not-found")


def test_who_is_shown_what_in_a_match_that_is_open(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith
) -> None:
    match = whole(api)
    author, other, admin = client_with("annotate"), client_with("read"), client_with("admin")
    private, shared, all_ = (wrote(author, match, audience=audience)["id"] for audience in AUDIENCES)
    assert state_for(author, match) == [private, shared, all_]
    assert state_for(other, match) == state_for(admin, match) == [shared, all_]
    assert state_for(public, match) == [all_]
    for client, hidden in ((other, private), (admin, private), (public, private), (public, shared)):
        problem(client.get(f"{notes(match)}/{hidden}"), 404, "not-found")
        problem(client.get(f"{notes(match)}/{hidden}/history"), 404, "not-found")
    problem(client_with("annotate", "admin").delete(f"{notes(match)}/{private}"), 404, "not-found")


AUDIENCES = ("private", "shared", "public")


def test_nobody_is_shown_what_somebody_wrote_who_knew_more(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith
) -> None:
    """The recorder's words could tell what is in a hand; once all is open, everybody is shown them."""
    match = dealt(api)
    reader, recorder, annotator = client_with("read"), client_with("record"), client_with("annotate")
    secret = wrote(api, match, {"kind": "comment", "text": "Ada holds tiaras"}, audience="public")["id"]
    open_ = wrote(api, match, {"kind": "comment", "text": "Well begun"}, audience="public", viewer="public")["id"]
    guess = wrote(annotator, match, {"kind": "comment", "text": "I guess tiaras"}, audience="public")["id"]
    assert state_for(recorder, match) == [secret, open_, guess]
    assert state_for(public, match) == state_for(reader, match) == state_for(annotator, match) == [open_, guess]
    assert state_for(recorder, match, viewer="public") == [open_, guess]
    assert "tiaras" not in public.get(f"{notes(match)}/{open_}").text
    problem(public.get(f"{notes(match)}/{secret}"), 404, "not-found")
    problem(public.get(f"{notes(match)}/{secret}/history"), 404, "not-found")
    problem(annotator.post(notes(match), json={"step": 1, "content": COMMENT, "viewer": "seat:0"}), 403, "forbidden")
    ended = api.post(f"{MATCHES}/{match['id']}/conclusion", json={})
    assert ended.status_code == 201
    assert state_for(public, match) == [secret, open_, guess]
    assert api.post(f"{MATCHES}/{match['id']}/reopening", json={}).status_code == 201
    assert state_for(public, match) == [open_, guess]


def test_a_match_that_keeps_its_secrets_keeps_what_its_recorder_wrote(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api, options={"dealing": "open", "keep_secrets": True})
    wrote(api, match, audience="public")
    open_ = wrote(api, match, audience="public", viewer="public")["id"]
    assert state_for(public, match) == [open_]


def test_new_words_of_who_sees_all_are_hidden_again(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    made = wrote(api, match, audience="public", viewer="public")
    here = f"{notes(match)}/{made['id']}"
    assert state_for(public, match) == [made["id"]]
    api.patch(here, json={"content": {"kind": "comment", "text": "it is the tiara"}})
    assert state_for(public, match) == []
    api.patch(here, json={"viewer": "public"})
    assert state_for(public, match) == [made["id"]]


# --- changing, history, undo ---


def test_a_change_is_for_one_version(api: httpx.Client, match: dict[str, Any]) -> None:
    made = wrote(api, match)
    here = f"{notes(match)}/{made['id']}"
    first = api.patch(here, json={"audience": "public"}, headers={"If-Match": '"1"'})
    assert (first.status_code, first.headers["etag"]) == (200, '"2"')
    stale = api.patch(here, json={"audience": "private"}, headers={"If-Match": '"1"'})
    assert problem(stale, 412, "version-conflict")["version"] == 2
    problem(api.delete(here, headers={"If-Match": '"1"'}), 412, "version-conflict")
    assert api.delete(here, headers={"If-Match": '"2"'}).status_code == 204


def test_the_match_going_on_is_no_change(api: httpx.Client, match: dict[str, Any]) -> None:
    made = wrote(api, match)
    played(api, match, FIRST)
    answer = api.patch(f"{notes(match)}/{made['id']}", json={"audience": "public"}, headers={"If-Match": '"1"'})
    assert answer.status_code == 200


def test_nothing_changed_is_nothing_stored(api: httpx.Client, match: dict[str, Any], stored: Callable[[], Any]) -> None:
    made = wrote(api, match)
    before = stored()
    answer = api.patch(f"{notes(match)}/{made['id']}", json={"content": COMMENT, "audience": "shared"})
    assert answer.json() == made
    assert stored() == before


def test_a_kind_stays(api: httpx.Client, match: dict[str, Any]) -> None:
    made = wrote(api, match)
    answer = api.patch(f"{notes(match)}/{made['id']}", json={"content": GLYPHS})
    assert problem(answer, 422, "unfit-annotation")["pointer"] == "/content/kind"


def test_the_history_tells_every_change(api: httpx.Client, match: dict[str, Any]) -> None:
    made = wrote(api, match)
    here = f"{notes(match)}/{made['id']}"
    api.patch(here, json={"content": {"kind": "comment", "text": "two"}})
    api.post(f"{notes(match)}/undo")
    api.delete(here)
    told = items(api, f"{here}/history", limit=2)
    assert [(item["version"], item["type"], item["undoes"]) for item in told] == [
        (1, "added", None),
        (2, "changed", None),
        (3, "changed", 2),
        (4, "deleted", None),
    ]
    assert [item["html"] for item in told[:3]] == [made["html"], "<p>two</p>\n", made["html"]]
    problem(api.get(here), 404, "not-found")


def test_a_private_draft_stays_private_when_the_rest_is_shown(api: httpx.Client, client_with: ClientWith) -> None:
    match = whole(api)
    author, other = client_with("annotate"), client_with("read")
    made = wrote(author, match, {"kind": "comment", "text": "Bob is a fool"}, audience="private")
    here = f"{notes(match)}/{made['id']}"
    author.patch(here, json={"content": {"kind": "comment", "text": "Bob was unlucky"}, "audience": "shared"})
    assert [item["version"] for item in items(other, f"{here}/history")] == [2]
    assert [item["version"] for item in items(author, f"{here}/history")] == [1, 2]


@pytest.mark.slow
def test_changes_are_undone_one_after_the_other(api: httpx.Client, client_with: ClientWith) -> None:
    match = whole(api)
    author, other = client_with("annotate"), client_with("annotate")
    made = wrote(author, match)
    here = f"{notes(match)}/{made['id']}"
    stays = wrote(other, match)["id"]
    author.delete(here)

    def undo() -> tuple[str, Any]:
        answer = author.post(f"{notes(match)}/undo")
        assert answer.status_code == 201, answer.text
        told = answer.json()
        assert told["id"] == made["id"]
        return told["undone"], told["annotation"]

    assert undo() == ("deleted", author.get(here).json())
    assert undo() == ("added", None)
    assert state_for(author, match) == [stays]
    problem(author.post(f"{notes(match)}/undo"), 422, "not-possible")


# --- retries ---


@pytest.mark.slow
def test_a_retry_gets_the_first_answer_and_writes_nothing(
    api: httpx.Client, match: dict[str, Any], stored: Callable[[], Any]
) -> None:
    body, key = {"step": 1, "content": COMMENT}, {"Idempotency-Key": f"note-{match['id']}"}
    first = api.post(notes(match), json=body, headers=key)
    api.patch(f"{notes(match)}/{first.json()['id']}", json={"audience": "private"})
    before = stored()
    again = api.post(notes(match), json=body, headers=key)
    assert (again.status_code, again.json()) == (201, first.json())
    assert stored() == before
    other = api.post(notes(match), json={**body, "step": 0}, headers=key)
    problem(other, 422, "idempotency-key-reused")
    undo = {"Idempotency-Key": f"undo-{match['id']}"}
    answers = [api.post(f"{notes(match)}/undo", headers=undo).json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]["undone"] == "changed"


# --- following the step ---


@pytest.mark.slow
def test_it_follows_its_step_and_is_told_without_one(api: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, *ROUND[:3])
    at_setup, at_two, at_three = (wrote(api, match, step=step) for step in (0, 2, 3))

    def steps() -> list[tuple[Any, Any, bool]]:
        return [(item["step"], item["last_step"], item["detached"]) for item in items(api, notes(match))]

    def amend(**wanted: Any) -> dict[str, Any]:
        answer = api.post(f"{MATCHES}/{match['id']}/amendments", json=wanted)
        assert answer.status_code == 201, answer.text
        told: dict[str, Any] = answer.json()
        return told

    other = {"type": "stock", "seat": 0, "jewels": ["tiara"]}
    assert steps() == [(0, 0, False), (2, 2, False), (3, 3, False)]
    amend(step=2, actions=[other])
    assert steps() == [(0, 0, False), (None, 2, True), (3, 3, False)]
    assert state_for(api, match, step=2) == []
    assert state_for(api, match, step=3) == [at_three["id"]]
    assert state_for(api, match) == [at_setup["id"], at_two["id"], at_three["id"]]
    assert api.get(f"{notes(match)}/{at_two['id']}").json()["detached"] is True
    taken_back = api.get(f"{MATCHES}/{match['id']}").json()["version"] - 3
    restored = api.post(f"{MATCHES}/{match['id']}/restorations", json={"version": taken_back})
    assert restored.status_code == 201, restored.text
    assert steps() == [(0, 0, False), (2, 2, False), (3, 3, False)]


def test_what_the_server_dealt_keeps_its_annotation(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"})
    made = wrote(api, match, step=1)
    action = any_action(api, match)
    assert play(api, match, action).status_code == 201
    assert api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 0}).status_code == 201
    assert api.get(f"{notes(match)}/{made['id']}").json()["step"] == 1


# --- removal ---


@pytest.mark.slow
def test_with_its_match_all_is_erased(api: httpx.Client, database: str) -> None:
    """Words of people don't stay in a log of which nobody is shown any more."""
    with opened(database) as store:
        match_commands, simulated, game = store.commands(), uuid4(), GAMES["klunker"]
        players = [uuid4() for _ in range(3)]
        match_commands.open_match(simulated, game, game.demos[0].options, players, origin=Origin.SIMULATION, by="demo")
        kept = dealt(api)
        matches = [{"id": str(simulated)}, kept]
        for match in matches:
            body = {"step": 1, "content": COMMENT}
            answer = api.post(notes(match), json=body, headers={"Idempotency-Key": f"words-{match['id']}"})
            assert answer.status_code == 201
            variation = api.post(
                f"{MATCHES}/{match['id']}/variations", json={"step": 1, "actions": [any_action(api, match)]}
            )
            assert variation.status_code == 201, variation.text
        assert store.run(remove_demo(store.store, database)) == 1
    problem(api.get(notes(matches[0])), 404, "not-found")
    assert len(items(api, notes(kept))) == 1
    with psycopg.connect(database) as connection:
        for match, left in zip(matches, (0, 4), strict=True):
            ids = [annotations_id(UUID(match["id"])), variations_id(UUID(match["id"]))]
            events = connection.execute("SELECT 1 FROM match_events WHERE originator_id = ANY(%s)", (ids,)).fetchall()
            keys = connection.execute("SELECT 1 FROM idempotency_keys WHERE resource = ANY(%s)", (ids,)).fetchall()
            assert (len(events), len(keys)) == (left, 1 if left else 0)


def any_action(api: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    legal = api.get(f"{MATCHES}/{match['id']}/legal-actions").json()
    action: dict[str, Any] = any_of(legal, Random(1))
    return action
