"""Invitations over HTTP: made, listed, withdrawn, and joined by; what they give, to whom, how often and until when."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import psycopg
import pytest

from service.http.session import COOKIE
from tests.service.conftest import running_service
from tests.service.http_client import NO_TLS
from tests.service.scenes import BASE, MATCHES, NOBODY, dealt, open_match, play, problem

INVITATIONS = f"{BASE}/invitations"
HTML = {"Accept": "text/html"}

ClientWith = Callable[..., httpx.Client]


def invited(api: httpx.Client, **wanted: Any) -> dict[str, Any]:
    answer = api.post(INVITATIONS, json={"role": "recorder", **wanted})
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    invitation: dict[str, Any] = answer.json()
    return invitation


def join(client: httpx.Client, code: str) -> httpx.Response:
    """A browser of its own fills in the form."""
    base = str(client.base_url).rstrip("/")
    return httpx.post(f"{base}/join", data={"code": code}, headers=HTML | {"Origin": base}, verify=NO_TLS)


def joined(client: httpx.Client, code: str) -> dict[str, str]:
    """What the browser sends afterwards."""
    answer = join(client, code)
    assert answer.status_code == 303, answer.text
    return {"Cookie": f"{COOKIE}={answer.cookies[COOKIE]}", "Sec-Fetch-Site": "same-origin"}


# --- made ---


@pytest.mark.parametrize("role", ["recorder", "annotator", "reader"])
def test_who_joins_has_the_rights_of_the_role_and_no_token(api: httpx.Client, public: httpx.Client, role: str) -> None:
    invitation = invited(api, role=role)
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{6}", invitation["code"])
    assert invitation["url"] == f"{str(api.base_url).rstrip('/')}/join/{invitation['code']}"
    assert (invitation["role"], invitation["uses"], invitation["used"]) == (role, 1, 0)
    mine = joined(public, invitation["code"])
    assert public.get(f"{BASE}/players", headers=mine).status_code == 200
    opening = {"game": "klunker", "seats": [{"name": name} for name in "ABC"]}
    opened = public.post(MATCHES, json=opening, headers=mine)
    assert opened.status_code == (201 if role == "recorder" else 403)
    assert "token" not in opened.text.replace("The token", "")
    assert api.get(f"{INVITATIONS}/{invitation['id']}").json()["used"] == 1


def test_who_joins_at_a_seat_is_that_seat(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api, visibility="private")
    code = invited(api, role="seat", match=match["id"], seat=1)["code"]
    answer = join(public, f" {code[:3].lower()}-{code[3:]} ")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/matches/{match['id']}")
    mine = {"Cookie": f"{COOKIE}={answer.cookies[COOKIE]}", "Sec-Fetch-Site": "same-origin"}
    state = public.get(f"{MATCHES}/{match['id']}/state", headers=mine).json()
    assert state["viewer"] == "seat:1"
    play(api, match, {"type": "stock", "seat": 0, "jewels": ["shoes"]})
    assert play(public, match, {"type": "stock", "seat": 1, "jewels": ["earrings"]}, headers=mine).status_code == 201
    problem(play(public, match, {"type": "pass", "seat": 2}, headers=mine), 403, "forbidden")
    # A closed seat is closed for who has joined and for who would.
    again = invited(api, role="seat", match=match["id"], seat=1)["code"]
    assert api.delete(f"{MATCHES}/{match['id']}/seats/1/token").status_code == 204
    problem(public.get(f"{MATCHES}/{match['id']}/state", headers=mine), 401, "unauthenticated")
    assert join(public, again).status_code == 422


def test_an_invitation_is_shown_as_a_qr_code(api: httpx.Client) -> None:
    body, key = {"role": "reader"}, {"Idempotency-Key": "as-a-picture"}
    told = api.post(INVITATIONS, json=body, headers=key).json()
    svg = api.post(INVITATIONS, json=body, headers=key | {"Accept": "image/svg+xml"})
    assert (svg.status_code, svg.headers["content-type"].split(";")[0]) == (201, "image/svg+xml")
    assert svg.text.startswith("<svg")
    png = api.post(INVITATIONS, json=body, headers=key | {"Accept": "image/png"})
    assert (png.headers["content-type"], png.content[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")
    assert svg.headers["location"] == png.headers["location"] == f"{INVITATIONS}/{told['id']}"
    assert api.post(INVITATIONS, json=body, headers=key).json() == told
    problem(api.post(INVITATIONS, json={"role": "annotator"}, headers=key), 422, "idempotency-key-reused")


@pytest.mark.slow
def test_a_session_that_invites_again_is_told_a_code_of_its_own(api: httpx.Client, public: httpx.Client) -> None:
    code = invited(api, uses=2)["code"]
    one, other = joined(public, code), joined(public, code)
    key = {"Idempotency-Key": "from-a-browser"}
    first, again, another = (
        public.post(INVITATIONS, json={"role": "reader"}, headers=mine | key).json() for mine in (one, one, other)
    )
    assert first == again != another
    for invitation in (first, another):
        joined(public, invitation["code"])


@pytest.mark.parametrize(
    ("wanted", "status", "kind", "pointer"),
    [
        ({"role": "owner"}, 400, "invalid-request", "/role"),
        ({"role": "seat"}, 400, "invalid-request", "/match"),
        ({"role": "seat", "match": NOBODY}, 400, "invalid-request", "/seat"),
        ({"role": "reader", "seat": 0}, 400, "invalid-request", "/seat"),
        ({"role": "seat", "match": NOBODY, "seat": 0}, 422, "unfit-token", "/match"),
        ({"uses": 0}, 400, "invalid-request", "/uses"),
        ({"lifetime": 59}, 400, "invalid-request", "/lifetime"),
        ({"label": "x" * 81}, 422, "unfit-text", "/label"),
    ],
)
def test_an_invitation_that_cannot_be_is_refused(
    api: httpx.Client, wanted: dict[str, Any], status: int, kind: str, pointer: str
) -> None:
    refused = problem(api.post(INVITATIONS, json={"role": "recorder", **wanted}), status, kind)
    assert refused["pointer"] == pointer


def test_a_seat_that_the_match_has_not_is_refused(api: httpx.Client) -> None:
    match = open_match(api)
    wanted = {"role": "seat", "match": match["id"], "seat": 3}
    assert problem(api.post(INVITATIONS, json=wanted), 422, "unfit-token")["pointer"] == "/seat"


# --- no more than one has ---


def test_nobody_gives_more_than_one_has(api: httpx.Client, public: httpx.Client, client_with: ClientWith) -> None:
    match, hidden = open_match(api), open_match(api, visibility="private")
    records = client_with("record")
    problem(records.post(INVITATIONS, json={"role": "reader"}), 403, "forbidden")
    problem(records.post(INVITATIONS, json={"role": "recorder"}), 403, "forbidden")
    invited(records, role="seat", match=match["id"], seat=0)
    unseen = {"role": "seat", "match": hidden["id"], "seat": 0}
    unknown = {"role": "seat", "match": NOBODY, "seat": 0}
    told = [problem(records.post(INVITATIONS, json=body), 422, "unfit-token") for body in (unseen, unknown)]
    assert told[0] == told[1]
    for scopes in (("read",), ("read", "annotate"), ("admin",)):
        problem(client_with(*scopes).post(INVITATIONS, json={"role": "reader"}), 403, "forbidden")
    problem(public.post(INVITATIONS, json={"role": "reader"}), 401, "unauthenticated")


@pytest.mark.slow
def test_when_the_maker_goes_so_do_the_code_and_who_has_joined(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith
) -> None:
    recorder = client_with("read", "record", "annotate")
    first = joined(public, invited(recorder)["code"])
    code = invited(recorder, role="reader")["code"]
    later = public.post(INVITATIONS, json={"role": "reader", "uses": 2}, headers=first).json()["code"]
    guest = joined(public, later)
    for mine in (first, guest):
        assert public.get(f"{BASE}/players", headers=mine).status_code == 200
    maker = recorder.headers["authorization"].split("_")[1]
    assert api.delete(f"{BASE}/tokens/{maker}").status_code == 204
    for mine in (first, guest):
        problem(public.get(f"{BASE}/players", headers=mine), 401, "unauthenticated")
    for gone in (code, later):
        assert join(public, gone).status_code == 422


@pytest.mark.slow
def test_who_signs_out_leaves_those_who_were_invited(api: httpx.Client, public: httpx.Client) -> None:
    mine = joined(public, invited(api)["code"])
    guest = joined(public, public.post(INVITATIONS, json={"role": "reader"}, headers=mine).json()["code"])
    assert public.post("/sign-out", headers=mine).status_code == 303
    problem(public.get(f"{BASE}/players", headers=mine), 401, "unauthenticated")
    assert public.get(f"{BASE}/players", headers=guest).status_code == 200


# --- listed and withdrawn ---


@pytest.mark.slow
def test_who_made_them_lists_and_withdraws_them(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith
) -> None:
    ada, bea = (client_with("read", "record", "annotate") for _ in range(2))
    made = [invited(ada, label="The table's tablet", uses=2), invited(ada, role="reader")]
    page = ada.get(INVITATIONS, params={"limit": 1}).json()
    assert [one["id"] for one in page["items"]] == [made[1]["id"]]
    rest = ada.get(INVITATIONS, params={"cursor": page["next_cursor"]}).json()
    assert [one["label"] for one in rest["items"]] == ["The table's tablet"]
    assert not {"code", "url", "hash"} & set(rest["items"][0])
    assert bea.get(INVITATIONS).json()["items"] == []
    path = f"{INVITATIONS}/{made[0]['id']}"
    problem(bea.get(path), 404, "not-found")
    problem(bea.delete(path), 404, "not-found")
    mine = joined(public, made[0]["code"])
    assert ada.delete(path).status_code == 204
    problem(ada.delete(path), 404, "not-found")
    assert join(public, made[0]["code"]).status_code == 422
    assert public.get(f"{BASE}/players", headers=mine).status_code == 200, "who has joined stays"
    assert api.get(path).json()["withdrawn_at"], "the owner sees all"
    assert {one["id"] for one in api.get(INVITATIONS, params={"limit": 1000}).json()["items"]} >= {
        one["id"] for one in made
    }


# --- joined by ---


@pytest.mark.slow
def test_a_code_is_good_as_often_as_was_said_however_many_come_at_once(api: httpx.Client) -> None:
    code = invited(api, uses=3)["code"]
    with ThreadPoolExecutor(8) as pool:
        statuses = [answer.status_code for answer in pool.map(lambda _: join(api, code), range(8))]
    assert sorted(statuses) == [303] * 3 + [422] * 5


def test_a_code_ends_with_its_time(api: httpx.Client, database: str) -> None:
    invitation = invited(api)
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE invitations SET expires_at = now() WHERE id = %s", (invitation["id"],))
    assert join(api, invitation["code"]).status_code == 422


def test_neither_code_nor_session_is_in_the_database(api: httpx.Client, database: str) -> None:
    code = invited(api)["code"]
    secret = joined(api, code)["Cookie"].split("_")[-1]
    with psycopg.connect(database) as connection:
        for table in ("invitations", "sessions", "tokens"):
            rows = connection.execute(f"SELECT t::text FROM {table} t").fetchall()
            assert rows
            assert not [row for (row,) in rows if code in row or secret in row]


def test_following_the_link_uses_nothing_up(api: httpx.Client) -> None:
    invitation = invited(api)
    base = str(api.base_url).rstrip("/")
    for _ in range(2):
        page = httpx.get(f"{base}/join/{invitation['code']}", headers=HTML, verify=NO_TLS)
        assert (page.status_code, "set-cookie" in page.headers) == (200, False)
        code = invitation["code"]
        assert f'value="{code[:3]} {code[3:]}"' in page.text
    assert httpx.get(f"{base}/join/nonsense", headers=HTML, verify=NO_TLS).status_code == 200
    assert api.get(f"{INVITATIONS}/{invitation['id']}").json()["used"] == 0


@pytest.mark.parametrize("sent", [{"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}, {}])
def test_no_other_site_lets_somebody_join(api: httpx.Client, sent: dict[str, str]) -> None:
    code = invited(api)["code"]
    answer = httpx.post(
        f"{str(api.base_url).rstrip('/')}/join", data={"code": code}, headers=HTML | sent, verify=NO_TLS
    )
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


@pytest.mark.slow
def test_codes_cannot_be_guessed(new_database: Callable[[], str], tmp_path: Any) -> None:
    with running_service(new_database(), tmp_path, failures_allowed=3) as api:
        code = invited(api)["code"]
        wrong = ["000000", "not a code", "0000", "ZZZZZZ"]
        answers = [join(api, text) for text in wrong]
        assert [answer.status_code for answer in answers] == [422, 422, 422, 429]
        assert int(answers[-1].headers["retry-after"]) > 0
        assert join(api, code).status_code == 429, "even a good one has to wait"


@pytest.mark.slow
def test_the_address_that_others_see_is_in_the_invitation(new_database: Callable[[], str], tmp_path: Any) -> None:
    with running_service(new_database(), tmp_path, public_url="https://games.example") as api:
        invitation = invited(api)
        assert invitation["url"] == f"https://games.example/join/{invitation['code']}"
