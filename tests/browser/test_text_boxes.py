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
from tests.browser.measures import PICTURE_TEXTS
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
