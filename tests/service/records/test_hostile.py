"""What is sent to do harm: refused with its place, over HTTP and on the command line, and nothing is stored."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import Struct

from domain.registry import GAMES
from replays.records.form import MAX_RECORD
from replays.records.mistakes import RecordRefused
from service.commands.read_record import read_record
from tests.replays.records.evenings import BEGIN, Evening
from tests.service.conftest import running_service
from tests.service.programs import called
from tests.service.records.books import BASE, JSON, body_of, rows, some_evening, take_in
from tests.service.records.forged import FORGED, Told, place_in, plain, spoilt

NOW = BEGIN + timedelta(days=1)
GOOD = msgspec.json.encode(plain()) + b"\n"
SPOILT = [pytest.param(body, kind, id=name) for name, body, kind in spoilt(GOOD)]


class Target(Struct):
    """A service, and its database."""

    api: httpx.Client
    conninfo: str


@pytest.fixture(scope="module")
def target(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    conninfo = new_database()
    with running_service(conninfo, tmp_path_factory.mktemp("target")) as api:
        yield Target(api, conninfo)


def forged(forge: Callable[[Told], Any], place: str) -> tuple[bytes, str]:
    """A record to which that was done, and where it is wrong."""
    record = msgspec.json.decode(GOOD)
    pointer = place_in(place, record)
    forge(record)
    return msgspec.json.encode(record), pointer


# --- what it is made of is good ---


def test_what_is_forged_was_good_before() -> None:
    assert read_record(GOOD, NOW).variations


# --- over HTTP ---


@pytest.mark.parametrize(("forge", "place"), [pytest.param(forge, place, id=name) for name, forge, place in FORGED])
def test_what_cant_be_is_refused_with_its_place(target: Target, forge: Callable[[Told], Any], place: str) -> None:
    body, pointer = forged(forge, place)
    before = rows(target.conninfo)
    answer = take_in(target.api, body)
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/invalid-record"), answer.text
    assert pointer in [mistake["pointer"] for mistake in answer.json()["errors"]], answer.text
    assert rows(target.conninfo) == before


@pytest.mark.parametrize(("body", "kind"), SPOILT)
def test_what_is_no_record_at_all_is_refused(target: Target, body: bytes, kind: str) -> None:
    before = rows(target.conninfo)
    answer = take_in(target.api, body)
    assert (answer.status_code, answer.json()["type"]) == (400, f"/problems/{kind}"), answer.text
    assert rows(target.conninfo) == before


@pytest.mark.parametrize("sent", [{"Content-Encoding": "gzip"}, {"Content-Type": "application/x-ndjson"}])
def test_nothing_is_unpacked(target: Target, sent: dict[str, str]) -> None:
    answer = target.api.post(f"{BASE}/records", content=GOOD, headers={**JSON, **sent})
    assert (answer.status_code, answer.json()["type"]) == (415, "/problems/unsupported-media-type")


# --- on the command line ---


def test_what_is_forged_in_a_bundle_is_told_with_line_and_place(conninfo: str, tmp_path: Path) -> None:
    made = [forged(forge, place) for _, forge, place in FORGED]
    bundle = tmp_path / "bundle"
    bundle.write_bytes(b"".join(body + b"\n" for body, _ in made) + GOOD)
    said = called("import", bundle, "--database-url", conninfo)
    assert (said.code, said.out) == (1, f"Imported 1 match; 0 here already, {len(made)} refused.\n")
    for number, (_, pointer) in enumerate(made, start=1):
        assert f"line {number}: {pointer}: " in said.err, (FORGED[number - 1][0], said.err)
    record = read_record(GOOD, NOW)
    stored = len(record.events) + len(record.annotations) + len(record.variations) + len(record.players)
    assert rows(conninfo) == stored


@pytest.mark.parametrize(("body", "kind"), SPOILT)
def test_what_is_no_record_at_all_is_told_with_its_line(target: Target, tmp_path: Path, body: bytes, kind: str) -> None:
    bundle = tmp_path / "bundle"
    bundle.write_bytes(b"\n" + body)
    before = rows(target.conninfo)
    said = called("import", bundle, "--kind", "record", "--database-url", target.conninfo)
    assert (said.code, said.out.startswith("Imported 0 matches; 0 here already, ")) == (1, True), (kind, said)
    assert "line 2: " in said.err
    assert rows(target.conninfo) == before


@pytest.mark.slow
def test_a_line_without_end_is_refused_and_not_held_in_memory(conninfo: str, tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    with bundle.open("wb") as file:
        file.truncate(20 * MAX_RECORD)  # of NUL, which takes no room on the disk
    with bundle.open("ab") as file:
        file.write(b"\n" + GOOD)
    said = called("import", bundle, "--kind", "record", "--database-url", conninfo)
    assert (said.code, said.out) == (1, "Imported 1 match; 0 here already, 1 refused.\n")
    assert f"line 1: A record has at most {MAX_RECORD} bytes." in said.err


def test_of_two_records_with_one_id_the_first_is_taken_in(conninfo: str, tmp_path: Path) -> None:
    other = msgspec.json.decode(GOOD)
    other["events"][0]["by"] = "somebody else"
    bundle = tmp_path / "bundle"
    bundle.write_bytes(GOOD + msgspec.json.encode(other) + b"\n" + GOOD)
    said = called("import", bundle, "--database-url", conninfo)
    assert (said.code, said.out) == (1, "Imported 1 match; 1 here already, 1 refused.\n")
    assert "line 2: /match/id: Another match has this id here." in said.err
    said = called("export", "--database-url", conninfo)
    assert (said.code, said.out.encode()) == (0, GOOD), said.err


# --- every game ---


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("forgery", ["outcome", "seat", "score"])
def test_what_the_rules_dont_give_is_refused(key: str, forgery: str) -> None:
    record, place = _against_the_rules(some_evening(key, 2), forgery)
    with pytest.raises(RecordRefused) as refusal:
        read_record(msgspec.json.encode(record), NOW)
    assert place in [mistake.pointer for mistake in refusal.value.mistakes]


def _against_the_rules(one: Evening, forgery: str) -> tuple[Told, str]:
    record: Told = msgspec.json.decode(body_of(one))
    if forgery == "score":
        record["results"]["standings"][0]["score"] = 9_999
        return record, "/results/standings"
    index = next(index for index, event in enumerate(record["events"]) if "seat" in event.get("action", ()))
    event = record["events"][index]
    if forgery == "seat":
        event["action"]["seat"] = len(record["match"]["seats"])
        return record, f"/events/{index}/action"
    event["outcome"] = []
    return record, f"/events/{index}/outcome"
