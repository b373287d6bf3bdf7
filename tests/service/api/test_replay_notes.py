"""What people write to the steps of a match, in its frames and pictures; and how long these may be kept."""

import json
from collections.abc import Callable
from itertools import groupby
from typing import Any

import httpx
import pytest

from domain.registry import GAMES
from replays.stepper import Stepper
from tests.domain.games.support import sample_of
from tests.replays.pictures.seen import Picture, flaws
from tests.service.http_client import client_of
from tests.service.scenes import DEAL, FIRST, MATCHES, ROUND, dealt, items, open_match, played, whole
from tests.tiers import thinned

ClientWith = Callable[..., httpx.Client]
NDJSON = {"Accept": "application/x-ndjson"}
COMMENT = {"kind": "comment", "text": "Why *not* the tiara?"}
GLYPHS = {"kind": "glyphs", "glyphs": [5]}
MARKS = {
    "kind": "marks",
    "marks": [
        {"type": "highlight", "place": "seat:1:hand", "colour": "red"},
        {"type": "arrow", "from": "deck", "to": "seat:1", "colour": "blue"},
    ],
}
PARTS = ("replay/steps/2", "replay/steps/2.svg", "replay")


def path_of(match: dict[str, Any]) -> str:
    return f"{MATCHES}/{match['id']}"


