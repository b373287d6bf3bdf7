"""The pages of what was played: a list, a title with its figures, and forms that rename, merge and undo."""

import re
from collections.abc import Callable, Iterator
from html import escape, unescape
from pathlib import Path
from uuid import UUID

import httpx
import pytest

from domain.subjects.subject import subject_of_game
from service.web.words import WORDS
from tests.service.api.test_pages import Outline, cookie, page, session, submit, token_of
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.scenes import BASE, MATCHES, NOBODY, known, make_player, open_match, whole
from tests.service.sheets import sheet, subject_id

CATAN, HEARTS = subject_id("Catan"), subject_id("Hearts")
EN = WORDS["en"]


@pytest.fixture(scope="module")
def api(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A club of two titles, one of them twice, and a game; one more title is nobody else's business."""
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as api:
        ada, bob, eve = people = [make_player(api, name) for name in ("Ada", "Bob", "Eve")]
        sheet(api, "Catan", ["10", "7.5"], seats=known(ada, bob))
        sheet(api, "catan ", ["8", "9"], seats=known(ada, bob))
        sheet(api, "Hearts", ["30", "12"], seats=known(ada, eve), options={"winning": "lowest"})
        sheet(api, "Unseen", ["1", "2"], visibility="private")
        last = whole(api, seats=known(*people))
        for path in (MATCHES, f"{BASE}/games/klunker/statistics", f"{BASE}/games/klunker/leaderboard"):
            assert api.get(path, params={"after_position": last["position"]}).status_code == 200
        yield api


@pytest.fixture(scope="module")
def public(api: httpx.Client) -> Iterator[httpx.Client]:
    with client_of(api.base_url) as client:
        yield client


@pytest.fixture
def owner(public: httpx.Client, api: httpx.Client) -> dict[str, str]:
    return session(public, token_of(api))


def hrefs(text: str) -> list[str]:
    return [link["href"] or "" for link in Outline(text).all("a")]


def test_what_was_played_is_listed_with_the_way_to_each(api: httpx.Client, public: httpx.Client) -> None:
    seen = page(public, "/subjects")
    shown = [href for href in hrefs(seen) if href.startswith(("/subjects/", "/games/"))]
    assert shown[0] == f"/subjects/{CATAN}"
    assert set(shown) == {f"/subjects/{CATAN}", f"/subjects/{HEARTS}", "/games/klunker"}
    assert "Unseen" not in seen
    assert "Unseen" in page(api, "/subjects")
    assert hrefs(page(public, "/subjects?name=HEAR")).count(f"/subjects/{HEARTS}") == 1
    assert EN["no_subject_found"] in page(public, "/subjects?name=Unseen")
    for path in ("/games", "/games/sheet"):
        assert f"/subjects/{CATAN}" in hrefs(page(public, path))
    assert f"/subjects/{CATAN}" in hrefs(page(public, "/")), "who leads in it"


def test_a_title_has_leaders_records_and_charts(public: httpx.Client) -> None:
    seen = page(public, f"/subjects/{CATAN}")
    for part in ("leaderboard", "records", "statistics"):
        assert len(Outline(seen).all("section", **{"aria-labelledby": part})) == 1
    assert ">7.5</a>" in seen, "the lowest score"
    board = page(public, f"/games/sheet/leaderboard?subject={HEARTS}&sort=best")
    assert board.index("<bdi>Eve</bdi>") < board.index("<bdi>Ada</bdi>"), "fewer points are better"
    assert f'value="{HEARTS}"' in board, "the form keeps the title"
    figures = page(public, f"/statistics?game=sheet&subject={CATAN}")
    assert EN["average_per_match"] in figures
    assert EN["chart_scores"] in figures
    several = page(public, "/statistics?game=sheet")
    assert EN["average_per_match"] not in several
    assert "Hearts" in several
    listed = page(public, f"/matches?subject={HEARTS}")
    assert "<bdi>Hearts</bdi></span>" in listed
    assert "<bdi>Catan</bdi></span>" not in listed


def test_a_title_says_what_is_in_play(api: httpx.Client) -> None:
    match = open_match(api, game="sheet", options={"title": "Unfinished"}, visibility="private")
    api.get(MATCHES, params={"after_position": match["position"]})
    title = subject_id("Unfinished")
    seen = page(api, f"/subjects/{title}")
    playing = f"/matches?game=sheet&subject={title}&status=playing"
    assert f'<dd><a href="{escape(playing)}">1</a></dd>' in seen
    assert f"/matches/{match['id']}" in hrefs(page(api, playing))
    assert seen.count(EN["record_this_game"]) == 1
    figures = page(api, f"/statistics?game=sheet&subject={title}")
    assert EN["no_finished_found"] in figures
    assert unescape(f"/matches?game=sheet&subject={title}") in map(unescape, hrefs(figures))
    board = hrefs(page(api, f"/games/sheet/leaderboard?subject={title}"))
    assert board.index("/games") < board.index("/subjects") < board.index(f"/subjects/{title}")
    assert EN["matches_in_play"] not in page(api, f"/subjects/{CATAN}")


def test_a_record_is_called_by_what_it_is_the_most_of(public: httpx.Client) -> None:
    text = page(public, "/games/klunker")
    assert text.count("The most in one match") == 1
    assert '<th scope="row">Cards stored</th>' in text
    german = page(public, "/games/klunker", headers={"Accept-Language": "de"})
    assert '<th scope="row">Karten in den Tresor gelegt</th>' in german


def test_who_may_not_find_a_title_finds_no_page_of_it(public: httpx.Client, api: httpx.Client) -> None:
    unseen = subject_id("unseen")
    for path in (f"/subjects/{unseen}", f"/games/sheet/leaderboard?subject={unseen}", f"/subjects/{NOBODY}"):
        page(public, path, 404)
    page(api, f"/subjects/{unseen}")
    for form in ("rename", "merge"):
        page(public, f"/subjects/{CATAN}/{form}", 401)


def test_a_game_has_its_own_page(public: httpx.Client) -> None:
    klunker: UUID = subject_of_game("klunker").id
    answer = public.get(f"/subjects/{klunker}", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/games/klunker")


def test_a_title_is_renamed_on_its_page(api: httpx.Client, public: httpx.Client, owner: dict[str, str]) -> None:
    path = f"/subjects/{HEARTS}"
    assert 'value="Hearts"' in page(public, f"{path}/rename", headers=owner)
    refused = submit(public, f"{path}/rename", {"name": " "}, **owner)
    assert (refused.status_code, 'role="alert"' in refused.text) == (422, True)
    done = submit(public, f"{path}/rename", {"name": "Herzen"}, **owner)
    assert (done.status_code, done.headers["location"]) == (303, path)
    assert "<h1><bdi>Herzen</bdi></h1>" in page(public, path)
    assert api.patch(f"{BASE}{path}", json={"name": "Hearts"}).status_code == 200


def test_two_titles_are_merged_and_separated_on_their_pages(public: httpx.Client, owner: dict[str, str]) -> None:
    path = f"/subjects/{HEARTS}"
    assert f"{path}/merge?into={CATAN}" in hrefs(page(public, f"{path}/merge?name=cat", headers=owner))
    assert EN["no_subject_found"] in page(public, f"{path}/merge?name=nothing", headers=owner)
    assert EN["merge_subject_sure"] in page(public, f"{path}/merge?into={CATAN}", headers=owner)
    done = submit(public, f"{path}/merge", {"into": CATAN, "sure": "yes"}, **owner)
    assert (done.status_code, done.headers["location"]) == (303, f"/subjects/{CATAN}")
    answer = public.get(path, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/subjects/{CATAN}")
    seen = page(public, f"/subjects/{CATAN}", headers=owner)
    assert "<bdi>Hearts</bdi>" in seen
    assert f'action="{path}/unmerge"' in seen
    done = submit(public, f"{path}/unmerge", {"sure": "yes"}, **owner)
    assert (done.status_code, done.headers["location"]) == (303, path)
    assert "unmerge" not in page(public, f"/subjects/{CATAN}", headers=owner)


def test_nobody_merges_without_the_right_to_record(public: httpx.Client, api: httpx.Client) -> None:
    refused = submit(public, f"/subjects/{HEARTS}/merge", {"into": CATAN, "sure": "yes"})
    assert refused.status_code == 401
    assert submit(public, f"/subjects/{HEARTS}/unmerge", {"sure": "yes"}, **cookie("none")).status_code in {401, 403}
    assert api.get(f"{BASE}/subjects/{HEARTS}").json()["merged_into"] is None


@pytest.mark.slow
def test_nothing_was_played_yet(new_database: Callable[[], str], tmp_path: Path) -> None:
    with running_service(new_database(), tmp_path) as api:
        for path in ("/subjects", "/games/sheet"):
            assert EN["no_matches_yet"] in page(api, path)
        assert EN["subjects_help"] in page(api, "/games")


@pytest.mark.parametrize(("winning", "best"), [("highest", "7"), ("lowest", "5")])
def test_the_best_and_the_mean_score_of_a_person_need_nobody_elses(api: httpx.Client, winning: str, best: str) -> None:
    cleo, dan = (make_player(api, f"{name} {winning}") for name in ("Cleo", "Dan"))
    title, options = f"Half written, {winning}", {"winning": winning}
    for points in ("7", "5"):
        last = sheet(api, title, [points, ""], seats=known(cleo, dan), options=options, visibility="private")
    board = f"/games/sheet/leaderboard?subject={subject_id(title)}"
    figures = f"/players/{cleo['id']}/statistics"
    for path in (board, figures):
        answer = api.get(f"{BASE}{path}", params={"subject": subject_id(title), "after_position": last["position"]})
        assert answer.status_code == 200, answer.text
    (game,) = answer.json()["games"]
    assert game["score"]["highest"] is None, "figures are of matches in which all have points"
    assert f'<td class="number of-best_score">{best}</td>' in page(api, board)
    for path in (f"/players/{cleo['id']}", f"/statistics?player={cleo['id']}"):
        assert re.search(rf">6\.0</(?:dd|td)>.*?>{best}</(?:dd|td)>", page(api, path), re.DOTALL), path


def test_filters_of_statistics_are_open_until_one_is_chosen(public: httpx.Client) -> None:
    assert '<details class="filters" open>' in page(public, "/statistics")
    assert '<details class="filters">' in page(public, "/statistics?game=klunker")
