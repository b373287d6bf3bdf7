"""Records of clocks that were set back, and files with a byte order mark."""

from datetime import UTC, timedelta
from typing import IO, Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest

from service.commands.import_bundle import Refused, import_bundle
from service.commands.import_records import ImportedRecord
from service.queries.export_records import Exporter
from tests.replays.records.evenings import BEGIN
from tests.service.eventstore.blocking import opened
from tests.service.records.books import body_of, some_evening
from tests.service.scenes import BASE, MATCHES, ROUND, dealt, played

MARK = b"\xef\xbb\xbf"
JSON = {"Content-Type": "application/json"}


def set_back(record: dict[str, Any], minutes: list[int]) -> dict[str, Any]:
    """The record as another match, its events so many minutes after the beginning, each in turn."""
    record = record | {"match": record["match"] | {"id": str(uuid4())}}
    for number, event in enumerate(record["events"]):
        event["at"] = (BEGIN + timedelta(minutes=minutes[number % len(minutes)])).strftime("%Y-%m-%dT%H:%M:%SZ")
    return record


def moment(minute: int) -> str:
    return (BEGIN + timedelta(minutes=minute)).astimezone(UTC).isoformat()


@pytest.mark.parametrize(
    "minutes", [[90, 60, 30, 0], *(pytest.param(one, marks=pytest.mark.slow) for one in ([0, 60, 30, 90], [50, 0, 90]))]
)
def test_E5_every_moment_of_a_match_by_a_clock_that_was_set_back_can_be_looked_at(
    api: httpx.Client, minutes: list[int]
) -> None:
    match = dealt(api)
    played(api, match, *ROUND[: len(minutes) - 2])
    record = set_back(msgspec.json.decode(api.get(f"{MATCHES}/{match['id']}/record").content), minutes)
    answer = api.post(f"{BASE}/records", json=record)
    assert answer.status_code == 201, answer.text
    path = f"{MATCHES}/{record['match']['id']}"
    assert msgspec.json.decode(api.get(f"{path}/record").content)["events"] == record["events"]
    versions = []
    for minute in range(min(minutes), max(minutes) + 5, 5):
        seen = api.get(f"{path}/replay", params={"as_of": moment(minute)})
        assert seen.status_code == 200, (minute, seen.text)
        known = [number for number, at in enumerate(minutes, start=1) if at <= minute]
        versions.append(max(known))
        assert len(seen.json()["items"]) == versions[-1], minute  # the set-up and each action
    assert versions == sorted(versions), "what was there once isn't gone later"
    assert api.get(f"{path}/replay", params={"as_of": moment(min(minutes) - 1)}).status_code == 404


def test_E5_a_record_with_a_byte_order_mark_is_taken_in(api: httpx.Client) -> None:
    body = body_of(some_evening("halunken", 3))
    first = api.post(f"{BASE}/records", content=MARK + body, headers=JSON)
    assert first.status_code == 201, first.text
    again = api.post(f"{BASE}/records", content=body, headers=JSON)
    assert (again.status_code, again.json()["known"]) == (200, True)


def test_E5_a_bundle_with_byte_order_marks_is_taken_in(conninfo: str, tmp_path: Any) -> None:
    bodies = [body_of(some_evening(game, 5)) for game in ("klunker", "dschunke")]
    file = tmp_path / "bundle.jsonl"
    file.write_bytes(b"".join([MARK + bodies[0], MARK + b"\n", MARK + bodies[1], b"\n"]))

    async def outcomes_of(lines: IO[bytes]) -> dict[int, ImportedRecord | Refused]:
        return {number: one async for number, one in import_bundle(store.importer.target, lines)}

    with opened(conninfo) as store:
        with file.open("rb") as lines:
            outcomes = store.run(outcomes_of(lines))
        assert {number: isinstance(one, ImportedRecord) and not one.known for number, one in outcomes.items()} == {
            1: True,
            3: True,
        }
        ids = [msgspec.json.decode(body)["match"]["id"] for body in bodies]
        given = [Exporter(store.log).bytes_of(msgspec.convert(match_id, UUID)) for match_id in ids]
        assert given == bodies
