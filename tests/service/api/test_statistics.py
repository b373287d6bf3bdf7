"""Statistics and records over HTTP: who may know what, filters, people who are one, and requests that are no good."""

from typing import Any

import httpx
import pytest

from tests.service.scenes import (
    BASE,
    DEAL,
    MATCHES,
    NOBODY,
    ROUND,
    drawn,
    known,
    make_player,
    open_match,
    played,
    problem,
    whole,
)

PATHS = ("games/klunker/statistics", "games/klunker/records", "players/{0}/statistics", "players/{0}/versus/{1}")


def ask(client: httpx.Client, path: str, position: int | None = None, **asked: Any) -> dict[str, Any]:
    waiting = {} if position is None else {"after_position": position}
    answer = client.get(f"{BASE}/{path}", params=asked | waiting)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def three(api: httpx.Client) -> list[dict[str, Any]]:
    return [make_player(api, name) for name in ("Ada", "Bruno", "Chiara")]


def matches_of(client: httpx.Client, player: dict[str, Any], position: int, **asked: Any) -> int:
    return int(ask(client, f"players/{player['id']}/statistics", position, **asked)["matches"]["count"])


# --- what counts ---


def test_a_match_counts_from_its_end_to_its_correction(api: httpx.Client) -> None:
    people = three(api)
    match = open_match(api, seats=known(*people))
    position = played(api, match, DEAL, *ROUND)["position"]
    assert matches_of(api, people[0], position) == 0

    ended = api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).json()
    assert matches_of(api, people[0], ended["position"]) == 1

    back = api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 3}).json()
    assert matches_of(api, people[0], back["position"]) == 0

    broken_off = api.post(f"{MATCHES}/{match['id']}/abandonment", json={}).json()
    assert matches_of(api, people[0], broken_off["position"]) == 0


def test_a_match_taken_out_of_statistics_does_not_count_until_it_is_put_back(api: httpx.Client) -> None:
    people = three(api)
    match = whole(api, seats=known(*people))
    for counted, number in ((False, 0), (True, 1)):
        answer = api.patch(f"{MATCHES}/{match['id']}", json={"counted": counted}).json()
        assert answer["counted"] is counted
        assert matches_of(api, people[1], answer["position"]) == number


def test_figures_move_with_who_sat_where(api: httpx.Client) -> None:
    people = three(api)
    match = whole(api, seats=known(*people))
    other = make_player(api, "Dario")
    answer = api.patch(f"{MATCHES}/{match['id']}", json={"seats": known(other, *people[1:])}).json()
    assert matches_of(api, people[0], answer["position"]) == 0
    assert matches_of(api, other, answer["position"]) == 1


@pytest.mark.slow
def test_a_streak_follows_the_dates_at_the_table(api: httpx.Client) -> None:
    """Seat 2 wins: one match lost between two that were won breaks the streak, wherever it was recorded."""
    people = three(api)
    for played_on in ("2026-02-01", "2026-02-02"):
        whole(api, seats=known(people[1], people[0], people[2]), played_on=played_on)
    position = whole(api, seats=known(*people[::-1]), played_on="2026-02-03")["position"]
    winner = people[2]
    streaks = ask(api, f"players/{winner['id']}/statistics", position)["streaks"]
    assert (streaks["longest"]["length"], streaks["current"]) == (2, {"length": 0, "link": None})

    lost = api.get(MATCHES, params={"player": winner["id"], "result": "lost", "after_position": position}).json()
    (match,) = lost["items"]
    moved = api.patch(f"{MATCHES}/{match['id']}", json={"played_on": "2026-01-31"}).json()["position"]
    streaks = ask(api, f"players/{winner['id']}/statistics", moved)["streaks"]
    assert (streaks["longest"]["length"], streaks["current"]["length"]) == (2, 2)


