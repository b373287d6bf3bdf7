"""What `make release` makes runs without the checkout, as somebody has it who only installs Partita."""

import hashlib
import os
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.service.http_client import client_of
from tests.setup.checkout import ROOT, copy_of_the_project, files_of_the_project

pytestmark = pytest.mark.slow

PACKAGES: Final = ("domain", "projections", "replays", "service")
INTERFACE: Final = "domain/interface/"
"""Where the package is that other distributions import."""


def clean_environment(**more: str) -> dict[str, str]:
    hidden = ("PARTITA_", "DATABASE_URL", "PG", "PYTHON", "MAKE", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(hidden)} | more


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make release` fills, made of a copy; what sets up an environment is left out."""
    place = copy_of_the_project(tmp_path_factory.mktemp("release") / "copy")
    tools = Path(sys.executable).parent
    command = ["make", "-s", "-o", "install", "release", f"BIN={tools}"]
    done = subprocess.run(command, cwd=place, env=clean_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return place / "dist"


@pytest.fixture(scope="module")
def wheel(released: Path) -> Path:
    (found,) = released.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def program(released: Path, wheel: Path) -> Path:
    """``partita`` in an environment of its own, installed as the docs say."""
    place = released.parent.parent / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(place / "bin" / "python"), "install", "-qq", "--no-deps"]
    environment = clean_environment(PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_ROOT_USER_ACTION="ignore")
    locked = ["--require-hashes", "-r", str(released / "requirements.txt"), "--no-compile"]
    for what in (locked, ["--no-index", str(wheel)]):
        subprocess.run([*pip, *what], env=environment, cwd="/", check=True)
    return place / "bin" / "partita"


def test_wheel_has_every_file_of_the_packages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith((*PACKAGES, "partita/"))}
    assert held == {name.removeprefix(INTERFACE) for name in files_of_the_project(*PACKAGES)}


def test_wheel_and_source_have_the_licences(released: Path, wheel: Path) -> None:
    wanted = {"LICENSE", "NOTICE", "service/openapi/reference/LICENSE.txt", "replays/pictures/fonts/LICENSE.txt"}
    with zipfile.ZipFile(wheel) as archive:
        held = {name.partition(".dist-info/licenses/")[2] for name in archive.namelist()}
    assert wanted <= held
    (source,) = released.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        assert wanted <= {name.partition("/")[2] for name in archive.getnames()}


def test_hashes_are_those_of_the_files(released: Path) -> None:
    lines = [line.split("  ") for line in (released / "SHA256SUMS").read_text().splitlines()]
    told = {name: digest for digest, name in lines}
    files = [file for file in released.iterdir() if file.name != "SHA256SUMS"]
    assert told == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    assert {"requirements.txt", "partita.cdx.json"} < told.keys()


def test_version_is_told(program: Path) -> None:
    told = subprocess.run(
        [program, "--version"], cwd="/", env=clean_environment(), capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("partita, version 0.")


@contextmanager
def serving(program: Path, data: Path) -> Iterator[str]:
    """Where ``partita serve --demo`` listens; ended in order afterwards."""
    command: list[str | Path] = [program, "serve", "--demo", "--port", "0", "--data", data]
    log = data.with_suffix(".log")
    with log.open("w") as file:
        environment = clean_environment(PYTHONUNBUFFERED="1")
        process = subprocess.Popen(command, cwd="/", env=environment, stdout=file, stderr=file)
    try:
        deadline = time.monotonic() + 240
        while "Stop with" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield log.read_text().partition("listens on ")[2].split()[0]
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0, log.read_text()


def test_service_runs_with_pages_pictures_languages_and_samples(program: Path, tmp_path: Path) -> None:
    assert ROOT not in program.parents
    with serving(program, tmp_path / "data") as url, client_of(url) as client:

        def got(path: str, **headers: str) -> httpx.Response:
            answer = client.get(path, headers=headers)
            assert answer.status_code == 200, (path, answer.text)
            return answer

        matches = got("/api/v1/matches").json()["items"]
        assert {match["game"] for match in matches} == {"chess", "dschunke", "halunken", "klunker", "sheet"}
        for language, word in (("en", "Partita"), ("de", "Partita"), ("it", "Partita")):
            page = got("/", **{"Accept-Language": language}).text
            assert f'lang="{language}"' in page
            assert word in page
        page = got("/").text
        for address in set(page.split('"')):
            if address.startswith("/static/"):
                got(address)
        match = matches[0]["id"]
        assert "<svg" in got(f"/api/v1/matches/{match}/replay/steps/1.svg").text
        assert got(f"/matches/{match}").text
        assert got("/docs").text
        assert got("/games/klunker/rules").text
        assert len(got("/openapi.json").json()["paths"]) > 50
