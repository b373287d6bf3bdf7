"""The golden pictures are drawn as they were looked at."""

from pathlib import Path

import pytest

from tests.replays.pictures.golden import DOCUMENTS, FOLDER, expected
from tests.replays.pictures.seen import Picture, flaws

FILES = expected()
HINT = "If this is meant, run python -m tests.replays.pictures --write and look at every picture that differs."


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_picture_is_drawn_as_before(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == f"{FILES[file]()}\n", f"{file.name}. {HINT}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_picture_has_no_flaw(file: Path) -> None:
    assert list(flaws(Picture(file.read_text(encoding="utf-8")))) == []


def test_each_file_is_one_that_has_to_be_there() -> None:
    assert {*FOLDER.glob("*"), *DOCUMENTS.glob("*")} == set(FILES)
