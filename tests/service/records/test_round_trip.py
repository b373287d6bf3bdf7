"""From one service into an empty one and out again: the same bytes, and the same answers of every read endpoint."""

from collections.abc import Callable, Iterator

import httpx
import pytest

from domain.registry import GAMES
from tests.service.conftest import running_service
from tests.service.records.books import BASE, answers, some_evening, take_in
from tests.service.records.books import body_of as record_of


@pytest.fixture(scope="module")
def other(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Another service, empty at first, with other tokens."""
    with running_service(new_database(), tmp_path_factory.mktemp("other")) as client:
        yield client


def goes_round(api: httpx.Client, other: httpx.Client, key: str, seed: int) -> None:
    body = record_of(some_evening(key, seed))
    first, second = take_in(api, body), take_in(other, body)
    assert (first.status_code, second.status_code) == (201, 201), (first.text, second.text)
    match_id = first.json()["id"]
    here = list(answers(api, match_id, first.json()["position"]))
    there = list(answers(other, match_id, second.json()["position"]))
    assert {status for _, status, _ in here} == {200}
    for one, two in zip(here, there, strict=True):
        assert one == two
    record = api.get(f"{BASE}/matches/{match_id}/record")
    assert record.headers["content-type"] == "application/json"
    assert other.get(f"{BASE}/matches/{match_id}/record").content == record.content
    again = take_in(other, record.content)
    assert (again.status_code, again.json()["known"]) == (200, True), again.text


@pytest.mark.parametrize("key", GAMES)
def test_what_goes_round_is_the_same(api: httpx.Client, other: httpx.Client, key: str) -> None:
    for seed in range(2):
        goes_round(api, other, key, seed)


def test_figures_of_players_and_games_go_round(api: httpx.Client, other: httpx.Client) -> None:
    """All matches of the one are in the other by now."""
    listed = [client.get(f"{BASE}/matches", params={"limit": 1000}).json() for client in (api, other)]
    positions = [page["position"] for page in listed]
    assert len(listed[0]["items"]) == len(listed[1]["items"]) > 0
    for key in GAMES:
        for path in ("leaderboard", "statistics", "records"):
            told = [
                client.get(f"{BASE}/games/{key}/{path}", params={"after_position": position}).json()
                for client, position in zip((api, other), positions, strict=True)
            ]
            for answer in told:
                answer.pop("position", None)
            assert told[0] == told[1], (key, path)


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_a_thousand_go_round(api: httpx.Client, other: httpx.Client, key: str) -> None:
    for seed in range(100, 450):
        goes_round(api, other, key, seed)
