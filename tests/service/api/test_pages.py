"""The pages for people: what they show to whom, signing in and out, and what they refuse."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from domain.registry import GAMES
from service.app import build
from service.http.session import COOKIE, local
from service.web.assets import static_address, static_files
from service.web.words import WORDS, day, decimal, points_or_dash
from tests.domain.games.support import sample_of
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.scenes import (
    DEAL,
    FIRST,
    MATCHES,
    NOBODY,
    dealt,
    guests,
    known,
    make_player,
    open_match,
    play,
    played,
    problem,
    whole,
)
from tests.tiers import thinned

ClientWith = Callable[..., httpx.Client]
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
TOMORROW = datetime.now(UTC).date() + timedelta(days=1)
"""The last day that a match may have been played on: such a match is the first one in a list."""
NASTY = "\"><script>alert('x')</script>" + "W" * 50
NAMES = (NASTY, "عَدِيّ 🃏", "O'Neill & Söhne")


class Outline(HTMLParser):
    """The elements of a page, each with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [
            found for name, found in self.elements if name == tag and all(found.get(k) == v for k, v in wanted.items())
        ]


def page(client: httpx.Client, path: str, status: int = 200, headers: dict[str, str] | None = None) -> str:
    """A page as a browser gets it; every one of them is well guarded."""
    answer = client.get(path, headers=HTML | (headers or {}))
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8"), answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    for tag, attributes in Outline(answer.text).elements:
        assert tag != "script" or attributes.get("src")
        assert [name for name in attributes if name.startswith("on")] == []
        assert (attributes.get("href") or attributes.get("src") or "/").startswith(("/", "?", "#", "data:,", "http"))
    return answer.text


def token_of(client: httpx.Client) -> str:
    return client.headers["authorization"].partition(" ")[2]


def own(client: httpx.Client) -> dict[str, str]:
    """What a browser sends with a form of our own."""
    return {"Origin": str(client.base_url).rstrip("/"), **HTML}


def submit(client: httpx.Client, path: str, form: dict[str, str], **headers: str) -> httpx.Response:
    return client.post(path, data=form, headers=own(client) | headers)


def session(client: httpx.Client, token: str) -> dict[str, str]:
    """The cookie of a browser that has signed in with `token`."""
    with client_of(client.base_url) as browser:
        answer = submit(browser, "/sign-in", {"to": "/", "token": token})
        assert answer.status_code == 303, answer.text
        return cookie(answer.cookies[COOKIE])


def cookie(text: str) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={text}"}


def links(text: str) -> dict[str, str]:
    """Where each button of the stepper leads, by what it says."""
    return {
        unescape(title): unescape(to)
        for to, title in re.findall(r'data-go="[^"]+".* href="([^"]+)" title="([^"]+)"', text)
    }


# --- what is shown ---


def test_the_home_page_shows_matches_and_leaders(api: httpx.Client, public: httpx.Client) -> None:
    seats = [make_player(api, name) for name in ("Zoe from the home page", "Yan", "Xenia")]
    match = whole(api, seats=known(*seats), place="Casa di Zoe", played_on=str(TOMORROW))
    for read_model in (MATCHES, "/api/v1/games/klunker/leaderboard"):
        assert api.get(read_model, params={"after_position": match["position"]}).status_code == 200
    seen = page(public, "/")
    assert f'href="/matches/{match["id"]}"' in seen
    assert f"{TOMORROW:%-d %B %Y}" in seen
    assert "Casa di Zoe" in seen
    assert "Zoe from the home page" in seen
    leaders = Outline(seen).all("section", **{"aria-labelledby": "leaders"})
    assert len(leaders) == 1
    assert [link["href"] for link in Outline(seen).all("a") if (link["href"] or "").startswith("/games/")] == [
        f"/games/{key}" for key in sorted(GAMES) if not GAMES[key].meta.titled
    ]


def test_the_home_page_lists_what_may_be_read_only(api: httpx.Client, public: httpx.Client) -> None:
    private = whole(api, visibility="private", played_on=str(TOMORROW))
    unlisted = whole(api, visibility="unlisted", played_on=str(TOMORROW))
    assert api.get(MATCHES, params={"after_position": unlisted["position"]}).status_code == 200
    for match in (private, unlisted):
        assert match["id"] not in page(public, "/")
        assert match["id"] in page(api, "/")


