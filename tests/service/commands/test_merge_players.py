"""A merge is an event in the log and a change of the table of players, in one transaction."""

from pathlib import Path

import httpx
import psycopg
import pytest

from domain.codec import decode
from domain.people.events import PEOPLE, PlayersMerged
from tests.service.conftest import running_service
from tests.service.scenes import MATCHES, PLAYERS, make_player, problem


@pytest.fixture
def api(conninfo: str, tmp_path: Path):
    with running_service(conninfo, tmp_path) as client:
        yield client


def log_of_people(conninfo: str) -> list[tuple[int, int, PlayersMerged]]:
    """Position, version and event of each merge."""
    with psycopg.connect(conninfo) as connection:
        rows = connection.execute(
            "SELECT notification_id, originator_version, topic, state FROM match_events"
            " WHERE originator_id = %s ORDER BY notification_id",
            (PEOPLE,),
        ).fetchall()
    events = [(position, version, decode(topic, stored)) for position, version, topic, stored in rows]
    assert all(isinstance(event, PlayersMerged) for *_, event in events)
    return events  # type: ignore[return-value]


def test_a_merge_is_told_in_the_log_by_ids(api: httpx.Client, conninfo: str) -> None:
    ada, bob, cid = (make_player(api, name) for name in ("Ada Unmistakable", "Bob", "Cid"))
    token_id = api.headers["authorization"].split("_")[1]
    answers = [
        api.post(f"{PLAYERS}/{one['id']}/merge", json={"into": into["id"]}).json()
        for one, into in ((ada, bob), (bob, cid))
    ]
    log = log_of_people(conninfo)
    assert [(position, version) for position, version, _ in log] == [
        (answer["position"], version) for version, answer in enumerate(answers, start=1)
    ]
    assert [(str(event.player), str(event.into), event.by) for *_, event in log] == [
        (ada["id"], bob["id"], token_id),
        (bob["id"], cid["id"], token_id),
    ]
    with psycopg.connect(conninfo) as connection:
        (found,) = connection.execute(
            "SELECT count(*) FROM match_events WHERE position('Unmistakable'::bytea in state) > 0"
        ).fetchone() or (0,)
    assert found == 0


def test_what_is_refused_is_not_told(api: httpx.Client, conninfo: str) -> None:
    ada = make_player(api, "Ada")
    problem(api.post(f"{PLAYERS}/{ada['id']}/merge", json={"into": ada["id"]}), 422, "unknown-player")
    assert log_of_people(conninfo) == []


@pytest.mark.slow
def test_a_merge_that_is_not_written_changes_no_player(api: httpx.Client, conninfo: str) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    with psycopg.connect(conninfo) as connection:
        connection.execute("ALTER TABLE match_events ADD CONSTRAINT closed CHECK (topic <> 'people/merged')")
    api.post(f"{PLAYERS}/{ada['id']}/merge", json={"into": bob["id"]})
    assert api.get(f"{PLAYERS}/{ada['id']}").json() == ada
    assert log_of_people(conninfo) == []


@pytest.mark.slow
def test_the_history_of_merges_is_no_match_and_no_series(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    assert api.post(f"{PLAYERS}/{ada['id']}/merge", json={"into": bob["id"]}).status_code == 200
    problem(api.get(f"{MATCHES}/{PEOPLE}"), 404, "not-found")
    problem(api.get(f"{MATCHES}/{PEOPLE}/history"), 404, "not-found")
    problem(api.get(f"/api/v1/series/{PEOPLE}"), 404, "not-found")
