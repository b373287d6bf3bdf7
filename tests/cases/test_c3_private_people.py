"""C3: who plays in private matches only isn't there for those who may read none of them."""

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import httpx
import pytest

from tests.service.every_read import READS
from tests.service.http_client import client_of
from tests.service.scenes import BASE, DEAL, MATCHES, PLAYERS, known, make_player, open_match, played, whole

ClientWith = Callable[..., httpx.Client]
REFUSED_FIRST: Final = "getConsent"
"""Whoever may not record is refused it, whether there is such a person or not."""
BELOW: Final = sorted(path for name, (path, _) in READS.items() if "{player_id}" in path and name != REFUSED_FIRST)
HTML: Final = {"Accept": "text/html"}


def follow(api: httpx.Client, position: int) -> None:
    for path in (MATCHES, f"{BASE}/series", f"{BASE}/games/klunker/leaderboard", f"{BASE}/games/klunker/statistics"):
        assert api.get(path, params={"after_position": position}).status_code == 200


@pytest.fixture
def people(api: httpx.Client) -> list[dict[str, Any]]:
    """Three who play in private matches only."""
    made = [make_player(api, f"{name} of C3") for name in ("Ada", "Bruno", "Chiara")]
    follow(api, whole(api, seats=known(*made), visibility="private")["position"])
    return made


def addresses(player: dict[str, Any], other: dict[str, Any]) -> list[str]:
    below = [path.format(player_id=player["id"], other=other["id"], game="klunker") for path in BELOW]
    return [*below, f"/players/{player['id']}"]


def shown(client: httpx.Client, player: dict[str, Any], other: dict[str, Any]) -> set[bool]:
    """Whether the reads of a player answer; where they don't, they say what they say of nobody."""
    nobody = {"id": str(uuid4())}
    found = set()
    for one, none in zip(addresses(player, other), addresses(nobody, other), strict=True):
        headers = HTML if one.startswith("/players/") else {}
        answer, absent = client.get(one, headers=headers), client.get(none, headers=headers)
        assert absent.status_code == 404
        found.add(answer.status_code == 200)
        if answer.status_code != 200:
            assert (answer.status_code, answer.content) == (404, absent.content), one
            assert {**answer.headers, "date": ""} == {**absent.headers, "date": ""}
            assert "of C3" not in answer.text
    return found


@pytest.mark.slow
def test_C3_who_plays_in_private_only_is_not_there(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith, people: list[dict[str, Any]]
) -> None:
    assert len(BELOW) >= 5
    assert shown(public, people[0], people[1]) == {False}
    for client in (api, client_with("read"), client_with("record")):
        assert shown(client, people[0], people[1]) == {True}
    assert shown(client_with("annotate"), people[0], people[1]) == {False}
    lonely = make_player(api, "Nobody of C3")
    assert public.get(f"{PLAYERS}/{lonely['id']}").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_C3_whoever_sits_in_a_match_that_may_be_read_is_there(
    api: httpx.Client, public: httpx.Client, people: list[dict[str, Any]], visibility: str
) -> None:
    match = whole(api, seats=known(*people), visibility=visibility)
    follow(api, match["position"])
    assert shown(public, people[0], people[1]) == {True}
    hidden = api.patch(f"{MATCHES}/{match['id']}", json={"visibility": "private"})
    follow(api, hidden.json()["position"])
    assert shown(public, people[0], people[1]) == {False}


def test_C3_the_seat_of_a_private_match_knows_who_sits_there(
    api: httpx.Client, client_with: ClientWith, people: list[dict[str, Any]]
) -> None:
    match = open_match(api, seats=known(*people), visibility="private")
    follow(api, played(api, match, DEAL)["position"])
    seat = {"Authorization": f"Bearer {match['seats'][0]['token']}"}
    with client_of(api.base_url, headers=seat) as client:
        assert shown(client, people[0], people[1]) == {True}


def test_C3_a_comparison_tells_of_nobody_who_is_not_there(
    api: httpx.Client, public: httpx.Client, people: list[dict[str, Any]]
) -> None:
    seen = [make_player(api, name) for name in ("D", "E", "F")]
    follow(api, whole(api, seats=known(*seen))["position"])
    for one, other in ((people[0], seen[0]), (seen[0], people[0])):
        answer = public.get(f"{PLAYERS}/{one['id']}/versus/{other['id']}")
        assert answer.status_code == 404
        assert "of C3" not in answer.text


@pytest.mark.slow
def test_C3_a_name_that_a_public_series_tells_is_no_secret(
    api: httpx.Client, public: httpx.Client, people: list[dict[str, Any]]
) -> None:
    body = {"game": "klunker", "players": [player["id"] for player in people]}
    for visibility, found in (("private", False), ("public", True)):
        made = api.post(f"{BASE}/series", json={**body, "visibility": visibility})
        follow(api, made.json()["position"])
        assert shown(public, people[0], people[1]) == {found}


@pytest.mark.slow
def test_C3_a_merged_id_tells_no_name_that_no_match_tells(
    api: httpx.Client, public: httpx.Client, people: list[dict[str, Any]]
) -> None:
    """The public matches of who it was merged into don't show this id, nor the name that it had."""
    seen = [make_player(api, name) for name in ("D", "E", "F")]
    follow(api, whole(api, seats=known(*seen))["position"])
    merged = api.post(f"{PLAYERS}/{people[0]['id']}/merge", json={"into": seen[0]["id"]})
    follow(api, merged.json()["position"])
    assert shown(public, people[0], people[1]) == {False}
    assert shown(public, seen[0], seen[1]) == {True}
    turned = api.post(f"{PLAYERS}/{seen[1]['id']}/merge", json={"into": people[1]["id"]})
    follow(api, turned.json()["position"])
    assert public.get(f"{PLAYERS}/{people[1]['id']}").json()["name"] == "Bruno of C3", "a public match tells it now"


def test_C3_lists_boards_and_links_tell_no_such_name(
    api: httpx.Client, public: httpx.Client, people: list[dict[str, Any]]
) -> None:
    for path in (MATCHES, f"{BASE}/series", f"{BASE}/games/klunker/leaderboard", f"{BASE}/games/klunker/records", "/"):
        assert people[0]["id"] not in public.get(path).text
    assert public.get(MATCHES, params={"player": people[0]["id"]}).json()["items"] == []
