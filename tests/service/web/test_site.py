"""Navigation, lists and the pages of games and people: what they show to whom, and how they are filtered."""

import re
from html import unescape
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import pytest

from domain.registry import GAMES
from service.http.preferences import LANGUAGE, THEME
from service.web.words import WORDS
from tests.service.api.test_pages import HTML, Outline, page, submit
from tests.service.http_client import client_of
from tests.service.scenes import BASE, MATCHES, dealt, drawn, known, make_player, open_match, whole
from tests.tiers import thinned


class Club(NamedTuple):
    """People and matches that the tests look at.

    Attributes:
        shown, private: finished matches of Ada, Bruno and Chiara; the private one has Dario in it.
    """

    people: dict[str, dict[str, Any]]
    shown: dict[str, Any]
    private: dict[str, Any]
    running: dict[str, Any]


@pytest.fixture(scope="module")
def club(api: httpx.Client) -> Club:
    return made_club(api)


def made_club(api: httpx.Client) -> Club:
    people = {name: make_player(api, name) for name in ("Ada", "Bruno", "Chiara", "Dario")}
    ada, bruno, chiara, dario = people.values()
    shown = whole(api, seats=known(ada, bruno, chiara), place="Bologna", played_on="2026-01-16", tags=["league"])
    private = whole(api, seats=known(ada, bruno, dario), place="Torino", visibility="private")
    running = dealt(api, seats=known(ada, bruno, chiara), place="Milano")
    for read_model in (MATCHES, f"{BASE}/games/klunker/leaderboard", f"{BASE}/games/klunker/statistics"):
        assert api.get(read_model, params={"after_position": running["position"]}).status_code == 200
    return Club(people, shown, private, running)


def listed(text: str) -> set[str]:
    return set(re.findall(r'class="match" href="/matches/([^"]+)"', text))


# --- every page ---


@pytest.mark.parametrize(
    ("path", "status", "here"),
    [
        ("/join", 200, "join"),
        ("/sign-in", 200, "sign_in"),
        ("/imports", 401, "sign_in"),
        ("/nothing", 404, "fault_404"),
    ],
)
def test_pages_that_anybody_comes_to_tell_where_they_stand(
    public: httpx.Client, path: str, status: int, here: str
) -> None:
    (way,) = re.findall(r'<nav class="crumbs".*?</nav>', page(public, path, status), re.DOTALL)
    assert '<a href="/">' in way
    assert f'<li aria-current="page"><bdi>{WORDS["en"][here]}</bdi></li>' in way


PAGES = ("/", "/matches", "/games", "/games/klunker", "/games/dschunke", "/games/klunker/leaderboard", "/players")


@pytest.mark.parametrize("path", thinned(PAGES, quick=2))
def test_every_page_has_one_heading_a_way_back_and_the_switches(api: httpx.Client, club: Club, path: str) -> None:
    text = page(api, path)
    seen = Outline(text)
    assert len(seen.all("h1")) == 1
    assert [link["href"] for link in seen.all("a") if (link.get("class") or "") == "skip"] == ["#content"]
    for section in ("/matches", "/games", "/players"):
        assert seen.all("a", href=section)
    assert len(seen.all("form", action="/preferences")) == 2
    if path != "/":
        assert seen.all("li", **{"aria-current": "page"})
    ids = [attributes["id"] for _, attributes in seen.elements if attributes.get("id")]
    assert len(ids) == len(set(ids))
    for _, attributes in seen.elements:
        for name in ("aria-labelledby", "aria-describedby", "for"):
            assert set((attributes.get(name) or "").split()) <= set(ids)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_speaks_italian(api: httpx.Client, club: Club, path: str) -> None:
    text = page(api, path, headers={"Accept-Language": "it"})
    assert '<html lang="it"' in text
    assert "Partite" in text


# --- switches ---


def choose(public: httpx.Client, form: dict[str, str], **headers: str) -> httpx.Response:
    """The answer to a browser that has no cookies yet."""
    with client_of(public.base_url) as browser:
        return submit(browser, "/preferences", form, **headers)


