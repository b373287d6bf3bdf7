"""The pages of people, of two people, of series and of statistics: what they show to whom, and their forms."""

import csv
import re
from html import unescape
from io import StringIO
from typing import Any
from uuid import uuid4

import httpx
import pytest

from service.web.words import WORDS
from tests.service.api.test_pages import Outline, page, session, submit, token_of
from tests.service.scenes import BASE, MATCHES, known, make_player, whole
from tests.service.sheets import sheet
from tests.service.web.test_site import Club, listed, made_club

W = WORDS["en"]


@pytest.fixture(scope="module")
def club(api: httpx.Client) -> Club:
    return made_club(api)


def series_of(api: httpx.Client, club: Club, *matches: dict[str, Any], **wanted: Any) -> str:
    people = [club.people[name]["id"] for name in ("Ada", "Bruno", "Chiara")]
    body = {"game": "klunker", "players": people, "matches": [match["id"] for match in matches], **wanted}
    answer = api.post(f"{BASE}/series", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


# --- people ---


@pytest.mark.slow
def test_a_person_has_figures_ratings_opponents_and_streaks(
    api: httpx.Client, public: httpx.Client, club: Club
) -> None:
    ada, bruno, dario = (club.people[name]["id"] for name in ("Ada", "Bruno", "Dario"))
    seen, all_of_it = page(public, f"/players/{ada}"), page(api, f"/players/{ada}")
    for text, matches in ((seen, 1), (all_of_it, 2)):
        assert f"<dt>Matches</dt><dd>{matches}</dd>" in text
        row = re.search(
            rf'<a href="/players/{ada}/against/{bruno}"><bdi>Bruno</bdi></a></th><td class="number">(\d)', text
        )
        assert row is not None
        assert int(row[1]) == matches
        assert "Klunker: rating over time" in text
        assert "Wins in a row" in text
    assert dario not in seen
    assert f"/players/{ada}/against/{dario}" in all_of_it
    assert f"/players/{ada}/merge" not in seen
    assert f"/players/{ada}/merge" in all_of_it


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "en"])
def test_figures_and_charts_of_a_person_have_one_order(api: httpx.Client, language: str) -> None:
    one, other = make_player(api, "Uta"), make_player(api, "Veit")
    pair = known(one, other)
    whole(api, seats=known(one, other, make_player(api, "Wim")))
    sheet(api, "Zug um Zug", ["10", "7"], seats=pair)
    for title in ("Azul", "Catan", "Azul"):
        newest = sheet(api, title, ["10", "7"], seats=pair)
    seen = {"after_position": newest["position"]}
    for path in (f"{BASE}/games/sheet/leaderboard", f"{BASE}/games/sheet/statistics"):
        assert api.get(path, params=seen).status_code == 200
    text = page(api, f"/players/{one['id']}", headers={"Accept-Language": language})
    figures = re.findall(r'<h3 id="game-\d+"><a [^>]*><bdi>([^<]+)</bdi>', text)
    assert figures == ["Azul", "Catan", "Klunker", "Zug um Zug"]
    charts = re.findall(r"<figcaption>(.+?)</figcaption>", text)
    assert charts == figures
    part = page(api, f"/statistics?player={one['id']}", headers={"Accept-Language": language})
    places = [part.index(f"<bdi>{title}</bdi>") for title in figures]
    assert places == sorted(places)


