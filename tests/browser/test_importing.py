"""The pages of imports in a real browser: with script they follow what goes on, and axe finds nothing in them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import psycopg
import pytest
from selenium import webdriver

from tests.browser.accessibility import findings
from tests.browser.test_pages import SIZES, Browser, driver
from tests.browser.test_site import signed_in_as, window
from tests.service.api.importing import plan_of, some_imports
from tests.service.conftest import running_service
from tests.service.scenes import BASE, MATCHES

__all__ = ("driver",)

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


class Importing(NamedTuple):
    api: httpx.Client
    conninfo: str


@pytest.fixture(scope="module")
def importing(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Importing]:
    conninfo = new_database()
    with running_service(conninfo, tmp_path_factory.mktemp("data")) as api:
        yield Importing(api, conninfo)


@pytest.fixture(params=sorted(SIZES))
def browser(driver: webdriver.Chrome, importing: Importing, request: pytest.FixtureRequest) -> Iterator[Browser]:
    with (
        window(driver, str(importing.api.base_url), request.param) as opened,
        signed_in_as(driver, importing.api.headers["authorization"]),
    ):
        yield opened
        opened.verify()


def test_the_page_follows_what_goes_on_and_shows_the_end(browser: Browser, importing: Importing) -> None:
    """A process works on an import as long as it holds its lock: here it is the test."""
    found = plan_of(importing.api, b"date,title,players\n2020-01-02,Go,Ada\n", source="followed")
    work = "UPDATE import_uploads SET state = %s, done = %s, total = 9, attempt = attempt + 1 WHERE import_id = %s"
    with psycopg.connect(importing.conninfo, autocommit=True) as process:

        def tell(state: str, done: int) -> None:
            process.execute(work, (state, done, found["id"]))
            process.execute("SELECT pg_notify('partita_imports', %s)", (found["id"],))

        process.execute("SELECT pg_advisory_lock(import_lock(%s))", (found["id"],))
        tell("running", 1)
        browser.open(f"/imports/{found['id']}")
        browser.until(lambda: browser.text("#done") == "1 / 9", "the progress at first")
        tell("running", 4)
        browser.until(lambda: browser.text("#done") == "4 / 9", "the progress that was told")
        tell("planned", 9)
        browser.until(lambda: "ready to be imported" in browser.text("#state"), "the end")
    importing.api.delete(f"{BASE}/imports/{found['id']}")


def test_a_file_is_chosen_sent_and_imported(browser: Browser, importing: Importing, tmp_path: Path) -> None:
    file = tmp_path / "evenings.csv"
    file.write_text(f"date,title,players,scores\n2020-01-02,Go,Ada|Bruno,7|8\n2020-01-03,Go {tmp_path},Ada,9\n")
    browser.open("/imports")
    browser.find("#file").send_keys(str(file))
    browser.click("main form button.main")
    browser.until(lambda: "evenings.csv" in browser.text("h1"), "the plan")
    browser.click("main form button.main")
    browser.until(lambda: "What was imported" in browser.text("main"), "the end")


def test_nothing_stands_in_the_way_of_anybody(browser: Browser, importing: Importing) -> None:
    paths = ["/imports", *(f"/imports/{one}" for one in some_imports(importing.api)), "/matches/new?game=sheet"]
    options = {"title": "Catan", "rows": [{"key": "a", "label": "Roads"}, {"key": "b", "label": "Towns"}], "rounds": 2}
    seats = [{"name": name} for name in ("Ada", "Bruno", "Chiara")]
    sheet = importing.api.post(MATCHES, json={"game": "sheet", "options": options, "seats": seats}).json()
    paths += ["/matches/new?game=sheet&title=Catan", f"/matches/{sheet['id']}/record"]
    for path in paths:
        browser.open(path)
        assert findings(browser) == [], path
        browser.verify()
