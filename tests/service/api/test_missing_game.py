"""A match whose game isn't installed is listed and exported, and all else says which game is missing."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.domain.games.support import sample_of
from tests.projections.test_missing_games import missing
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.scenes import DEAL, MATCHES, ROUND, items, open_match, play, played, problem

pytestmark = pytest.mark.slow  # services of its own


@pytest.fixture(scope="module")
def without_game(
    new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, dict[str, Any], dict[str, Any], bytes]]:
    """A service without Klunker, a public and a private match of it, and the record of the first, made before."""
    conninfo, data = new_database(), tmp_path_factory.mktemp("data")
    with running_service(conninfo, data) as api:
        match, private = open_match(api), open_match(api, visibility="private")
        position = played(api, match, DEAL, *ROUND)["position"]
        record = api.get(f"{MATCHES}/{match['id']}/record").content
        assert api.get(MATCHES, params={"after_position": position}).status_code == 200
    with missing("klunker"), running_service(conninfo, data) as api:
        yield api, match, private, record


Found = tuple[httpx.Client, dict[str, Any], dict[str, Any], bytes]


def test_all_that_takes_the_rules_names_the_game(without_game: Found) -> None:
    api, match, _, _ = without_game
    path = f"{MATCHES}/{match['id']}"
    for answer in (
        api.get(path),
        api.get(f"{path}/state"),
        api.get(f"{path}/events"),
        api.get(f"{path}/replay"),
        api.get(f"{path}/replay/steps/2.svg"),
        api.get(f"{path}/legal-actions"),
        play(api, match, {"type": "pass", "seat": 0}),
        api.post(f"{path}/retractions", json={"to_step": 1}),
    ):
        assert problem(answer, 501, "game-missing")["game"] == "klunker"


def test_the_match_is_listed_as_before(without_game: Found) -> None:
    api, match, private, _ = without_game
    listed = {item["id"]: item for item in items(api, MATCHES)}
    assert {match["id"], private["id"]} <= listed.keys()
    assert listed[match["id"]]["game"] == "klunker"
    assert [seat["player"] for seat in listed[match["id"]]["seats"]] == [seat["player"] for seat in match["seats"]]


def test_the_record_has_the_same_bytes_for_who_sees_all(without_game: Found) -> None:
    api, match, _, record = without_game
    answer = api.get(f"{MATCHES}/{match['id']}/record")
    assert answer.status_code == 200
    assert answer.content == record
    problem(api.get(f"{MATCHES}/{match['id']}/record", headers={"Accept": "text/csv"}), 501, "game-missing")
    with client_of(api.base_url) as anybody:
        problem(anybody.get(f"{MATCHES}/{match['id']}/record"), 501, "game-missing")


def test_who_may_not_read_the_match_is_told_nothing_of_it(without_game: Found) -> None:
    api, _, private, _ = without_game
    problem(api.get(f"{MATCHES}/{private['id']}"), 501, "game-missing")
    with client_of(api.base_url) as anybody:
        for part in ("", "/state", "/replay", "/record", "/events"):
            problem(anybody.get(f"{MATCHES}/{private['id']}{part}"), 404, "not-found")


def test_a_page_says_it_to_people(without_game: Found) -> None:
    api, match, _, _ = without_game
    page = api.get(f"/matches/{match['id']}", headers={"Accept": "text/html", "Accept-Language": "de"})
    assert page.status_code == 501
    assert "nicht installiert" in page.text
    assert "„klunker“" in page.text


def test_games_that_are_there_go_on(without_game: Found) -> None:
    api, _, _, _ = without_game
    sample = sample_of("halunken")
    seats = [{"name": f"Player {seat}"} for seat in range(sample["seats"])]
    other = api.post(MATCHES, json={"game": "halunken", "options": sample["options"], "seats": seats})
    assert other.status_code == 201, other.text
    assert api.get(f"{MATCHES}/{other.json()['id']}").status_code == 200
    assert api.get("/health/ready").status_code == 200


def test_lists_are_filtered_by_its_key(without_game: Found) -> None:
    """Given matches of a missing game, when lists are filtered by it, then they are there, to who may list them."""
    api, match, private, _ = without_game
    assert {item["id"] for item in items(api, MATCHES, game="klunker")} == {match["id"], private["id"]}
    for language, missing_here in (("en", "The game isn’t installed"), ("de", "Spiel nicht installiert")):
        headers = {"Accept": "text/html", "Accept-Language": language}
        page = api.get("/matches", params={"game": "klunker"}, headers=headers)
        assert page.status_code == 200
        assert f"klunker ({missing_here})" in page.text
        assert match["id"] in page.text
        assert private["id"] in page.text
        told = api.get("/statistics", params={"game": "klunker"}, headers=headers)
        assert told.status_code == 200
        assert f"klunker ({missing_here})" in told.text
    assert api.get("/matches", params={"game": "nowhere"}).status_code == 404
    assert api.get("/statistics/matches.csv", params={"game": "klunker"}).status_code == 200
    with client_of(api.base_url) as anybody:
        text = anybody.get("/matches", params={"game": "klunker"}).text
        assert match["id"] in text
        assert private["id"] not in text