def test_what_a_game_counts_is_told_in_the_language_asked_for(api: httpx.Client) -> None:
    position = whole(api)["position"]
    for language, title in (("en", "Sets sold"), ("it", "Serie vendute")):
        answer = api.get(
            f"{BASE}/games/klunker/statistics",
            params={"after_position": position},
            headers={"Accept-Language": language},
        )
        assert answer.headers["content-language"] == language
        figure = answer.json()["figures"][0]
        assert (figure["key"], figure["title"], figure["clause"]) == ("sets_sold", title, "K5.1")
        assert figure["total"] > 0


def test_the_figures_of_one_match_by_hand(api: httpx.Client) -> None:
    """The sample of three: 3, 7 and 7 notes, and a tie-break that makes seat 2 the winner."""
    people = three(api)
    match = whole(api, seats=known(*people))
    shown = api.get(MATCHES, params={"player": people[0]["id"], "after_position": match["position"]}).json()["items"][0]
    scores = [seat["score"] for seat in shown["seats"]]
    ranks = [seat["rank"] for seat in shown["seats"]]
    for seat, player in enumerate(people):
        told = ask(api, f"players/{player['id']}/statistics", match["position"])
        (game,) = told["games"]
        assert game["score"]["mean"] == scores[seat]
        assert [one["rank"] for one in told["ranks"]] == [ranks[seat]]
        assert told["win_share"] == float(ranks[seat] == 1)
        assert [one["seat"] for one in told["by_seat"]] == [seat]
        assert told["steps"]["highest"] == {"value": shown["step"], "match": f"{MATCHES}/{match['id']}"}
    first, last = people[0], people[-1]
    (duel,) = ask(api, f"players/{first['id']}/versus/{last['id']}", match["position"])["games"]
    assert duel["difference"]["mean"] == scores[0] - scores[-1]


def test_nobody_and_nothing_is_told_of_no_match(api: httpx.Client) -> None:
    ada, bruno, _ = three(api)
    told = ask(api, f"players/{ada['id']}/statistics")
    assert (told["matches"]["count"], told["win_share"], told["games"], told["h_index"]["value"]) == (0, None, [], 0)
    assert told["duration"] == told["duration"] | {"mean": None, "highest": None, "lowest": None}
    assert ask(api, f"players/{ada['id']}/versus/{bruno['id']}")["games"] == []
    told = ask(api, "games/klunker/statistics", place="nowhere at all")
    assert (told["matches"]["count"], told["score"]["mean"], told["by_seat"]) == (0, None, [])
    assert {(figure["total"], figure["mean"], figure["ratio"]) for figure in told["figures"]} == {(0, None, None)}
    assert ask(api, "games/klunker/records", place="nowhere at all")["records"] == []


def test_a_shared_victory_is_a_win_of_each(api: httpx.Client) -> None:
    people = three(api)
    position = whole(api, drawn(winners=2), seats=known(*people), options={"dealing": "secret"})["position"]
    for player, wins in zip(people, (1, 1, 0), strict=True):
        told = ask(api, f"players/{player['id']}/statistics", position)
        assert (told["wins"]["count"], told["shared_wins"]["count"]) == (wins, wins)
    duel = ask(api, f"players/{people[0]['id']}/versus/{people[1]['id']}", position)
    assert (duel["wins"]["count"], duel["other_wins"]["count"], duel["equal"]["count"]) == (1, 1, 1)


# --- who may know what ---


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_match_that_is_not_public_gives_figures_only_to_who_may_read_it(
    api: httpx.Client, public: httpx.Client, visibility: str
) -> None:
    people = three(api)
    position = whole(api, seats=known(*people), visibility=visibility, tags=[visibility])["position"]
    ada, bruno = people[0]["id"], people[1]["id"]
    for path in (path.format(ada, bruno) for path in PATHS):
        assert ask(api, path, position, tag=visibility)["matches"]["count"] == 1, path
        if visibility == "private" and path.startswith("players/"):
            problem(public.get(f"{BASE}/{path}"), 404, "not-found")
        else:
            told = ask(public, path, position, tag=visibility)
            assert told["matches"]["count"] == 0, path
            assert not told.get("records")


def dschunke(api: httpx.Client, **options: Any) -> tuple[list[dict[str, Any]], int]:
    """A match of Dschunke that ends by agreement at once, with its people and the position of the end."""
    people = three(api)
    match = open_match(api, game="dschunke", options=options, seats=known(*people))
    return people, api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).json()["position"]


