"""Recording goes on while the server is down: it is killed in the middle of a match, and started again later."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.keys import Keys

import service.web.recording
from tests.browser.recorder import VERBS, Recorder, driver_log, opened, phone_of, same_end, sample, sign_in
from tests.browser.test_pages import Browser, driver, driving  # noqa: F401  # a fixture
from tests.service.conftest import running_service
from tests.service.database.test_embedded import clean_up
from tests.service.programs import Service
from tests.service.scenes import BASE, DEAL, FIRST, MATCHES, ROUND, open_match, played

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

PLAIN: Final = "partita.test"
"""A host that is neither this machine by name nor reached over TLS, as in a home network."""

KEPT: Final = """
const done = arguments[0];
(async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) kept[new URL(asked.url).pathname] = await (await cache.match(asked)).text();
  }
  done(kept);
})();
"""


class Server:
    """A service that can be killed and started again at the same address, on the same database."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.port = service.port

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.service.kill()

    def start(self) -> None:
        self.service = Service(self.service.data, port=self.port)
        self.service.wait_ready()

    def step(self, match: dict[str, Any]) -> int:
        with self.service.client() as api:
            step: int = api.get(f"{MATCHES}/{match['id']}").json()["step"]
        return step


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(Service(tmp_path / "data"))
    try:
        running.service.wait_ready()
        yield running
    finally:
        running.kill()
        clean_up(running.service.data)


@pytest.fixture
def browser(driver: webdriver.Chrome, server: Server) -> Iterator[Browser]:  # noqa: F811
    browser = phone_of(driver, server.base)
    sign_in(browser, server.service.token)
    yield browser
    driver.get("about:blank")
    driver_log(browser)


def kept(browser: Browser) -> dict[str, str]:
    """What the browser keeps of the pages, by path."""
    texts: dict[str, str] = browser.driver.execute_async_script(KEPT)
    return texts


def wait_until_kept(browser: Browser, recorder: Recorder, *verbs: str) -> None:
    """Until the page could be opened without the server, as it is now, and these verbs are remembered."""
    path = f"/matches/{recorder.match['id']}/record"
    version = f'"version":{recorder.version},'
    browser.until(lambda: version in kept(browser).get(path, ""), "the page is kept")
    memory = f"{path}/memory"
    browser.until(
        lambda: all(VERBS[verb] in kept(browser).get(memory, "") for verb in verbs), "what was there to choose"
    )
    browser.until(lambda: any(name.endswith("/draft.js") for name in kept(browser)), "the files are kept")
    browser.until(
        lambda: browser.driver.execute_script("return navigator.serviceWorker.controller !== null"), "a worker"
    )


def confirm(recorder: Recorder, wire: dict[str, Any]) -> None:
    recorder.choose(wire)
    if recorder.shows("confirm"):
        recorder.tap("confirm")


def cut_off(browser: Browser) -> None:
    browser.until(lambda: browser.attribute("#record", "data-state") == "cut-off", "the connection is lost")


def waiting(browser: Browser) -> int:
    return len(browser.driver.find_elements("css selector", "#outbox .state"))


def test_a_killed_server_loses_nothing_and_doubles_nothing(browser: Browser, server: Server) -> None:
    told = sample("klunker-3-open")
    with server.service.client() as api:
        match = opened(api, told)
        played(api, match, *told["actions"][:30])
    recorder = Recorder(browser, match)
    recorder.record(told["actions"][30])
    wait_until_kept(browser, recorder, "stock", "store", "pass", "buy")
    server.kill()
    confirm(recorder, told["actions"][31])
    cut_off(browser)
    for wire in told["actions"][32:38]:
        recorder.guess(wire)
    browser.until(lambda: waiting(browser) == 7, "the outbox")

    browser.driver.get("about:blank")  # the phone goes off; there is still no server
    recorder = Recorder(browser, match)
    cut_off(browser)
    browser.until(lambda: waiting(browser) == 7, "the outbox")
    for wire in told["actions"][38:45]:
        recorder.guess(wire)
    browser.until(lambda: waiting(browser) == 14, "the outbox")

    server.start()
    browser.until(lambda: recorder.choices["step"] == 45, "all is recorded")
    assert not browser.find("#outbox").is_displayed()
    for wire in told["actions"][45:]:
        recorder.record(wire)
    with server.service.client() as api:
        same_end(api, told, match)
        assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == len(told["actions"])


def test_what_was_sent_when_the_server_died_is_recorded_once(browser: Browser, server: Server) -> None:
    """The answer is lost, not the request: the browser gets none, and sends the same again."""
    with server.service.client() as api:
        match = open_match(api)
        played(api, match, DEAL)
    recorder = Recorder(browser, match)
    browser.driver.execute_script(
        "const send = fetch; window.fetch = async (...sent) => {"
        "  const answer = await send(...sent);"
        "  if (!String(sent[0]).endsWith('/actions')) return answer;"
        "  window.fetch = send;"
        "  throw new TypeError('the answer is lost'); }"
    )
    confirm(recorder, FIRST)
    browser.until(lambda: recorder.choices["step"] == 2, "it is recorded")
    assert server.step(match) == 2
    recorder.record(ROUND[1])
    assert server.step(match) == 3


