"""The browser that the tests use."""

import os
import shutil

import pytest


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
