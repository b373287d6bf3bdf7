"""Whole matches over HTTP end as they ended at the table: action by action, and in one batch."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.tiers import thinned

SAMPLES = sorted((Path(__file__).parents[1] / "samples").glob("*.json"))


def open_sample(api: httpx.Client, sample: dict[str, Any]) -> dict[str, Any]:
    """A match set up as `sample`."""
    seats = [{"name": f"Player {seat}"} for seat in range(sample["seats"])]
    answer = api.post("/api/v1/matches", json={"game": sample["game"], "options": sample["options"], "seats": seats})
    assert answer.status_code == 201, answer.text
    match: dict[str, Any] = answer.json()
    return match


def verify_end(api: httpx.Client, match_id: str, sample: dict[str, Any]) -> None:
    """The match has ended with the winners of `sample`, and every read tells the same."""
    match = api.get(f"/api/v1/matches/{match_id}").json()
    assert match["pending"]["type"] == "finished"
    assert [standing["seat"] for standing in match["standings"] if standing["winner"]] == sample["end"]["winners"]
    state = api.get(f"/api/v1/matches/{match_id}/state").json()
    assert state["standings"] == match["standings"]


@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_match_played_action_by_action(api: httpx.Client, path: Path) -> None:
    sample = json.loads(path.read_text())
    match = open_sample(api, sample)
    for index, action in enumerate(sample["actions"]):
        answer = api.post(f"/api/v1/matches/{match['id']}/actions", json={"actions": [action]})
        assert answer.status_code == 201, (index, action, answer.text)
    verify_end(api, match["id"], sample)
    position = answer.json()["position"]
    scoreboard = api.get(f"/api/v1/matches/{match['id']}/scoreboard", params={"after_position": position}).json()
    assert [item["step"] for item in scoreboard["items"]] == list(range(len(sample["actions"]) + 1))
    assert scoreboard["items"][-1]["standings"] == answer.json()["standings"]


@pytest.mark.parametrize("path", thinned(SAMPLES, quick=3), ids=lambda path: path.stem)
def test_a_sample_match_played_in_one_batch(api: httpx.Client, path: Path) -> None:
    sample = json.loads(path.read_text())
    match = open_sample(api, sample)
    answer = api.post(f"/api/v1/matches/{match['id']}/actions", json={"actions": sample["actions"]})
    assert answer.status_code == 201, answer.text
    assert answer.json()["step"] == len(sample["actions"])
    verify_end(api, match["id"], sample)