def test_what_the_server_refuses_later_is_shown_and_kept(browser: Browser, server: Server) -> None:
    with server.service.client() as api:
        match = open_match(api)
        played(api, match, DEAL, *ROUND[:3])
    recorder = Recorder(browser, match)
    wait_until_kept(browser, recorder, "store", "pass")
    server.kill()
    confirm(recorder, ROUND[3])
    cut_off(browser)
    recorder.guess({"type": "store", "seat": 1, "jewel": "shoes"})  # seat 1 has none
    recorder.guess({"type": "pass", "seat": 1})
    server.start()
    browser.until(lambda: "Not recorded" in browser.text("#outbox"), "what became of it")
    browser.until(lambda: recorder.choices["step"] == 5, "what was good is recorded")
    for _ in range(2):
        script = "return [...document.querySelectorAll('#outbox .state')].map(one => one.textContent)"
        refused: list[str] = browser.driver.execute_script(script)
        assert len(refused) == 2
        assert "shoes" in refused[0]
        assert "K" in refused[0].partition("·")[2]  # the clause
        recorder = Recorder(browser, match)
        browser.until(lambda: waiting(browser) == 2, "it is there when the page is opened again")
    script = "return document.querySelectorAll('#outbox [data-key^=again]')[1].dataset.key"
    recorder.tap(browser.driver.execute_script(script))
    browser.until(lambda: recorder.choices["step"] == 6, "the one that is right by now")
    assert server.step(match) == 6


def join(browser: Browser, api: httpx.Client, match: dict[str, Any], seat: int) -> None:
    invitation = {"role": "seat", "match": match["id"], "seat": seat}
    browser.open(f"/join/{api.post(f'{BASE}/invitations', json=invitation).json()['code']}")
    browser.click("main button")
    browser.went_to(f"/matches/{match['id']}")


def sign_out(browser: Browser) -> None:
    """From the home page: a recording page on a phone has no room for it."""
    browser.open("/")
    browser.click("form[action='/sign-out'] button")
    browser.until(lambda: browser.driver.find_elements("css selector", "nav a[href='/sign-in']"), "signed out")


def test_who_has_the_phone_next_finds_nothing_of_who_had_it(browser: Browser, server: Server) -> None:
    with server.service.client() as api:
        match = open_match(api, options={"dealing": "server"}, visibility="private")
        path = f"/matches/{match['id']}/record"
        join(browser, api, match, 0)
        recorder = Recorder(browser, match)
        hand = recorder.choices["slots"]
        wait_until_kept(browser, recorder)
        server.kill()
        first = hand[0]["options"][0]["value"]
        confirm(recorder, {"type": "stock", "seat": 0, "jewels": [first]})
        cut_off(browser)
        server.start()
    driver_log(browser)
    browser.open("/")  # before it was sent, or after: whatever isn't recorded lies in the outbox of seat 0
    with server.service.client() as api:
        sign_out(browser)
        assert kept(browser) == {}
        join(browser, api, match, 1)
        assert kept(browser) == {}
        recorder = Recorder(browser, match)
        wait_until_kept(browser, recorder)
        assert waiting(browser) == 0
        assert json.loads(browser.text("#data"))["viewer"] == "seat:1"
        assert '"viewer":"seat:0"' not in "".join(kept(browser).values())
        sign_out(browser)
        assert kept(browser) == {}
    server.kill()
    with suppress(WebDriverException):
        browser.open(path)
    assert "Player 0" not in browser.driver.page_source
    assert not browser.driver.find_elements("css selector", "#record")
    server.start()


def test_a_seats_outbox_waits_for_that_seat(browser: Browser, server: Server) -> None:
    with server.service.client() as api:
        match = open_match(api, options={"dealing": "server"}, visibility="private")
        join(browser, api, match, 0)
        recorder = Recorder(browser, match)
        choice = recorder.choices
        browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/actions"]})
        confirm(recorder, {"type": "stock", "seat": 0, "jewels": [choice["slots"][0]["options"][0]["value"]]})
        cut_off(browser)
        browser.open("/")
        browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        sign_out(browser)
        step = server.step(match)
        join(browser, api, match, 1)
        recorder = Recorder(browser, match)
        assert waiting(browser) == 0
        sign_out(browser)
        assert server.step(match) == step
        join(browser, api, match, 0)
        recorder = Recorder(browser, match)
        browser.until(lambda: server.step(match) > step, "it is recorded for who confirmed it")


def test_over_plain_http_the_page_does_without_a_worker(chromium: str, chromedriver: str, server: Server) -> None:
    rules = f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with driving(chromium, chromedriver, rules) as driven, server.service.client() as api:
        match = open_match(api)
        played(api, match, DEAL)
        browser = phone_of(driven, f"http://{PLAIN}:{server.port}")
        browser.open("/sign-in")
        browser.find("#token").send_keys(server.service.token, Keys.ENTER)
        browser.went_to("/")
        recorder = Recorder(browser, match)
        lacks = (
            "return [isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto, 'clipboard' in navigator]"
        )
        assert driven.execute_script(lacks) == [False, False, False, False]
        recorder.record(FIRST)
        browser.verify()
        server.kill()
        confirm(recorder, ROUND[1])
        cut_off(browser)
        driven.get("about:blank")
        server.start()
        recorder = Recorder(browser, match)
        browser.until(lambda: recorder.choices["step"] == 3, "it is sent when the page is opened again")
        recorder.record(ROUND[2])
        assert server.step(match) == 4


def test_a_page_of_another_version_of_the_server_says_so(
    driver: webdriver.Chrome,  # noqa: F811
    new_database: Callable[[], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with running_service(new_database(), tmp_path) as api:
        match = open_match(api)
        played(api, match, DEAL)
        browser = phone_of(driver, str(api.base_url))
        sign_in(browser, api.headers["authorization"].partition(" ")[2])
        recorder = Recorder(browser, match)
        monkeypatch.setattr(service.web.recording, "build", lambda: "another")
        played(api, match, FIRST)
        browser.until(lambda: browser.attribute("#record", "data-state") == "outdated", "the state")
        assert "newer version" in browser.text("#choices")
        browser.click("[data-key=reload]")
        browser.until(lambda: recorder.version == 3, "the page of the other version")
        recorder.record(ROUND[1])
        driver.get("about:blank")
