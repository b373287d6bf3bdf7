"""Bad input of every kind gets a problem document that names the place, and leaves nothing behind."""

import json
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.service.scenes import (
    BASE,
    DEAL,
    FIRST,
    MATCHES,
    NOBODY,
    PLAYERS,
    dealt,
    guests,
    known,
    make_player,
    open_match,
    played,
    problem,
    whole,
)
from tests.tiers import thinned

Stored = Callable[[], tuple[int, ...]]

JSON = {"Content-Type": "application/json"}
DEEP = b"[" * 100_000 + b"]" * 100_000
HUGE = b"1" * 5000
MATCH: dict[str, Any] = {"game": "klunker", "seats": guests()}
ACTIONS: dict[str, Any] = {"actions": [FIRST]}


@pytest.fixture(scope="module")
def targets(api: httpx.Client) -> dict[str, str]:
    """Where bodies are sent: a method and an address for each form of body."""
    match, player = dealt(api), make_player(api, "Ada")
    return {
        "match": f"POST {MATCHES}",
        "correction": f"PATCH {MATCHES}/{match['id']}",
        "actions": f"POST {MATCHES}/{match['id']}/actions",
        "player": f"POST {PLAYERS}",
        "name": f"PATCH {PLAYERS}/{player['id']}",
        "merge": f"POST {PLAYERS}/{player['id']}/merge",
    }


TARGETS = ("match", "correction", "actions", "player", "name", "merge")


def send(api: httpx.Client, target: str, content: Any, headers: dict[str, str] | None = None) -> httpx.Response:
    method, _, address = target.partition(" ")
    return api.request(method, address, content=content, headers=JSON if headers is None else headers)


# --- bodies that aren't JSON of the form ---

NOT_JSON: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "cut off": b'{"name": "Ad',
    "no JSON": b"name=Ada",
    "two values": b"{} {}",
    "a comma too many": b'{"name": "Ada",}',
    "single quotes": b"{'name': 'Ada'}",
    "a comment": b'{"name": "Ada"} // hello',
    "NaN": b'{"name": NaN}',
    "infinity": b'{"name": -Infinity}',
    "a byte order mark": b'\xef\xbb\xbf{"name": "Ada"}',
    "UTF-16": '{"name": "Ada"}'.encode("utf-16"),
    "Latin-1": '{"name": "Adä"}'.encode("latin-1"),
    "an overlong NUL": b'{"name": "\xc0\x80"}',
    "a surrogate in UTF-8": b'{"name": "\xed\xa0\x80"}',
    "half a surrogate pair": b'{"name": "\\ud800"}',
    "the other half": b'{"name": "\\udc00"}',
    "half a pair as a name": b'{"\\ud800": 1, "\\ud800": 2}',
    "a raw line break in a text": b'{"name": "A\nda"}',
    "deep": b'{"name": ' + DEEP + b"}",
    "a deep list": DEEP,
    "a deep unknown field": b'{"nome": ' + DEEP + b"}",
    "deep and cut off": b'{"name": ' + DEEP[:100_000],
    "deep objects": b'{"name": ' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001,
}

