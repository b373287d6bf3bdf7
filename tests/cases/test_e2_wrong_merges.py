"""A wrong merge can be undone, also in the middle of a chain, and everything follows."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest

from domain.merging import fold
from domain.people.events import MergeUndone, PlayersMerged
from tests.projections.test_batches import rebuild_all
from tests.service.scenes import BASE, MATCHES, NOBODY, PLAYERS, items, known, make_player, problem, whole

Player = dict[str, Any]


def merge(api: httpx.Client, player: Player, into: Player) -> int:
    answer = api.post(f"{PLAYERS}/{player['id']}/merge", json={"into": into["id"]})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["position"])


def separate(api: httpx.Client, player: Player, **more: Any) -> dict[str, Any]:
    answer = api.delete(f"{PLAYERS}/{player['id']}/merge", **more)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def wins(api: httpx.Client, players: list[Player], position: int) -> dict[str, list[int]]:
    """How many matches count for each person, by statistics, leaderboard, ratings and the list of matches."""
    last = {"after_position": position}
    leaders = {
        one["player"]["id"]: one["matches"]
        for one in api.get(f"{BASE}/games/klunker/leaderboard", params=last | {"limit": 1000}).json()["items"]
    }
    found = {}
    for player in players:
        path = f"{BASE}/players/{player['id']}"
        statistics = api.get(f"{path}/statistics", params=last).json()
        rated = api.get(f"{path}/ratings", params=last).json()["items"]
        found[player["name"]] = [
            statistics["matches"]["count"],
            leaders.get(player["id"], 0),
            sum(one["matches"] for one in rated),
            len(items(api, MATCHES, player=player["id"], **last)),
        ]
    return found


@pytest.mark.slow
def test_E2_names_lists_and_figures_follow(api: httpx.Client, database: str) -> None:
    ada, twin, bob, eve = (make_player(api, name) for name in ("Ada", "Ada's twin", "Bob", "Eve"))
    one = whole(api, seats=known(ada, bob, eve))
    two = whole(api, seats=known(twin, bob, eve))
    before = wins(api, [ada, twin, bob], two["position"])
    assert before == {"Ada": [1] * 4, "Ada's twin": [1] * 4, "Bob": [2] * 4}
    history = api.get(f"{PLAYERS}/{ada['id']}/ratings/klunker").json()
    position = merge(api, twin, ada)
    assert wins(api, [ada], position) == {"Ada": [2] * 4}
    told = separate(api, twin)
    assert (told["name"], told["merged_into"], told["id"]) == ("Ada's twin", None, twin["id"])
    assert wins(api, [ada, twin, bob], told["position"]) == before
    after = api.get(f"{PLAYERS}/{ada['id']}/ratings/klunker").json()
    assert after | {"position": 0} == history | {"position": 0}
    names = [seat["player"]["name"] for seat in api.get(f"{MATCHES}/{two['id']}").json()["seats"]]
    assert names == ["Ada's twin", "Bob", "Eve"]
    assert twin["id"] in {each["id"] for each in items(api, PLAYERS)}
    assert whole(api, seats=known(twin, ada, eve))["position"] > one["position"]
    with psycopg.connect(database) as connection:
        rows = "SELECT to_jsonb(t) FROM rating_total t ORDER BY subject, pool, person"
        api.get(f"{BASE}/games/klunker/leaderboard", params={"after_position": told["position"]})
        followed = connection.execute(rows).fetchall()
    rebuild_all(database)
    with psycopg.connect(database) as connection:
        assert len(connection.execute(rows).fetchall()) >= len(followed)


@pytest.mark.slow
def test_E2_a_chain_is_undone_at_its_end_and_in_its_middle(api: httpx.Client) -> None:
    a, b, c, eve, joe = (make_player(api, name) for name in ("A", "B", "C", "Eve", "Joe"))
    matches = [whole(api, seats=known(each, eve, joe)) for each in (a, b, c)]
    merge(api, a, b)
    position = merge(api, b, c)
    assert wins(api, [c], position)["C"] == [3] * 4
    told = separate(api, b)  # who takes A along
    assert wins(api, [b, c], told["position"]) == {"B": [2] * 4, "C": [1] * 4}
    assert api.get(f"{PLAYERS}/{a['id']}").json()["merged_into"] == b["id"]
    merge(api, b, c)
    told = separate(api, a)  # who was merged by way of B
    assert wins(api, [a, c], told["position"]) == {"A": [1] * 4, "C": [2] * 4}
    told = separate(api, b)
    assert wins(api, [a, b, c], told["position"]) == {"A": [1] * 4, "B": [1] * 4, "C": [1] * 4}
    merge(api, c, a)  # the other way round
    seats = api.get(f"{MATCHES}/{matches[2]['id']}").json()["seats"]
    assert seats[0]["player"]["name"] == "A"


def test_E2_erased_names_stay_forgotten(api: httpx.Client, database: str) -> None:
    ada, twin, other = (make_player(api, name) for name in ("Unforgettable Ada", "Unforgettable Twin", "Other"))
    match = whole(api, seats=known(twin, ada, other))
    merge(api, twin, ada)
    assert api.delete(f"{PLAYERS}/{ada['id']}").status_code == 204
    with psycopg.connect(database) as connection:
        (left,) = connection.execute(
            "SELECT count(*) FROM players WHERE players::text LIKE '%Unforgettable%'"
        ).fetchone() or (None,)
    assert left == 0
    told = separate(api, twin)
    assert (told["name"], told["merged_into"]) == (None, None)
    names = [seat["player"]["name"] for seat in api.get(f"{MATCHES}/{match['id']}").json()["seats"]]
    assert names == ["Anonymous", "Anonymous", "Other"]


def test_E2_a_name_that_was_not_kept_is_the_one_shown_since(api: httpx.Client, database: str) -> None:
    """Of players merged before names were kept."""
    ada, twin = make_player(api, "Ada"), make_player(api, "Twin")
    merge(api, twin, ada)
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE players SET former_name = NULL WHERE id = %s", (twin["id"],))
    assert separate(api, twin)["name"] == "Ada"
    assert api.patch(f"{PLAYERS}/{twin['id']}", json={"name": "Twin"}).json()["name"] == "Twin"


def test_E2_what_is_not_merged_can_t_be_separated(api: httpx.Client) -> None:
    ada, twin = make_player(api, "Ada"), make_player(api, "Twin")
    for player_id in (ada["id"], NOBODY):
        problem(api.delete(f"{PLAYERS}/{player_id}/merge"), 404, "not-found")
    merge(api, twin, ada)
    problem(api.delete(f"{PLAYERS}/{ada['id']}/merge"), 404, "not-found")
    key = {"Idempotency-Key": "twins-again"}
    first = separate(api, twin, headers=key)
    assert separate(api, twin, headers=key) == first
    problem(api.delete(f"{PLAYERS}/{twin['id']}/merge"), 404, "not-found")


@pytest.mark.parametrize("undone", ["a", "b", "c"])
def test_E2_who_is_who_after_a_merge_in_a_chain_was_undone(undone: str) -> None:
    who = {name: UUID(int=number) for number, name in enumerate("abcd", start=1)}
    told: dict[str, Any] = {"at": datetime(2026, 11, 28, tzinfo=UTC), "by": "x"}
    merges = [PlayersMerged(player=who[one], into=who[into], **told) for one, into in ("ab", "bc", "cd")]
    people = fold(None, [*merges, MergeUndone(player=who[undone], **told)])
    persons = "".join(next(name for name in who if who[name] == people.root(who[each])) for each in "abcd")
    assert persons == {"a": "addd", "b": "bbdd", "c": "cccd"}[undone]
    assert people.version == 4
    assert set(people.one_with(who[undone])) == {who[each] for each in "abc" if each <= undone}
