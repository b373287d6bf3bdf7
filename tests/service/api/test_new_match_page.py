"""Opening a match, removing one and inviting phones, by forms alone, as a browser without script sends them."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from html import unescape
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from domain.registry import GAMES
from service.http.session import COOKIE
from service.web.words import WORDS
from tests.service.http_client import client_of
from tests.service.scenes import BASE, MATCHES, NOBODY, PLAYERS, dealt, known, make_player, whole
from tests.tiers import thinned

HTML = {"Accept": "text/html"}

ClientWith = Callable[..., httpx.Client]


class Form(HTMLParser):
    """The form of a page that leads to `action`: what a browser sends of it as it stands, and what could be chosen."""

    def __init__(self, text: str, action: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self._action, self._inside, self._select = action, False, ""
        self.feed(text)
        assert self.choices or self.sent, f"no form {action}"

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        has = dict(attrs)
        if tag == "form":
            self._inside = has.get("action") == self._action
        if not self._inside:
            return
        name = has.get("name", "")
        if tag == "select":
            self._select = name
            self.choices[name] = []
        elif tag == "option":
            if not self.choices[self._select] or "selected" in has:
                self.sent[self._select] = has["value"]
            self.choices[self._select].append(has["value"])
        elif tag == "input" and has.get("type") in {"radio", "checkbox"}:
            self.choices.setdefault(name, []).append(has["value"])
            if "checked" in has:
                self.sent[name] = has["value"]
        elif tag == "input":
            self.sent[name] = has.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "form"


class Browser:
    """A browser that is signed in with the token of `api`, and has no script."""

    def __init__(self, api: httpx.Client, client: httpx.Client) -> None:
        self.client = client
        token = api.headers["authorization"].partition(" ")[2]
        assert self.client.post("/sign-in", data={"to": "/", "token": token}).status_code == 303
        assert self.client.cookies[COOKIE]

    def form(self, path: str, action: str | None = None) -> Form:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return Form(answer.text, action or path.partition("?")[0])

    def submit(self, path: str, sent: dict[str, str]) -> httpx.Response:
        return self.client.post(path, data=sent)


def phone_at(api: httpx.Client) -> httpx.Client:
    """A browser where nobody has signed in."""
    base = str(api.base_url).rstrip("/")
    return client_of(base, headers=HTML | {"Origin": base})


@pytest.fixture
def browser(api: httpx.Client) -> Iterator[Browser]:
    with phone_at(api) as client:
        yield Browser(api, client)


def opened(browser: Browser, api: httpx.Client, answer: httpx.Response) -> dict[str, Any]:
    """The match that a form has opened."""
    assert answer.status_code == 303, answer.text
    found = re.fullmatch("/matches/([0-9a-f-]{36})", answer.headers["location"])
    assert found
    match: dict[str, Any] = api.get(f"{MATCHES}/{found[1]}").json()
    return match


def named(*names: str) -> dict[str, str]:
    return {f"name-{row}": name for row, name in enumerate(names)} | {f"player-{row}": "" for row in range(len(names))}


# --- a new match ---


@pytest.mark.parametrize("key", thinned(GAMES))
def test_a_match_of_each_game_for_each_number_of_players(api: httpx.Client, browser: Browser, key: str) -> None:
    games = browser.client.get("/matches/new").text
    assert f'href="/matches/new?game={key}"' in games
    for seats in GAMES[key].meta.seats:
        form = browser.form(f"/matches/new?game={key}")
        blank = {name: "" for name in form.sent if name.startswith("player-")}
        names = [f"{key} {seats} {seat}" for seat in range(seats)]
        sent = form.sent | blank | named(*names) | {"start": str(seats - 1), "place": "Bologna", "do": "open"}
        match = opened(browser, api, browser.submit("/matches/new", sent))
        assert [seat["player"]["name"] for seat in match["seats"]] == names
        assert (match["game"], match["place"], match["status"]) == (key, "Bologna", "playing")
        assert match["played_on"] == datetime.now().astimezone().date().isoformat()
        assert match["options"].get("start_seat", seats - 1) == seats - 1
        assert match["options"].get("dealing") == getattr(GAMES[key].options_type(), "dealing", None) != "server"


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_choice_that_is_offered_opens_a_match(api: httpx.Client, browser: Browser, key: str) -> None:
    form = browser.form(f"/matches/new?game={key}")
    blank = {name: "" for name in form.sent if name.startswith("player-")}
    for option in [name for name in form.choices if name.startswith("option-")]:
        for value in form.choices[option]:
            reached = set()
            for seats in GAMES[key].meta.seats:
                names = named(*(f"{key} {option} {value} {seats} {seat}" for seat in range(seats)))
                again = browser.form(f"/matches/new?game={key}").sent
                answer = browser.submit("/matches/new", again | blank | names | {option: value, "do": "open"})
                assert answer.status_code in {303, 422}, answer.text
                if answer.status_code == 303:
                    match = opened(browser, api, answer)
                    said = str(match["options"][option.removeprefix("option-")]).lower()
                    assert value in {"", said}
                    reached.add(seats)
                else:
                    assert 'role="alert"' in answer.text
            assert reached, f"{option}={value}"


@pytest.mark.slow
def test_the_table_of_last_time_is_there_already(api: httpx.Client, browser: Browser) -> None:
    people = [make_player(api, name) for name in ("Last Ada", "Last Bruno", "Last Chiara")]
    match = whole(api, seats=known(*people), place="Casa di Ada", visibility="private")
    assert api.get(MATCHES, params={"after_position": match["position"]}).status_code == 200
    form = browser.form("/matches/new?game=klunker")
    assert [form.sent[f"player-{row}"] for row in range(5)] == [*(one["id"] for one in people), "", ""]
    assert form.sent["place"] == "Casa di Ada"
    again = opened(browser, api, browser.submit("/matches/new", form.sent | {"do": "open"}))
    assert [seat["player"]["id"] for seat in again["seats"]] == [one["id"] for one in people]


def test_somebody_is_found_and_what_was_filled_in_stays(api: httpx.Client, browser: Browser) -> None:
    wanted, other = make_player(api, "Zaccaria Trovato"), make_player(api, "Yolanda Altra")
    form = browser.form("/matches/new?game=klunker")
    sent = form.sent | named("Somebody new") | {"player-1": other["id"], "find": "TROVATO", "place": "Pisa"}
    answer = browser.submit("/matches/new", sent | {"do": "find"})
    found = Form(answer.text, "/matches/new")
    assert wanted["id"] in found.choices["player-0"]
    assert found.sent["player-1"] == other["id"]
    assert (found.sent["name-0"], found.sent["place"]) == ("Somebody new", "Pisa")
    assert 'role="alert"' not in answer.text


@pytest.mark.slow
def test_a_name_that_somebody_has_asks_whether_it_is_this_one(api: httpx.Client, browser: Browser) -> None:
    gino = make_player(api, "Gino Domanda")
    rest = {"name-1": "Gino's first friend", "name-2": "Gino's second friend"}
    form = browser.form("/matches/new?game=klunker")
    blank = {name: "" for name in form.sent if name.startswith("player-")}
    sent = form.sent | blank | rest | {"name-0": "  gino   DOMANDA", "do": "open"}
    asked = browser.submit("/matches/new", sent)
    assert asked.status_code == 422
    assert unescape(WORDS["en"]["is_it_this_one"]) in unescape(asked.text)
    again = Form(asked.text, "/matches/new")
    assert again.choices["answer-0"] == [gino["id"], "new"]
    assert "answer-0" not in again.sent, "nothing is decided for people"
    assert browser.submit("/matches/new", again.sent | {"do": "open"}).status_code == 422
    # An answer is for the name that it was given for.
    other = again.sent | {"answer-0": gino["id"], "name-0": "Gino's third friend", "do": "open"}
    assert opened(browser, api, browser.submit("/matches/new", other))["seats"][0]["player"]["id"] != gino["id"]
    fresh = browser.form("/matches/new?game=klunker").sent["key"]
    yes = again.sent | {"answer-0": gino["id"], "key": fresh, "name-1": "Friend 4", "name-2": "Friend 5", "do": "open"}
    assert opened(browser, api, browser.submit("/matches/new", yes))["seats"][0]["player"]["id"] == gino["id"]
    no = again.sent | {"answer-0": "new", "key": fresh, "name-1": "Friend 6", "name-2": "Friend 7", "do": "open"}
    match = opened(browser, api, browser.submit("/matches/new", no))
    assert match["seats"][0]["player"]["id"] != gino["id"]
    assert match["seats"][0]["player"]["name"] == "gino   DOMANDA"


@pytest.mark.slow
def test_a_form_sent_twice_opens_one_match(api: httpx.Client, browser: Browser) -> None:
    form = browser.form("/matches/new?game=klunker")
    blank = {name: "" for name in form.sent if name.startswith("player-")}
    sent = form.sent | blank | named("Twice A", "Twice B", "Twice C") | {"do": "open"}
    first = opened(browser, api, browser.submit("/matches/new", sent))
    names = api.get(PLAYERS, params={"name": "Twice"}).json()["items"]
    assert len(names) == 3
    assert opened(browser, api, browser.submit("/matches/new", sent))["id"] == first["id"]
    assert len(api.get(PLAYERS, params={"name": "Twice"}).json()["items"]) == 3
    # Filled in otherwise, it is another match; by now these names are somebody's.
    assert browser.submit("/matches/new", sent | {"place": "Elsewhere"}).status_code == 422


@pytest.mark.parametrize(
    ("change", "word"),
    thinned(
        [
            ({"name-2": ""}, "too_few_people"),
            ({"name-0": "", "name-3": "Missing D"}, "start_is_nobody"),
            ({"name-0": "x" * 81}, "fault_422"),
            ({"place": "x" * 121}, "fault_422"),
            ({"played_on": "yesterday"}, "fault_422"),
            ({"visibility": "nobody"}, "fault_422"),
        ],
        quick=2,
    ),
)
def test_what_is_missing_is_said_and_the_rest_stays(browser: Browser, change: dict[str, str], word: str) -> None:
    form = browser.form("/matches/new?game=klunker")
    blank = {name: "" for name in form.sent if name.startswith("player-")}
    sent = form.sent | blank | named("Missing A", "Missing B", "Missing C") | change | {"do": "open"}
    answer = browser.submit("/matches/new", sent)
    assert answer.status_code == 422
    assert unescape(WORDS["en"][word]) in unescape(answer.text)
    assert Form(answer.text, "/matches/new").sent["name-1"] == "Missing B"


def test_nobody_sits_in_two_seats(api: httpx.Client, browser: Browser) -> None:
    one = make_player(api, "Doppia")
    form = browser.form("/matches/new?game=klunker")
    sent = form.sent | {"player-0": one["id"], "player-1": one["id"], "player-2": "", "name-2": "Singola", "do": "open"}
    answer = browser.submit("/matches/new", sent)
    assert answer.status_code == 422
    assert unescape(WORDS["en"]["same_person_twice"]) in unescape(answer.text)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"game": "ludo"}, 404),
        ({"game": "klunker", "player-0": "x"}, 400),
        ({"game": "klunker", "answer-0": "x"}, 400),
        ({"game": "klunker", "more": "x"}, 400),
        ({"game": "klunker", "player-0": NOBODY, "do": "find"}, 404),
    ],
)
def test_a_form_that_no_page_sends_is_refused(browser: Browser, sent: dict[str, str], status: int) -> None:
    assert browser.submit("/matches/new", sent).status_code == status


def test_only_who_records_opens_invites_and_removes(
    api: httpx.Client, public: httpx.Client, browser: Browser, client_with: ClientWith
) -> None:
    match = dealt(api)
    of_match = (f"/matches/{match['id']}/{page}" for page in ("phones", "remove"))
    paths = ("/matches/new", "/matches/new?game=klunker", "/invite", *of_match)
    with phone_at(api) as client:
        reader = Browser(client_with("read"), client)
        for path in paths:
            assert client.get(path).status_code == 403
            assert reader.submit(path.partition("?")[0], {"sure": "yes"}).status_code == 403
        assert "/matches/new" not in client.get("/").text
        assert "/remove" not in client.get(f"/matches/{match['id']}").text
    for path in paths:
        assert public.get(path, headers=HTML).status_code == 401
        foreign = {"Origin": "https://elsewhere.example"}
        assert browser.client.post(path.partition("?")[0], data={"x": "y"}, headers=foreign).status_code == 403
    assert "/matches/new" in browser.client.get("/").text


@pytest.mark.parametrize("path", ["/matches/new", "/matches/new?game=dschunke", "/invite", "/join"])
def test_the_pages_speak_italian(browser: Browser, path: str) -> None:
    answer = browser.client.get(path, headers={"Accept-Language": "it"})
    assert 'lang="it"' in answer.text
    assert not re.search(r">\s*(New match|Invite somebody|Join|Which game)", answer.text)


# --- phones and others ---


@pytest.mark.slow
def test_each_seat_has_its_code_and_new_ones_replace_them(api: httpx.Client, browser: Browser) -> None:
    match = dealt(api, seats=[{"name": "Ada"}, {"name": "Bruno"}, {"name": "Chiara"}])
    path = f"/matches/{match['id']}/phones"
    assert f'href="{path}"' in browser.client.get(f"/matches/{match['id']}").text
    assert "<svg" not in browser.client.get(path).text
    pages = [browser.client.post(path, data={}).text for _ in range(2)]
    before, now = ([code.replace(" ", "") for code in re.findall("[0-9A-Z]{3} [0-9A-Z]{3}", text)] for text in pages)
    assert len(set(before + now)) == 6
    assert pages[1].count('class="qr"') == 3
    for seat, code in enumerate(now):
        with phone_at(api) as phone:
            assert phone.post("/join", data={"code": before[seat]}).status_code == 422
            answer = phone.post("/join", data={"code": code})
            assert answer.headers["location"] == f"/matches/{match['id']}"
            state = phone.get(f"{MATCHES}/{match['id']}/state", headers={"Accept": "application/json"}).json()
            assert state["viewer"] == f"seat:{seat}"
            assert f"<bdi>{('Ada', 'Bruno', 'Chiara')[seat]}</bdi></a>" in phone.get(f"/matches/{match['id']}").text


@pytest.mark.slow
def test_somebody_is_invited_to_record(api: httpx.Client, browser: Browser) -> None:
    form = browser.form("/invite")
    assert form.choices["role"] == ["recorder", "annotator", "reader"]
    page = browser.submit("/invite", {"role": "annotator"}).text
    (code,) = re.findall("[0-9A-Z]{3} [0-9A-Z]{3}", page)
    with phone_at(api) as phone:
        assert phone.post("/join", data={"code": code}).headers["location"] == "/"
        assert "<bdi>Commentator</bdi>" in phone.get("/").text
    assert browser.submit("/invite", {"role": "owner"}).status_code == 400


# --- removed ---


@pytest.mark.slow
def test_a_match_is_removed_from_its_page(api: httpx.Client, browser: Browser) -> None:
    match = whole(api)
    path = f"/matches/{match['id']}"
    assert f'href="{path}/remove"' in browser.client.get(path).text
    form = browser.form(f"{path}/remove")
    assert form.sent == {}, "nobody removes a match by a slip"
    assert browser.submit(f"{path}/remove", {"unsure": "yes"}).status_code == 400
    assert api.get(f"{BASE}{path}").status_code == 200
    answer = browser.submit(f"{path}/remove", {"sure": "yes"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert api.get(f"{BASE}{path}").status_code == 404
    assert browser.submit(f"{path}/remove", {"sure": "yes"}).status_code == 404
