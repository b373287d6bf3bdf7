"""Lists and figures as CSV: the same answer as in JSON, paged alike."""

import csv
from io import StringIO
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.service.document import DOCUMENT
from tests.service.scenes import BASE, MATCHES, PLAYERS, known, make_player, open_match, problem, whole

AS_CSV = {"Accept": "text/csv"}


def table(client: httpx.Client, path: str, **asked: Any) -> tuple[list[dict[str, str]], httpx.Headers]:
    answer = client.get(path, params=asked or None, headers=AS_CSV)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(answer.text, newline=""))), answer.headers


def test_every_list_can_be_had_as_csv() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    without = []
    for methods in DOCUMENT["paths"].values():
        good = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        name = good.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
        if "items" in schemas.get(name, {}).get("properties", {}) and "text/csv" not in good:
            without.append(methods["get"]["operationId"])
    assert not without


def test_names_come_back_as_they_are_and_none_is_a_formula(api: httpx.Client) -> None:
    names = ['Ada "the first", Cellini', "Bruno Été Cellini", "=Cellini(1)", "+39 Cellini", "@Cellini"]
    people = {person["id"]: person["name"] for person in (make_player(api, name) for name in names)}
    found, _ = table(api, PLAYERS, name="Cellini")
    shown = {row["id"]: row["name"] for row in found}
    assert shown == {id_: f"'{name}" if name[0] in "=+-@" else name for id_, name in people.items()}


def test_a_list_has_the_rows_of_its_json_under_the_same_filters(api: httpx.Client) -> None:
    match = whole(api, place="as, csv", note='first line\nsecond "line"', tags=["club", "=1+1"])
    open_match(api, place="elsewhere")
    asked = {"place": "as, csv", "after_position": match["position"]}
    (row,), headers = table(api, MATCHES, **asked)
    answer = api.get(MATCHES, params=asked).json()
    (item,) = answer["items"]
    assert (row["id"], row["place"], row["note"], row["status"]) == (
        match["id"],
        item["place"],
        item["note"],
        "finished",
    )
    assert (row["tags"], row["sealed"], row["duration"]) == ('["club","=1+1"]', "false", "")
    assert match["position"] <= int(headers["Partita-Position"]) <= answer["position"]
    assert "Link" not in headers


def test_the_next_page_is_linked(api: httpx.Client) -> None:
    place = "pages & pages of csv"
    matches = [open_match(api, place=place) for _ in range(3)]
    (first, second), headers = table(api, MATCHES, place=place, limit=2, after_position=matches[-1]["position"])
    link, rel = headers["Link"].split("; ")
    following = urlsplit(link.strip("<>"))
    assert (rel, following.path) == ('rel="next"', MATCHES)
    assert parse_qs(following.query)["place"] == [place]
    (third,), headers = table(api, link.strip("<>"))
    assert [row["id"] for row in (third, second, first)] == [match["id"] for match in matches]
    assert "Link" not in headers


def test_figures_are_a_row_each_with_the_matches_behind_them(api: httpx.Client) -> None:
    ada, bruno = (make_player(api, name) for name in ("Ada", "Bruno"))
    match = whole(api, seats=known(ada, bruno, make_player(api, "Chiara")), place="figures as csv")
    asked = {"place": "figures as csv", "after_position": match["position"]}
    path = f"{BASE}/games/klunker/statistics"
    rows, _ = table(api, path, **asked)
    told = api.get(path, params=asked).json()
    found = {(row["section"], row["item"], row["figure"]): row for row in rows}
    assert found["", "", "matches"] | {"value": 1} == {
        **found["", "", "matches"],
        "value": told["matches"]["count"],
        "link": told["matches"]["link"],
    }
    assert float(found["", "", "score.mean"]["value"]) == told["score"]["mean"]
    assert found["", "", "score.highest"]["link"] == told["score"]["highest"]["match"]
    for seat in told["by_seat"]:
        assert int(found["by_seat", str(seat["seat"]), "wins"]["value"]) == seat["wins"]["count"]
    for figure in told["figures"]:
        assert int(found["figures", figure["key"], "total"]["value"]) == figure["total"]

    rows, _ = table(api, f"{PLAYERS}/{ada['id']}/statistics", **asked)
    assert ("games.figures", "klunker/sets_sold", "total") in {(r["section"], r["item"], r["figure"]) for r in rows}
    rows, _ = table(api, f"{PLAYERS}/{ada['id']}/versus/{bruno['id']}", **asked)
    assert ("games", "klunker", "matches") in {(row["section"], row["item"], row["figure"]) for row in rows}


def test_leaderboards_and_records_name_people(api: httpx.Client) -> None:
    match = whole(api, place="leaders as csv")
    asked = {"place": "leaders as csv", "after_position": match["position"]}
    rows, _ = table(api, f"{BASE}/games/klunker/leaderboard", **asked)
    told = api.get(f"{BASE}/games/klunker/leaderboard", params=asked).json()["items"]
    assert [(row["player.name"], int(row["wins"]), float(row["rating.mu"])) for row in rows] == [
        (item["player"]["name"], item["wins"], item["rating"]["mu"]) for item in told
    ]
    rows, _ = table(api, f"{BASE}/games/klunker/records", **asked)
    assert {row["key"] for row in rows} >= {"highest_score", "fewest_steps"}


def test_an_answer_that_was_given_as_json_is_given_as_csv_and_back(api: httpx.Client) -> None:
    match = whole(api)
    path = f"{MATCHES}/{match['id']}/history"
    api.get(path, params={"after_position": match["position"]})
    as_json = api.get(path).json()["items"]
    for _ in range(2):
        rows, headers = table(api, path)
        assert [row["sentence"] for row in rows] == [item["sentence"] for item in as_json]
        assert headers["Content-Language"] == "en"
        assert api.get(path).json()["items"] == as_json


def test_json_and_csv_have_each_an_entity_tag_of_its_own(api: httpx.Client) -> None:
    path = f"{MATCHES}/{open_match(api)['id']}/events"
    tag = api.get(path).headers["ETag"]
    assert api.get(path, headers={"If-None-Match": tag}).status_code == 304
    answer = api.get(path, headers=AS_CSV | {"If-None-Match": tag})
    assert answer.status_code == 200
    own = answer.headers["ETag"]
    assert own != tag
    again = api.get(path, headers=AS_CSV | {"If-None-Match": own})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", own)
    assert api.get(path, headers={"If-None-Match": own}).status_code == 200


def test_a_long_answer_is_compressed(api: httpx.Client) -> None:
    path = f"{MATCHES}/{whole(api)['id']}/events"
    answer = api.get(path, headers=AS_CSV | {"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.text.startswith("version,step,")


@pytest.mark.parametrize("path", ["", "/state", "/legal-actions"])
def test_what_is_no_list_is_refused(api: httpx.Client, path: str) -> None:
    match = open_match(api)
    problem(api.get(f"{MATCHES}/{match['id']}{path}", headers=AS_CSV), 406, "not-acceptable")


def test_problems_stay_problems(api: httpx.Client) -> None:
    problem(api.get(MATCHES, params={"limit": 0}, headers=AS_CSV), 400, "invalid-request")
    problem(api.get(MATCHES, headers={"Accept": "application/xml"}), 406, "not-acceptable")
