"""Tables of all matches: what a row says, who may read it, and what has changed since."""

import csv
import json
from io import BytesIO, StringIO
from typing import Any

import httpx
import pyarrow.parquet as pq
import pytest

from tests.service.scenes import (
    BASE,
    DEAL,
    MATCHES,
    dealt,
    items,
    known,
    make_player,
    open_match,
    played,
    problem,
    whole,
)

EXPORTS = f"{BASE}/exports"


def rows(client: httpx.Client, table: str, **asked: Any) -> list[dict[str, Any]]:
    """The rows of a table as lines of JSON."""
    return [json.loads(line) for line in answered(client, table, **asked).text.splitlines()]


def answered(client: httpx.Client, table: str, form: str = "ndjson", **asked: Any) -> httpx.Response:
    answer = client.get(f"{EXPORTS}/{table}", params=asked | {"format": form})
    assert answer.status_code == 200, answer.text
    return answer


def three(api: httpx.Client) -> list[dict[str, Any]]:
    return [make_player(api, name) for name in ("Ada", "Bruno", "Chiara")]


# --- what a row says ---


def test_a_play_is_what_the_list_tells_of_it(api: httpx.Client) -> None:
    match = whole(api, place="a table of plays", tags=["club", "=1+1"])
    (row,) = rows(api, "plays", place="a table of plays", after_position=match["position"])
    (item,) = items(api, MATCHES, place="a table of plays")
    same = (
        "game",
        "status",
        "played_on",
        "place",
        "note",
        "tags",
        "origin",
        "visibility",
        "counted",
        "sealed",
        "irregular",
        "duration",
    )
    assert {name: row[name] for name in same} == {name: item[name] for name in same}
    assert (row["match_id"], row["steps"], row["version"]) == (item["id"], item["step"], item["version"])
    assert (row["opened_at"], row["updated_at"]) == (item["opened_at"], item["updated_at"])
    assert row["edition"] == match["edition"]
    assert row["options"]["dealing"] == match["options"]["dealing"]
    assert (row["seats"], row["winners"]) == (3, sum(bool(seat["winner"]) for seat in item["seats"]))
    assert row["opened"] < row["changed"]


def test_seats_are_those_of_the_list_with_what_the_game_counts(api: httpx.Client) -> None:
    match = whole(api, place="a table of seats")
    seats = rows(api, "seats", place="a table of seats", after_position=match["position"])
    (item,) = items(api, MATCHES, place="a table of seats")
    assert [
        (row["seat"], row["player_id"], row["name"], row["score"], row["rank"], row["winner"]) for row in seats
    ] == [
        (seat["seat"], seat["player"]["id"], seat["player"]["name"], seat["score"], seat["rank"], seat["winner"])
        for seat in item["seats"]
    ]
    assert [row["tie_breaks"] for row in seats] == [one["tie_breaks"] for one in match_of(api, match)["standings"]]
    (play,) = rows(api, "plays", place="a table of seats")
    assert [row["turn"] for row in seats] == [(seat - play["start_seat"]) % 3 for seat in range(3)]
    told = api.get(f"{BASE}/games/klunker/statistics", params={"place": "a table of seats"}).json()["figures"]
    for figure in told:
        assert sum(row["figures"][figure["key"]] for row in seats) == figure["total"], figure["key"]
    assert {key for row in seats for key in row["figures"]} == {figure["key"] for figure in told}


