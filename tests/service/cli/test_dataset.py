"""``partita export --dataset``: only matches whose people all agreed, nobody's name, and what each seat knew."""

import hashlib
import json
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import pyarrow.parquet as pq
import pytest

from domain.kernel.legal import Template
from service.queries.dataset.tables import DATASET_TABLES
from tests.service.programs import called
from tests.service.records.books import body_of, some_evening

pytestmark = pytest.mark.slow

EVENINGS = (("klunker", 3), ("halunken", 2), ("dschunke", 6), ("klunker", 7))
"""Two public ones that have ended, the first with secret hands; an unlisted one, and one that is being played."""

BODIES = [body_of(some_evening(key, seed)) for key, seed in EVENINGS]
RECORDS = [json.loads(body) for body in BODIES]
GIVEN = RECORDS[:2]


def agreed(conninfo: str, players: set[str], *, to: bool = True) -> None:
    with psycopg.connect(conninfo) as connection:
        for player in players:
            query = "INSERT INTO research_consents (player_id, agreed, set_by) VALUES (%s, %s, 'test')"
            connection.execute(query, (UUID(player), to))


def written(conninfo: str, folder: Path, *options: Any) -> dict[str, list[dict[str, Any]]]:
    said = called("export", "--dataset", folder, *options, "--database-url", conninfo)
    assert said.code == 0, said.err
    return {table: pq.read_table(folder / f"{table}.parquet").to_pylist() for table in DATASET_TABLES}


@pytest.fixture
def conninfo_with_matches(conninfo: str, tmp_path: Path) -> str:
    file = tmp_path / "evenings.ndjson"
    file.write_bytes(b"".join(BODIES))
    assert called("import", file, "--database-url", conninfo).code == 0
    return conninfo


def people_of(record: dict[str, Any]) -> set[str]:
    return {player["id"] for player in record["players"]}


def test_only_matches_are_given_whose_people_all_agree(conninfo_with_matches: str, tmp_path: Path) -> None:
    everybody = set().union(*map(people_of, RECORDS))
    assert written(conninfo_with_matches, tmp_path / "none")["matches"] == []

    agreed(conninfo_with_matches, everybody)
    tables = written(conninfo_with_matches, tmp_path / "all")
    assert {match["game"] for match in tables["matches"]} == {"klunker", "halunken"}
    assert len(tables["matches"]) == len(GIVEN)

    seated = {seat["player"] if isinstance(seat, dict) else seat for seat in GIVEN[0]["match"]["seats"]}
    agreed(conninfo_with_matches, {min(seated)}, to=False)
    (left,) = written(conninfo_with_matches, tmp_path / "fewer")["matches"]
    assert left["game"] == "halunken"


def test_pseudonyms_names_hashes_and_metadata_hold(conninfo_with_matches: str, tmp_path: Path) -> None:
    agreed(conninfo_with_matches, set().union(*map(people_of, RECORDS)))
    key = tmp_path / "key"
    key.write_bytes(b"a secret key of the club")
    folder = tmp_path / "set"
    tables = written(conninfo_with_matches, folder, "--dataset-key", key)

    again = written(conninfo_with_matches, tmp_path / "again", "--dataset-key", key)
    assert again == tables
    other = written(conninfo_with_matches, tmp_path / "other")
    assert {one["match"] for one in other["matches"]}.isdisjoint(one["match"] for one in tables["matches"])

    text = json.dumps(tables) + (folder / "README.md").read_text() + (folder / "croissant.json").read_text()
    for record in RECORDS:
        assert record["match"]["id"] not in text
        for player in record["players"]:
            assert player["id"] not in text
    assert "a secret key of the club" not in text

    views = {(view["match"], view["step"], view["viewer"]): view for view in tables["views"]}
    for match in tables["matches"]:
        last = views[match["match"], match["steps"], "recorder"]
        assert hashlib.sha256(last["view"].encode()).hexdigest() == match["final_state"]
        assert match["seats"] == len(json.loads(match["players"])) == len(json.loads(match["scores"]))
        viewers = {"public", "recorder", *(f"seat:{seat}" for seat in range(match["seats"]))}
        for step in range(match["steps"] + 1):
            assert {viewer for viewer in viewers if (match["match"], step, viewer) in views} == viewers

    metadata = json.loads((folder / "croissant.json").read_text())
    assert metadata["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    for field in ("@context", "@type", "name", "description", "license", "url", "creator", "datePublished", "version"):
        assert metadata[field]
    files = {file["@id"]: file for file in metadata["distribution"]}
    for name, file in files.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == file["sha256"]
        assert {"contentUrl", "encodingFormat", "name"} <= file.keys()
    for records in metadata["recordSet"]:
        columns = pq.read_schema(folder / f"{records['name']}.parquet").names
        assert [field["source"]["extract"]["column"] for field in records["field"]] == columns
        assert {field["source"]["fileObject"]["@id"] for field in records["field"]} <= files.keys()
        assert all(field["dataType"].startswith("sc:") and field["description"] for field in records["field"])


def test_what_a_seat_does_was_legal_by_what_it_knew(conninfo_with_matches: str, tmp_path: Path) -> None:
    agreed(conninfo_with_matches, set().union(*map(people_of, RECORDS)))
    tables = written(conninfo_with_matches, tmp_path / "set")
    views = {(view["match"], view["step"], view["viewer"]): view for view in tables["views"]}
    acted = [step for step in tables["steps"] if step["actor"] == "seat"]
    assert acted
    for step in acted:
        viewer = f"seat:{step['seat']}"
        before = views[step["match"], step["step"] - 1, viewer]
        own = json.loads(views[step["match"], step["step"], viewer]["action"])
        assert is_legal(own, json.loads(before["legal"])), (step, before["legal"])
        assert views[step["match"], step["step"] - 1, "public"]["legal"] is None


def is_legal(action: dict[str, Any], legal: dict[str, Any]) -> bool:
    sent = {name: value for name, value in action.items() if value is not None}
    templates = msgspec.convert(legal["templates"], list[Template])
    return in_order(sent) in map(in_order, legal["actions"]) or any(one.admits(sent) for one in templates)


def in_order(action: dict[str, Any]) -> dict[str, Any]:
    return {name: sorted(value) if isinstance(value, list) else value for name, value in action.items()}


def test_a_folder_with_something_in_it_is_left_alone(conninfo: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    said = called("export", "--dataset", tmp_path, "--database-url", conninfo)
    assert said.code != 0
    assert "isn't empty" in said.err


@pytest.mark.parametrize("options", [("--table", "plays"), ("--output", "x"), ("--match", str(UUID(int=1)))])
def test_options_of_other_exports_are_refused(conninfo: str, tmp_path: Path, options: tuple[str, str]) -> None:
    said = called("export", "--dataset", tmp_path / "set", *options, "--database-url", conninfo)
    assert (said.code, "--dataset takes no option" in said.err) == (2, True)
