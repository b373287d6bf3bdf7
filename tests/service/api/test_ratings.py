"""Ratings over HTTP: those of the library over the matches that who asks may list."""

from collections.abc import Sequence
from math import inf
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from openskill.models import BradleyTerryPart

from domain.subjects.subject import subject_of_game
from tests.service.scenes import (
    BASE,
    MATCHES,
    NOBODY,
    PLAYERS,
    dealt,
    drawn,
    items,
    known,
    make_player,
    problem,
    whole,
)

LEADERBOARD = f"{BASE}/games/klunker/leaderboard"
Person = dict[str, Any]


def ratings_of(api: httpx.Client, matches: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The steps of everybody's rating, by plain means, from how `matches`, in the order of play, stand."""
    model = BradleyTerryPart(window_size=15)
    now: dict[str, Any] = {}
    steps: dict[str, list[dict[str, Any]]] = {}
    for one in matches:
        match = api.get(f"{MATCHES}/{one['id']}").json()
        people = [seat["player"]["id"] for seat in match["seats"]]
        ranks = [standing["rank"] for standing in match["standings"]]
        places = [(rank, now.get(person) or model.rating(), person) for rank, person in zip(ranks, people, strict=True)]
        places.sort(key=lambda place: (place[0], place[1].mu, place[1].sigma))
        after = model.rate([[old] for _, old, _ in places], ranks=[rank for rank, *_ in places])
        for (rank, old, person), (new,) in zip(places, after, strict=True):
            now[person] = new
            told = {"match": one["id"], "played_on": match["played_on"], "rank": rank, "seats": len(people)}
            steps.setdefault(person, []).append({**told, "before": figures(old), "after": figures(new)})
    return steps


def figures(rating: Any) -> dict[str, float]:
    return {"mu": rating.mu, "sigma": rating.sigma, "shown": rating.ordinal()}


def history(api: httpx.Client, person: Person, position: int, **parameters: Any) -> list[dict[str, Any]]:
    return items(api, f"{PLAYERS}/{person['id']}/ratings/klunker", after_position=position, **parameters)


def people(api: httpx.Client, *names: str) -> list[Person]:
    return [make_player(api, name) for name in names or ("Ada", "Bob", "Eve")]


@pytest.mark.slow
def test_a_rating_is_what_the_matches_make_of_it(api: httpx.Client, public: httpx.Client) -> None:
    ada, bob, eve, dan = people(api, "Ada", "Bob", "Eve", "Dan")
    secret = {"options": {"dealing": "secret"}}
    matches = [
        whole(api, seats=known(ada, bob, eve), played_on="2024-03-02"),
        whole(api, seats=known(dan, bob, ada), played_on="2024-03-03"),
        whole(api, drawn(), seats=known(eve, bob, dan), played_on="2024-03-01", **secret),
        whole(api, drawn(winners=2), seats=known(ada, dan, eve), played_on="2024-03-02", **secret),
    ]
    position = matches[-1]["position"]
    expected = ratings_of(api, [matches[2], matches[0], matches[3], matches[1]])
    for client in (api, public):
        for person in (ada, bob, eve, dan):
            assert history(client, person, position) == expected[person["id"]]
            assert history(client, person, position, limit=1) == expected[person["id"]]
            answer = client.get(f"{PLAYERS}/{person['id']}/ratings").json()
            (rating,) = answer["items"]
            assert answer["player"] == {"id": person["id"], "name": person["name"]}
            assert (rating["game"], rating["matches"]) == ("klunker", len(expected[person["id"]]))
            assert rating["rating"] == expected[person["id"]][-1]["after"]


def test_the_leaderboard_goes_by_rating_wins_or_best_score(api: httpx.Client) -> None:
    seats = known(*people(api))
    position = whole(api, seats=seats)["position"]
    orders = {
        "wins": lambda one: (one["wins"], one["best_score"]),
        "rating": lambda one: (one["rating"]["shown"] if one["rating"] else -inf, one["wins"]),
        "best": lambda one: (one["best_score"], one["wins"]),
    }
    usual = items(api, LEADERBOARD, after_position=position)
    for sort, order in orders.items():
        board = items(api, LEADERBOARD, sort=sort, limit=max(2, len(usual) // 3), after_position=position)
        assert board == sorted(usual, key=lambda one: (*(-key for key in order(one)), one["player"]["id"]))
    rated = [one for one in usual if one["rating"]]  # who played with themselves, as after a merge, has none
    shown = [one["rating"]["shown"] for one in rated]
    for one in rated[:10]:
        ratings = api.get(f"{PLAYERS}/{one['player']['id']}/ratings").json()["items"]
        (rating,) = (rating for rating in ratings if rating["game"] == "klunker")
        assert rating["rating"] == one["rating"]
        assert rating["rank"] == 1 + sum(other > one["rating"]["shown"] for other in shown)
        assert rating["players"] == len(rated)


def test_who_has_played_little_can_be_left_out(api: httpx.Client) -> None:
    ada, bob, eve, dan = people(api, "Ada", "Bob", "Eve", "Dan")
    place = uuid4().hex
    whole(api, seats=known(ada, bob, eve), place=place)
    position = whole(api, seats=known(ada, bob, dan), place=place)["position"]
    board = items(api, LEADERBOARD, place=place, min_matches=2, after_position=position)
    assert {one["player"]["id"] for one in board} == {ada["id"], bob["id"]}
    assert items(api, LEADERBOARD, min_matches=1_000_000_000) == []


@pytest.mark.slow
def test_private_matches_make_no_difference_to_the_public(api: httpx.Client, public: httpx.Client) -> None:
    ada, bob, eve = seats = people(api)
    first = whole(api, seats=known(*seats), played_on="2024-01-02")
    hidden = whole(api, seats=known(*seats), played_on="2024-01-01", visibility="private")
    last = whole(api, seats=known(*seats), played_on="2024-01-03", visibility="unlisted")
    in_public, in_all = ratings_of(api, [first]), ratings_of(api, [hidden, first, last])
    for person in (ada, bob, eve):
        assert history(public, person, last["position"]) == in_public[person["id"]]
        assert history(api, person, last["position"]) == in_all[person["id"]]
    assert hidden["id"] not in public.get(f"{PLAYERS}/{ada['id']}/ratings/klunker").text
    opened = api.patch(f"{MATCHES}/{hidden['id']}", json={"visibility": "public"}).json()
    assert history(public, ada, opened["position"]) == ratings_of(api, [hidden, first])[ada["id"]]


@pytest.mark.slow
def test_a_correction_after_the_end_is_followed(api: httpx.Client) -> None:
    seats = people(api)
    matches = [whole(api, seats=known(*seats), played_on=f"2024-01-0{day}") for day in (1, 2, 3)]
    changed = api.patch(f"{MATCHES}/{matches[0]['id']}", json={"seats": known(*seats[::-1])}).json()
    expected = ratings_of(api, matches)
    for person in seats:
        assert history(api, person, changed["position"]) == expected[person["id"]]
    back = api.post(f"{MATCHES}/{matches[1]['id']}/retractions", json={"to_step": 3}).json()
    expected = ratings_of(api, [matches[0], matches[2]])
    for person in seats:
        assert history(api, person, back["position"]) == expected[person["id"]]


@pytest.mark.slow
def test_a_match_concluded_early_counts_as_it_stands_and_an_abandoned_one_for_nothing(api: httpx.Client) -> None:
    seats = people(api)
    matches = [dealt(api, seats=known(*seats)) for _ in range(2)]
    ended = api.post(f"{MATCHES}/{matches[0]['id']}/conclusion", json={}).json()
    assert history(api, seats[0], ended["position"]) == ratings_of(api, [matches[0]])[seats[0]["id"]]
    gone = api.post(f"{MATCHES}/{matches[1]['id']}/abandonment", json={}).json()
    assert [step["match"] for step in history(api, seats[0], gone["position"])] == [matches[0]["id"]]


@pytest.mark.slow
def test_who_was_merged_has_the_rating_of_who_it_is(api: httpx.Client) -> None:
    ada, alias, bob, eve = people(api, "Ada", "Alias", "Bob", "Eve")
    matches = [
        whole(api, seats=known(alias, bob, eve), played_on="2024-01-01"),
        whole(api, seats=known(ada, bob, eve), played_on="2024-01-02"),
    ]
    merged = api.post(f"{PLAYERS}/{alias['id']}/merge", json={"into": ada["id"]}).json()
    steps = history(api, ada, merged["position"])
    assert [step["match"] for step in steps] == [match["id"] for match in matches]
    assert steps[0]["after"] == steps[1]["before"]
    assert history(api, alias, merged["position"]) == steps
    answers = [api.get(f"{PLAYERS}/{one['id']}/ratings").json() for one in (ada, alias)]
    assert answers[0] == answers[1]
    assert answers[0]["player"] == {"id": ada["id"], "name": "Ada"}


@pytest.mark.slow
def test_who_was_erased_has_a_rating_without_a_name(api: httpx.Client) -> None:
    seats = people(api)
    position = whole(api, seats=known(*seats))["position"]
    before = history(api, seats[0], position)
    api.delete(f"{PLAYERS}/{seats[0]['id']}")
    assert history(api, seats[0], position) == before
    assert api.get(f"{PLAYERS}/{seats[0]['id']}/ratings").json()["player"]["name"] == "Anonymous"


def test_who_has_not_played_has_no_rating(api: httpx.Client) -> None:
    ada = make_player(api, "Ada")
    assert api.get(f"{PLAYERS}/{ada['id']}/ratings").json()["items"] == []
    assert history(api, ada, 0) == []


@pytest.mark.parametrize("path", [f"{PLAYERS}/{NOBODY}/ratings", f"{PLAYERS}/{NOBODY}/ratings/klunker"])
def test_of_nobody_there_is_no_rating(api: httpx.Client, path: str) -> None:
    problem(api.get(path), 404, "not-found")


def test_of_a_game_that_there_is_not_there_is_no_rating(api: httpx.Client) -> None:
    problem(api.get(f"{PLAYERS}/{make_player(api, 'Ada')['id']}/ratings/ludo"), 404, "not-found")


@pytest.mark.slow
def test_what_is_asked_wrongly_is_refused(api: httpx.Client) -> None:
    for parameters in ({"sort": "luck"}, {"min_matches": 0}, {"min_matches": "x"}, {"cursor": "x"}, {"cursor": "W10"}):
        problem(api.get(LEADERBOARD, params=parameters), 400, "invalid-request")
    whole(api)
    position = whole(api)["position"]
    page = api.get(LEADERBOARD, params={"limit": 1, "after_position": position}).json()
    other = api.get(LEADERBOARD, params={"sort": "best", "cursor": page["next_cursor"]})
    assert problem(other, 400, "invalid-request")["parameter"] == "cursor"


@pytest.mark.slow
def test_who_waits_for_ratings_that_were_put_off_is_told(api: httpx.Client, database: str) -> None:
    seats = people(api)
    position = whole(api, seats=known(*seats))["position"]
    paths = (LEADERBOARD, f"{PLAYERS}/{seats[0]['id']}/ratings", f"{PLAYERS}/{seats[0]['id']}/ratings/klunker")
    waiting = {"after_position": position}
    assert [api.get(path, params=waiting).status_code for path in paths] == [200] * 3
    with psycopg.connect(database) as connection:
        due = (subject_of_game("klunker").id, NOBODY)
        connection.execute("INSERT INTO rating_due VALUES (%s, 'all', '2024-01-01', 0, 1, %s)", due)
    for path in paths:
        answer = api.get(path, params=waiting)
        problem(answer, 503, "read-model-behind")
        assert answer.headers["retry-after"] == "1"
        assert api.get(path).status_code == 200
    later = whole(api, seats=known(*seats))["position"]  # what was put off is done with the next batch
    assert [api.get(path, params={"after_position": later}).status_code for path in paths] == [200] * 3