def test_a_chosen_language_holds_for_pages_and_what_they_ask_the_api(public: httpx.Client, club: Club) -> None:
    answer = choose(public, {"language": "it"}, Referer=f"{public.base_url}/matches?game=klunker")
    assert (answer.status_code, answer.headers["location"]) == (303, "/matches?game=klunker")
    cookie = {"Cookie": f"other=1; {LANGUAGE}={answer.cookies[LANGUAGE]}"}
    assert '<html lang="it"' in page(public, "/", headers=cookie | {"Accept-Language": "en"})
    frame = public.get(f"{MATCHES}/{club.shown['id']}/replay/steps/2", headers=cookie | {"Accept-Language": "en"})
    italian = public.get(f"{MATCHES}/{club.shown['id']}/replay/steps/2", headers={"Accept-Language": "it"})
    assert frame.json() == italian.json()
    assert '<html lang="en"' in page(public, "/", headers={"Cookie": f"{LANGUAGE}=tlh"})


@pytest.mark.slow
def test_a_chosen_theme_colours_page_and_pictures(public: httpx.Client, club: Club) -> None:
    answer = choose(public, {"theme": "dark"})
    dark = page(public, f"/matches/{club.shown['id']}", headers={"Cookie": f"{THEME}={answer.cookies[THEME]}"})
    assert 'data-theme="dark"' in dark
    assert "[data-theme] .partita-picture{" in dark
    assert "color-scheme:dark" in dark
    assert "data-theme" not in page(public, "/")
    back = choose(public, {"theme": "auto"})
    assert "max-age=0" in back.headers["set-cookie"].lower()


@pytest.mark.parametrize("form", [{"theme": "pink"}, {"language": "xx"}, {"colour": "red"}])
def test_there_is_no_other_choice(public: httpx.Client, form: dict[str, str]) -> None:
    assert choose(public, form).status_code == 400


def test_other_pages_can_choose_nothing(public: httpx.Client) -> None:
    elsewhere = public.post(
        "/preferences", data={"theme": "dark"}, headers=HTML | {"Origin": "https://elsewhere.example"}
    )
    assert elsewhere.status_code == 403


# --- matches ---


