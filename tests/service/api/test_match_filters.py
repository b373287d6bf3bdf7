"""Finding matches: tags, what counts, what is asked of a seat, and possible duplicates."""

from typing import Any

import httpx
import pytest

from tests.service.scenes import BASE, MATCHES, known, make_player, open_match, played, problem, whole


def found(client: httpx.Client, position: int, **asked: Any) -> list[str]:
    answer = client.get(MATCHES, params=asked | {"after_position": position, "limit": 1000})
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()["items"]]


def three(api: httpx.Client) -> list[dict[str, Any]]:
    return [make_player(api, name) for name in ("Ada", "Bruno", "Chiara")]


# --- tags and what counts ---


def test_tags_are_kept_as_written_and_found_in_any_case(api: httpx.Client) -> None:
    match = whole(api, tags=["  Cup 2026 ", "café"])
    assert match["tags"] == ["Cup 2026", "café"]
    assert api.get(f"{MATCHES}/{match['id']}").json()["tags"] == ["Cup 2026", "café"]
    for tag in ("cup 2026", "CUP 2026", "CAFÉ"):
        assert found(api, match["position"], tag=tag) == [match["id"]]
    assert found(api, match["position"], tag="cup") == []
    (item,) = api.get(MATCHES, params={"tag": "cup 2026"}).json()["items"]
    assert (item["tags"], item["counted"]) == (["Cup 2026", "café"], True)


def test_tags_and_what_counts_are_corrected(api: httpx.Client) -> None:
    match = whole(api, tags=["practice"])
    here = f"{MATCHES}/{match['id']}"
    answer = api.patch(here, json={"tags": ["to sort"], "counted": False}).json()
    assert (answer["tags"], answer["counted"]) == (["to sort"], False)
    position = answer["position"]
    assert found(api, position, tag="practice") == []
    assert found(api, position, tag="to sort", counted="false") == [match["id"]]
    assert found(api, position, tag="to sort", counted="true") == []
    noted = api.patch(here, json={"note": "a note"}).json()
    assert (noted["tags"], noted["counted"]) == (["to sort"], False), "what isn't given stays"
    assert api.patch(here, json={"tags": ["to sort"]}).json()["version"] == noted["version"], "nothing has changed"


def test_what_was_broken_off_doesn_t_count(api: httpx.Client) -> None:
    match = open_match(api, game="sheet", seats=known(*three(api)), options={}, tags=["darts"])
    assert found(api, match["position"], tag="darts", counted="true") == [match["id"]]
    ended = played(api, match, {"type": "end", "unfinished": True})
    assert found(api, ended["position"], tag="darts", counted="true") == []
    assert found(api, ended["position"], tag="darts", counted="false") == [match["id"]]


@pytest.mark.parametrize(
    ("tags", "status", "name", "pointer"),
    [
        (["a", ""], 422, "unfit-text", "/tags/1"),
        ([" \u200b"], 422, "unfit-text", "/tags/0"),
        (["x" * 41], 422, "unfit-text", "/tags/0"),
        (["two\nlines"], 422, "unfit-text", "/tags/0"),
        (["Cup", "b", "cup"], 422, "unfit-text", "/tags/2"),
        (["e\u0301", "\u00e9"], 422, "unfit-text", "/tags/1"),
        ([str(number) for number in range(21)], 400, "invalid-request", "/tags"),
        ("cup", 400, "invalid-request", "/tags"),
        ([1], 400, "invalid-request", "/tags/0"),
    ],
)
def test_tags_that_are_no_good_are_refused(api: httpx.Client, tags: Any, status: int, name: str, pointer: str) -> None:
    match = open_match(api)
    guests = [{"name": "Ada"}, {"name": "Bruno"}, {"name": "Chiara"}]
    for answer in (
        api.post(MATCHES, json={"game": "klunker", "seats": guests, "tags": tags}),
        api.patch(f"{MATCHES}/{match['id']}", json={"tags": tags}),
    ):
        assert problem(answer, status, name)["pointer"] == pointer
    assert api.get(f"{MATCHES}/{match['id']}").json()["version"] == match["version"]


