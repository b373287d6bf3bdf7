"""The forms of the replay page that write, change and delete notes."""

from html import unescape

import httpx
import pytest

from service.web.words import WORDS
from tests.service.api.test_pages import ClientWith, page, session, submit, token_of
from tests.service.scenes import MATCHES, NOBODY, dealt, whole
from tests.tiers import thinned


def kept(api: httpx.Client, match: dict[str, str]) -> list[dict[str, object]]:
    items: list[dict[str, object]] = api.get(f"{MATCHES}/{match['id']}/annotations").json()["items"]
    return items


@pytest.mark.parametrize(
    ("fields", "content"),
    thinned(
        [
            ({"kind": "glyphs", "glyph": "5"}, {"kind": "glyphs", "glyphs": [5]}),
            (
                {"kind": "marks", "place": "seat:0", "to": "", "colour": "red"},
                {"kind": "marks", "marks": [{"type": "highlight", "place": "seat:0", "colour": "red"}]},
            ),
            (
                {"kind": "marks", "place": "deck", "to": "seat:1:hand", "colour": "blue"},
                {"kind": "marks", "marks": [{"type": "arrow", "from": "deck", "to": "seat:1:hand", "colour": "blue"}]},
            ),
        ]
    ),
)
def test_signs_and_marks_are_written_and_deleted(
    api: httpx.Client, public: httpx.Client, fields: dict[str, str], content: dict[str, object]
) -> None:
    match, owner = dealt(api), session(public, token_of(api))
    path = f"/matches/{match['id']}"
    form = {"step": "1", "viewer": "", "audience": "public"} | fields
    answer = submit(public, f"{path}/notes", form, **owner)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}?step=1#comments")
    (note,) = kept(api, match)
    assert (note["content"], note["step"], note["audience"]) == (content, 1, "public")
    own = f'action="{path}/notes/{note["id"]}"'
    assert own in page(public, f"{path}?step=1", headers=owner)
    assert own not in page(public, f"{path}?step=1")
    change = {"step": "1", "version": str(note["version"]), "do": "delete"}
    assert submit(public, f"{path}/notes/{note['id']}", change, **owner).status_code == 303
    assert kept(api, match) == []


@pytest.mark.slow
def test_a_comment_is_changed_by_its_author_at_the_version_that_was_seen(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith
) -> None:
    match, owner = dealt(api), session(public, token_of(api))
    path = f"/matches/{match['id']}"
    submit(public, f"{path}/comments", {"step": "1", "text": "First", "viewer": "", "audience": "public"}, **owner)
    (note,) = kept(api, match)
    target = f"{path}/notes/{note['id']}"
    change = {"step": "1", "viewer": "", "version": str(note["version"]), "do": "save", "text": "Second"}
    assert submit(public, target, change | {"audience": "private"}, **owner).status_code == 303
    (changed,) = kept(api, match)
    assert (changed["content"], changed["audience"]) == ({"kind": "comment", "text": "Second"}, "private")
    assert submit(public, target, change | {"text": "Third"}, **owner).status_code == 412
    newest = change | {"version": str(changed["version"])}
    assert submit(public, target, newest | {"text": " "}, **owner).status_code == 422
    other = session(public, token_of(client_with("annotate")))
    assert submit(public, target, newest, **other).status_code == 404  # it is private
    (still,) = kept(api, match)
    assert still == changed


@pytest.mark.parametrize(
    ("change", "status"),
    thinned(
        [
            ({"kind": "rumours"}, 400),
            ({"kind": "glyphs", "glyph": "x"}, 400),
            ({"kind": "glyphs", "glyph": "999"}, 422),
            ({"kind": "marks", "place": "no place"}, 400),
            ({"kind": "marks", "colour": "pink"}, 400),
            ({"kind": "marks", "step": "9"}, 422),
            ({"more": "x"}, 400),
        ],
        quick=2,
    ),
)
def test_a_note_that_cannot_be_kept_is_refused(
    api: httpx.Client, public: httpx.Client, change: dict[str, str], status: int
) -> None:
    match = dealt(api)
    form = {"kind": "marks", "step": "1", "viewer": "", "audience": "shared", "place": "deck", "to": ""} | change
    answer = submit(public, f"/matches/{match['id']}/notes", form, **session(public, token_of(api)))
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert kept(api, match) == []
    assert submit(public, f"/matches/{match['id']}/notes", form).status_code == 401