def test_matches_are_found_by_each_filter(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    ada, dario = club.people["Ada"]["id"], club.people["Dario"]["id"]
    found = {
        "": {club.shown["id"], club.running["id"]},
        "game=dschunke": set(),
        "game=klunker&status=finished": {club.shown["id"]},
        f"player={ada}&place=Bolo": {club.shown["id"]},
        f"player={ada}&with={club.people['Chiara']['id']}": {club.shown["id"], club.running["id"]},
        "tag=LEAGUE": {club.shown["id"]},
        "played_to=2026-01-16&played_from=2026-01-16": {club.shown["id"]},
        "seats=4": set(),
        "game=&player=&with=&series=&status=playing&place=&tag=&seats=&played_from=&played_to=": {club.running["id"]},
    }
    for query, matches in found.items():
        assert listed(page(public, f"/matches?{query}")) == matches, query
    assert listed(page(api, f"/matches?player={dario}")) == {club.private["id"]}


def test_who_sits_in_private_matches_only_is_nobody_here(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    dario = club.people["Dario"]["id"]
    for path in (f"/matches?player={dario}", f"/matches?player={club.people['Ada']['id']}&with={dario}"):
        assert page(public, path, 404) == page(public, path.replace(dario, str(uuid4())), 404)
    for path in PAGES:
        assert "Dario" not in page(public, path)
    assert "Dario" in page(api, "/players")


@pytest.mark.parametrize("query", ["player=x", "played_from=yesterday", "seats=99", "status=lost", "series=1"])
def test_a_filter_that_has_no_meaning_is_refused(public: httpx.Client, query: str) -> None:
    assert WORDS["en"]["fault_400"] in page(public, f"/matches?{query}", 400)
    page(public, "/matches?game=ludo", 404)
    page(public, f"/matches?series={uuid4()}", 404)


def test_filters_stay_in_the_address_and_can_be_taken_away(public: httpx.Client, club: Club) -> None:
    text = page(public, "/matches?game=klunker&place=Bologna")
    away = [unescape(to) for to in re.findall(r'<span class="tag">.*?<a href="([^"]+)"', text)]
    assert away == ["/matches?place=Bologna", "/matches?game=klunker"]
    assert 'value="klunker" selected' in text
    assert 'value="Bologna"' in text


def test_a_tie_says_that_it_was_broken(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api, drawn(2), options={"dealing": "secret"}, place="Where it was close")
    assert api.get(MATCHES, params={"after_position": match["position"]}).status_code == 200
    seats = api.get(f"{MATCHES}/{match['id']}").json()["standings"]
    scores = {seat["score"] for seat in seats if seat["winner"]}
    broken = any(seat["score"] in scores for seat in seats if not seat["winner"])
    assert (WORDS["en"]["tie_break_won"] in page(public, "/matches?place=close")) is broken


# --- games ---


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_page_and_a_picture(public: httpx.Client, key: str) -> None:
    assert f'href="/games/{key}"' in page(public, "/games")
    text = page(public, f"/games/{key}")
    assert f"<h1>{GAMES[key].meta.title}</h1>" in text
    picture = public.get(f"/games/{key}/picture")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert public.get(f"/games/{key}/picture").text == picture.text
    narrow = public.get(f"/games/{key}/picture?layout=compact").text
    assert 'viewBox="0 0 360 ' in narrow
    assert narrow != picture.text
    assert f'srcset="/games/{key}/picture?layout=compact"' in page(public, f"/games/{key}")


@pytest.mark.parametrize(
    ("language", "title", "makers"),
    [("de", "Punktezettel", "jedes Spiel"), ("it", "Foglio segnapunti", "qualsiasi gioco")],
)
def test_the_sheet_is_called_as_in_the_language(public: httpx.Client, language: str, title: str, makers: str) -> None:
    told = {"Accept-Language": language}
    for path in ("/games", "/games/sheet", "/games/sheet/rules", "/games/sheet/leaderboard", "/statistics", "/matches"):
        text = page(public, path, headers=told)
        assert title in text
        assert GAMES["sheet"].meta.title not in text
    assert makers in page(public, "/games/sheet", headers=told)
    assert title in public.get("/games/sheet/picture", headers=told).text


def test_a_game_has_leaders_records_and_charts_with_tables(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    for client in (public, api):
        text = page(client, "/games/klunker")
        matches = client.get(f"{BASE}/games/klunker/statistics").json()["matches"]["count"]
        leaders = client.get(f"{BASE}/games/klunker/leaderboard").json()["items"]
        for leader in leaders[:5]:
            assert f'<a href="/players/{leader["player"]["id"]}"><bdi>{leader["player"]["name"]}</bdi></a>' in text
        assert f"<dt>Finished matches</dt><dd>{matches}</dd>" in text
        records = client.get(f"{BASE}/games/klunker/records").json()["records"]
        titles = [record["title"].removesuffix(": the most in one match") for record in records]
        assert all(f'<th scope="row">{title}</th>' in text for title in titles)
        charts = Outline(text).all("svg", role="img")
        assert len(charts) == text.count("<figure") == text.count(WORDS["en"]["table_of"])
        assert all(chart["aria-label"] for chart in charts)
    page(public, "/games/ludo", 404)
    assert public.get("/games/ludo/picture").status_code == 404


def test_rules_tell_of_readings_where_they_have_any(public: httpx.Client) -> None:
    told = {}
    for key in GAMES:
        text = unescape(page(public, f"/games/{key}/rules"))
        told[key] = WORDS["en"]["rules_readings"] in text
        assert told[key] is (text.count('<em class="reading">') > 1)
    assert {told["klunker"], told["sheet"]} == {True, False}


def test_scores_that_are_secret_are_told_to_be_so_and_not_drawn(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api, game="dschunke", options={"keep_secrets": True})
    secret = WORDS["en"]["chart_secret"]
    assert secret in page(public, f"/matches/{match['id']}")
    assert secret not in page(api, f"/matches/{match['id']}")


def test_score_sheets_lead_by_their_title_only(public: httpx.Client, club: Club) -> None:
    assert '"/games/sheet"' not in page(public, "/")
    text = unescape(page(public, "/games/sheet"))
    assert 'href="/matches?game=sheet"' in text
    assert WORDS["en"]["no_leaders"] not in text
    assert '"/games/klunker"' in page(public, "/")


def test_a_leaderboard_is_sorted_and_filtered(public: httpx.Client, club: Club) -> None:
    path = "/games/klunker/leaderboard"
    for sort in ("wins", "rating", "best"):
        text = page(public, f"{path}?sort={sort}")
        leaders = public.get(f"{BASE}{path}", params={"sort": sort}).json()["items"]
        names = re.findall(r'<th scope="row"><a href="[^"]+"><bdi>([^<]+)</bdi>', text)
        assert names == [leader["player"]["name"] for leader in leaders]
        assert f"{BASE}{path}?sort={sort}" in text
    assert WORDS["en"]["no_leaders"] in page(public, f"{path}?place=Nowhere")
    page(public, f"{path}?sort=beauty", 400)


def test_who_is_equal_shares_a_rank(public: httpx.Client, club: Club) -> None:
    text = page(public, "/games/klunker/leaderboard")
    ranks = [int(rank) for rank in re.findall(r'<tr><td class="number">(\d+)</td>', text)]
    wins = [one["wins"] for one in public.get(f"{BASE}/games/klunker/leaderboard").json()["items"]]
    assert ranks == [1 + sum(other > one for other in wins) for one in wins]


# --- people ---


def test_people_are_found_by_name(api: httpx.Client, public: httpx.Client, club: Club) -> None:
    seen = page(public, "/players?name=BRU")
    assert "<bdi>Bruno</bdi>" in seen
    assert "<bdi>Ada</bdi>" not in seen
    assert WORDS["en"]["nobody_found"] in page(public, "/players?name=Dario")
    assert "<bdi>Dario</bdi>" in page(api, "/players?name=dario")


@pytest.mark.slow
def test_people_come_a_page_at_a_time(api: httpx.Client) -> None:
    for number in range(51):
        make_player(api, f"Somebody {number:02}")
    first = page(api, "/players?name=Somebody")
    older = re.search(r'rel="next" href="([^"]+)"', first)
    assert older is not None
    second = page(api, unescape(older[1]))
    names = [re.findall(r"<bdi>(Somebody \d+)</bdi>", text) for text in (first, second)]
    assert names[0] + names[1] == [f"Somebody {number:02}" for number in range(51)]  # as many matches: by name
    assert len(names[0]) == 50


def test_the_site_can_be_installed(public: httpx.Client) -> None:
    seen = Outline(page(public, "/"))
    for relation in ("icon", "apple-touch-icon", "manifest"):
        (link,) = seen.all("link", rel=relation)
        answer = public.get(str(link["href"]))
        assert answer.status_code == 200, relation
        assert "immutable" in answer.headers["cache-control"]
    manifest = public.get(str(seen.all("link", rel="manifest")[0]["href"])).json()
    assert {public.get(icon["src"]).headers["content-type"] for icon in manifest["icons"]} == {
        "image/svg+xml",
        "image/png",
    }
    assert seen.all("meta", name="theme-color")


@pytest.mark.slow
def test_what_is_large_is_compressed_for_who_takes_that(public: httpx.Client) -> None:
    plain = public.get("/docs/redoc.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    sent = 0
    for path in ("/docs", "/docs/redoc.js", "/openapi.json"):
        with public.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
            body = b"".join(answer.iter_raw())
        assert (answer.headers.get("content-encoding") == "gzip") is (len(body) > 1024 or path != "/docs")
        sent += len(body)
    assert sent < 1_000_000
    small = public.get("/health/live", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in small.headers