NOT_OF_THE_FORM: dict[str, bytes] = {
    "null": b"null",
    "a list": b"[]",
    "a text": b'"Ada"',
    "a number": b"5",
    "a huge number": HUGE,
    "an unknown field": b'{"nome": "Ada"}',
    "an unknown field with an odd name": b'{"a - at `$.b`": 1}',
    "an unknown field with a long name": b'{"' + b"x" * 500_000 + b'": 1}',
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
def test_a_body_that_is_not_json_is_refused(
    api: httpx.Client, targets: dict[str, str], nothing_stored: None, target: str, body: bytes
) -> None:
    answer = send(api, targets[target], body.replace(b"name", _a_field_of(target)))
    kind = "invalid-json" if answer.json()["type"].endswith("json") else "invalid-request"
    problem(answer, 400, kind)
    assert len(answer.content) < 1000


def _a_field_of(target: str) -> bytes:
    return {"match": b"place", "correction": b"note", "actions": b"actions", "merge": b"into"}.get(target, b"name")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("body", NOT_OF_THE_FORM.values(), ids=NOT_OF_THE_FORM)
def test_a_body_of_another_form_is_refused(
    api: httpx.Client, targets: dict[str, str], nothing_stored: None, target: str, body: bytes
) -> None:
    answer = send(api, targets[target], body)
    refused = problem(answer, 400, "invalid-request")
    assert "pointer" in refused
    assert len(answer.content) < 1000


def with_value(body: dict[str, Any], place: str, value: Any) -> bytes:
    """`body` as JSON with `value` at a JSON pointer; bytes stand as they are."""
    copy = json.loads(json.dumps(body))
    *path, last = place.strip("/").split("/")
    node = copy
    for part in path:
        node = node[int(part)] if isinstance(node, list) else node[part]
    node[int(last) if isinstance(node, list) else last] = "@@" if isinstance(value, bytes) else value
    text = json.dumps(copy).encode()
    return text.replace(b'"@@"', value) if isinstance(value, bytes) else text


Wrong = tuple[str, str, Any, str]


def wrong(target: str, place: str, *values: Any, inside: str = "") -> list[Wrong]:
    """`values` that can't be at `place`; `inside` is where in them the fault lies."""
    return [(target, place, value, place + inside) for value in values]


WRONG_VALUES: list[Wrong] = [
    *wrong("player", "/name", None, 5, True, ["Ada"], {"first": "Ada"}),
    *wrong("name", "/name", None, 5),
    *wrong("merge", "/into", None, 5, "", "Ada", "0" * 31, NOBODY + "0"),
    *wrong("match", "/game", None, 5, ["klunker"]),
    *wrong("match", "/seats", None, 3, "Ada", {}, [guests()[0]] * 17),
    *wrong("match", "/seats/1", None, "Ada", [], {}, {"name": "A", "player": NOBODY}, {"name": "Ada", "age": 5}),
    *wrong("match", "/seats/1", {"player": 5}, {"player": "Ada"}, inside="/player"),
    *wrong("match", "/seats/1/name", None, 5),
    *wrong("match", "/options", None, [], "open", 5, {"dealer": 1}, DEEP),
    *wrong("match", "/options", *({"start_seat": n} for n in (None, "1", True, -1, 16, 1 << 70)), inside="/start_seat"),
    *wrong("match", "/options", *(b'{"start_seat": %b}' % n for n in (b"1.0", b"1e0", HUGE)), inside="/start_seat"),
    *wrong("match", "/options", {"dealing": "open "}, {"dealing": None}, inside="/dealing"),
    *wrong("match", "/options", {"keep_secrets": 1}, {"keep_secrets": "true"}, inside="/keep_secrets"),
    *wrong(
        "match", "/played_on", "", "today", "2024-02-30", "2024-1-1", "0000-01-01", "2024-01-01T00:00:00Z", 20240101
    ),
    *wrong("match", "/place", None, 5, []),
    *wrong("match", "/note", None, 5, []),
    *wrong("match", "/visibility", None, "secret", "Public", 0),
    *(
        row
        for name in ("place", "note", "seats", "visibility", "played_on")
        for row in wrong("correction", f"/{name}", None)
    ),
    *wrong("actions", "/actions", None, {}, "pass", []),
    *wrong("actions", "/actions/0", None, 5, "pass", [], {}, {"type": "pass"}, FIRST | {"note": "x"}, DEEP, HUGE),
    *wrong("actions", "/actions/0/type", None, 5, "jump", "Stock"),
    *wrong("actions", "/actions/0/seat", None, "0", True, False, -1, 16, 1 << 40, -(1 << 70), [0]),
    *wrong("actions", "/actions/0/seat", b"0.0", b"0e0", HUGE, b"-" + HUGE, DEEP),
    *wrong("actions", "/actions/0/jewels", None, "shoes", {"shoes": 1}, 1),
    *wrong("actions", "/actions/0/jewels/0", None, "gems", 1, "Shoes", DEEP),
    *wrong("actions", "/actions/0", {"type": "buy", "seat": 0, "from": 16}, inside="/from"),
    *wrong("actions", "/actions/0", {"type": "deal", "hands": [["shoes"], None]}, inside="/hands/1"),
    *wrong("actions", "/actions/0", {"type": "deal", "hands": [], "seat": 0}),
    *wrong("actions", "/played_at", "", "now", 5, "2024-01-01", "2024-01-01T00:00:00", "2024-01-01T25:00:00Z"),
    *wrong("actions", "/played_at", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"),
]


@pytest.mark.parametrize(("target", "place", "value", "pointer"), WRONG_VALUES, ids=map(str, range(len(WRONG_VALUES))))
def test_a_wrong_value_is_named_by_its_pointer(
    api: httpx.Client, targets: dict[str, str], nothing_stored: None, target: str, place: str, value: Any, pointer: str
) -> None:
    bodies = {"match": MATCH, "actions": ACTIONS, "player": {"name": ""}, "name": {"name": ""}, "merge": {"into": ""}}
    answer = send(api, targets[target], with_value(bodies.get(target, {}), place, value))
    if value is DEEP:
        assert problem(answer, 400, answer.json()["type"].rpartition("/")[2])["type"].startswith("/problems/invalid-")
    else:
        assert problem(answer, 400, "invalid-request")["pointer"] == pointer


TWICE: dict[str, tuple[str, bytes]] = {
    "at the top": ("player", b'{"name": "Ada", "name": "Bob"}'),
    "the same value": ("player", b'{"name": "Ada", "name": "Ada"}'),
    "written in two ways": ("player", b'{"name": "Ada", "n\\u0061me": "Bob"}'),
    "in a seat": ("match", b'{"game": "klunker", "seats": [{"name": "A", "name": "B"}, {"name": "C"}, {"name": "D"}]}'),
    "in the options": ("match", with_value(MATCH, "/options", b'{"start_seat": 0, "start_seat": 1}')),
    "in an action": ("actions", b'{"actions": [{"type": "stock", "seat": 1, "seat": 0, "jewels": ["shoes"]}]}'),
    "in a second action": (
        "actions",
        b'{"actions": [{"type": "stock", "seat": 0, "jewels": ["shoes"]}, {"type": "pass", "seat": 0, "seat": 1}]}',
    ),
}


@pytest.mark.parametrize(("target", "body"), TWICE.values(), ids=TWICE)
def test_a_field_given_twice_is_refused(
    api: httpx.Client, targets: dict[str, str], nothing_stored: None, target: str, body: bytes
) -> None:
    assert "twice" in problem(send(api, targets[target], body), 400, "invalid-request")["detail"]


# --- how bodies are sent ---

WRONG_TYPES: tuple[dict[str, str], ...] = (
    {},
    {"Content-Type": ""},
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/x-www-form-urlencoded"},
    {"Content-Type": "application/jsonp"},
    {"Content-Type": "application/problem+json"},
    {"Content-Type": "application/json; charset=utf-16"},
    {"Content-Type": "application/json; charset=iso-8859-1"},
    JSON | {"Content-Encoding": "gzip"},
    JSON | {"Content-Encoding": "br, identity"},
)


@pytest.mark.parametrize("headers", WRONG_TYPES)
@pytest.mark.parametrize("target", TARGETS)
def test_another_content_type_or_encoding_is_refused(
    api: httpx.Client, targets: dict[str, str], nothing_stored: None, target: str, headers: dict[str, str]
) -> None:
    problem(send(api, targets[target], b'{"name": "Ada"}', headers), 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json; charset=utf-8",
        'Application/JSON;Charset="UTF-8"',
        "application/json;",
        "application/json; v=1",
    ],
)
def test_json_in_utf_8_is_taken_however_it_is_written(api: httpx.Client, content_type: str) -> None:
    headers = {"Content-Type": content_type, "Content-Encoding": "Identity"}
    assert send(api, f"POST {PLAYERS}", b'{"name": "Ada"}', headers).status_code == 201


@pytest.mark.parametrize("target", thinned(TARGETS))
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_of_ten_megabytes_is_too_large(
    api: httpx.Client, targets: dict[str, str], nothing_stored: None, target: str, chunked: bool
) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(160):
            yield b"x" * 65_536
        yield b'"}'

    problem(send(api, targets[target], chunks() if chunked else b"".join(chunks())), 413, "too-large")


def test_a_body_just_below_the_limit_is_read(api: httpx.Client, nothing_stored: None) -> None:
    room = (1 << 20) - len(b'{"name": ""}')
    refused = problem(send(api, f"POST {PLAYERS}", b'{"name": "%b"}' % (b"x" * room)), 422, "unfit-text")
    assert refused["pointer"] == "/name"
    problem(send(api, f"POST {PLAYERS}", b'{"name": "%b"}' % (b"x" * (room + 1))), 413, "too-large")


def test_a_body_where_none_is_expected_changes_nothing(api: httpx.Client) -> None:
    path = f"{MATCHES}/{open_match(api)['id']}"
    plain = api.get(path)
    for body in (b"{}", b"\xff", b"x" * 3_000_000):
        answer = api.request("GET", path, content=body, headers=JSON)
        assert (answer.status_code, answer.content) == (200, plain.content)


# --- texts ---

UNFIT: dict[str, str] = {
    "empty": "",
    "blank": " \t\u00a0\u2003\u3000",
    "NUL": "Ada\0",
    "a control character": "A\x07da",
    "an escape": "\x1b[31mAda",
    "a C1 control character": "A\x85da",
    "a line break": "Ada\nBob",
    "a line separator": "Ada\u2028Bob",
    "right to left override": "Ada\u202egnp.exe",
    "an isolate": "\u2066Ada",
    "zero width only": "\u200b\u200c\u200d\u2060\ufeff",
    "a joiner only": "\u200d",
    "soft hyphens only": "\u00ad\u00ad",
    "marks only": "\u0301\u0302",
    "a variation selector only": "\ufe0f",
    "Hangul fillers only": "\u3164\u115f\uffa0",
    "a blank Braille pattern": "\u2800",
    "private use": "Ada\ue000",
    "no character": "Ada\uffff",
    "81 characters": "x" * 81,
    "a long one": "x" * 100_000,
    "many marks": "a" + "\u0301" * 5000,
}


@pytest.mark.parametrize("name", thinned(UNFIT.values(), quick=6), ids=UNFIT)
def test_a_name_that_can_not_be_shown_is_refused_everywhere(
    api: httpx.Client, targets: dict[str, str], nothing_stored: None, name: str
) -> None:
    seats = [*guests(2), {"name": name}]
    for target, body, pointer in (
        ("player", {"name": name}, "/name"),
        ("name", {"name": name}, "/name"),
        ("match", MATCH | {"seats": seats}, "/seats/2/name"),
        ("correction", {"seats": seats}, "/seats/2/name"),
    ):
        assert problem(send(api, targets[target], json.dumps(body)), 422, "unfit-text")["pointer"] == pointer


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("place", "x" * 121),
        ("place", "two\nlines"),
        ("place", "a\0b"),
        ("note", "x" * 4001),
        ("note", "a\0b"),
        ("note", "a\u202eb"),
        ("note", "a\x1bb"),
    ],
)
def test_a_place_or_note_that_can_not_be_shown_is_refused(
    api: httpx.Client, targets: dict[str, str], nothing_stored: None, field: str, text: str
) -> None:
    for target, body in (("match", MATCH), ("correction", {})):
        answer = send(api, targets[target], json.dumps(body | {field: text}))
        assert problem(answer, 422, "unfit-text")["pointer"] == f"/{field}"


