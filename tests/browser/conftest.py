"""The browser that the tests use, and the service that it opens."""

import os
import shutil
from collections.abc import Callable, Iterator

import httpx
import pytest
from selenium import webdriver

from tests.browser.recorder import offline, phone_of, sign_in
from tests.browser.test_pages import Browser
from tests.service.conftest import running_service


@pytest.fixture(scope="module")
def api(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client with the owner's token of a service that the tests of a module share."""
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.fixture
def browser(driver: webdriver.Chrome, api: httpx.Client) -> Iterator[Browser]:
    """A phone on which the owner is signed in."""
    opened = phone_of(driver, str(api.base_url))
    sign_in(opened, api.headers["authorization"].partition(" ")[2])
    yield opened
    offline(opened, on=False)
    opened.open("/")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser; `make test` installs it where it may."""
    return installed("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromedriver() -> str:
    """What drives it."""
    return installed("chromedriver")


def installed(*names: str) -> str:
    """The path of the first of these programs that is there; without one the test is skipped, and fails in CI."""
    for name in names:
        if found := shutil.which(name):
            return found
    if os.environ.get("CI"):
        pytest.fail(f"{names[0]} is missing, and CI needs it")
    pytest.skip(
        f"{names[0]} is missing: as root, `make test` installs it on Debian and Ubuntu"
        " (apt-get install chromium chromium-driver)"
    )