def match_of(client: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{MATCHES}/{match['id']}").json()
    return found


def test_a_match_that_does_not_count_has_no_figures(api: httpx.Client) -> None:
    match = whole(api, place="not counted")
    position = api.patch(f"{MATCHES}/{match['id']}", json={"counted": False}).json()["position"]
    seats = rows(api, "seats", place="not counted", after_position=position)
    assert [(row["counted"], row["figures"], row["score"] is None) for row in seats] == [(False, None, False)] * 3


def test_steps_are_those_of_the_history(api: httpx.Client) -> None:
    match = whole(api, place="a table of steps")
    asked = {"place": "a table of steps", "after_position": match["position"]}
    answer = api.get(f"{EXPORTS}/steps", params=asked | {"format": "ndjson"}, headers={"Accept-Language": "it"})
    steps = [json.loads(line) for line in answer.text.splitlines()]
    history = items(api, f"{MATCHES}/{match['id']}/history", limit=1000, after_position=match["position"])
    spoken = {item["step"]: item["sentence"] for item in italian(api, match)}
    assert [(row["step"], row["version"], row["seat"], row["type"], row["action"]) for row in steps] == [
        (item["step"], item["version"], item["seat"], item["type"], item["action"]) for item in history
    ]
    assert {row["step"]: row["sentence"] for row in steps} == spoken
    assert answer.headers["content-language"] == "it"
    assert {row["actor"] for row in steps} == {"seat", "chance"}
    assert all((row["actor"] == "seat") == (row["seat"] is not None) for row in steps)
    frames = api.get(f"{MATCHES}/{match['id']}/replay", params={"from": 1, "limit": 1000}).json()["items"]
    assert [(row["round"], row["phase"]) for row in steps] == [
        (frame["chapter"]["round"], frame["chapter"]["phase"]) for frame in frames
    ]


def italian(client: httpx.Client, match: dict[str, Any]) -> list[dict[str, Any]]:
    answer = client.get(
        f"{MATCHES}/{match['id']}/history", params={"limit": 1000}, headers={"Accept-Language": "it"}
    ).json()
    found: list[dict[str, Any]] = answer["items"]
    return found


@pytest.mark.slow
def test_ratings_are_those_of_each_persons_history(api: httpx.Client) -> None:
    players = three(api)
    for _ in range(2):
        match = whole(api, seats=known(*players), place="a table of ratings")
    told = rows(api, "ratings", place="a table of ratings", after_position=match["position"])
    assert len(told) == 6
    for player in players:
        own = [row for row in told if row["person_id"] == player["id"]]
        steps = items(api, f"{BASE}/players/{player['id']}/ratings/klunker")
        assert [(row["match_id"], row["rank"], row["seats"], row["name"]) for row in own] == [
            (step["match"], step["rank"], step["seats"], player["name"]) for step in steps
        ]
        for row, step in zip(own, steps, strict=True):
            before, after = step["before"], step["after"]
            assert [row[f"{name}_before"] for name in ("mu", "sigma", "shown")] == [*before.values()]
            assert [row[name] for name in ("mu", "sigma", "shown")] == [*after.values()]


@pytest.mark.slow
def test_who_was_merged_is_named_as_who_it_is(api: httpx.Client) -> None:
    players = three(api)
    match = whole(api, seats=known(*players), place="merged")
    other = make_player(api, "Ada Rossi")
    api.post(f"{BASE}/players/{players[0]['id']}/merge", json={"into": other["id"]})
    first, *_ = rows(api, "seats", place="merged", after_position=match["position"])
    assert (first["player_id"], first["person_id"], first["name"]) == (players[0]["id"], other["id"], "Ada Rossi")


# --- which matches, and for whom ---


@pytest.mark.slow
def test_tables_are_filtered_as_lists_are(api: httpx.Client) -> None:
    players = three(api)
    won, other = (whole(api, seats=known(*players), place=place) for place in ("filtered one", "filtered two"))
    asked = {"player": players[0]["id"], "after_position": other["position"]}
    for filters in ({}, {"place": "filtered one"}, {"result": "won"}, {"first": other["id"]}, {"status": "playing"}):
        listed = {item["id"] for item in items(api, MATCHES, **asked, **filters)}
        for table in ("plays", "seats", "steps", "ratings"):
            assert {row["match_id"] for row in rows(api, table, **asked, **filters)} == listed, (table, filters)
    assert won["id"] != other["id"]
    for table in ("plays", "ratings"):
        answer = api.get(f"{EXPORTS}/{table}", params={"compared": "better"})
        assert problem(answer, 400, "invalid-request")["parameter"] == "compared"


def test_who_may_not_list_a_match_has_no_rows_of_it(api: httpx.Client, public: httpx.Client) -> None:
    matches = {
        visibility: whole(api, visibility=visibility, place="for some")
        for visibility in ("public", "unlisted", "private")
    }
    asked = {"place": "for some", "after_position": matches["private"]["position"]}
    for table in ("plays", "seats", "steps", "ratings"):
        assert {row["match_id"] for row in rows(public, table, **asked)} == {matches["public"]["id"]}, table
        everything = {match["id"] for match in matches.values()}
        assert {row["match_id"] for row in rows(api, table, **asked)} == everything, table


def test_the_token_of_a_seat_has_its_own_match_as_that_seat(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api, visibility="private", place="a seat's own")
    position = played(api, match, DEAL)["position"]
    asked = {"place": "a seat's own", "format": "ndjson", "after_position": position}
    own = {"Authorization": f"Bearer {match['seats'][1]['token']}"}
    steps = [json.loads(line) for line in public.get(f"{EXPORTS}/steps", params=asked, headers=own).text.splitlines()]
    history = public.get(f"{MATCHES}/{match['id']}/history", params={"after_position": position}, headers=own).json()
    assert [row["action"] for row in steps] == [item["action"] for item in history["items"]]
    assert "hidden" in json.dumps(steps)
    assert [row["action"] for row in rows(api, "steps", place="a seat's own")] != [row["action"] for row in steps]


def test_secret_scores_are_null(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api, game="dschunke", options={"keep_secrets": True}, place="secret scores")
    asked = {
        "place": "secret scores",
        "after_position": api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).json()["position"],
    }
    (item,) = items(public, MATCHES, **asked)
    seats = rows(public, "seats", **asked)
    assert [(row["score"], row["rank"]) for row in seats] == [(seat["score"], seat["rank"]) for seat in item["seats"]]
    assert [(row["score"], row["tie_breaks"]) for row in seats] == [(None, None)] * 3
    assert all(row["score"] is not None and row["tie_breaks"] is not None for row in rows(api, "seats", **asked))
    lines = list(csv.DictReader(StringIO(answered(public, "seats", "csv", **asked).text)))
    assert [(line["score"], line["rank"], line["tie_breaks"]) for line in lines] == [("", "", "")] * 3