KEPT: dict[str, tuple[str, str]] = {
    "combining characters": ("e\u0301 n\u0303", "\u00e9 \u00f1"),
    "Hangul": ("\u1112\u1161\u11ab", "\ud55c"),
    "a family": ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
    "a flag": ("\U0001f3f4\U000e0067\U000e0062\U000e007f", "\U0001f3f4\U000e0067\U000e0062\U000e007f"),
    "an emoji of next year": ("\U0001fae8\U0001faef", "\U0001fae8\U0001faef"),
    "Arabic": ("\u0639\u0645\u0631", "\u0639\u0645\u0631"),
    "white space around": ("\u2003 Ada\t", "Ada"),
    "one character": ("\u4e00", "\u4e00"),
    "80 characters": ("\U0001d54f" * 80, "\U0001d54f" * 80),
    "markup": ('<b>Ada</b> & "Bob" {name} %s \'; --', '<b>Ada</b> & "Bob" {name} %s \'; --'),
}


@pytest.mark.parametrize(("name", "kept"), thinned(KEPT.values(), quick=3), ids=KEPT)
def test_a_name_in_any_script_is_kept_and_told(api: httpx.Client, name: str, kept: str) -> None:
    player = make_player(api, name)
    assert player["name"] == kept
    match = open_match(api, seats=[*known(player), *guests(2)], place=name, note=f"{name}\n\t{name}")
    assert (match["place"], match["seats"][0]["player"]["name"]) == (kept, kept)
    position = played(api, match, DEAL)["position"]
    history = api.get(f"{MATCHES}/{match['id']}/history", params={"after_position": position}).json()
    assert f"{kept} gets" in history["items"][0]["sentence"]
    found = api.get(PLAYERS, params={"name": kept, "limit": 1000}).json()["items"]
    assert player in found