@pytest.mark.parametrize(
    ("place", "to", "words"),
    [
        ("seat:0:hand", "", "green: Player 0: Hand"),
        ("deck", "seat:1", "green: Deck → Player 1"),
        ("seat:1:attic", "", "green: Player 1"),
        ("attic", "", "green: The table"),
    ],
)
def test_whoever_wrote_a_mark_reads_its_place_in_words(
    api: httpx.Client, public: httpx.Client, place: str, to: str, words: str
) -> None:
    match, owner = dealt(api), session(public, token_of(api))
    path = f"/matches/{match['id']}"
    form = {"kind": "marks", "step": "1", "viewer": "", "audience": "public", "place": place, "to": to}
    assert submit(public, f"{path}/notes", form, **owner).status_code == 303
    assert f"<summary>{WORDS['en']['change_marks']}: {words}</summary>" in unescape(page(public, path, headers=owner))


@pytest.mark.slow
def test_notes_of_a_variation_are_written_changed_and_deleted_on_its_page(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith
) -> None:
    match, owner = whole(api), session(public, token_of(api))
    jewel = api.get(f"{MATCHES}/{match['id']}/replay/steps/1").json()["played"]["action"]["hands"][0][0]
    other = {"type": "stock", "seat": 0, "jewels": [jewel]}
    wanted = {"step": 1, "actions": [other], "audience": "public"}
    variation = api.post(f"{MATCHES}/{match['id']}/variations", json=wanted).json()["id"]
    path = f"/matches/{match['id']}"
    line = f"{path}/variations/{variation}"
    of_line = {"variation": variation, "step": "1", "viewer": ""}
    form = of_line | {"text": "Safer", "audience": "public"}
    answer = submit(public, f"{path}/comments", form, **owner)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{line}?step=1#comments")
    (note,) = kept(api, match)
    assert (note["variation"], note["step"], note["content"]) == (variation, 1, {"kind": "comment", "text": "Safer"})
    own = f'action="{path}/notes/{note["id"]}"'
    seen = page(public, f"{line}?step=1", headers=owner)
    assert (seen.count("<p>Safer</p>"), seen.count(own)) == (2, 1)
    assert own not in page(public, f"{line}?step=0", headers=owner)
    assert own not in page(public, f"{line}?step=1", headers=session(public, token_of(client_with("annotate"))))
    assert f'action="{path}/comments"' not in page(public, line, headers=session(public, token_of(client_with("read"))))
    change = of_line | {"version": str(note["version"]), "do": "save", "text": "Bolder", "audience": "public"}
    answer = submit(public, f"{path}/notes/{note['id']}", change, **owner)
    assert answer.headers["location"] == f"{line}?step=1#comments"
    (note,) = kept(api, match)
    assert note["content"] == {"kind": "comment", "text": "Bolder"}
    gone = of_line | {"version": str(note["version"]), "do": "delete"}
    assert submit(public, f"{path}/notes/{note['id']}", gone, **owner).status_code == 303
    assert kept(api, match) == []
    sign = {"kind": "glyphs", "glyph": "5", "audience": "public"}
    assert submit(public, f"{path}/notes", of_line | sign, **owner).status_code == 303
    assert [note["variation"] for note in kept(api, match)] == [variation]
    for wrong, status in (("x", 400), (str(NOBODY), 422)):
        assert submit(public, f"{path}/comments", form | {"variation": wrong}, **owner).status_code == status