def test_what_counts_is_true_or_false(api: httpx.Client) -> None:
    match = open_match(api)
    for value in (None, "true", 1):
        problem(api.patch(f"{MATCHES}/{match['id']}", json={"counted": value}), 400, "invalid-request")


# --- what is asked of a seat ---


@pytest.mark.slow
def test_seat_turn_rank_and_result_are_asked_of_one_seat(api: httpx.Client) -> None:
    people = three(api)
    match = whole(api, seats=known(*people), tags=["of one seat"])
    position = match["position"]
    (item,) = api.get(MATCHES, params={"tag": "of one seat", "after_position": position}).json()["items"]
    for seat, player in enumerate(people):
        shown = item["seats"][seat]
        mine = {"tag": "of one seat", "player": player["id"]}
        assert found(api, position, **mine, seat=seat, turn=seat, rank=shown["rank"]) == [match["id"]]
        assert found(api, position, **mine, result="won" if shown["winner"] else "lost") == [match["id"]]
        assert found(api, position, **mine, result="lost" if shown["winner"] else "won") == []
        assert found(api, position, **mine, seat=(seat + 1) % 3) == []
        assert found(api, position, **mine, result="shared") == []
        assert found(api, position, **mine, **{"with": people[seat - 1]["id"]}) == [match["id"]]
        assert found(api, position, **mine, **{"with": player["id"]}) == [], "nobody sits beside themselves"
    winner = next(seat["seat"] for seat in item["seats"] if seat["winner"])
    assert found(api, position, tag="of one seat", seat=winner, result="won") == [match["id"]]
    assert found(api, position, tag="of one seat", seat=(winner + 1) % 3, result="won") == []
    loser = people[(winner + 1) % 3]["id"]
    assert found(api, position, tag="of one seat", seat=winner, result="won", among=loser) == [match["id"]]


def test_nobody_has_won_or_lost_a_match_that_goes_on_or_was_abandoned(api: httpx.Client) -> None:
    people = three(api)
    match = open_match(api, seats=known(*people))
    position = api.post(f"{MATCHES}/{match['id']}/abandonment", json={}).json()["position"]
    for result in ("won", "lost", "shared"):
        assert found(api, position, player=people[0]["id"], result=result) == []
    assert found(api, position, player=people[0]["id"], status="abandoned") == [match["id"]]


@pytest.mark.slow
def test_matches_between_two_others_are_found_in_the_order_of_dates(api: httpx.Client) -> None:
    days = ("2026-03-03", "2026-03-01", "2026-03-02", "2026-03-02")
    made = [whole(api, tags=["between"], played_on=day) for day in days]
    position = made[-1]["position"]
    in_order = [made[index]["id"] for index in (1, 2, 3, 0)]
    for first in range(4):
        for last in range(first, 4):
            asked = {"first": in_order[first], "last": in_order[last], "sort": "played_on"}
            assert found(api, position, tag="between", **asked) == in_order[first : last + 1]


@pytest.mark.slow
def test_options_are_found_by_their_values(api: httpx.Client) -> None:
    match = whole(api, tags=["by options"])
    position = match["position"]
    for options in ("dealing:open", "dealing:open,keep_secrets:false", "start_seat:0,dealing:open"):
        assert found(api, position, tag="by options", options=options, game="klunker") == [match["id"]]
    for options in ("dealing:secret", "keep_secrets:true", "start_seat:1", "dealing:OPEN"):
        assert found(api, position, tag="by options", options=options) == []