# --- addresses, methods, queries ---

NOWHERE = (
    "/match",
    "/nope",
    "/api/v1",
    "/api/v2/games",
    "/%00",
    "/%ff%fe",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/\u00e9",
    f"{BASE}/matches/1",
    f"{BASE}/matches/{'0' * 31}",
    f"{BASE}/matches/%00",
    f"{BASE}/matches/{NOBODY}x",
    f"{BASE}/matches/{NOBODY}%0a",
    f"{BASE}/matches/{NOBODY}/nope",
    f"{BASE}/matches/{NOBODY}/replay/steps/x",
    f"{BASE}/matches/{NOBODY}/replay/steps/{'9' * 5000}",
    f"{BASE}/players/%F0%9F%98%80",
    f"{BASE}/players/null",
    f"{BASE}/games/{'x' * 5000}",
    "/problems/../nope",
)


@pytest.mark.parametrize("path", NOWHERE, ids=lambda path: path[:40])
def test_where_there_is_nothing_the_answer_is_a_problem_too(api: httpx.Client, public: httpx.Client, path: str) -> None:
    for client in (api, public):
        problem(client.get(path), 404, "not-found")


@pytest.mark.parametrize("step", ["-1", "1000001", "-0.5"])
def test_a_step_out_of_range_is_refused(api: httpx.Client, step: str) -> None:
    answer = api.get(f"{MATCHES}/{open_match(api)['id']}/replay/steps/{step}")
    problem(answer, *((404, "not-found") if "." in step else (400, "invalid-request")))


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        (f"{MATCHES}/{NOBODY}", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        (f"{MATCHES}/{NOBODY}/actions", "OPTIONS, POST"),
        (f"{MATCHES}/{NOBODY}/state", "GET, HEAD, OPTIONS"),
        (MATCHES, "GET, HEAD, OPTIONS, POST"),
        (f"{PLAYERS}/{NOBODY}", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        (f"{BASE}/games", "GET, HEAD, OPTIONS"),
        ("/health/live", "GET, HEAD, OPTIONS"),
        ("/docs", "GET, HEAD, OPTIONS"),
        ("/openapi.json", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_method_that_an_address_does_not_have_is_refused(
    api: httpx.Client, nothing_stored: None, path: str, allowed: str
) -> None:
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "TRACE"} - set(allowed.split(", ")):
        answer = api.request(method, path, headers={"X-HTTP-Method-Override": "GET"})
        problem(answer, 405, "method-not-allowed")
        assert answer.headers["allow"] == allowed


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        (f"{MATCHES}/{NOBODY}", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        (f"{MATCHES}/{NOBODY}/actions", "OPTIONS, POST"),
        (MATCHES, "GET, HEAD, OPTIONS, POST"),
        ("/", "GET, HEAD, OPTIONS"),
        ("/preferences", "OPTIONS, POST"),
        ("/health/live", "GET, HEAD, OPTIONS"),
        ("/docs", "GET, HEAD, OPTIONS"),
    ],
)
def test_all_methods_of_an_address_are_told_to_who_asks_for_them(public: httpx.Client, path: str, allowed: str) -> None:
    answer = public.options(path)
    assert (answer.status_code, answer.headers["allow"], answer.content) == (204, allowed, b"")
    problem(public.options(path, params={"x": "1"}), 400, "invalid-request")
    problem(public.options(f"{path}/nothing/at/all"), 404, "not-found")


def test_no_header_makes_one_method_another(api: httpx.Client) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        assert api.get(path, headers={name: "DELETE"}).json()["version"] == 1
    player = make_player(api, "Ada")
    problem(
        api.post(f"{PLAYERS}/{player['id']}", headers={"X-HTTP-Method-Override": "DELETE"}), 405, "method-not-allowed"
    )
    problem(api.get(f"{PLAYERS}/{player['id']}", params={"_method": "DELETE"}), 400, "invalid-request")
    assert api.get(f"{PLAYERS}/{player['id']}").json() == player


def addresses(match: str, player: str, other: str) -> dict[str, set[str]]:
    """Every address that is read, and the parameters that it has."""
    page = {"limit", "cursor"}
    filters = {"played_from", "played_to", "place", "origin", "sealed", "irregular", "after_position"} | page
    counting = (filters - page) | {"seats", "options", "tag"}
    of_a_seat = {"with", "compared", "among", "seat", "turn", "rank", "result"}
    return {
        f"{BASE}/games/klunker/statistics": counting
        | {"player", "bucket", "distribution", "trait", "trait_length", "trait_values"},
        f"{BASE}/games/klunker/records": counting | {"player"},
        f"{PLAYERS}/{player}/statistics": counting | {"game", "with", "bucket", "distribution"},
        f"{PLAYERS}/{player}/versus/{other}": counting | {"game"},
        f"{BASE}/games": set(),
        f"{BASE}/games/klunker": set(),
        f"{BASE}/games/klunker/leaderboard": filters | counting,
        PLAYERS: page | {"name"},
        MATCHES: filters
        | {"game", "player", "status", "sort", "tag", "options", "seats", "counted", "scores", "timed", "duplicates"}
        | {"first", "last"}
        | of_a_seat,
        match: {"viewer"},
        f"{match}/state": {"viewer", "step"},
        f"{match}/legal-actions": {"seat"},
        f"{match}/events": page | {"viewer", "after", "include"},
        f"{match}/history": page | {"viewer", "after_position"},
        f"{match}/scoreboard": page | {"viewer", "after_position"},
        f"{match}/replay": page | {"viewer", "from", "to"},
        f"{match}/replay/steps/1": {"viewer"},
        "/health/live": set(),
        "/health/ready": set(),
        "/problems": set(),
        "/problems/busy": set(),
        "/docs": set(),
        "/openapi.json": set(),
    }


WRONG = {
    "limit": ("", "0", "-1", "1001", "x", "1.0", "1e1", " 1", "+1", "0x1", "1_0", "\u0661", "9" * 30, "null", "1,2"),
    "cursor": ("", "x", "=", "!!", "bnVsbA", "e30", "W10", "WyJ4Il0", "\u00e9", "W1tbW1s", "eA" * 3000),
    "after_position": ("", "-1", "x", "1.0", "9" * 19),
    "changed_after": ("", "-1", "x", "1.0"),
    "format": ("", "x", "CSV", "null", "csv,ndjson"),
    "after": ("", "-1", "x", "1000001"),
    "include": ("", "x", "Retracted", "null", "retracted,x"),
    "from": ("", "-1", "x", "1000001"),
    "to": ("", "-1", "x", "1000001"),
    "step": ("", "-1", "x", "1000001", "1.0", "true"),
    "seat": ("", "-1", "16", "x"),
    "seats": ("", "0", "17", "x"),
    "viewer": ("", "x", "seat:9", "SEAT:0", "public,recorder"),
    "played_from": (
        "",
        "x",
        "2024-02-30",
        "2024-1-1",
        "20240101",
        "1700000000",
        "2024-01-01T00:00:00Z",
        "null",
        "NULL",
    ),
    "played_to": ("", "0000-01-01", "tomorrow"),
    "origin": ("", "x", "Table", "null"),
    "status": ("", "x", "null", "playing\n", "finished,playing"),
    "sort": ("", "x", "null", "opened,played_on", "--opened", "version"),
    "player": ("", "x", "0" * 31, "null"),
    "with": ("", "x", "0" * 31, "null"),
    "among": ("", "x", "0" * 31, "null"),
    "first": ("", "x", "0" * 31, "null"),
    "last": ("", "x", "0" * 31, "null"),
    "compared": ("", "x", "null", "better", "better,worse"),
    "result": ("", "x", "null", "Won"),
    "scores": ("", "x", "null", "unknown"),
    "counted": ("", "x", "null", "1", "True", "yes"),
    "timed": ("", "x", "null", "1", "True", "yes"),
    "duplicates": ("", "x", "null", "1", "True", "yes"),
    "distribution": ("", "x", "null", "1", "True", "yes"),
    "sealed": ("", "x", "null", "1", "True", "yes"),
    "irregular": ("", "x", "null", "1", "True", "yes"),
    "bucket": ("", "x", "null", "Month", "day", "month,year"),
    "trait": ("", "x", "eco", "null", "ECO"),
    "trait_length": ("", "0", "1001", "x", "1.0"),
    "trait_values": ("", "0", "501", "x", "1.0"),
    "turn": ("", "-1", "16", "x"),
    "rank": ("", "0", "17", "x"),
    "options": ("", "x", "x:y", ":", "dealing:", "dealing:a,dealing:b", "dealing:a,"),
    "tag": (),
    "place": (),
    "name": (),
    "game": (),
}


@pytest.mark.slow
def test_every_parameter_is_strict_everywhere(api: httpx.Client) -> None:
    match = f"{MATCHES}/{dealt(api)['id']}"
    people = [make_player(api, name)["id"] for name in ("Ada", "Bruno")]
    for path, known_here in addresses(match, *people).items():
        for name in known_here:
            for value in (*WRONG[name], "a\0b"):
                refused = problem(api.get(path, params={name: value}), 400, "invalid-request")
                assert refused["parameter"] == name, (path, name, value)
            twice = problem(api.get(f"{path}?{name}=1&{name}=1"), 400, "invalid-request")
            assert (twice["parameter"], "twice" in twice["detail"]) == (name, True)
            problem(api.get(f"{path}?{name}=%ff"), 400, "invalid-request")
            problem(api.get(f"{path}?{name}=%ed%a0%80"), 400, "invalid-request")
        unknown = {"nope", "Limit", "match_id", "services", "request", "body", "game_id", "offset", "", "\0"}
        for name in (set(WRONG) | unknown) - known_here:
            refused = problem(api.get(path, params={name: "1"}), 400, "invalid-request")
            assert refused["parameter"] == name, (path, name)


@pytest.mark.slow
def test_a_cursor_that_was_tampered_with_is_refused(api: httpx.Client) -> None:
    match = whole(api)
    path = f"{MATCHES}/{match['id']}"
    for part in ("/history", "/scoreboard"):
        api.get(path + part, params={"after_position": match["position"]})
    open_match(api)
    lists = [f"{path}{part}" for part in ("/events", "/history", "/scoreboard", "/replay")]
    for address in (*lists, MATCHES, PLAYERS, f"{BASE}/games/klunker/leaderboard"):
        cursor = api.get(address, params={"limit": 1}).json()["next_cursor"]
        values = json.loads(b64decode(cursor + "=="))
        for place, value in enumerate(values):
            wrong = (1 << 80, -(1 << 80), 1.5, True, None, "x", "2024-13-01", [value]) + (
                (-(1 << 40),) if isinstance(value, int) else (7,)
            )
            points = address.endswith("/leaderboard") and place == 2
            for other in wrong:
                if points and other in (None, -(1 << 40)):
                    continue  # who leads needn't have any, and may have very few
                tampered = json.dumps([*values[:place], other, *values[place + 1 :]]).encode()
                answer = api.get(address, params={"cursor": urlsafe_b64encode(tampered).decode().rstrip("=")})
                assert problem(answer, 400, "invalid-request")["parameter"] == "cursor", (address, tampered)
        for form in ([], [*values, 1], values[0], {"after": 1}):
            wrong_form = urlsafe_b64encode(json.dumps(form).encode()).decode().rstrip("=")
            problem(api.get(address, params={"cursor": wrong_form}), 400, "invalid-request")


def test_a_query_is_refused_where_there_is_none(api: httpx.Client, targets: dict[str, str], stored: Stored) -> None:
    before = stored()
    for target in targets.values():
        method, _, address = target.partition(" ")
        problem(api.request(method, address, params={"dry_run": "1"}, json={"name": "Ada"}), 400, "invalid-request")
    assert stored() == before
