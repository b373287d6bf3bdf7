"""Matches as files of other programs, and as a link for one of them: what is in it, and for whom."""

import json
import xml.etree.ElementTree as ET
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest

from tests.service.api.test_pages import page
from tests.service.scenes import BASE, MATCHES, PLAYERS, dealt, known, make_player, open_match, whole

EXPORTS = f"{BASE}/exports"


def bgstats(client: httpx.Client, **asked: Any) -> dict[str, Any]:
    answer = client.get(f"{EXPORTS}/bgstats", params=asked)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json"), answer.text
    document: dict[str, Any] = answer.json()
    return document


def scores(document: dict[str, Any]) -> list[list[tuple[str, str, bool]]]:
    names = {one["id"]: "?" if one["isAnonymous"] else one["name"] for one in document["players"]}
    return [
        [(names[one["playerRefId"]], one["score"], one["winner"]) for one in play["playerScores"]]
        for play in document["plays"]
    ]


def expected(api: httpx.Client, match: dict[str, Any], *names: str) -> list[tuple[str, str, bool]]:
    standings = api.get(f"{MATCHES}/{match['id']}").json()["standings"]
    return [(name, str(one["score"]), one["winner"]) for name, one in zip(names, standings, strict=True)]


def link(client: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    address = urlsplit(client.get(f"{MATCHES}/{match['id']}/bgstats-link").json()["link"])
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    data: dict[str, Any] = json.loads(parse_qs(address.query)["data"][0])
    return data


def test_matches_that_have_ended_are_plays_in_the_order_of_play(api: httpx.Client) -> None:
    place = uuid4().hex
    people = [make_player(api, name) for name in ("Ada", "Bruno", "Chiara")]
    second = whole(api, place=place, played_on="2024-05-02", ordinal=2, seats=known(*people), note="Oh\n20:15")
    first = whole(api, place=place, played_on="2024-05-02", ordinal=1, seats=known(*people), tags=["club"])
    running = dealt(api, place=place, played_on="2024-05-01")
    broken_off = open_match(api, place=place, played_on="2024-05-03", seats=known(*people))
    ended = api.post(f"{MATCHES}/{broken_off['id']}/abandonment", json={"reason": "late"}).json()
    document = bgstats(api, place=place, after_position=ended["position"])
    plays = document["plays"]
    assert [one["uuid"] for one in plays] == [first["id"], second["id"], broken_off["id"]]
    assert running["id"] not in json.dumps(document)
    assert scores(document)[:2] == [expected(api, match, "Ada", "Bruno", "Chiara") for match in (first, second)]
    assert [one["winner"] for one in plays[2]["playerScores"]] == [False] * 3
    assert (plays[1]["playDate"], plays[1]["comments"]) == ("2024-05-02 20:15:00", "Oh")
    assert [one["name"] for one in document["games"]] == ["Klunker"]
    assert [one["name"] for one in document["tags"]] == ["club"]
    assert {one["uuid"] for one in document["players"]} == {one["id"] for one in people}
    assert [len(bgstats(api, place=place, **asked)["plays"]) for asked in ({"tag": "club"}, {"game": "sheet"})] == [
        1,
        0,
    ]


def test_the_page_of_boardgamegeek_has_the_same_plays(api: httpx.Client) -> None:
    place = f"{uuid4().hex} <&>"
    match = whole(api, place=place, note="a\nb", seats=[{"name": name} for name in ("O'Neill", "<b>", "Ada")])
    answer = api.get(f"{EXPORTS}/bgg", params={"place": place, "after_position": match["position"]})
    assert answer.headers["content-type"].startswith("application/xml")
    (play,) = ET.fromstring(answer.content).findall("play")  # our own
    assert (play.get("id"), play.get("location"), play.findtext("comments")) == (match["id"], place, "a\nb")
    found = [(one.get("name"), one.get("score"), one.get("win") == "1") for one in play.iterfind("players/player")]
    assert found == expected(api, match, "O'Neill", "<b>", "Ada")
    item = play.find("item")
    assert item is not None
    assert item.get("name") == "Klunker"


def test_what_is_lost_is_told_and_a_file_is_a_download(public: httpx.Client) -> None:
    for name, word in (("bgstats", "rounds"), ("bgg", "teams")):
        answer = public.get(f"{EXPORTS}/{name}", params={"place": uuid4().hex})
        losses = answer.headers["partita-losses"].split(", ")
        assert {"steps", "corrections", "annotations", "variations", word} <= {*losses}
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_nobody_gets_more_than_lists_and_histories_show(api: httpx.Client, public: httpx.Client) -> None:
    place = uuid4().hex
    shown = whole(api, place=place, seats=[{"name": name} for name in ("Ada", "Erased", "Chiara")])
    hidden = whole(api, place=place, visibility="private", seats=[{"name": uuid4().hex} for _ in range(3)])
    unlisted = whole(api, place=place, visibility="unlisted")
    erased = shown["seats"][1]["player"]["id"]
    assert api.delete(f"{PLAYERS}/{erased}").status_code == 204
    asked = {"place": place, "after_position": unlisted["position"]}
    document = bgstats(public, **asked)
    assert [one["uuid"] for one in document["plays"]] == [shown["id"]]
    assert [name for name, *_ in scores(document)[0]] == ["Ada", "?", "Chiara"]
    assert erased not in json.dumps(document)
    assert {one["uuid"] for one in bgstats(api, **asked)["plays"]} == {shown["id"], hidden["id"], unlisted["id"]}
    data = link(public, shown)
    assert erased not in json.dumps(data)
    assert "Erased" not in json.dumps(data)
    assert public.get(f"{MATCHES}/{hidden['id']}/bgstats-link").status_code == 404
    assert link(public, unlisted)["sourcePlayId"] == unlisted["id"]


def test_scores_that_are_kept_secret_are_empty(api: httpx.Client, public: httpx.Client) -> None:
    place = uuid4().hex
    match = open_match(api, game="dschunke", options={"keep_secrets": True}, place=place)
    position = api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).json()["position"]
    asked = {"place": place, "after_position": position}
    assert [score for _, score, _ in scores(bgstats(public, **asked))[0]] == [""] * 3
    assert all(score for _, score, _ in scores(bgstats(api, **asked))[0])
    assert all("score" not in one and "rank" not in one for one in link(public, match)["players"])
    assert all("score" in one for one in link(api, match)["players"])


