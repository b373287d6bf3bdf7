"""E4: matches recorded by rules that were corrected since are taken in where they are, and by the owner on trust."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from domain.games.klunker.events import KlunkerSold
from domain.kernel.decision_builder import Decided
from domain.match.perspectives import folded
from domain.registry import GAMES
from replays.records.mistakes import RecordRefused
from service.commands.read_record import read_record
from tests.service.conftest import running_service
from tests.service.every_read import READS
from tests.service.programs import called
from tests.service.records.books import body_of, some_evening, take_in
from tests.service.scenes import MATCHES, items, problem, whole

KLUNKER = GAMES["klunker"]


def decided_before(state: Any, action: Any) -> Decided[Any, Any]:
    """What followed from an action by the rules before they were corrected: a set sold for one banknote more."""
    facts = DECIDE(state, action)
    facts = tuple(replace(fact, notes=fact.notes + 1) if isinstance(fact, KlunkerSold) else fact for fact in facts)
    return Decided(facts, folded(KLUNKER, state, facts))


DECIDE = KLUNKER.decide


@pytest.fixture(scope="module")
def before(
    new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, str]]:
    """A service in which a match was recorded by the rules before, and that match."""
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as api:
        with patch.object(type(KLUNKER), "decided", staticmethod(decided_before)):
            match = whole(api)
        yield api, match["id"]


@pytest.fixture(scope="module")
def record(before: tuple[httpx.Client, str]) -> bytes:
    """The record of that match."""
    api, match_id = before
    return api.get(f"{MATCHES}/{match_id}/record").content


@pytest.fixture(scope="module")
def sales(record: bytes) -> list[int]:
    """The versions of the events in it that the rules of today don't confirm."""
    events = msgspec.json.decode(record)["events"]
    return [event["version"] for event in events if any(fact["type"] == "sold" for fact in event.get("outcome", ()))]


def test_E4_a_record_of_what_is_here_is_known_whatever_the_rules_say_now(
    before: tuple[httpx.Client, str], record: bytes, tmp_path: Path
) -> None:
    api, match_id = before
    with pytest.raises(RecordRefused, match="something else follows"):
        read_record(record)
    answer = take_in(api, record)
    assert (answer.status_code, answer.json()["known"]) == (200, True)
    assert api.get(f"{MATCHES}/{match_id}").json()["deviations"] == []
    assert api.get(f"{MATCHES}/{match_id}/record").content == record


def test_E4_another_match_with_its_id_is_refused_for_what_is_wrong_with_it(
    before: tuple[httpx.Client, str], record: bytes
) -> None:
    other = record.replace(b'"place":""', b'"place":"Bari"')
    assert problem(take_in(before[0], other), 422, "invalid-record")["errors"][0]["pointer"].endswith("/outcome")


def test_E4_elsewhere_it_is_refused_with_the_places(
    api: httpx.Client, conninfo: str, record: bytes, sales: list[int], tmp_path: Path
) -> None:
    errors = problem(take_in(api, record), 422, "invalid-record")["errors"]
    assert errors[0]["pointer"] == f"/events/{sales[0] - 1}/outcome"
    bundle = tmp_path / "bundle"
    bundle.write_bytes(record)
    said = called("import", bundle, "--database-url", conninfo)
    assert said.code == 1
    assert f"line 1: /events/{sales[0] - 1}/outcome: By the rules, something else follows from it." in said.err


