"""``partita import`` and ``partita export`` of games of chess in PGN, as people run them."""

from pathlib import Path

import pytest

from tests.service.pgn.games import oracle
from tests.service.programs import called

pytestmark = pytest.mark.slow  # each starts a process

GAMES = """[Event "Evening"]
[Date "2021.03.04"]
[White "Ada"]
[Black "Bruno"]
[Result "1-0"]

1. e4 $1 {good} e5 (1... c5) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "Evening"]
[Date "2021.03.05"]
[White "Bruno"]
[Black "Ada"]
[Result "*"]

1. e4 e5 2. Ke3 *
"""


def test_games_are_planned_imported_and_exported(conninfo: str, tmp_path: Path) -> None:
    on = ("--database-url", conninfo)
    file, out = tmp_path / "games.pgn", tmp_path / "out.pgn"
    file.write_text(GAMES)
    planned = called("import", "--dry-run", file, *on)
    assert (planned.code, "2 new" in planned.out) == (0, True)
    assert "line 15, column 13 (Bruno – Ada, 2021-03-05): " in planned.err
    assert "2 imported" in called("import", "--yes", file, *on).out
    assert "2 here already" in called("import", "--yes", file, *on).out
    exported = called("export", "--format", "pgn", "--output", out, *on)
    assert (exported.code, "Exported 2 games of chess." in exported.err) == (0, True)
    first, second = oracle(out.read_text())
    assert [move.uci() for move in first.mainline_moves()][-1] == "h5f7"
    assert first.next().comment == "good"  # type: ignore[union-attr]
    assert len(first.next().variations) == 2  # type: ignore[union-attr]
    assert "Ke3" in second.end().comment
    assert "2 here already" in called("import", "--yes", "--source", "elsewhere", out, *on).out


def test_other_games_are_left_out(conninfo: str, tmp_path: Path) -> None:
    on = ("--database-url", conninfo)
    table = tmp_path / "plays.csv"
    table.write_text("date,title,players\n2021-03-04,Go,Ada|Bruno\n")
    assert "1 imported" in called("import", "--yes", table, *on).out
    assert called("export", "--format", "pgn", *on).out == ""
    assert "is for a table" not in called("export", "--format", "pgn", *on).err