def test_a_link_hands_a_match_to_bg_stats(api: httpx.Client) -> None:
    names = ("Ada", "Bruno & Co", "Chiara")
    match = whole(api, place="Bologna", played_on="2024-05-02", note="20:15", seats=[{"name": one} for one in names])
    data = link(api, match)
    assert {key: data[key] for key in ("sourceName", "sourcePlayId", "playDate", "location")} == {
        "sourceName": "Partita",
        "sourcePlayId": match["id"],
        "playDate": "2024-05-02 20:15:00",
        "location": "Bologna",
    }
    assert data["game"]["name"] == "Klunker"
    assert [(one["name"], one["score"], one["winner"]) for one in data["players"]] == expected(api, match, *names)
    assert [one["startPlayer"] for one in data["players"]] == [True, False, False]
    shown = page(api, f"/matches/{match['id']}/share")
    address = api.get(f"{MATCHES}/{match['id']}/bgstats-link").json()["link"]
    assert f'href="{address}"' in unescape(shown)


def test_a_match_that_is_played_has_no_link(api: httpx.Client) -> None:
    match = dealt(api)
    assert api.get(f"{MATCHES}/{match['id']}/bgstats-link").json()["link"] is None
    assert "bgstatsapp" not in page(api, f"/matches/{match['id']}/share")


@pytest.mark.parametrize("language", ["en", "it", "de"])
def test_pages_mark_matches_of_programs(api: httpx.Client, language: str) -> None:
    words = {"en": "by a program", "it": "con un programma", "de": "mit Programm"}
    place = uuid4().hex
    program, table = (open_match(api, place=place, origin=origin) for origin in ("program", "table"))
    assert api.get(MATCHES, params={"after_position": table["position"]}).status_code == 200
    headers = {"Accept": "text/html", "Accept-Language": language}
    assert api.get("/matches", params={"place": place}, headers=headers).text.count(words[language]) == 1
    assert words[language] in api.get(f"/matches/{program['id']}", headers=headers).text
    assert words[language] not in api.get(f"/matches/{table['id']}", headers=headers).text