@pytest.mark.slow
def test_E4_the_owner_takes_it_in_on_trust_and_its_steps_are_marked(
    conninfo: str, record: bytes, sales: list[int], tmp_path: Path
) -> None:
    bundle = tmp_path / "bundle"
    bundle.write_bytes(record)
    steps = [version - 1 for version in sales]  # each event after the first is a step
    said = called("import", "--trust", "--dry-run", bundle, "--database-url", conninfo)
    assert said.out == "Could import 1 match; 0 here already, 0 refused.\n"
    said = called("import", "--trust", bundle, "--database-url", conninfo)
    assert (said.code, said.out) == (0, "Imported 1 match; 0 here already, 0 refused.\n")
    assert f"line 1: taken on trust, the rules differ at the steps {', '.join(map(str, steps))}." in said.err
    with running_service(conninfo, tmp_path) as api:
        told = msgspec.json.decode(record)
        at = f"{MATCHES}/{told['match']['id']}"
        match = api.get(at).json()
        assert match["deviations"] == steps
        assert match["standings"] == told["results"]["standings"]
        end = api.get(f"{at}/scoreboard", params={"after_position": match["version"]}).json()["items"][-1]
        assert end["standings"] == match["standings"]
        history = items(api, f"{at}/history", after_position=match["version"])
        assert [item["step"] for item in history if item["deviates"]] == steps
        first = api.get(f"{at}/events", params={"limit": 1}).json()["items"][0]
        assert first["facts"]["deviations"] == sales
        # What it is given out as has the marks; the record that it came from, and that one, are both here.
        again = api.get(f"{at}/record").content
        assert msgspec.json.decode(again)["events"][0].pop("deviations") == sales
        for body in (record, again):
            assert take_in(api, body).json()["known"]
        _look_at_all(api, told["match"]["id"], match["step"])
        with psycopg.connect(conninfo) as connection:
            assert connection.execute("SELECT * FROM set_aside").fetchall() == []
    said = called("import", "--trust", bundle, "--database-url", conninfo)
    assert said.out == "Imported 0 matches; 1 here already, 0 refused.\n"


def _look_at_all(api: httpx.Client, match_id: str, step: int) -> None:
    for path, _ in READS.values():
        if (
            set(_names(path)) <= {"match_id", "step"}
            and "match_id" in path
            and not path.endswith(("stream", "comparison"))
        ):
            for number in (0, step // 2, step):
                assert api.get(path.format(match_id=match_id, step=number)).status_code == 200, path


def _names(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]


@pytest.mark.slow
def test_E4_a_correction_is_decided_by_the_rules_of_today(
    conninfo: str, record: bytes, sales: list[int], tmp_path: Path
) -> None:
    """What stands before the place of the correction keeps its outcome and mark, what follows is decided anew."""
    bundle = tmp_path / "bundle"
    bundle.write_bytes(record)
    called("import", "--trust", bundle, "--database-url", conninfo)
    with running_service(conninfo, tmp_path) as api:
        at = f"{MATCHES}/{msgspec.json.decode(record)['match']['id']}"
        step = sales[1] - 1
        back = api.post(f"{at}/retractions", json={"to_step": step - 1})
        assert back.status_code == 201
        assert api.get(at).json()["deviations"] == [sales[0] - 1]
        restored = api.post(f"{at}/restorations", json={"version": back.json()["version"]})
        assert restored.status_code == 201, restored.text
        assert api.get(at).json()["deviations"] == [sales[0] - 1]
        assert api.get(at).json()["step"] == len(msgspec.json.decode(record)["events"]) - 1


@pytest.mark.slow
def test_E4_a_variation_that_is_promoted_takes_the_marks_along(
    conninfo: str, record: bytes, sales: list[int], tmp_path: Path
) -> None:
    bundle = tmp_path / "bundle"
    bundle.write_bytes(record)
    called("import", "--trust", bundle, "--database-url", conninfo)
    told = msgspec.json.decode(record)
    with running_service(conninfo, tmp_path) as api:
        at = f"{MATCHES}/{told['match']['id']}"
        step = sales[0] - 1
        moves = [told["events"][step + 1]["action"]]
        line = api.post(f"{at}/variations", json={"step": step, "actions": moves})
        assert line.status_code == 201, line.text
        made = api.post(f"{at}/variations/{line.json()['id']}/promotion", json=None)
        assert made.status_code == 201, made.text
        assert api.get(f"{MATCHES}/{made.json()['id']}").json()["deviations"] == [step]


def test_E4_what_cannot_be_shown_is_refused_on_trust_too(record: bytes) -> None:
    told = msgspec.json.decode(record)
    for event in told["events"]:
        for fact in event.get("outcome", ()):
            if fact["type"] == "sold":
                fact["seat"] = 9
    with pytest.raises(RecordRefused) as refused:
        read_record(json.dumps(told).encode(), trust=True)
    assert "can't be shown" in str(refused.value)


@pytest.mark.slow
def test_E4_marks_are_what_the_rules_say_here_not_what_a_record_says() -> None:
    told = msgspec.json.decode(body_of(some_evening("klunker", 1)))
    told["events"][0]["deviations"] = [2, 3]
    for trust in (False, True):
        assert read_record(json.dumps(told).encode(), trust=trust).events[0].deviations == ()  # type: ignore[union-attr]
