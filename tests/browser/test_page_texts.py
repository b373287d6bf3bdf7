"""Every page in every state, in narrow and broad windows: all of its text can be read, in the browser's own fonts."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import httpx
import pytest
from selenium import webdriver

from domain.registry import GAMES
from tests.browser.furnishing import RUNNING, Page, furnish, is_plain, visitors
from tests.browser.measures import ALL, LARGE_BOARDS, PAGE_TEXTS, SMALL_TEXTS, WIDER_THAN_THE_WINDOW
from tests.browser.recorder import Recorder, opened, phone_of, sample, sign_in
from tests.browser.site_pages import pages_of
from tests.browser.test_pages import driver
from tests.service.conftest import running_service
from tests.service.scenes import SAMPLES, guests, played, whole

__all__ = ("driver",)

pytestmark = pytest.mark.xdist_group("browser")

WINDOWS: Final[Mapping[str, tuple[int, int, tuple[str, ...]]]] = {
    "phone": (360, 640, ("de", "it", "en")),
    "phone-sideways": (844, 390, ("it",)),
    "small-phone-sideways": (667, 375, ("de",)),
    "tablet": (768, 1024, ("it",)),
    "tablet-sideways": (1024, 768, ("de",)),
    "large-tablet": (1024, 1366, ("it",)),
    "screen": (1280, 800, ("de",)),
}
"""How wide and high each is, and the languages in which pages are looked at there."""

OFTEN: Final = (("phone", "de"), ("phone-sideways", "it"))
"""In which the slow tests look at a page of each kind; the long ones look at all pages in all windows."""

CASES: Final = [
    *(pytest.param(window, language, False, marks=pytest.mark.slow) for window, language in OFTEN),
    *(
        pytest.param(window, language, True, marks=pytest.mark.long)
        for window, (_, _, languages) in WINDOWS.items()
        for language in languages
    ),
]


def resize(driver: webdriver.Chrome, window: str) -> None:
    width, height, _ = WINDOWS[window]
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": "phone" in window}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


class Furnished(NamedTuple):
    """A service with something to see on every page, and who looks at which."""

    api: httpx.Client
    base: str
    pages: list[Page]
    headers_of: Callable[[str], dict[str, str]]


@pytest.fixture(scope="module")
def furnished(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Furnished]:
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as api:
        for key in GAMES:
            _ended(api, key)
        more = furnish(api)
        yield Furnished(api, str(api.base_url).rstrip("/"), [*pages_of(api), *more], visitors(api))


def _ended(api: httpx.Client, key: str) -> None:
    told = json.loads(min(SAMPLES.glob(f"{key}-*.json")).read_text(encoding="utf-8"))
    whole(api, told["actions"], game=key, options=told["options"], seats=guests(told["seats"]))


def one_of_each_kind(pages: list[Page]) -> list[Page]:
    """The first page of each name, whatever the game and the place in its match."""
    ending = re.compile(rf"(-({'|'.join(GAMES)}))?(-\d+)?$")
    kinds: dict[str, Page] = {}
    for name, path in pages:
        kinds.setdefault(ending.sub("", name), (name, path))
    return [*kinds.values()]


@pytest.mark.parametrize(("window", "language", "everything"), CASES)
def test_no_text_is_cut_off_covered_broken_or_too_small(
    driver: webdriver.Chrome, furnished: Furnished, window: str, language: str, everything: bool
) -> None:
    resize(driver, window)
    flaws = []
    for name, path in furnished.pages if everything else one_of_each_kind(furnished.pages):
        headers = {"Accept-Language": language, **furnished.headers_of(name)}
        driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": headers})
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": is_plain(name)})
        driver.get(furnished.base + path)
        flaws += [f"{name}: {flaw}" for measure in ALL for flaw in driver.execute_script(measure)]
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert flaws == []


class Looking(Recorder):
    """Somebody who records, and looks at the page after each tap."""

    flaws: Final[list[str]] = []

    def tap(self, key: str) -> None:
        super().tap(key)
        self.flaws.extend([f"{key}: {flaw}" for measure in ALL for flaw in self.browser.driver.execute_script(measure)])


@pytest.mark.slow
@pytest.mark.parametrize("window", ["phone", "small-phone-sideways"])
def test_no_text_is_cut_off_while_somebody_records(driver: webdriver.Chrome, furnished: Furnished, window: str) -> None:
    api = furnished.api
    phone = phone_of(driver, furnished.base)
    sign_in(phone, api.headers["authorization"].partition(" ")[2])
    resize(driver, window)
    for key, (name, steps) in RUNNING.items():
        told = sample(name)
        match = opened(api, told)
        played(api, match, *told["actions"][:steps])
        recorder = Looking(phone, match)
        recorder.choose(told["actions"][steps])
        assert recorder.flaws == [], key


SQUARES_IN_SIGHT: Final = """
const end = document.querySelector("#board").getBoundingClientRect().bottom;
return [...document.querySelectorAll("#board [data-place]")].filter((one) => /^[a-h][1-8]$/.test(one.dataset.place))
    .filter((one) => one.getClientRects().length)
    .map((one) => [one.dataset.place, one.getBoundingClientRect().bottom <= end + 1]);
