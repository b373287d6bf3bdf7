"""What a release is made of: the lock of what is needed to run, the licences in NOTICE, the bill of materials."""

import json
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import jsonschema_rs
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import locked
import sbom

ROOT = Path(__file__).parents[2]


def needed_by_metadata() -> set[str]:
    """What installed packages say that they need, from Partita on: another way than the comments of the lock."""
    found = set[str]()
    todo = [("partita", frozenset[str]())]
    seen = set(todo)
    while todo:
        name, extras = todo.pop()
        for line in distribution(name).requires or ():
            asked = Requirement(line)
            if asked.marker and not any(asked.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                continue
            one = (canonicalize_name(asked.name), frozenset(asked.extras))
            found.add(one[0])
            if one not in seen:
                seen.add(one)
                todo.append(one)
    return found


def test_lock_of_a_release_has_all_that_is_needed_and_nothing_else() -> None:
    assert set(locked.of_release()) == needed_by_metadata()
    assert "pytest" not in locked.of_release()


def test_lock_of_a_release_keeps_versions_and_hashes() -> None:
    whole = (ROOT / "requirements.lock").read_text()
    for one in locked.of_release().values():
        assert one.text in whole
        assert one.hashes
        assert f"=={one.version} " in one.text


def test_notice_has_the_licence_of_each_package() -> None:
    written = (ROOT / "NOTICE").read_text()
    assert written == sbom.notice(), "`.venv/bin/python .ci/sbom.py --notice` writes it anew"


def test_notice_names_the_licence_of_psycopg() -> None:
    lines = (ROOT / "NOTICE").read_text().splitlines()
    lgpl = {line.split()[0] for line in lines if line.endswith(f" {sbom.LGPL}")}
    assert lgpl == {"psycopg", "psycopg-binary", "psycopg-pool"}
    assert "GNU Lesser" in " ".join(lines)


def test_no_package_has_a_licence_that_would_bind_the_whole() -> None:
    """Apache-2.0 goes with those; a package with another one has to be looked at."""
    known = {"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "PSF-2.0", "MPL-2.0", sbom.LGPL}
    for name in locked.of_release():
        assert set(sbom.licence_of(name).replace(" AND ", " ").replace(" OR ", " ").split()) <= known, name


@pytest.fixture(scope="module")
def bill() -> Any:
    return json.loads(sbom.rendered())


def test_bill_of_materials_is_valid_cyclonedx(bill: Any) -> None:
    schemas = files("cyclonedx.schema") / "_res"

    def schema(name: str) -> Any:
        return json.loads((schemas / name).read_text())

    main = schema("bom-1.6.SNAPSHOT.schema.json")
    others = ("spdx.SNAPSHOT.schema.json", "jsf-0.82.SNAPSHOT.schema.json")
    registry = jsonschema_rs.Registry([(urljoin(main["$id"], name), schema(name)) for name in others])
    validator = jsonschema_rs.Draft7Validator(main, registry=registry)
    assert [error.message for error in validator.iter_errors(bill)] == []
    assert not validator.is_valid(bill | {"components": [{"name": "without a type"}]})


def test_bill_of_materials_has_what_the_lock_has(bill: Any) -> None:
    told = {
        one["name"]: (one["version"], hashes_of(one["externalReferences"]))
        for one in bill["components"]
        if one["purl"].startswith("pkg:pypi/")
    }
    assert told == {one.name: (one.version, set(one.hashes)) for one in locked.of_release().values()}


def test_bill_of_materials_tells_who_needs_whom(bill: Any) -> None:
    needs = {one["ref"]: set(one.get("dependsOn", ())) for one in bill["dependencies"]}
    assert needs["partita"] == {*locked.roots(), "redoc"}
    assert "markupsafe" in needs["jinja2"]
    assert bill["metadata"]["component"]["version"] == distribution("partita").version


@pytest.mark.slow
def test_bill_of_materials_is_the_same_each_time() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    first, second = (sbom.bill(locked.of_release(), "1.0", at) for _ in range(2))
    assert first.serial_number == second.serial_number
    assert first.serial_number != sbom.bill(locked.of_release(), "1.1", at).serial_number


@pytest.mark.slow
def test_lock_can_be_audited() -> None:
    """Whether something is wrong with a package is asked by `make audit`; it takes the internet."""
    program = Path(sys.executable).with_name("pip-audit")
    command: list[str | Path] = [
        program,
        "-r",
        ROOT / "requirements.lock",
        "--require-hashes",
        "--disable-pip",
        "--strict",
        "--dry-run",
    ]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=True)
    packages = locked.locked((ROOT / "requirements.lock").read_text())
    assert f"would have audited {len(packages)} packages" in done.stderr


def hashes_of(references: Iterable[Any]) -> set[str]:
    return {one["content"] for reference in references for one in reference["hashes"]}
