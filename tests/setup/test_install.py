"""The files that set the project up say what they should; installing itself is tried in the long tests."""

import hashlib
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.setup.checkout import copy_of_the_project

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text()
PINS = {
    canonicalize_name(found[1]): found[2]
    for found in re.finditer(r"^([A-Za-z0-9._-]+)==(\S+) \\$", LOCK, flags=re.MULTILINE)
}


def requirements() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    dev = project["project"]["optional-dependencies"]["dev"]
    needed = [*project["build-system"]["requires"], *project["project"]["dependencies"], *dev]
    return [Requirement(line) for line in needed]


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_lock_holds_a_fitting_version_of_each_dependency(requirement: Requirement) -> None:
    assert requirement.specifier.contains(PINS[canonicalize_name(requirement.name)])


def test_lock_pins_every_package_with_hashes() -> None:
    entries = re.split(r"^(?=[A-Za-z0-9])", LOCK, flags=re.MULTILINE)[1:]
    assert len(entries) == len(PINS) > 50
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_lock_names_no_place_to_install_from() -> None:
    told = [line for line in LOCK.splitlines() if re.search(r"://|^--|^-|@ |/(opt|tmp|root|home)/", line)]
    assert told == []


def test_tools_that_the_installation_begins_with_are_locked() -> None:
    assert {"pip", "setuptools"} <= PINS.keys()


@pytest.mark.parametrize(("shell", "script"), [("sh", ".ci/install"), ("bash", ".ci/run")])
def test_scripts_parse(shell: str, script: str) -> None:
    subprocess.run([shell, "-n", script], cwd=ROOT, check=True)


def test_make_lists_every_target_and_does_nothing_else() -> None:
    targets = re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    shown = subprocess.run(["make", "-s"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert [line.split()[0] for line in shown.splitlines()] == targets


def test_api_reference_bundle_is_the_one_described() -> None:
    folder = ROOT / "service" / "openapi" / "reference"
    described = re.search(r"`([0-9a-f]{64})`", (folder / "README.md").read_text())
    assert described
    assert hashlib.sha256((folder / "redoc.js").read_bytes()).hexdigest() == described[1]


def install(place: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make", "install"], cwd=place, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.mark.long
def test_install_from_nothing_once_moved_and_unfinished(tmp_path: Path) -> None:
    place = copy_of_the_project(tmp_path / "first place")
    assert "setting up" in install(place)
    assert install(place) == ""
    program: list[str | Path] = [place / ".venv" / "bin" / "partita", "--help"]
    subprocess.run(program, cwd="/", check=True, capture_output=True)

    moved = place.rename(tmp_path / "second place")
    assert "making it anew" in install(moved)
    assert str(moved) in (moved / ".venv" / "bin" / "partita").read_text()

    for stamp in (moved / ".venv").glob(".installed-*"):
        stamp.unlink()
    assert "making it anew" in install(moved)