@pytest.mark.slow
def test_only_matches_with_known_durations(api: httpx.Client) -> None:
    match = open_match(api, tags=["timed"])
    guests = [{"name": f"Guest {seat}"} for seat in range(3)]
    untimed = open_match(api, tags=["timed"], seats=guests)
    hands = [["shoes"] * 6, ["tiara"] * 6, ["monocle"] * 6]
    moves = [{"type": "deal", "hands": hands}, {"type": "stock", "seat": 0, "jewels": ["shoes"]}]
    for action, time in zip(moves, ("20:00:00", "20:01:40"), strict=True):
        body = {"actions": [action], "played_at": f"2026-01-17T{time}+01:00"}
        position = api.post(f"{MATCHES}/{match['id']}/actions", json=body).json()["position"]
    (item,) = api.get(MATCHES, params={"tag": "timed", "timed": "true", "after_position": position}).json()["items"]
    assert (item["id"], item["duration"]) == (match["id"], 100)
    assert set(found(api, position, tag="timed")) == {match["id"], untimed["id"]}


@pytest.mark.parametrize(
    ("asked", "parameter"),
    [
        ({"compared": "better"}, "compared"),
        ({"compared": "better", "player": "0b7e7e4c-2f5b-4b8e-9d3a-6f1c1d2e3f40"}, "compared"),
        ({"compared": "richer"}, "compared"),
        ({"result": "tied"}, "result"),
        ({"scores": "secret"}, "scores"),
        ({"counted": "1"}, "counted"),
        ({"counted": "True"}, "counted"),
        ({"duplicates": "yes"}, "duplicates"),
        ({"seat": "16"}, "seat"),
        ({"rank": "0"}, "rank"),
        ({"with": "Ada"}, "with"),
        ({"first": "yesterday"}, "first"),
        ({"options": "size:big"}, "options"),
    ],
)
def test_a_filter_that_is_no_good_is_refused(public: httpx.Client, asked: dict[str, str], parameter: str) -> None:
    refused = problem(public.get(MATCHES, params=asked), 400, "invalid-request")
    assert refused["parameter"] == parameter


# --- possible duplicates ---


@pytest.mark.slow
def test_matches_of_one_game_date_and_people_are_possible_duplicates(api: httpx.Client, public: httpx.Client) -> None:
    people = three(api)
    evening: dict[str, Any] = {"played_on": "2026-04-01", "tags": ["twice"]}
    first = whole(api, seats=known(*people), **evening)
    other_way_round = open_match(api, seats=known(*people[::-1]), **evening)
    whole(api, seats=known(*people), played_on="2026-04-02", tags=["twice"])
    whole(api, seats=known(*people[:2], make_player(api, "Dario")), **evening)
    open_match(api, game="halunken", options={}, seats=known(*people), **evening)
    hidden = whole(api, seats=known(*people), visibility="private", played_on="2026-04-02", tags=["twice"])
    position = hidden["position"]
    asked = {"tag": "twice", "duplicates": "true"}
    same = {first["id"], other_way_round["id"]}
    assert set(found(public, position, **asked)) == same, "one that can't be read makes no duplicate"
    assert len(found(api, position, **asked)) == 4
    assert set(found(api, position, **asked, played_to="2026-04-01")) == same
    assert set(found(api, position, **asked, player=people[0]["id"], game="klunker", played_to="2026-04-01")) == same

    settled = api.patch(f"{MATCHES}/{first['id']}", json={"counted": False}).json()["position"]
    assert found(public, settled, **asked) == [], "a match that doesn't count is no duplicate any more"


@pytest.mark.slow
def test_people_who_turn_out_to_be_one_make_duplicates(api: httpx.Client) -> None:
    people, twin = three(api), make_player(api, "Ada B.")
    evening: dict[str, Any] = {"played_on": "2026-05-01", "tags": ["twins"]}
    made = [whole(api, seats=known(first, *people[1:]), **evening) for first in (people[0], twin)]
    position = made[-1]["position"]
    assert found(api, position, tag="twins", duplicates="true") == []
    assert api.post(f"{BASE}/players/{twin['id']}/merge", json={"into": people[0]["id"]}).status_code == 200
    assert set(found(api, position, tag="twins", duplicates="true")) == {match["id"] for match in made}