@pytest.mark.slow
def test_older_matches_are_a_link_away(api: httpx.Client, public: httpx.Client) -> None:
    for _ in range(26):
        position = whole(api, played_on=str(TOMORROW))["position"]
    assert api.get(MATCHES, params={"after_position": position}).status_code == 200
    first = page(public, "/matches")
    older = re.search(r'rel="next" href="([^"]+)"', first)
    assert older is not None
    second = page(public, unescape(older[1]))
    ids = [set(re.findall(r'class="match" href="/matches/([^"]+)"', text)) for text in (first, second)]
    assert len(ids[0]) == 25
    assert ids[1]
    assert not ids[0] & ids[1]


@pytest.mark.slow
def test_a_player_has_figures_and_matches(api: httpx.Client, public: httpx.Client) -> None:
    ada, *others = (make_player(api, name) for name in ("Ada of the pages", "B", "C"))
    shown = whole(api, seats=known(ada, *others))
    hidden = whole(api, seats=known(ada, *others), visibility="private")
    for read_model in (MATCHES, f"/api/v1/players/{ada['id']}/statistics", f"/api/v1/players/{ada['id']}/ratings"):
        assert api.get(read_model, params={"after_position": hidden["position"]}).status_code == 200
    seen, all_of_it = page(public, f"/players/{ada['id']}"), page(api, f"/players/{ada['id']}")
    assert "<bdi>Ada of the pages</bdi></h1>" in seen
    assert (shown["id"] in seen, hidden["id"] in seen) == (True, False)
    assert (shown["id"] in all_of_it, hidden["id"] in all_of_it) == (True, True)
    assert "<dt>Matches</dt><dd>1</dd>" in seen
    assert "<dt>Matches</dt><dd>2</dd>" in all_of_it


def test_who_was_erased_has_no_name(api: httpx.Client, public: httpx.Client) -> None:
    player = make_player(api, "Somebody to forget")
    match = whole(api, seats=[{"player": player["id"]}, {"name": "B"}, {"name": "C"}])
    assert api.get(MATCHES, params={"after_position": match["position"]}).status_code == 200
    api.delete(f"/api/v1/players/{player['id']}")
    assert "Anonymous" in page(public, f"/players/{player['id']}")


@pytest.mark.slow
def test_a_step_shows_the_table_the_move_and_how_it_stands(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api, place="Bologna", note="A long evening", tags=["league"])
    path = f"/matches/{match['id']}"
    last = public.get(f"{MATCHES}/{match['id']}").json()["step"]
    for step in (0, 1, 5, last):
        seen = page(public, f"{path}?step={step}")
        frame = public.get(f"/api/v1{path}/replay/steps/{step}").json()
        for layout in ("landscape", "compact"):
            drawn = public.get(f"/api/v1{path}/replay/steps/{step}.svg", params={"layout": layout}).text
            assert drawn.strip() in seen
        sentence = frame["played"]["sentence"] if step else "The set-up"
        told = re.search(r'id="sentence"[^>]*>([^<]+)<', seen)
        assert told is not None
        assert unescape(told[1]) == sentence
        for standing in frame["standings"]:
            assert f'data-score="{standing["seat"]}">{standing["score"]}<' in seen
        seats = re.findall(r'<tr data-seat="(\d)"', seen)
        assert list(map(int, seats)) == [one["seat"] for one in sorted(frame["standings"], key=lambda one: one["rank"])]
        assert bool(re.search('id="interim" hidden', seen)) is (step == last)
        assert bool(re.search('id="outcome-notes" hidden', seen)) is (step != last)
    assert seen.count('aria-current="step"') == 1
    for fact in ("Bologna", "A long evening", "league", "finished"):
        assert fact in seen


@pytest.mark.parametrize("key", thinned(GAMES))
def test_every_game_has_its_page_with_and_without_secrets(api: httpx.Client, public: httpx.Client, key: str) -> None:
    sample = sample_of(key)
    wanted = {"options": {**sample["options"], "keep_secrets": True}, "game": key}
    seats = [{"name": f"Player {seat}"} for seat in range(sample["seats"])]
    path = f"/matches/{whole(api, sample['actions'], seats=seats, **wanted)['id']}"
    step = len(sample["actions"]) // 2
    for client in (api, public):
        seen = page(client, f"{path}?step={step}")
        frames = client.get(f"/api/v1{path}/replay", params={"limit": 1000}).json()["items"]
        moves = re.findall(r'data-part="\d+"[^>]*>([^<]+)</a>', seen)
        assert list(map(unescape, moves)) == ["The set-up", *(frame["played"]["sentence"] for frame in frames[1:])]
        for layout in ("landscape", "compact"):
            params = {"layout": layout, "places": client is api}
            drawn = client.get(f"/api/v1{path}/replay/steps/{step}.svg", params=params)
            assert drawn.text.strip() in seen


