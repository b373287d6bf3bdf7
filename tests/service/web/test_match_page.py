"""The page of a match: what it says once only, and what stays where it is whatever the step."""

import re
from html import unescape
from typing import Any

import httpx
import pytest

from service.web.appearance import heights
from service.web.words import WORDS
from tests.browser.recorder import sample
from tests.service.api.test_pages import page
from tests.service.scenes import MATCHES, guests, open_match, played
from tests.service.sheets import sheet

MARKS = [
    {"type": "highlight", "place": "seat:0", "colour": "yellow"},
    {"type": "arrow", "from": "seat:1", "to": "seat:0", "colour": "red"},
    {"type": "highlight", "place": "seat:2", "colour": "blue"},
]


def begun(api: httpx.Client, steps: int = 12) -> str:
    """The path of a match of Klunker in which this has happened."""
    told = sample("klunker-3-open")
    match = open_match(api, options=told["options"], seats=guests())
    played(api, match, *told["actions"][:steps])
    return f"/matches/{match['id']}"


def test_each_step_is_listed_under_its_phase_which_the_bar_does_not_say(
    public: httpx.Client, api: httpx.Client
) -> None:
    for path in (begun(api), f"/matches/{sheet(api, 'Go', ['7', '3'])['id']}"):
        text = page(public, path)
        listed = text.partition('id="moves" ')[2].partition("</section>")[0]
        found = [
            (unescape(part.partition("</h3>")[0]), [int(step) for step in re.findall(r'<li value="(\d+)"', part)])
            for part in listed.split("<h3>")[1:]
        ]
        chapters = public.get(f"{MATCHES}/{path.removeprefix('/matches/')}/replay/chapters").json()["items"]
        assert found == [
            (named(part["chapter"]), list(range(part["first_step"], part["last_step"] + 1))) for part in chapters
        ]
        last = chapters[-1]["last_step"]
        label = text.partition('<label for="step">')[2].partition("</label>")[0]
        assert re.sub("<[^>]+>", "", label) == f"Step {last} of {last}"


def named(chapter: dict[str, Any]) -> str:
    """As the list is headed."""
    title: str = chapter["title"]
    return f"Round {chapter['round']}: {title[0].lower()}{title[1:]}" if chapter.get("round") else title


def test_marks_of_ones_own_are_told_apart(api: httpx.Client) -> None:
    path = begun(api)
    body = {"step": 5, "content": {"kind": "marks", "marks": MARKS}, "audience": "public"}
    api.post(f"{MATCHES}/{path.removeprefix('/matches/')}/annotations", json=body).raise_for_status()
    seen = page(api, f"{path}?step=5")
    told = "yellow: Player 0; red: Player 1 → Player 0; blue: Player 2"
    assert f"{WORDS['en']['change_marks']}: {told}" in seen


def test_notes_do_not_move_the_standings(api: httpx.Client) -> None:
    path = begun(api)
    before = page(api, f"{path}?step=5")
    for content in ({"kind": "marks", "marks": MARKS}, {"kind": "glyphs", "glyphs": [5]}):
        body = {"step": 5, "content": content, "audience": "public"}
        api.post(f"{MATCHES}/{path.removeprefix('/matches/')}/annotations", json=body).raise_for_status()
    after = page(api, f"{path}?step=5")
    assert after != before
    assert [text.count('<div class="left"') for text in (before, after)] == [1, 1]


@pytest.mark.parametrize("layout", ["landscape", "portrait"])
def test_a_picture_says_once_that_a_match_without_a_winner_is_over(api: httpx.Client, layout: str) -> None:
    match = sheet(api, "Go", ["7", "3"], options={"winning": "told"})
    step = api.get(f"{MATCHES}/{match['id']}").json()["step"]
    picture = api.get(f"{MATCHES}/{match['id']}/replay/steps/{step}.svg", params={"layout": layout}).text
    assert picture.count(">The match is over.</text>") == 1


def test_the_size_of_a_picture() -> None:
    picture = '<svg viewBox="0 0 720 360"><text font-size="16"/><text font-size="10"/></svg>'
    assert heights(picture) == "--tall: 360px; --least: 432px; --shape: 2"
