"""F6: who makes golden files anew has made all of them before the first one goes."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.kernel.errors import RuleViolation
from service.cli.main import main
from tests.domain.playthroughs import __main__ as playthroughs
from tests.domain.playthroughs.narrator import expected_names
from tests.golden import replace_all
from tests.replays.pictures import __main__ as pictures
from tests.replays.pictures import golden


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_F6_pictures_that_cant_be_drawn_leave_the_old_ones(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "one.svg").write_text("old")
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "DOCUMENTS", tmp_path)
    monkeypatch.setattr(golden, "expected", lambda: {tmp_path / "two.svg": lambda: golden.drawn("klunker", None)})  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        pictures.write()
    assert contents(tmp_path) == {"one.svg": "old"}


def test_F6_pictures_are_replaced_and_those_too_many_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg", "README.md"):
        (tmp_path / name).write_text("old")
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "DOCUMENTS", tmp_path)
    drawings = {tmp_path / "two.svg": lambda: "new", tmp_path / "three.svg": lambda: "newer"}
    monkeypatch.setattr(golden, "expected", lambda: drawings)
    pictures.write()
    assert contents(tmp_path) == {"two.svg": "new\n", "three.svg": "newer\n", "README.md": "old"}


def test_F6_a_file_that_cant_be_written_stays(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("old")
    with pytest.raises(TypeError):
        replace_all({tmp_path / "one": "no bytes"}, [tmp_path])  # type: ignore[dict-item]
    assert contents(tmp_path) == {"one": "old"}


def test_F6_one_match_that_is_no_longer_admitted_leaves_all_playthroughs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = sorted(expected_names())[:2]
    for name in names:
        (tmp_path / name).write_text("old")

    def retold(text: str, seen: list[str] = []) -> str:  # noqa: B006  # counts its calls
        seen.append(text)
        if len(seen) > 1:
            raise RuleViolation("K1.1", "No.")
        return "new"

    monkeypatch.setattr(playthroughs, "FOLDER", tmp_path)
    monkeypatch.setattr(playthroughs, "expected_names", lambda: names)
    monkeypatch.setattr(playthroughs, "retold", retold)
    with pytest.raises(SystemExit, match="no longer admitted"):
        playthroughs.write()
    assert contents(tmp_path) == dict.fromkeys(names, "old")


@pytest.mark.slow
def test_F6_the_document_takes_the_place_of_the_older_one_whole(tmp_path: Path) -> None:
    """Whoever has the older one open reads it to its end."""
    output, older = tmp_path / "openapi.json", tmp_path / "older"
    output.write_text("old")
    os.link(output, older)
    assert CliRunner().invoke(main, ["openapi", "--output", str(output)]).exit_code == 0
    assert older.read_text() == "old"
    assert output.read_text().startswith("{")
    assert len(contents(tmp_path)) == 2
