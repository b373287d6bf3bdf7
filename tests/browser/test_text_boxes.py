"""No text of a picture leaves it or lies on another, as Chromium sets it: all games, layouts, languages."""

from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace
from selenium import webdriver

from domain.kernel.languages import LANGUAGES
from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.registry import GAMES
from replays.pictures.chart import chart
from replays.pictures.games import picture
from replays.pictures.scene import Layout
from tests.browser.measures import COVERED_SENTENCES, CUT_PICTURES, PICTURE_TEXTS
from tests.browser.test_pages import driver
from tests.domain.games.support import support_of
from tests.replays.pictures.golden import playthrough
from tests.replays.pictures.seen import scene_after

__all__ = ("driver",)

pytestmark = pytest.mark.slow

VIEWERS: Final[tuple[Viewer, ...]] = (RECORDER, PUBLIC, 0)
STEPS: Final = 5


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("key", [key for key in GAMES if support_of(key).PLAYTHROUGHS])
def test_no_text_is_clipped_or_covered(driver: webdriver.Chrome, tmp_path: Path, key: str, layout: Layout) -> None:
    drawn = []
    for number in range(len(support_of(key).PLAYTHROUGHS)):
        steps = playthrough(key, number)
        for place in range(STEPS):
            step = steps[(len(steps) - 1) * place // (STEPS - 1)]
            for language in LANGUAGES:
                scene = scene_after(step, GAMES[key], VIEWERS[place % 3], language)
                drawn.append(picture(replace(scene, layout=layout)))
    file = tmp_path / "pictures.html"
    file.write_text("<!doctype html><meta charset=utf-8><body style='width:800px'>" + "".join(drawn), encoding="utf-8")
    driver.get(file.as_uri())
    assert driver.execute_script(PICTURE_TEXTS) == []


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_long_names_stay_in_the_chart(driver: webdriver.Chrome, tmp_path: Path, seats: int) -> None:
    names = ("W" * 80, "名" * 80, "👨‍👩‍👧‍👦" * 20, "مرحبا " * 13, "Wolfgang Amadeus", "Ed", "Q" * 12, "i" * 80)[:seats]
    rows = [
        (step, tuple(Standing(seat, step * seat, (), None, None) for seat in range(seats))) for step in range(0, 240, 3)
    ]
    file = tmp_path / "chart.html"
    drawn = "".join(chart("Klunker", rows, names, language) for language in LANGUAGES)
    file.write_text(f"<!doctype html><meta charset=utf-8><body style='width:800px'>{drawn}", encoding="utf-8")
    driver.get(file.as_uri())
    assert driver.execute_script(PICTURE_TEXTS) == []


def test_the_measure_finds_what_is_wrong(driver: webdriver.Chrome, tmp_path: Path) -> None:
    text = '<text x="{}" y="40" font-size="12">{}</text>'
    body = (
        '<rect width="100" height="50"/>' + text.format(10, "one") + text.format(15, "two") + text.format(90, "three")
    )
    file = tmp_path / "picture.html"
    file.write_text(f'<svg class="partita-picture" viewBox="0 0 100 50" width="400">{body}</svg>', encoding="utf-8")
    driver.get(file.as_uri())
    assert driver.execute_script(PICTURE_TEXTS) == ["outside: three", "on each other: one | two"]


BOXES: Final = {
    "max-height: 60px; overflow: auto": ["140 px of a picture of board are cut off by div."],
    "max-height: 60px": ["140 px of a picture of board are cut off by div."],
    "width: 300px; overflow: hidden": ["100 px of a picture of board are cut off at a side"],
    "position: sticky; top: 0": [],
    "position: static; overflow-x: auto": [],
}
"""Styles of a box that holds a picture of 400 by 200 pixels, and what is amiss."""


@pytest.mark.parametrize(("style", "told"), BOXES.items())
def test_a_picture_that_its_box_cuts_is_found(
    driver: webdriver.Chrome, tmp_path: Path, style: str, told: list[str]
) -> None:
    drawn = '<svg class="partita-picture" viewBox="0 0 100 50" width="400" height="200" style="display: block"></svg>'
    file = tmp_path / "box.html"
    file.write_text(f'<!doctype html><body><main><div id="board" style="{style}">{drawn}</div>', encoding="utf-8")
    driver.get(file.as_uri())
    assert driver.execute_script(CUT_PICTURES) == told


def test_a_picture_higher_than_the_window_must_not_stick_to_its_upper_edge(
    driver: webdriver.Chrome, tmp_path: Path
) -> None:
    drawn = '<svg class="partita-picture" viewBox="0 0 100 50" width="4000" height="5000" style="display: block"></svg>'
    file = tmp_path / "sticks.html"
    page = '<!doctype html><body><main><div id="board" style="position: sticky; {}: 0">{}</div>'
    for edge, told in (("top", ["a picture of board sticks"]), ("bottom", [])):
        file.write_text(page.format(edge, drawn), encoding="utf-8")
        driver.get(file.as_uri())
        assert driver.execute_script(CUT_PICTURES) == told


@pytest.mark.parametrize(("sentence_first", "amiss"), [(True, True), (False, False)])
def test_controls_that_lie_on_the_sentence_are_found(
    driver: webdriver.Chrome, tmp_path: Path, sentence_first: bool, amiss: bool
) -> None:
    controls = '<div class="steps" style="position: sticky; bottom: 0; height: 100px"></div>'
    parts = ['<p class="sentence">Ada plays.</p>', controls]
    tall = '<div style="height: calc(100vh - 120px)"></div>'
    file = tmp_path / "sentence.html"
    body = "".join(parts if sentence_first else parts[::-1])
    file.write_text(f'<!doctype html><body style="margin: 0"><div class="replay">{tall}{body}</div>', encoding="utf-8")
    driver.get(file.as_uri())
    assert bool(driver.execute_script(COVERED_SENTENCES)) == amiss