def wrote(client: httpx.Client, match: dict[str, Any], content: Any = COMMENT, step: int = 2, **more: Any) -> Any:
    answer = client.post(f"{path_of(match)}/annotations", json={"step": step, "content": content, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def frame(client: httpx.Client, match: dict[str, Any], step: int = 2, **asked: Any) -> Any:
    answer = client.get(f"{path_of(match)}/replay/steps/{step}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def drawn(client: httpx.Client, match: dict[str, Any], step: int = 2, language: str = "en", **asked: Any) -> Picture:
    answer = client.get(
        f"{path_of(match)}/replay/steps/{step}.svg", params=asked, headers={"Accept-Language": language}
    )
    assert answer.status_code == 200, answer.text
    return Picture(answer.text)


def as_seat(match: dict[str, Any], api: httpx.Client, seat: int) -> httpx.Client:
    token = match["seats"][seat]["token"]
    return client_of(api.base_url, token)


@pytest.fixture
def match(api: httpx.Client) -> dict[str, Any]:
    """A round of a match, 11 steps."""
    opened = open_match(api)
    played(api, opened, DEAL, *ROUND)
    return opened


# --- who is shown what ---


@pytest.mark.slow
def test_frames_tell_what_the_list_of_annotations_tells_each_reader(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith, match: dict[str, Any]
) -> None:
    """By their step, in the same form and order, whoever asks and through whatever eyes: pages, lines, single ones."""
    other = client_with("annotate", "read")
    with as_seat(match, api, 1) as seat:
        for step in (0, 2, 2, 5):
            for audience in ("private", "shared", "public"):
                for viewer in ("recorder", "public", "seat:0"):
                    wrote(api, match, step=step, audience=audience, viewer=viewer)
                wrote(other, match, step=step, audience=audience)
                wrote(seat, match, MARKS, step=step, audience=audience)
        told = set()
        for client, viewers in (
            (api, ("", "recorder", "public", "seat:0", "seat:1")),
            (other, ("", "public")),
            (seat, ("", "public", "seat:1")),
            (public, ("", "public")),
        ):
            for viewer in viewers:
                asked = {"viewer": viewer} if viewer else {}
                listed = items(client, f"{path_of(match)}/annotations", **asked, **{"from": 0})
                listed.sort(key=lambda one: one["step"])
                by_step = {step: list(notes) for step, notes in groupby(listed, key=lambda one: one["step"])}
                frames = items(client, f"{path_of(match)}/replay", **asked)
                assert [one["annotations"] for one in frames] == [by_step.get(step, []) for step in range(12)]
                lines = client.get(f"{path_of(match)}/replay", params=asked, headers=NDJSON).text.splitlines()
                assert [json.loads(line) for line in lines] == frames
                for _ in range(2):  # the second time, what was kept for others with the same rights
                    assert [frame(client, match, step, **asked) for step in range(12)] == frames
                told.add(len(listed))
    assert len(told) > 4


def test_without_annotations_a_frame_is_the_rest(api: httpx.Client, match: dict[str, Any]) -> None:
    wrote(api, match)
    whole_frame = frame(api, match)
    assert whole_frame.pop("annotations")
    assert frame(api, match, annotations=False) == whole_frame
    assert all("annotations" not in one for one in items(api, f"{path_of(match)}/replay", annotations=False))


@pytest.mark.slow
def test_of_variations_a_frame_tells_nothing(api: httpx.Client, match: dict[str, Any]) -> None:
    line = {"step": 1, "actions": [{"type": "stock", "seat": 0, "jewels": ["tiara"]}]}
    made = api.post(f"{path_of(match)}/variations", json=line).json()
    wrote(api, match, step=1, variation=made["id"])
    assert all(one["annotations"] == [] for one in items(api, f"{path_of(match)}/replay"))


@pytest.mark.slow
def test_annotations_follow_their_step_in_every_version_of_the_match(api: httpx.Client) -> None:
    match = dealt(api)
    first = played(api, match, *ROUND[:3])
    goes, stays = wrote(api, match, step=2), wrote(api, match, step=4)

    def told(**asked: Any) -> dict[int, list[str]]:
        frames = items(api, f"{path_of(match)}/replay", **asked)
        return {one["step"]: [note["id"] for note in one["annotations"]] for one in frames if one["annotations"]}

    assert told() == {2: [goes["id"]], 4: [stays["id"]]}
    amended = {"step": 2, "actions": [{"type": "stock", "seat": 0, "jewels": ["tiara"]}]}
    assert api.post(f"{path_of(match)}/amendments", json=amended).is_success
    assert told() == {4: [stays["id"]]}
    assert api.post(f"{path_of(match)}/retractions", json={"to_step": 3}).is_success
    assert told() == {}
    moment = first["events"][-1]["at"]
    for then in ({"version": first["version"]}, {"as_of": moment}):
        assert told(**then) == {2: [goes["id"]], 4: [stays["id"]]}
    assert told(version=2) == {}, "nothing of it had been played"


# --- how long an answer may be kept ---


@pytest.mark.parametrize("part", thinned(PARTS))
def test_what_is_written_changes_the_answer_and_its_entity_tag(
    api: httpx.Client, match: dict[str, Any], part: str
) -> None:
    over = f"{path_of(match)}/{part}"
    tags = []

    def changed() -> bool:
        tags.append(api.get(over).headers["etag"])
        statuses = [api.get(over, headers={"If-None-Match": tag}).status_code for tag in tags]
        assert statuses == [200] * (len(set(tags)) - 1) + [304] * (len(tags) - len(set(tags)) + 1)
        return len(tags) == 1 or tags[-1] != tags[-2]

    assert changed()
    made = wrote(api, match)
    note = f"{path_of(match)}/annotations/{made['id']}"
    assert changed()
    assert api.patch(note, json={"content": {**COMMENT, "text": "Well!"}}).is_success
    assert changed()
    assert api.delete(note).is_success
    plain = api.get(over).headers["etag"]
    assert plain == tags[0], "as it was before"
    assert api.post(f"{path_of(match)}/annotations/undo").is_success
    assert api.get(over).headers["etag"] not in {plain, tags[-1]}


@pytest.mark.parametrize("part", PARTS)
def test_what_one_may_not_see_changes_nothing(
    api: httpx.Client, public: httpx.Client, match: dict[str, Any], part: str
) -> None:
    before = public.get(f"{path_of(match)}/{part}")
    wrote(api, match, MARKS, audience="private")
    wrote(api, match, MARKS, audience="public", viewer="recorder")
    wrote(api, match, audience="shared")
    after = public.get(f"{path_of(match)}/{part}")
    assert (after.content, after.headers["etag"]) == (before.content, before.headers["etag"])


@pytest.mark.parametrize("part", thinned([*PARTS, "replay/chapters", "scoreboard.svg"]))
def test_the_entity_tag_begins_with_the_version(
    api: httpx.Client, public: httpx.Client, match: dict[str, Any], part: str
) -> None:
    over = f"{path_of(match)}/{part}"
    wrote(api, match, audience="private")
    answer = public.get(over)
    version = public.get(path_of(match)).json()["version"]
    assert answer.headers["etag"].startswith(f'"{version}-')
    assert answer.headers["vary"] == "Authorization, Cookie, Accept, Accept-Language, Accept-Encoding"


@pytest.mark.parametrize(
    ("part", "headers"),
    thinned([*((part, {}) for part in (*PARTS, "replay/chapters", "scoreboard.svg")), ("replay", NDJSON)]),
)
def test_what_is_known_already_is_not_made_again(
    api: httpx.Client, match: dict[str, Any], part: str, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = f"{path_of(match)}/{part}"
    wrote(api, match, MARKS)
    first = api.get(over, headers=headers)

    def made(*_: Any, **__: Any) -> Any:
        raise AssertionError("it was made again")

    monkeypatch.setattr(Stepper, "positions", made)
    for tag in (first.headers["etag"], f"W/{first.headers['etag']}", "*"):
        again = api.get(over, headers={**headers, "If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        for name in ("etag", "cache-control", "vary", "content-language"):
            assert again.headers[name] == first.headers[name]
    for nothing in ("replay/steps/99", "replay/steps/99.svg"):
        assert api.get(f"{path_of(match)}/{nothing}", headers={"If-None-Match": "*"}).status_code == 404


@pytest.mark.parametrize("part", thinned([*PARTS, "replay/chapters", "scoreboard.svg"]))
def test_an_answer_is_made_once_for_all_with_the_same_rights(
    api: httpx.Client,
    public: httpx.Client,
    client_with: ClientWith,
    match: dict[str, Any],
    part: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = f"{path_of(match)}/{part}"
    made = []
    real = Stepper.positions

    def counted(*arguments: Any) -> Any:
        made.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(Stepper, "positions", counted)
    readers = [client_with("read"), client_with("read")]
    answers = [client.get(over) for client in (*readers, public, public)]
    assert len(made) == 2
    assert answers[0].content == answers[1].content
    wrote(api, match, GLYPHS, audience="public", viewer="public")
    for client in readers:
        client.get(over)
    told = part in PARTS
    assert len(made) == (4 if told else 2), "what is written is told each token in its own way"


def test_the_entity_tag_of_a_frame_names_the_version_to_write_on(api: httpx.Client) -> None:
    match = dealt(api)
    frame = f"{path_of(match)}/replay/steps/1"
    wrote(api, match, step=1)
    seen = {"If-Match": api.get(frame).headers["etag"]}
    actions = f"{path_of(match)}/actions"
    assert api.post(actions, json={"actions": [FIRST]}, headers=seen).status_code == 201
    refused = api.post(actions, json={"actions": [FIRST]}, headers=seen)
    assert (refused.status_code, refused.headers["etag"]) == (412, '"3"')


@pytest.mark.slow
def test_a_new_name_is_told_at_once(api: httpx.Client, match: dict[str, Any]) -> None:
    for part in PARTS:
        over = f"{path_of(match)}/{part}"
        api.get(over)
        player = match["seats"][0]["player"]["id"]
        assert api.patch(f"/api/v1/players/{player}", json={"name": f"Renamed for {part}"}).is_success
        assert f"Renamed for {part}" in api.get(over).text


# --- pictures ---


def test_marks_and_glyphs_are_drawn_and_told_with_their_authors(
    api: httpx.Client, public: httpx.Client, match: dict[str, Any]
) -> None:
    plain = drawn(public, match).markup
    with as_seat(match, api, 1) as seat:
        wrote(seat, match, MARKS, audience="public", viewer="public")
        wrote(seat, match, GLYPHS, audience="public", viewer="public")
        shown = drawn(public, match)
        assert "!? (interesting move), by Player 1." in shown.description
        assert "Mark #1, red, by Player 1: Player 1: Hand." in shown.description
        assert "Mark #2, blue, by Player 1: from Deck to Player 1." in shown.description
        assert {"#1", "#2", "!?", "interesting move · Player 1", "red: Player 1: Hand · Player 1"} <= set(shown.words)
        titles = [title.text for title in shown.elements("title")]
        assert "Mark #1, red, by Player 1: Player 1: Hand." in titles
        assert "Segno #1, rosso, di tu: Player 1: Mano." in drawn(seat, match, language="it").description
        assert "!? (mossa interessante), di Player 1." in drawn(public, match, language="it").description
    token = api.get(f"{path_of(match)}/annotations").json()["items"][0]["author"]
    assert wrote(api, match, MARKS, audience="public", viewer="public")["author"] != token
    both = drawn(api, match).description
    assert "Mark #1, red, by Player 1 and you:" in both
    assert drawn(public, match, annotations=False).markup == plain
    assert "Mark" not in drawn(api, match, step=3).description


@pytest.mark.parametrize("key", thinned(GAMES))
def test_marks_are_drawn_for_every_game(api: httpx.Client, public: httpx.Client, key: str) -> None:
    sample = sample_of(key)
    seats = [{"name": f"Player {seat}"} for seat in range(sample["seats"])]
    match = whole(api, sample["actions"], seats=seats, game=key, options=sample["options"])
    marks = [
        {"type": "highlight", "place": "seat:0", "colour": "yellow"},
        {"type": "arrow", "from": "seat:0", "to": "seat:1"},
    ]
    wrote(api, match, {"kind": "marks", "marks": marks}, audience="public", step=2)
    shown = drawn(public, match, 2)
    assert list(flaws(shown)) == []
    assert "yellow" in shown.description
    assert "from Player 0 to Player 1" in shown.description
    board = public.get(f"/matches/{match['id']}", params={"step": 2}, headers={"Accept": "text/html"}).text
    assert "from Player 0 to Player 1" in board
