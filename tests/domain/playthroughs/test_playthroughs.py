"""The golden playthroughs: every line of every match is as it was reviewed."""

from pathlib import Path

import pytest

from tests.domain.playthroughs.narrator import FOLDER, expected_names, retold, told_anew
from tests.tiers import thinned

FILES = sorted(FOLDER.glob("*.txt"))
SHORTEST = sorted(FILES, key=lambda file: file.stat().st_size)
HINT = "If this is meant, run python -m tests.domain.playthroughs --write and review the difference."


@pytest.mark.parametrize("file", thinned(SHORTEST, quick=14), ids=lambda file: file.stem)
def test_a_playthrough_is_told_as_before(file: Path) -> None:
    golden = file.read_text(encoding="utf-8")
    anew = retold(golden)
    for number, (line, now) in enumerate(zip(golden.splitlines(), anew.splitlines(), strict=False), 1):
        assert now == line, f"{file.name}, line {number}. {HINT}"
    assert anew == golden, f"{file.name}. {HINT}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_ends(file: Path) -> None:
    assert "\npending finished " in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_stays_readable(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.encode()) < 1000 * (text.count("\nstep ") + 10)


def test_each_file_is_one_that_has_to_be_here_and_none_is_missing() -> None:
    assert {file.name for file in FILES} == set(expected_names())


@pytest.mark.slow
def test_a_sample_is_told_from_its_file() -> None:
    for file in FILES:
        if file.name.startswith("sample-"):
            assert told_anew(file.name) == file.read_text(encoding="utf-8")