"""
"""The squares of a chess board, and whether each is above the lower edge of what can be seen of the board."""


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (412, 915), (844, 390)])
def test_whoever_records_on_a_phone_sees_every_square(
    driver: webdriver.Chrome, furnished: Furnished, width: int, height: int
) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    headers = {"Accept-Language": "en", **furnished.headers_of("record-chess")}
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": headers})
    driver.get(furnished.base + dict(furnished.pages)["record-chess"])
    squares = dict(driver.execute_script(SQUARES_IN_SIGHT))
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    assert len(squares) == 64
    assert all(squares.values())


SHOWN_BOARD: Final = """
const shown = [...document.querySelectorAll("#board svg")].find((one) => one.getClientRects().length);
const { top, bottom } = shown.getBoundingClientRect();
const box = document.querySelector("#board").getBoundingClientRect();
const squares = [...shown.querySelectorAll("[data-place]")].filter((one) => /^[a-h][1-8]$/.test(one.dataset.place));
const edges = squares.map((one) => one.getBoundingClientRect());
return {
  seen: top >= box.top - 1 && bottom <= Math.min(innerHeight, box.bottom) + 1,
  board: Math.max(...edges.map((one) => one.right)) - Math.min(...edges.map((one) => one.left)),
  controls: document.querySelector(".buttons").getBoundingClientRect().bottom - innerHeight,
};
"""
"""Whether all of a chess board with its players is in the window, how wide its squares are together, and how far the
buttons reach below the window."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "least"),
    [(360, 640, 290), (844, 390, 230), (1280, 650, 490), (1280, 720, 560), (1280, 800, 560), (1920, 1080, 780)],
)
def test_whoever_replays_chess_sees_a_board_that_takes_the_window(
    driver: webdriver.Chrome, furnished: Furnished, width: int, height: int, least: int
) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": height < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    headers = {"Accept-Language": "de", **furnished.headers_of("match-chess-2")}
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": headers})
    pages = dict(furnished.pages)
    for path in (pages["match-chess-2"], pages["match-chess-2"].replace("?step=", "?viewer=seat:1&step=")):
        driver.get(furnished.base + path)
        shown = driver.execute_script(SHOWN_BOARD)
        assert shown["seen"]
        assert shown["board"] >= least
        assert shown["controls"] <= 0
    driver.execute_script("scrollTo(0, 500)")
    if height > 500:  # the buttons stay in the window, beside the board
        assert -height < driver.execute_script(SHOWN_BOARD)["controls"] <= 0
        assert driver.execute_script(SHOWN_BOARD)["seen"]
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})


@pytest.mark.slow
def test_every_game_has_its_picture_when_the_page_is_there(driver: webdriver.Chrome, furnished: Furnished) -> None:
    for window in ("phone", "tablet-sideways"):
        resize(driver, window)
        driver.get(f"{furnished.base}/games")
        told = "return [...document.querySelectorAll('.shot')].map((one) => one.complete && one.naturalWidth > 0)"
        assert driver.execute_script(told) == [True] * len(GAMES)


HEAD: Final = "<meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'>"


@pytest.mark.slow
def test_the_measures_find_what_is_wrong(driver: webdriver.Chrome) -> None:
    body = """
        <p style="width: 20px; overflow-wrap: anywhere">Letters</p>
        <p style="width: 5em">Hyphen&shy;ated</p>
        <p style="width: 40px; overflow: hidden; white-space: nowrap">Words that are cut</p>
        <p>It isn't so, <code>"or"</code> so</p>
        <p style="position: absolute; top: 300px">Below</p>
        <p style="position: absolute; top: 302px">Above</p>
        <div id="board"><svg viewBox="0 0 100 20" width="50"><text y="15" font-size="12">small</text></svg></div>
    """
    page = f"<!doctype html>{HEAD}<body>{body}"
    driver.get(f"data:text/html,{page}")
    assert driver.execute_script(PAGE_TEXTS) == [
        "broken: Letters",
        "cut off: Words that are cut",
        "as typed: It isn't so,",
        "on each other: Below | Above",
    ]
    assert driver.execute_script(SMALL_TEXTS) == ["6.0 px: small"]
    resize(driver, "phone")
    driver.get(f"data:text/html,<!doctype html>{HEAD}<body><p style='white-space: nowrap'>{'Words ' * 80}")
    assert driver.execute_script(WIDER_THAN_THE_WINDOW) != []
    assert [flaw.partition(":")[0] for flaw in driver.execute_script(PAGE_TEXTS)] == ["outside"]
    resize(driver, "screen")
    driver.get(f"data:text/html,{page}")
    driver.execute_script('document.querySelector("svg").setAttribute("width", 250)')
    assert driver.execute_script(LARGE_BOARDS) == ["a board drawn 2.50 times as large as it is"]