def test_a_match_that_keeps_its_secrets_tells_who_won_and_no_score(api: httpx.Client, public: httpx.Client) -> None:
    people, position = dschunke(api, keep_secrets=True)
    ada = people[0]["id"]
    for client, scores in ((api, 1), (public, 0)):
        told = ask(client, f"players/{ada}/statistics", position)
        assert (told["matches"]["count"], told["wins"]["count"]) == (1, 1)
        assert len(told["ranks"]) == scores
        assert told["games"][0]["score"]["matches"]["count"] == scores
        versus = ask(client, f"players/{ada}/versus/{people[1]['id']}", position)
        assert versus["equal"]["count"] == scores
    keys = {record["key"] for record in ask(public, "games/dschunke/records", position, player=ada)["records"]}
    assert keys == {"most_steps", "fewest_steps"}
    listed = public.get(MATCHES, params={"player": ada, "rank": 1}).json()["items"]
    assert listed == [], "a rank can't be found out by asking for it"


def test_an_ended_match_without_secrets_tells_everybody_everything(api: httpx.Client, public: httpx.Client) -> None:
    people, position = dschunke(api, keep_secrets=False)
    path = f"players/{people[0]['id']}/statistics"
    assert ask(public, path, position)["games"][0]["score"] == ask(api, path, position)["games"][0]["score"]


# --- people ---


@pytest.mark.slow
def test_who_was_merged_counts_as_who_it_is(api: httpx.Client) -> None:
    people, twin = three(api), make_player(api, "Ada B.")
    whole(api, seats=known(*people))
    position = whole(api, seats=known(twin, *people[1:]))["position"]
    assert matches_of(api, people[0], position) == 1
    assert api.post(f"{BASE}/players/{twin['id']}/merge", json={"into": people[0]["id"]}).status_code == 200
    for player in (people[0], twin):
        told = ask(api, f"players/{player['id']}/statistics", position)
        assert told["player"] == {"id": people[0]["id"], "name": "Ada"}
        assert told["matches"]["count"] == 2
    met = ask(api, f"players/{people[1]['id']}/statistics", position)["h_index"]
    assert met["value"] == 2
    assert {one["player"]["name"] for one in met["people"]} == {"Ada", "Chiara"}
    refused = problem(api.get(f"{BASE}/players/{twin['id']}/versus/{people[0]['id']}"), 400, "invalid-request")
    assert refused["parameter"] == "other"


def test_who_was_erased_keeps_figures_without_a_name(api: httpx.Client) -> None:
    people = three(api)
    position = whole(api, seats=known(*people))["position"]
    assert api.delete(f"{BASE}/players/{people[0]['id']}").status_code == 204
    told = ask(api, f"players/{people[0]['id']}/statistics", position)
    assert (told["player"]["name"], told["matches"]["count"]) == ("Anonymous", 1)


@pytest.mark.parametrize("path", ["games/ludo/statistics", "games/ludo/records"])
def test_there_are_no_statistics_of_a_game_that_there_is_not(public: httpx.Client, path: str) -> None:
    problem(public.get(f"{BASE}/{path}"), 404, "not-found")


def test_there_are_no_statistics_of_nobody(api: httpx.Client) -> None:
    ada = make_player(api, "Ada")["id"]
    for path in (f"{NOBODY}/statistics", f"{NOBODY}/versus/{ada}", f"{ada}/versus/{NOBODY}"):
        problem(api.get(f"{BASE}/players/{path}"), 404, "not-found")
    problem(api.get(f"{BASE}/players/{ada}/statistics", params={"game": "ludo"}), 404, "not-found")


# --- queries that are no good ---