# --- what has changed ---


@pytest.mark.slow
def test_the_next_table_has_what_changed_since(api: httpx.Client) -> None:
    first, second = (whole(api, place="changing") for _ in range(2))
    asked = {"place": "changing"}
    position = int(answered(api, "plays", after_position=second["position"]).headers["partita-position"])
    assert position >= second["position"]
    for table in ("plays", "seats", "steps"):
        assert rows(api, table, changed_after=position, **asked) == []
    corrected = api.patch(f"{MATCHES}/{first['id']}", json={"note": "changed"}).json()
    third = dealt(api, place="changing")
    for table in ("plays", "seats", "steps"):
        answer = answered(api, table, changed_after=position, after_position=third["position"], **asked)
        told = [json.loads(line) for line in answer.text.splitlines()]
        assert {row["match_id"] for row in told} == {first["id"], third["id"]}, table
        assert int(answer.headers["partita-position"]) >= third["position"]
    (changed, _) = rows(api, "plays", changed_after=position, **asked)
    assert (changed["note"], changed["changed"]) == ("changed", corrected["position"])


@pytest.mark.slow
def test_a_removed_match_is_named_to_who_reads_all(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api)
    before = int(answered(api, "removals", after_position=match["position"]).headers["partita-position"])
    gone = api.delete(f"{MATCHES}/{match['id']}", headers={"Idempotency-Key": match["id"]}).json()
    asked = {"changed_after": before, "after_position": gone["position"]}
    assert rows(api, "removals", **asked) == [
        {"match_id": match["id"], "version": gone["version"], "changed": gone["position"]}
    ]
    assert match["id"] not in {row["match_id"] for row in rows(api, "plays")}
    assert rows(api, "removals", changed_after=gone["position"]) == []
    assert {row["match_id"] for row in rows(api, "removals")} >= {match["id"]}
    problem(public.get(f"{EXPORTS}/removals"), 401, "unauthenticated")


# --- forms ---


@pytest.mark.slow
def test_the_form_is_chosen_by_accept_or_by_the_query(api: httpx.Client) -> None:
    parquet = "application/vnd.apache.parquet"
    for accept, asked, form in (
        ("*/*", {}, "text/csv"),
        ("application/x-ndjson", {}, "application/x-ndjson"),
        (parquet, {}, parquet),
        ("text/csv, application/*;q=0.5", {"format": "parquet"}, parquet),
        (parquet, {"format": "csv"}, "text/csv"),
    ):
        answer = api.get(f"{EXPORTS}/seats", params=asked, headers={"Accept": accept})
        assert answer.headers["content-type"].partition(";")[0] == form, accept
        name = {"text/csv": "csv", parquet: "parquet"}.get(form, "ndjson")
        assert answer.headers["content-disposition"] == f'attachment; filename="seats.{name}"'
    assert problem(api.get(f"{EXPORTS}/seats", params={"format": "xlsx"}), 400, "invalid-request")
    problem(api.get(f"{EXPORTS}/seats", headers={"Accept": "application/json"}), 406, "not-acceptable")


@pytest.mark.slow
def test_names_and_places_are_no_formulas(api: httpx.Client) -> None:
    match = whole(api, place="=cmd()", seats=[{"name": name} for name in ("+1", "@evil", "Chiara")])
    asked = {"place": "=cmd()", "after_position": match["position"]}
    lines = list(csv.DictReader(StringIO(answered(api, "seats", "csv", **asked).text)))
    assert [(line["place"], line["name"]) for line in lines] == [
        ("'=cmd()", name) for name in ("'+1", "'@evil", "Chiara")
    ]
    assert [row["name"] for row in rows(api, "seats", **asked)] == ["+1", "@evil", "Chiara"]


@pytest.mark.slow
def test_an_empty_table_has_its_columns(api: httpx.Client) -> None:
    nowhere = {"place": "there is no such place"}
    for table in ("plays", "seats", "steps", "ratings"):
        lines = answered(api, table, "csv", **nowhere).text.splitlines()
        columns = pq.read_table(BytesIO(answered(api, table, "parquet", **nowhere).content)).column_names
        assert [lines[0].split(",")] == [columns]
        assert (len(lines), rows(api, table, **nowhere)) == (1, [])
