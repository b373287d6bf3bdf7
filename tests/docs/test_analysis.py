"""docs/analysis.md has every column, and its code answers the questions as a plain script does."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.queries.tables.columns import columns_of
from service.queries.tables.reader import TABLES
from tests.docs.plain_answers import answers
from tests.docs.shell import ROOT, blocks
from tests.service.conftest import running_service
from tests.service.scenes import BASE, known, make_player, whole

PAGE = ROOT / "docs" / "analysis.md"

REPORT = """
import json
print("REPORT", json.dumps({
    "monthly": {f"{month} {game}": int(n) for (month, game), n in monthly.items()},
    "start": {f"{r.game} {r.seats} {r.turn}": [r.matches, round(r.victories, 9)] for r in start.itertuples()},
    "matrix": {
        f"{person} {other}": int(matrix.loc[(person, name), other])
        for person, name in matrix.index for other in matrix.columns if pd.notna(matrix.loc[(person, name), other])
    },
    "calendar": {day: int(row.matches) for day, row in calendar.iterrows()},
    "scores": {f"{r.game} {r.seats}": [r.scores, r.least, r.quartiles[1], r.most] for r in scores.itertuples()},
}))
assert {"game", "figure", "correlation"} == set(figures.columns) and len(figures)
"""
"""What the page's variables hold, as JSON."""


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_on_the_page_with_its_type_and_no_other(table: str) -> None:
    (section,) = re.findall(rf"^## {table}\n(.*?)(?=^## )", PAGE.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    told = {
        name: (kind, bool(null.strip()))
        for names, kind, null in re.findall(
            r"^\| ((?:`\w+`(?:, )?)+) \| (\w+) \| .*? \|([^|]*)\|$", section, re.MULTILINE
        )
        for name in re.findall(r"`(\w+)`", names)
    }
    elsewhere = {"match_id"} if table != "plays" else set()
    if table == "seats":
        elsewhere |= set(re.findall(r"`(\w+)`", section.partition("\n| column")[0]))
    columns = {one.name: (one.kind, one.nullable) for one in columns_of(TABLES[table].row)}  # type: ignore[index]
    assert told == {name: column for name, column in columns.items() if name not in elsewhere}
    assert elsewhere <= columns.keys()


@pytest.fixture
def club(new_database: Any, tmp_path: Path) -> Iterator[httpx.Client]:
    """Some matches of three people, in several months, one of which doesn't count."""
    with running_service(new_database(), tmp_path) as api:
        people = [make_player(api, name) for name in ("Ada", "Bruno", "Chiara")]
        for number, day in enumerate(("2026-01-03", "2026-01-17", "2026-02-01", "2026-03-08")):
            order = people[number % 3 :] + people[: number % 3]
            match = whole(api, seats=known(*order), played_on=day)
        api.patch(f"{BASE}/matches/{match['id']}", json={"counted": False})
        yield api


@pytest.mark.slow
def test_the_questions_are_answered_as_by_a_plain_script(club: httpx.Client, tmp_path: Path) -> None:
    last = whole(club, place="the last")["position"]
    for table in ("plays", "seats", "steps", "ratings"):
        answer = club.get(f"{BASE}/exports/{table}", params={"format": "parquet", "after_position": last})
        (tmp_path / f"{table}.parquet").write_bytes(answer.content)
    matches = club.get(f"{BASE}/matches", params={"limit": 1000}).json()["items"]
    starts = {match["id"]: _starting_seat(club, match) for match in matches}
    code = "\n".join([*blocks(PAGE, "python"), REPORT])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (told,) = re.findall(r"^REPORT (.*)$", done.stdout, flags=re.MULTILINE)
    assert json.loads(told) == json.loads(json.dumps(answers(matches, starts)))


def _starting_seat(client: httpx.Client, match: dict[str, Any]) -> int | None:
    """As the options of the match say."""
    start: int | None = client.get(f"{BASE}/matches/{match['id']}").json()["options"].get("start_seat", 0)
    return start