@pytest.mark.parametrize(
    ("asked", "parameter"),
    [
        ({"options": "dealing"}, "options"),
        ({"options": "dealing:"}, "options"),
        ({"options": "colour:red"}, "options"),
        ({"options": "mode:standard"}, "options"),
        ({"options": "dealing:open,dealing:secret"}, "options"),
        ({"seats": "17"}, "seats"),
        ({"seats": "three"}, "seats"),
        ({"played_from": "yesterday"}, "played_from"),
        ({"origin": "dream"}, "origin"),
        ({"player": "Ada"}, "player"),
        ({"tag": "a\0b"}, "tag"),
        ({"colour": "red"}, "colour"),
        ({"after_position": "-1"}, "after_position"),
    ],
)
@pytest.mark.parametrize("path", PATHS[:2])
def test_a_query_that_is_no_good_is_refused(
    public: httpx.Client, path: str, asked: dict[str, str], parameter: str
) -> None:
    refused = problem(public.get(f"{BASE}/{path}", params=asked), 400, "invalid-request")
    assert refused["parameter"] == parameter


# --- over time, and how often ---


def test_periods_and_frequencies_are_told_when_they_are_asked_for(api: httpx.Client) -> None:
    ada, bruno, chiara = three(api)
    place = "spread over time"
    dates = ("2024-02-28", "2024-02-29", "2024-03-01", "2025-02-01")
    matches = [whole(api, seats=known(ada, bruno, chiara), place=place, played_on=day) for day in dates]
    asked: dict[str, Any] = {"position": matches[-1]["position"], "place": place}
    path = "games/klunker/statistics"
    assert [ask(api, path, **asked)[name] for name in ("timeline", "distribution")] == [None, None]

    told = ask(api, path, bucket="month", distribution="true", **asked)
    assert [(one["bucket"], one["matches"]["count"], one["wins"]) for one in told["timeline"]] == [
        ("2024-02", 2, None),
        ("2024-03", 1, None),
        ("2025-02", 1, None),
    ]
    for period in told["timeline"]:
        link = f"{period['matches']['link']}&after_position={matches[-1]['position']}"
        assert len(api.get(link).json()["items"]) == period["matches"]["count"]
    assert sum(one["seats"] for one in told["distribution"]["scores"]) == 12
    assert sum(one["won"] for one in told["distribution"]["scores"]) == 4
    assert [one["matches"] for one in told["distribution"]["steps"]] == [4]
    assert told["distribution"]["minutes"] == []

    (item,) = api.get(MATCHES, params={"first": matches[0]["id"], "last": matches[0]["id"]}).json()["items"]
    score, won = item["seats"][0]["score"], bool(item["seats"][0]["winner"])
    path = f"players/{ada['id']}/statistics"
    told = ask(api, path, bucket="year", distribution="true", played_from="2024-02-29", **asked)
    assert [(one["bucket"], one["matches"]["count"], one["wins"]["count"]) for one in told["timeline"]] == [
        ("2024", 2, 2 * won),
        ("2025", 1, won),
    ]
    assert [len(api.get(one["matches"]["link"]).json()["items"]) for one in told["timeline"]] == [2, 1]
    assert told["distribution"]["scores"] == [{"score": score, "seats": 3, "won": 3 * won}]


def test_a_match_of_a_program_counts_only_if_that_is_said(api: httpx.Client) -> None:
    seats = known(*three(api))
    asked: dict[str, Any] = {"place": "played by a program"}
    match = whole(api, seats=seats, origin="program", **asked)
    path = "games/klunker/statistics"
    assert ask(api, path, match["position"], **asked)["matches"]["count"] == 0
    leaders = api.get(f"{BASE}/games/klunker/leaderboard", params=asked | {"after_position": match["position"]}).json()
    assert leaders["items"] == []
    (item,) = api.get(MATCHES, params=asked | {"origin": "program"}).json()["items"]
    assert (item["origin"], item["counted"], item["options"]["dealing"]) == ("program", False, "open")

    api.patch(f"{MATCHES}/{match['id']}", json={"counted": True})
    counted = open_match(api)["position"]
    assert ask(api, path, counted, **asked)["matches"]["count"] == 1
    assert ask(api, path, counted, **asked, origin="table")["matches"]["count"] == 0
    problem(api.post(MATCHES, json={"game": "klunker", "seats": seats, "origin": "simulation"}), 400, "invalid-request")
