"""F7: the same is done and said on every Python that the README names."""

import os
import re
import subprocess
from math import fsum
from pathlib import Path

import msgspec
import pytest

from replays.pictures import text
from service.commands.read_record import read_record
from service.validation.strict_json import MAX_NESTING, MalformedJson, read_strictly
from tests.replays.records.evenings import BEGIN
from tests.service.records.forged import plain

ROOT = Path(__file__).parents[2]
VERSIONS = re.findall(r"Python (3\.\d+), (3\.\d+) or (3\.\d+)", (ROOT / "README.md").read_text(encoding="utf-8"))[0]
TOLD = (
    "tests/domain/kernel",
    "tests/domain/match",
    "tests/domain/playthroughs",
    "tests/replays/pictures/test_golden.py",
    "tests/replays/records",
    "tests/service/eventstore",
    "tests/service/records/test_hostile.py",
    "tests/service/api/test_bad_requests.py",
)
"""What depends on the Python that runs it, if anything does."""

anything = msgspec.json.Decoder()


def refusal(body: bytes) -> str:
    with pytest.raises(MalformedJson) as refused:
        read_strictly(body, anything)
    return str(refused.value.detail)


@pytest.mark.parametrize(("opened", "closed"), [(b"[", b"]"), (b'{"a":', b"}"), (b'[{"a":', b"}]")])
def test_F7_how_deep_a_text_may_be_is_ours_to_say(opened: bytes, closed: bytes) -> None:
    levels = opened.count(b"[") + opened.count(b"{")
    most = MAX_NESTING // levels
    assert read_strictly(opened * most + b"1" + closed * most, anything)
    too_deep = f"It is nested more than {MAX_NESTING} levels deep."
    for more in (1, 200, 5_000):
        assert refusal(opened * (most + more) + b"1" + closed * (most + more)) == too_deep
    assert refusal(opened * (most + 1)) == too_deep


def test_F7_brackets_that_nest_nothing_dont_count() -> None:
    flat = b"[" + b",".join([b"[]"] * 1_000) + b"]"
    assert len(read_strictly(flat, anything)) == 1_000
    in_text = msgspec.json.encode(["[" * 1_000, '"' + "{" * 1_000, "\\" + "[" * 1_000])
    assert read_strictly(in_text, anything)[0] == "[" * 1_000
    assert "truncated" in refusal(b"[" * 20 + b"1," * 50)


def test_F7_a_record_is_looked_through_before_any_of_it_is_read() -> None:
    nested = msgspec.json.encode(plain()).replace(
        b'{"type":"opened",', b'{"x":' + b"[" * 50 + b"]" * 50 + b',"type":"opened",'
    )
    with pytest.raises(MalformedJson, match="nested"):
        read_record(nested, BEGIN)


def test_F7_the_width_of_a_text_is_rounded_once() -> None:
    """`sum` of fractions rounds in between before Python 3.12, and not from then on."""
    words = "Ultima azione: 10 volte 0,1 e ancora"
    assert text.width(words, 1.0) == fsum(text.width(character, 1.0) for character in words)


# --- the tests themselves ---


def test_F7_what_is_needed_and_what_is_tested_agree() -> None:
    needed = re.search(r'^requires-python = ">=(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert needed is not None
    assert needed[1] == VERSIONS[0]


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS[1:])
def test_F7_the_tests_pass_on(version: str) -> None:
    """The oldest runs all tests as a matter of course."""
    made = subprocess.run(["sh", ".ci/pythons", version], cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    python = made.stdout.strip()
    if not python:
        pytest.skip(f"there is no Python {version} here")
    command = [python, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow and not long", *TOLD]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5_000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) > 1_000
