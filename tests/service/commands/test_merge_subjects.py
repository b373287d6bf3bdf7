"""A merge of titles is an event in the log and a change of the table of subjects, in one transaction."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from domain.codec import decode
from domain.subjects.events import SUBJECTS
from tests.service.conftest import running_service
from tests.service.scenes import BASE
from tests.service.sheets import sheet, subject_id


@pytest.fixture
def api(conninfo: str, tmp_path: Path) -> Iterator[httpx.Client]:
    """With three titles in its lists."""
    with running_service(conninfo, tmp_path) as client:
        for title in ("one", "two", "three"):
            last = sheet(client, title, ["2", "1"])
        assert client.get(f"{BASE}/subjects", params={"after_position": last["position"]}).status_code == 200
        yield client


def log_of_subjects(conninfo: str) -> list[dict[str, Any]]:
    """What each event says, in order, but for when."""
    with psycopg.connect(conninfo) as connection:
        query = "SELECT topic, state FROM match_events WHERE originator_id = %s ORDER BY notification_id"
        rows = connection.execute(query, (SUBJECTS,)).fetchall()
    found = []
    for topic, stored in rows:
        event = decode(topic, bytes(stored))
        found.append({"topic": topic} | {name: str(getattr(event, name)) for name in event.__struct_fields__})
        del found[-1]["at"]
    return found


def roots(conninfo: str) -> dict[str, str | None]:
    with psycopg.connect(conninfo) as connection:
        rows = connection.execute("SELECT id::text, merged_into::text FROM subjects").fetchall()
    return dict(rows)


def merge(api: httpx.Client, one: str, into: str) -> httpx.Response:
    return api.post(f"{BASE}/subjects/{subject_id(one)}/merge", json={"into": subject_id(into)})


def test_a_chain_is_told_by_ids_and_its_table_leads_to_its_end(api: httpx.Client, conninfo: str) -> None:
    token_id = api.headers["authorization"].split("_")[1]
    one, two, three = (subject_id(title) for title in ("one", "two", "three"))
    assert merge(api, "one", "two").status_code == 200
    assert merge(api, "two", "three").status_code == 200
    assert roots(conninfo) == {one: three, two: three}
    assert api.delete(f"{BASE}/subjects/{two}/merge").status_code == 200
    assert roots(conninfo) == {one: two, two: None}
    assert log_of_subjects(conninfo) == [
        {"topic": "subjects/merged", "subject": one, "into": two, "by": token_id},
        {"topic": "subjects/merged", "subject": two, "into": three, "by": token_id},
        {"topic": "subjects/merge_undone", "subject": two, "by": token_id},
    ]


@pytest.mark.slow
def test_a_merge_keeps_the_names_that_people_gave(api: httpx.Client) -> None:
    path = f"{BASE}/subjects/{subject_id('one')}"
    assert api.patch(path, json={"name": "The first"}).status_code == 200
    assert merge(api, "one", "two").status_code == 200
    assert [row["name"] for row in api.get(f"{BASE}/subjects").json()["items"]] == ["two", "three"]
    assert api.delete(f"{path}/merge").status_code == 200
    assert api.get(path).json()["name"] == "The first"


@pytest.mark.slow
def test_a_merge_that_is_not_written_changes_no_subject(api: httpx.Client, conninfo: str) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute("ALTER TABLE match_events ADD CONSTRAINT closed CHECK (topic <> 'subjects/merged')")
    assert merge(api, "one", "two").status_code >= 500
    assert (roots(conninfo), log_of_subjects(conninfo)) == ({}, [])
    assert api.get(f"{BASE}/subjects/{subject_id('one')}").json()["merged_into"] is None