def test_the_last_step_is_shown_first(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, FIRST)
    assert 'data-step="2" data-last="2"' in page(public, f"/matches/{match['id']}")


@pytest.mark.slow
def test_every_step_can_be_reached_without_script(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    path = f"/matches/{match['id']}"
    last = public.get(f"/api/v1{path}").json()["step"]
    chapters = public.get(f"/api/v1{path}/replay/chapters").json()["items"]
    firsts = [part["first_step"] for part in chapters]
    seen = page(public, f"{path}?step=3")
    assert links(seen) == {
        "First step": "?step=0",
        "Phase before": f"?step={max(first for first in firsts if first < 3)}",
        "Back": "?step=2",
        "Forward": "?step=4",
        "Next phase": f"?step={min(first for first in firsts if first > 3)}",
        "Last step": f"?step={last}",
    }
    listed = [link["href"] for link in Outline(seen).all("a") if link.get("data-part") is not None]
    assert listed == [f"?step={step}" for step in range(last + 1)]
    slider = Outline(seen).all("input", name="step", type="range")[0]
    assert (slider["min"], slider["max"], slider["value"]) == ("0", str(last), "3")
    assert links(page(public, f"{path}?step={last}"))["Forward"] == f"?step={last}"
    assert links(page(public, f"{path}?step=0"))["Back"] == "?step=0"
    as_seat = page(public, f"{path}?step=3&viewer=seat:1")
    assert links(as_seat)["Forward"] == "?step=4&viewer=seat:1"


# --- for whom ---


def choices(text: str) -> list[str]:
    """The eyes that a page offers."""
    return re.findall(r'<option value="([^"]+)"', text.partition('id="viewer"')[2].partition("</select>")[0])


@pytest.mark.slow
def test_only_those_eyes_are_offered_that_may_be_taken(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    path = f"/matches/{match['id']}"
    assert choices(page(public, path)) == []
    seat = page(public, path, headers=session(public, match["seats"][1]["token"]))
    assert choices(seat) == ["public", "seat:1"]
    assert 'value="seat:1" selected' in seat
    assert choices(page(api, path)) == ["recorder", "public", "seat:0", "seat:1", "seat:2"]
    assert "That isn’t allowed" in page(public, f"{path}?viewer=seat:1", 403)
    ended = whole(api)
    assert choices(page(public, f"/matches/{ended['id']}")) == ["recorder", "seat:0", "seat:1", "seat:2"]


def test_a_board_of_chess_is_turned(api: httpx.Client, public: httpx.Client) -> None:
    path = f"/matches/{open_match(api, game='chess', options={}, seats=guests(2))['id']}"
    turned = '<button name="viewer" value="seat:{}">Turn the board</button>'
    assert turned.format(1) in page(api, path)
    assert turned.format(1) in page(api, f"{path}?viewer=seat:0")
    assert turned.format(0) in page(api, f"{path}?viewer=seat:1")
    moves = [{"type": "move", "seat": 0, "san": "e4"}, {"type": "resign", "seat": 1}]
    ended = whole(api, moves, game="chess", options={}, seats=guests(2))
    path_of_end = f"/matches/{ended['id']}"
    for client in (api, public):
        assert turned.format(0) in page(client, f"{path_of_end}?viewer=seat:1")
        pictures = [
            client.get(f"{MATCHES}/{ended['id']}/replay/steps/{step}.svg", params={"viewer": seat}).text
            for step in (0, 2)
            for seat in ("seat:0", "seat:1")
        ]
        assert len(set(pictures)) == 4
    assert "Turn the board" not in page(public, path)  # who may not look from a seat of a match that goes on
    assert "Turn the board" not in page(api, f"/matches/{open_match(api)['id']}")


@pytest.mark.parametrize("game", ["chess", "sheet"])
def test_nobody_chooses_eyes_in_a_game_without_secrets(api: httpx.Client, public: httpx.Client, game: str) -> None:
    match = open_match(api, game=game, options={}, seats=guests(2))
    for client in (api, public):
        assert 'id="viewer"' not in page(client, f"/matches/{match['id']}")
    assert links(page(api, f"/matches/{match['id']}?viewer=seat:1"))["Forward"] == "?step=0&viewer=seat:1"


def test_a_page_tells_no_secret(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    path = f"/matches/{match['id']}"

    def told(client: httpx.Client) -> str:
        """The page without its pictures, which have tests of their own and a legend with every card."""
        return re.sub("<svg.*?</svg>", "", page(client, path), flags=re.DOTALL)

    for card in ("tiara", "necklace", "gold teeth", "monocle", "shoes", "earrings"):
        assert card in told(api)
        assert card not in told(public)


def test_what_may_not_be_read_looks_like_what_is_not_there(api: httpx.Client, public: httpx.Client) -> None:
    private = whole(api, visibility="private")
    for path in ("/matches/{}", "/matches/{}?step=1&viewer=seat:1", f"/matches/{{}}/variations/{NOBODY}"):
        answers = [public.get(path.format(match_id), headers=HTML) for match_id in (private["id"], NOBODY)]
        assert answers[0].status_code == answers[1].status_code == 404
        assert answers[0].content == answers[1].content
        assert answers[0].headers.items() - answers[1].headers.items() <= {("date", answers[0].headers["date"])}
    assert page(api, f"/matches/{private['id']}")


# --- signing in ---


def test_who_signs_in_gets_a_cookie_and_back_to_the_page(api: httpx.Client, public: httpx.Client) -> None:
    private = whole(api, visibility="private")
    path = f"/matches/{private['id']}?step=1"
    form = page(public, "/sign-in", headers={"Referer": f"{str(public.base_url).rstrip('/')}{path}"})
    assert Outline(form).all("input", name="to")[0]["value"] == path
    answer = submit(public, "/sign-in", {"to": path, "token": f"  {token_of(api)}\n"})
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    kept = answer.headers["set-cookie"]
    assert kept.startswith(f"{COOKIE}=partita_")
    assert token_of(api) not in kept
    for property_ in ("HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={30 * 24 * 3600};"):
        assert property_.lower() in kept.lower()
    assert "secure" not in kept.lower()
    public.cookies.clear()
    signed_in = page(public, path, headers=session(public, token_of(api)))
    assert 'action="/sign-out"' in signed_in


def test_over_https_the_cookie_is_secure(api: httpx.Client, public: httpx.Client) -> None:
    answer = submit(public, "/sign-in", {"to": "/", "token": token_of(api)}, **{"X-Forwarded-Proto": "https"})
    public.cookies.clear()
    assert "secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("token", ["", "nonsense", f"partita_abc_{'0' * 48}", "é\N{SNOWMAN}", "a b"])
def test_a_token_that_is_no_good_is_told(public: httpx.Client, token: str) -> None:
    answer = submit(public, "/sign-in", {"to": "/", "token": token})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "set-cookie" not in answer.headers
    assert unescape(WORDS["en"]["token_wrong"]) in unescape(answer.text)
    assert token not in answer.text or len(token) < 4


@pytest.mark.slow
def test_tokens_cannot_be_guessed_by_the_form(new_database: Callable[[], str], tmp_path: Any) -> None:
    with (
        running_service(new_database(), tmp_path, failures_allowed=3) as api,
        client_of(api.base_url) as guest,
    ):
        wrong = [submit(guest, "/sign-in", {"to": "/", "token": f"partita_a{n}_{'0' * 48}"}) for n in range(4)]
        assert [answer.status_code for answer in wrong] == [401, 401, 401, 429]
        assert int(wrong[-1].headers["retry-after"]) > 0
        assert submit(guest, "/sign-in", {"to": "/", "token": token_of(api)}).status_code == 303


def test_signing_out_ends_the_session_and_not_the_token(api: httpx.Client, public: httpx.Client) -> None:
    path = f"/matches/{whole(api, visibility='private')['id']}"
    mine, another = session(public, token_of(api)), session(public, token_of(api))
    page(public, path, headers=mine)
    answer = submit(public, "/sign-out", {}, **mine)
    assert answer.status_code == 303
    assert f'{COOKIE}=""' in answer.headers["set-cookie"] or f"{COOKIE}=;" in answer.headers["set-cookie"]
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    page(public, path, 401, headers=mine)
    page(public, path, headers=another)
    page(api, path)
    assert submit(public, "/sign-out", {}, **mine).status_code == 303  # nothing is left to end


def test_who_signs_in_again_has_one_session(api: httpx.Client, public: httpx.Client) -> None:
    before = session(public, token_of(api))
    answer = submit(public, "/sign-in", {"to": "/", "token": token_of(api)}, **before)
    public.cookies.clear()
    page(public, "/", 401, headers=before)
    page(public, "/", headers=cookie(answer.cookies[COOKIE]))


def test_a_session_ends_with_its_token_and_is_no_token(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith
) -> None:
    token = token_of(client_with("read"))
    mine = session(public, token)
    page(public, "/", headers=mine)
    stored = mine["Cookie"].partition("=")[2]
    problem(public.get("/api/v1/players", headers={"Authorization": f"Bearer {stored}"}), 401, "unauthenticated")
    page(public, "/", 401, headers=cookie(token))
    assert api.delete(f"/api/v1/tokens/{token.split('_')[1]}").status_code == 204
    page(public, "/", 401, headers=mine)


@pytest.mark.slow
def test_the_header_of_a_page_says_who_one_is(api: httpx.Client, public: httpx.Client, client_with: ClientWith) -> None:
    match = dealt(api, seats=[{"name": "Ada"}, {"name": "Bruno"}, {"name": "Chiara"}])
    path = f"/matches/{match['id']}"

    def header(headers: dict[str, str]) -> str:
        return page(public, path, headers=headers).partition("<main")[0]

    assert "visitor" not in header({})
    assert "<bdi>Owner</bdi>" in header(session(public, token_of(api)))
    assert "<bdi>Reader</bdi>" in header(session(public, token_of(client_with("read"))))
    seat = header(session(public, match["seats"][1]["token"]))
    assert f'<a href="{path}"><bdi>Bruno</bdi></a>' in seat


def test_a_browser_whose_token_is_good_no_longer_is_signed_out(public: httpx.Client) -> None:
    answer = public.get("/matches?cursor=", headers=HTML | cookie(f"partita_abc_{'0' * 48}"))
    assert answer.status_code == 401
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    assert "no-store" in answer.headers["cache-control"]


@pytest.mark.parametrize(
    "to",
    [
        "https://elsewhere.example/",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "/\t/elsewhere.example",
        "x",
        "",
        "/a\r\nb",
    ],
)
def test_nobody_is_sent_elsewhere(api: httpx.Client, public: httpx.Client, to: str) -> None:
    answer = submit(public, "/sign-in", {"to": to, "token": token_of(api)})
    public.cookies.clear()
    assert answer.headers["location"] == "/"
    assert local(to) == "/"
    referred = page(public, "/sign-in", headers={"Referer": "https://elsewhere.example/matches/1"})
    assert Outline(referred).all("input", name="to")[0]["value"] == "/"


def test_a_session_reads_everywhere_and_writes_from_pages_of_this_service_only(
    api: httpx.Client, public: httpx.Client
) -> None:
    match = dealt(api)
    mine = session(public, token_of(api))
    state = public.get(f"{MATCHES}/{match['id']}/state", headers=mine)
    assert state.json()["viewer"] == "recorder"
    assert "Cookie" in state.headers["vary"]
    assert public.head(f"{MATCHES}/{match['id']}?viewer=recorder", headers=mine).status_code == 200
    for sent in FOREIGN:
        problem(play(public, match, FIRST, headers=mine | sent), 401, "unauthenticated")
        foreign = public.delete(f"{MATCHES}/{match['id']}/annotations/{NOBODY}", headers=mine | sent)
        problem(foreign, 401, "unauthenticated")
    assert play(public, match, FIRST, headers=mine | {"Origin": own(public)["Origin"]}).status_code == 201


def test_a_session_is_told_no_token(api: httpx.Client, public: httpx.Client) -> None:
    mine = session(public, token_of(api)) | {"Sec-Fetch-Site": "same-origin"}
    body = {"game": "klunker", "seats": [{"name": name, "new": True} for name in ("Ada", "Bruno", "Chiara")]}
    opened = public.post(MATCHES, json=body, headers=mine | {"Idempotency-Key": "by-session"})
    assert opened.status_code == 201
    assert [set(seat) for seat in opened.json()["seats"]] == [{"seat", "player"}] * 3
    again = session(public, token_of(api)) | {"Sec-Fetch-Site": "same-origin", "Idempotency-Key": "by-session"}
    assert public.post(MATCHES, json=body, headers=again).json() == opened.json()
    for path, sent in (
        ("/api/v1/tokens", {"role": "reader", "label": "x"}),
        (f"{MATCHES}/{opened.json()['id']}/seats/0/token", None),
    ):
        problem(public.post(path, json=sent, headers=mine), 403, "forbidden")


def test_the_header_wins_over_the_session(public, api: httpx.Client, client_with: ClientWith) -> None:
    reader = client_with("read")
    match = dealt(api)
    both = reader.get(f"{MATCHES}/{match['id']}/state", headers=session(reader, token_of(api)))
    assert both.json()["viewer"] == "public"
    wrong = {"Authorization": "Bearer nonsense", **session(reader, token_of(api))}
    problem(reader.get(f"{MATCHES}/{match['id']}", headers=wrong), 401, "unauthenticated")


# --- forms ---

FOREIGN = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Origin": "http://["},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {},
]


@pytest.mark.parametrize("sent", FOREIGN)
def test_forms_of_other_sites_are_refused(api: httpx.Client, public: httpx.Client, sent: dict[str, str]) -> None:
    match = dealt(api)
    token = session(public, token_of(api))
    comment = {"step": "1", "text": "hello", "viewer": "", "audience": "public"}
    for path, form in (
        ("/sign-in", {"to": "/", "token": token_of(api)}),
        ("/sign-out", {}),
        (f"/matches/{match['id']}/comments", comment),
    ):
        answer = public.post(path, data=form, headers=token | HTML | sent)
        assert answer.status_code == 403, path
        assert "set-cookie" not in answer.headers
    assert api.get(f"{MATCHES}/{match['id']}/annotations").json()["items"] == []


def test_a_browser_that_says_so_is_believed_behind_a_proxy(api: httpx.Client, public: httpx.Client) -> None:
    headers = {"Sec-Fetch-Site": "same-origin", "Origin": "https://games.example"}
    assert public.post("/sign-in", data={"to": "/", "token": token_of(api)}, headers=headers).status_code == 303
    public.cookies.clear()


def test_a_comment_is_kept_for_whom_and_as_it_was_meant(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    path = f"/matches/{match['id']}/comments"
    form = {"step": "1", "text": "Not the *tiara*?\r\n\r\nWhy?", "viewer": "public", "audience": "public"}
    answer = submit(public, path, form, **session(public, token_of(api)))
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/matches/{match['id']}?step=1&viewer=public#comments"
    (kept,) = api.get(f"{MATCHES}/{match['id']}/annotations").json()["items"]
    assert kept["content"] == {"kind": "comment", "text": "Not the *tiara*?\n\nWhy?"}
    assert (kept["step"], kept["audience"], kept["viewer"], kept["mine"]) == (1, "public", "public", True)
    seen = page(public, f"/matches/{match['id']}")
    assert "<p>Not the <em>tiara</em>?</p>" in seen
    assert "Commentator" in seen
    assert ">you<" in page(api, f"/matches/{match['id']}")


def test_a_seat_comments_with_its_own_eyes_and_name(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api, seats=[{"name": "Ada"}, {"name": "Bruno"}, {"name": "Chiara"}])
    form = {"step": "1", "text": "My hand is bad.", "viewer": "", "audience": "public"}
    answer = submit(public, f"/matches/{match['id']}/comments", form, **session(public, match["seats"][1]["token"]))
    assert answer.status_code == 303
    assert "My hand is bad." not in page(public, f"/matches/{match['id']}")
    assert "<bdi>Bruno</bdi>, <time" in page(api, f"/matches/{match['id']}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"text": " "}, 422),
        ({"text": "x" * 8001}, 422),
        ({"step": "9"}, 422),
        ({"step": "-1"}, 400),
        ({"step": "²"}, 400),
        ({"audience": "all"}, 400),
        ({"viewer": "seat:9"}, 400),
        ({"more": "x"}, 400),
    ],
)
def test_a_comment_that_cannot_be_kept_is_refused(
    api: httpx.Client, public: httpx.Client, change: dict[str, str], status: int
) -> None:
    match = dealt(api)
    form = {"step": "1", "text": "hello", "viewer": "", "audience": "shared"} | change
    answer = submit(public, f"/matches/{match['id']}/comments", form, **session(public, token_of(api)))
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert api.get(f"{MATCHES}/{match['id']}/annotations").json()["items"] == []


def test_who_may_not_annotate_cannot(api: httpx.Client, public: httpx.Client, client_with: ClientWith) -> None:
    match = dealt(api)
    path = f"/matches/{match['id']}"
    form = {"step": "1", "text": "hello", "viewer": "", "audience": "shared"}
    reader = token_of(client_with("read"))
    assert "/comments" not in page(public, path, headers=session(public, reader))
    assert "/comments" in page(public, path, headers=session(public, token_of(client_with("annotate"))))
    assert submit(public, f"{path}/comments", form, **session(public, reader)).status_code == 403
    refused = submit(public, f"{path}/comments", form, Referer=f"{str(public.base_url).rstrip('/')}{path}")
    assert refused.status_code == 401
    assert Outline(refused.text).all("input", name="to")[0]["value"] == path
    assert (
        public.post(f"{path}/comments", json=form, headers=own(public) | session(public, token_of(api))).status_code
        == 415
    )


# --- variations, glyphs and what is gone ---


@pytest.mark.slow
def test_variations_are_listed_and_shown_step_by_step(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    base = f"{MATCHES}/{match['id']}"
    other = {"type": "stock", "seat": 0, "jewels": [match_hand(api, match, 0)]}
    wanted = {"step": 1, "title": "Safer <b>", "actions": [other], "audience": "public"}
    made = api.post(f"{base}/variations", json=wanted)
    assert made.status_code == 201, made.text
    note = {
        "step": 1,
        "variation": made.json()["id"],
        "content": {"kind": "comment", "text": "Better"},
        "audience": "public",
    }
    assert api.post(f"{base}/annotations", json=note).status_code == 201
    path = f"/matches/{match['id']}/variations/{made.json()['id']}"
    assert page(public, f"/matches/{match['id']}").count(f'href="{path}"') == 2
    frames = public.get(f"{base}/variations/{made.json()['id']}/frames").json()["items"]
    seen = page(public, path)
    assert "Safer &lt;b&gt;" in seen
    assert unescape(re.findall(r'class="sentence"[^>]*>([^<]+)<', seen)[0]) == frames[1]["played"]["sentence"]
    assert "<p>Better</p>" in seen
    assert f'href="/matches/{match["id"]}?step=1"' in seen
    assert WORDS["en"]["begins_here"] in page(public, f"{path}?step=0")
    assert page(public, f"{path}?step=2", 404)
    assert page(public, f"/matches/{match['id']}/variations/{NOBODY}", 404)


def match_hand(api: httpx.Client, match: dict[str, Any], seat: int) -> str:
    """A card that the seat was dealt first."""
    dealt_cards = api.get(f"{MATCHES}/{match['id']}/replay/steps/1").json()["played"]["action"]["hands"]
    return str(dealt_cards[seat][0])


@pytest.mark.slow
def test_glyphs_tags_and_comments_whose_move_is_gone_are_told(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, FIRST)
    notes = f"{MATCHES}/{match['id']}/annotations"
    for content in (
        {"kind": "glyphs", "glyphs": [5]},
        {"kind": "tags", "tags": ["opening"]},
        {"kind": "comment", "text": "Of a move that goes"},
    ):
        assert api.post(notes, json={"step": 2, "content": content, "audience": "public"}).status_code == 201
    seen = page(api, f"/matches/{match['id']}")
    sign = '<span class="glyph" aria-hidden="true">!?</span> {} <span class="by">(<bdi>{}</bdi>)</span>'
    assert seen.count(sign.format("interesting move", "you")) == 2, "beside the comments and in the list of moves"
    assert sign.format("mossa interessante", "tu") in page(
        api, f"/matches/{match['id']}", headers={"Accept-Language": "it"}
    )
    assert '<span class="tag">opening</span>' in seen
    assert WORDS["en"]["gone"] not in seen
    assert api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 1}).status_code == 201
    seen = page(api, f"/matches/{match['id']}")
    assert WORDS["en"]["gone"] in seen
    assert "Of a move that goes" in seen


# --- hostile texts, languages, faults, caches ---


@pytest.mark.slow
def test_names_and_texts_can_do_nothing(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(
        api, seats=[{"name": name} for name in NAMES], place=NASTY, note=f"{NASTY}\n\N{PILE OF POO}", tags=["<i>"]
    )
    played(api, match, DEAL)
    text = "<img src=x onerror=alert(1)> [x](javascript:alert(1)) <script>alert(1)</script>"
    note = {"step": 1, "content": {"kind": "comment", "text": text}, "audience": "public"}
    assert api.post(f"{MATCHES}/{match['id']}/annotations", json=note).status_code == 201
    for client in (api, public):
        seen = page(client, f"/matches/{match['id']}")
        assert len(Outline(seen).all("script")) == 1
        assert Outline(seen).all("img") == []
    for seat in match["seats"]:
        assert len(Outline(page(public, f"/players/{seat['player']['id']}")).all("script")) == 0
    assert "<bdi>عَدِيّ 🃏</bdi>" in seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("accepted", "language"), [("it-IT,it;q=0.9,en;q=0.8", "it"), ("de", "de"), ("fr", "en"), ("en,it;q=0.5", "en")]
)
def test_pages_speak_the_readers_language(
    api: httpx.Client, public: httpx.Client, accepted: str, language: Any
) -> None:
    match = dealt(api)
    for path, status in (("/", 200), (f"/matches/{match['id']}", 200), ("/sign-in", 200), ("/nowhere", 404)):
        seen = page(public, path, status, {"Accept-Language": accepted})
        assert f'<html lang="{language}">' in seen
        assert unescape(WORDS[language]["sign_in"]) in unescape(seen)


def test_numbers_are_written_as_in_the_language() -> None:
    assert (decimal(-1.25, "it"), decimal(2.0, "en"), decimal(None, "en")) == ("\N{MINUS SIGN}1,2", "2.0", "–")
    assert [points_or_dash(number, "de") for number in (Decimal("1234.5"), -7, None)] == ["1234,5", "-7", "–"]
    assert points_or_dash(Decimal("3.5"), "en") == "3.5"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", f"/matches/{NOBODY}", 404),
        ("GET", "/matches/1", 404),
        ("GET", f"/players/{NOBODY}", 404),
        ("GET", "/static/..%2fwords.py", 404),
        ("GET", "/static/none.css", 404),
        ("POST", "/", 405),
        ("DELETE", f"/matches/{NOBODY}", 405),
        ("GET", "/?colour=red", 400),
        ("GET", "/?cursor=x", 400),
        ("GET", f"/matches/{NOBODY}?step=x", 400),
        ("GET", f"/matches/{NOBODY}?step=-1", 400),
    ],
)
def test_faults_are_pages_for_browsers_and_problems_for_programs(
    public: httpx.Client, method: str, path: str, status: int
) -> None:
    shown = public.request(method, path, headers=HTML)
    assert (shown.status_code, shown.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert shown.headers["cache-control"] == "no-store"
    assert "Traceback" not in shown.text
    told = public.request(method, path, headers={"Accept": "*/*"})
    assert (told.status_code, told.headers["content-type"]) == (status, "application/problem+json")
    assert shown.headers.get("allow") == told.headers.get("allow")
    assert public.get(f"/api/v1/matches/{NOBODY}", headers=HTML).headers["content-type"] == "application/problem+json"


def test_a_step_that_there_is_not_is_missed(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    assert "There is nothing here" in page(public, f"/matches/{match['id']}?step=2", 404)


@pytest.mark.slow
def test_pages_are_asked_for_again_and_files_are_kept(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    path = f"/matches/{match['id']}"
    first = public.get(path, headers=HTML)
    assert first.headers["cache-control"] == "private, no-cache"
    assert {"Cookie", "Authorization", "Accept-Language"} <= set(first.headers["vary"].split(", "))
    again = public.get(path, headers=HTML | {"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = public.head(path, headers=HTML)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", first.headers["etag"])
    played(api, match, FIRST)
    assert public.get(path, headers=HTML | {"If-None-Match": first.headers["etag"]}).status_code == 200
    others = (f"{path}/record", f"{path}/vary?step=1", f"{path}/share", f"/embed{path}", "/statistics")
    recording = "".join(api.get(other, headers=HTML).text for other in others)
    at_work = f'src="{static_address("importing.js")}"'  # on the page of an import, as long as it is at work
    modules = "".join(file.content.decode(errors="ignore") for file in static_files().values())
    for name, file in static_files().items():
        asked = rf'(?:(?:href|src|data-worker)="/static/|"src": "/static/|from "\./){re.escape(name)}(\?v=[^"]*)"'
        (version,) = set(re.findall(asked, first.text + recording + modules + at_work))
        address = f"/static/{name}{version}"
        kept = public.get(address)
        assert kept.content == file.content
        assert "immutable" in kept.headers["cache-control"]
        assert public.get(urlsplit(address).path).headers["cache-control"] == "no-cache"
        assert public.get(f"/static/{name}?v=other").headers["cache-control"] == "no-cache"


@pytest.mark.slow
def test_pages_stand_in_no_document_of_the_api() -> None:
    document = build(None).openapi_schema.to_schema()["paths"]
    assert [path for path in document if not path.startswith(("/api/v1", "/health"))] == []


def test_dates_are_written_as_people_do() -> None:
    assert [day(date(2026, 3, 5), language) for language in ("en", "it")] == [
        "5\N{NO-BREAK SPACE}March 2026",
        "5\N{NO-BREAK SPACE}marzo 2026",
    ]