@pytest.mark.slow
def test_two_people_stand_beside_each_other(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    ada, bruno, dario = (club.people[name]["id"] for name in ("Ada", "Bruno", "Dario"))
    path = f"/players/{ada}/against/{bruno}"
    for client, matches in ((public, {club.shown["id"]}), (api, {club.shown["id"], club.private["id"]})):
        text = page(client, path)
        told = client.get(f"{BASE}/players/{ada}/versus/{bruno}").json()
        assert (
            '<h1 dir="auto">\u2068Ada\u2069 against \u2068Bruno\u2069</h1>' in text or "Ada against Bruno</h1>" in text
        )
        card = re.search(r"<bdi>Klunker</bdi></h3>\n<dl>(.*?)</dl>", text, flags=re.DOTALL)
        assert card is not None
        cells = re.findall(r"<dd>([^<]+)</dd>", card[1])
        wanted = [told[name]["count"] for name in ("matches", "wins", "other_wins", "better", "equal", "worse")]
        assert cells[:6] == list(map(str, wanted))
        assert listed(text) >= matches
    unknown = page(public, f"/players/{ada}/against/{uuid4()}", 404)
    assert page(public, f"/players/{ada}/against/{dario}", 404) == unknown
    page(public, f"/players/{ada}/against/{ada}", 400)
    nobody = make_player(api, "Nobody yet")["id"]
    assert "finished a match together" in page(api, f"/players/{ada}/against/{nobody}")


def test_a_person_is_renamed_by_a_form_that_asks_about_namesakes(api: httpx.Client, public: httpx.Client) -> None:
    person, other = make_player(api, "Gina"), make_player(api, "Gino")
    signed_in = session(public, token_of(api))
    path = f"/players/{person['id']}/rename"
    page(api, path)
    page(public, path, 401)
    asked = submit(public, path, {"name": " gino ", "known": ""}, **signed_in)
    assert asked.status_code == 200
    assert f"/players/{person['id']}/merge?into={other['id']}" in asked.text
    assert api.get(f"{BASE}/players/{person['id']}").json()["name"] == "Gina"
    known_name = re.search(r'name="known" value="([^"]*)"', asked.text)
    assert known_name is not None
    done = submit(public, path, {"name": known_name[1], "known": known_name[1]}, **signed_in)
    assert (done.status_code, done.headers["location"]) == (303, f"/players/{person['id']}")
    assert api.get(f"{BASE}/players/{person['id']}").json()["name"] == "gino"
    wrong = submit(public, path, {"name": " ", "known": ""}, **signed_in)
    assert wrong.status_code == 422
    assert submit(public, path, {"name": "X", "known": ""}).status_code == 401


def test_people_of_one_name_are_told_apart_by_their_ids(api: httpx.Client) -> None:
    one, other, third = (make_player(api, name) for name in ("Twin", "Twin", "Twin peak"))
    for path in ("/players?name=Twin", f"/players/{third['id']}/merge?name=Twin"):
        seen = page(api, path)
        for person in (one, other):
            assert W("id_ends", id=person["id"][-6:]) in seen
        assert third["id"][-6:] not in re.sub(r'"[^"]*"', "", seen)
    assert W("own_id_ends", name="Twin", id=one["id"][-6:]) in page(api, f"/players/{one['id']}/merge?name=Twin")


def test_whom_somebody_has_met_equally_often_goes_by_name(api: httpx.Client) -> None:
    hub, *others = (make_player(api, name) for name in ("Hub", "Zoe", "anna", "Mia", "Ben"))
    for other in others:
        sheet(api, "One by one", ["1", "2"], seats=known(hub, other))
    match = sheet(api, "Once more", ["", ""], seats=known(hub, others[2]))
    api.get(MATCHES, params={"after_position": match["position"]})
    api.get(f"{BASE}/players/{hub['id']}/statistics", params={"after_position": match["position"]})
    seen = page(api, f"/players/{hub['id']}")
    assert re.findall(r"/against/[^>]+><bdi>(.*?)</bdi>", seen) == ["Mia", "anna", "Ben", "Zoe"]
    both = page(api, f"/players/{hub['id']}/against/{others[2]['id']}")
    assert len(re.findall(r'id="duel-', both)) == 3
    assert both.count("on average") == 2, "points of different games have no common average"


@pytest.mark.slow
def test_two_people_are_merged_by_a_form_that_says_what_it_does(api: httpx.Client, public: httpx.Client) -> None:
    twice, kept = make_player(api, "Ugo twice"), make_player(api, "Ugo")
    signed_in = session(public, token_of(api))
    path = f"/players/{twice['id']}/merge"
    offered = page(api, f"{path}?name=Ugo")
    assert f'href="{path}?into={kept["id"]}"' in offered
    assert f"into={twice['id']}" not in offered
    assert "0 finished matches, here since " in offered
    asked = page(api, f"{path}?into={kept['id']}")
    assert Outline(asked).all("input", name="sure", type="checkbox")
    assert submit(public, path, {"into": kept["id"]}, **signed_in).status_code == 400
    assert submit(public, path, {"into": "x", "sure": "yes"}, **signed_in).status_code == 400
    assert submit(public, path, {"into": kept["id"], "sure": "yes"}).status_code == 401
    done = submit(public, path, {"into": kept["id"], "sure": "yes"}, **signed_in)
    assert (done.status_code, done.headers["location"]) == (303, f"/players/{kept['id']}")
    assert api.get(f"{BASE}/players/{twice['id']}").json()["merged_into"] == kept["id"]
    page(api, f"{path}?into={uuid4()}", 404)


def test_a_merge_is_undone_on_the_page_of_the_person(api: httpx.Client, public: httpx.Client) -> None:
    twice, kept = make_player(api, "Pio twice"), make_player(api, "Pio")
    assert api.post(f"{BASE}/players/{twice['id']}/merge", json={"into": kept["id"]}).status_code == 200
    signed_in, path = session(public, token_of(api)), f"/players/{twice['id']}/unmerge"
    seen = page(api, f"/players/{kept['id']}")
    assert f'action="{path}"' in seen
    assert "Undo a merge (0 matches)" in seen
    assert "Pio twice" not in seen
    assert submit(public, path, {"other": "yes"}, **signed_in).status_code == 400
    assert submit(public, path, {"sure": "yes"}).status_code == 401
    done = submit(public, path, {"sure": "yes"}, **signed_in)
    assert (done.status_code, done.headers["location"]) == (303, f"/players/{twice['id']}")
    player = api.get(f"{BASE}/players/{twice['id']}").json()
    assert (player["name"], player["merged_into"]) == ("Pio twice", None)
    assert path not in page(api, f"/players/{kept['id']}")
    assert submit(public, path, {"sure": "yes"}, **signed_in).status_code == 404


def test_only_who_records_is_told_who_was_merged(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    seat, *_ = club.shown["seats"]
    person, twice = seat["player"]["id"], make_player(api, "Somebody merged")
    assert api.post(f"{BASE}/players/{twice['id']}/merge", json={"into": person}).status_code == 200
    undo = f'action="/players/{twice["id"]}/unmerge"'
    assert undo in page(api, f"/players/{person}")
    assert undo not in page(public, f"/players/{person}")
    assert api.delete(f"{BASE}/players/{twice['id']}/merge").status_code == 200


# --- series ---


@pytest.mark.slow
def test_a_series_shows_totals_match_by_match(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    series = series_of(api, club, club.shown, length=2, title="Autumn <league>")
    text = page(public, f"/series/{series}")
    assert "Autumn &lt;league&gt;" in text
    told = public.get(f"{BASE}/series/{series}").json()
    rows = re.findall(
        r'<tr><td class="number">(\d+)</td>.*?<strong>(\d+)</strong></td><td class="number">([^<]+)', text
    )
    assert rows == [
        (str(one["rank"]), str(one["total"]), str(one["scores"][0]))
        for one in sorted(told["standings"], key=lambda one: one["rank"])
    ]
    assert listed(text) == {club.shown["id"]}
    assert f'action="/series/{series}/matches"' not in text
    assert api.get(f"{BASE}/series", params={"after_position": told["position"]}).status_code == 200
    assert f"/series/{series}" in page(public, "/series")
    assert listed(page(public, f"/matches?series={series}")) == {club.shown["id"]}
    assert "One finished match." in page(public, f"/statistics?series={series}")


def test_who_has_no_points_has_no_rank_in_a_series(api: httpx.Client) -> None:
    ida, lea = (make_player(api, name) for name in ("Ida", "Lea"))
    match = sheet(api, "Half counted", ["7", ""], seats=known(ida, lea))
    body = {"game": "sheet", "players": [lea["id"], ida["id"]], "matches": [match["id"]]}
    series = api.post(f"{BASE}/series", json=body).json()
    told = api.get(f"{BASE}/series/{series['id']}", params={"after_position": series["position"]}).json()
    assert [(one["total"], one["rank"], one["winner"]) for one in told["standings"]] == [(0, None, None), (7, 1, None)]
    (table,) = re.findall(r"<tbody>(.*?)</tbody>", page(api, f"/series/{series['id']}"), re.DOTALL)
    assert re.findall(r'<tr><td class="number">(.*?)</td>.*?<bdi>(\w+)</bdi>.*?<strong>(.*?)</strong>', table) == [
        ("1", "Ida", "7"),
        ("–", "Lea", "–"),
    ]


def test_a_private_series_is_not_there(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    series = series_of(api, club, club.shown, title="Behind closed doors", visibility="private")
    unknown = str(uuid4())
    for path in ("/series/{}", "/matches?series={}", "/statistics?series={}", "/statistics/matches.csv?series={}"):
        assert page(public, path.format(series), 404) == page(public, path.format(unknown), 404)
    for path in ("/series", "/matches", "/statistics"):
        assert "closed doors" not in page(public, path)
    assert "closed doors" in page(api, f"/series/{series}")


@pytest.mark.slow
def test_a_series_is_opened_extended_and_removed_by_forms(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    signed_in = session(public, token_of(api))
    people = {f"player-{seat}": club.people[name]["id"] for seat, name in enumerate(("Ada", "Bruno", "Chiara"))}
    form = {"game": "klunker", "title": "By form", "length": "2", "visibility": "public"} | people
    page(api, "/series/new")
    page(public, "/series/new", 401)
    wrong = submit(public, "/series/new", form | {"length": "many"}, **signed_in)
    assert wrong.status_code == 422
    assert 'value="By form"' in wrong.text
    twice = submit(public, "/series/new", form | {"player-1": form["player-0"]}, **signed_in)
    assert twice.status_code == 422
    opened = submit(public, "/series/new", form, **signed_in)
    assert opened.status_code == 303
    path = opened.headers["location"]
    assert f'<option value="{club.shown["id"]}">' in page(api, path)
    other = whole(api, seats=known(*(make_player(api, name) for name in ("X", "Y", "Z"))))
    refused = submit(public, f"{path}/matches", {"match": other["id"]}, **signed_in)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert submit(public, f"{path}/matches", {"match": "x"}, **signed_in).status_code == 400
    assert submit(public, f"{path}/matches", {"match": club.shown["id"]}).status_code == 401
    assert submit(public, f"{path}/matches", {"match": club.shown["id"]}, **signed_in).status_code == 303
    assert listed(page(public, path)) == {club.shown["id"]}
    page(api, f"{path}/remove")
    page(public, f"{path}/remove", 401)
    assert submit(public, f"{path}/remove", {"sure": "yes"}, **signed_in).status_code == 303
    page(api, path, 404)


# --- statistics ---


@pytest.mark.slow
def test_statistics_compose_filters(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    ada, dario = club.people["Ada"]["id"], club.people["Dario"]["id"]
    for client, query, sentence in (
        (public, f"player={ada}&game=klunker&place=Bologna", "One finished match."),
        (api, f"player={ada}", "2 finished matches."),
        (public, f"player={ada}&tag=league&seats=3", "One finished match."),
        (public, "game=klunker&played_from=1999-01-01&played_to=1999-12-31", WORDS["en"]["no_finished_found"]),
    ):
        assert sentence in page(client, f"/statistics?{query}"), query
    page(public, f"/statistics?player={dario}", 404)
    text = page(public, f"/statistics?player={ada}&game=klunker&place=Bologna")
    assert f'href="{BASE}/players/{ada}/statistics?place=Bologna&amp;game=klunker"' in text
    assert public.get(f"{BASE}/players/{ada}/statistics?place=Bologna&game=klunker").status_code == 200
    assert listed(page(public, unescape(re.findall(r'href="(/matches\?[^"]+status=finished)"', text)[0]))) == {
        club.shown["id"]
    }


@pytest.mark.parametrize("query", ["", "game=klunker", "player={ada}", "player={ada}&game=klunker"])
def test_every_chart_has_its_numbers_and_the_api_the_same(public: httpx.Client, club: Club, query: str) -> None:
    text = page(public, f"/statistics?{query.format(ada=club.people['Ada']['id'])}")
    charts = Outline(text).all("svg", role="img")
    assert len(charts) == text.count("<figcaption>") == text.count(WORDS["en"]["table_of"]) >= 2
    (address,) = re.findall(r'href="(/api/v1/[^"]+)"', text)
    assert public.get(unescape(address)).status_code == 200


def test_the_table_holds_the_same_matches(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    ada = club.people["Ada"]["id"]
    for client, matches in ((public, {club.shown["id"]}), (api, {club.shown["id"], club.private["id"]})):
        answer = client.get("/statistics/matches.csv", params={"player": ada})
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        rows = list(csv.DictReader(StringIO(answer.text)))
        assert {row["match_id"] for row in rows} == matches
        assert len(rows) == 3 * len(matches)
        for match in matches:
            told = client.get(f"{MATCHES}/{match}").json()["standings"]
            assert [int(row["score"]) for row in rows if row["match_id"] == match] == [one["score"] for one in told]


@pytest.mark.slow
def test_no_name_becomes_a_formula(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api, seats=[{"name": "=1+1"}, {"name": "@SUM"}, {"name": "C"}], place="-evil")
    assert api.get(f"{BASE}/matches", params={"after_position": match["position"]}).status_code == 200
    text = public.get("/statistics/matches.csv", params={"place": "-evil"}).text
    assert "'=1+1" in text
    assert "'-evil" in text
