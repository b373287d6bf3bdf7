"""Who may do and see what."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.http_client import client_of
from tests.service.scenes import (
    BASE,
    DEAL,
    MATCHES,
    PLAYERS,
    dealt,
    guests,
    items,
    known,
    make_player,
    open_match,
    play,
    problem,
)

READS = ("", "/state", "/legal-actions", "/choices", "/events", "/history", "/scoreboard", "/replay", "/replay/steps/1")
SEALED = {"/legal-actions", "/choices"}  # takes the right to see hands

ClientWith = Callable[..., httpx.Client]


# --- visibility ---


@pytest.mark.parametrize("part", READS)
def test_without_a_token_a_private_match_is_not_there(api: httpx.Client, public: httpx.Client, part: str) -> None:
    for visibility, status in (("public", 200), ("unlisted", 200), ("private", 404)):
        path = f"{MATCHES}/{dealt(api, visibility=visibility)['id']}{part}"
        assert api.get(path).status_code == 200
        answer = public.get(path)
        assert answer.status_code == (403 if part in SEALED and status == 200 else status)
        if status == 404:
            assert answer.json() == public.get(f"{MATCHES}/{uuid4()}{part}").json()


def test_without_a_token_only_public_matches_are_listed(api: httpx.Client, public: httpx.Client) -> None:
    place = uuid4().hex
    matches = [open_match(api, place=place, visibility=v) for v in ("public", "unlisted", "private")]
    filters = {"place": place, "sort": "opened", "after_position": matches[-1]["position"]}
    assert [item["id"] for item in items(public, MATCHES, **filters)] == [matches[0]["id"]]
    assert [item["id"] for item in items(api, MATCHES, **filters)] == [match["id"] for match in matches]


def test_a_change_of_visibility_is_felt_at_once(api: httpx.Client, public: httpx.Client) -> None:
    path = f"{MATCHES}/{open_match(api)['id']}"
    for visibility, status in (("private", 404), ("unlisted", 200), ("private", 404), ("public", 200)):
        api.patch(path, json={"visibility": visibility})
        assert public.get(path).status_code == status


# --- tokens ---


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer \t",
        "Basic b3duZXI6c2VjcmV0",
        "Token partita_0_0",
        "Bearer partita",
        "Bearer partita_",
        "Bearer partita__",
        "Bearer partita_aaaaaaaaaaaa_bbbb",
        "Bearer other_aaaaaaaaaaaa_bbbb",
        "Bearer partita_\u00e9_x",
        "Bearer " + "x" * 10_000,
    ],
)
def test_a_token_that_is_no_good_opens_nothing_even_what_is_public(
    api: httpx.Client, public: httpx.Client, nothing_stored: None, header: str
) -> None:
    headers = {b"Authorization": header.encode("latin-1").strip(b" \t")}
    for answer in (
        public.get(MATCHES, headers=headers),
        public.get(PLAYERS, headers=headers),
        public.get(f"{PLAYERS}/{uuid4()}", headers=headers),
        public.get(f"{MATCHES}/{uuid4()}", headers=headers),
        public.get(f"{BASE}/games/klunker/leaderboard", headers=headers),
        public.post(PLAYERS, json={"name": "X"}, headers=headers),
    ):
        problem(answer, 401, "unauthenticated")
        assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


def test_a_token_is_known_by_every_character(api: httpx.Client, public: httpx.Client) -> None:
    good = api.headers["authorization"].removeprefix("Bearer ")
    last = "0" if good[-1] != "0" else "1"
    for wrong in (good[:-1] + last, good[:-1], good + "0", good.upper(), f"{good} {good}"):
        problem(public.get(MATCHES, headers={"Authorization": f"Bearer {wrong}"}), 401, "unauthenticated")
    assert public.get(PLAYERS, headers={"Authorization": f"bearer   {good}"}).status_code == 200


def writes(client: httpx.Client, match: dict[str, Any], player: dict[str, Any]) -> list[httpx.Response]:
    """The answers to one write of each kind."""
    return [
        client.post(PLAYERS, json={"name": "New"}),
        client.patch(f"{PLAYERS}/{player['id']}", json={"name": "Renamed"}),
        client.post(f"{PLAYERS}/{player['id']}/merge", json={"into": str(uuid4())}),
        client.delete(f"{PLAYERS}/{player['id']}"),
        client.post(MATCHES, json={"game": "klunker", "seats": guests()}),
        client.patch(f"{MATCHES}/{match['id']}", json={"note": "changed"}),
        play(client, match, DEAL),
    ]


def test_writing_takes_a_token(api: httpx.Client, public: httpx.Client, stored: Callable[[], Any]) -> None:
    match, player = open_match(api), make_player(api, "Ada")
    before = stored()
    for answer in writes(public, match, player):
        problem(answer, 401, "unauthenticated")
        assert answer.headers["www-authenticate"] == "Bearer"
    assert stored() == before


@pytest.mark.parametrize("scopes", [(), ("read",), ("annotate",), ("read", "annotate", "admin")])
def test_writing_takes_the_scope_record(
    api: httpx.Client, client_with: ClientWith, stored: Callable[[], Any], scopes: tuple[str, ...]
) -> None:
    match, player, client = open_match(api), make_player(api, "Ada"), client_with(*scopes)
    before = stored()
    for answer in writes(client, match, player):
        assert "record" in problem(answer, 403, "forbidden")["detail"]
    assert stored() == before


def test_with_the_scope_record_everything_is_written(api: httpx.Client, client_with: ClientWith) -> None:
    answers = writes(client_with("record"), open_match(api), make_player(api, "Ada"))
    assert [answer.status_code for answer in answers] == [201, 200, 422, 204, 201, 200, 201]


def test_who_is_known_here_is_told_to_readers_only(public: httpx.Client, client_with: ClientWith) -> None:
    problem(public.get(PLAYERS), 401, "unauthenticated")
    problem(client_with("annotate").get(PLAYERS), 403, "forbidden")
    assert client_with("read").get(PLAYERS).status_code == 200


def test_reading_all_is_not_seeing_all(api: httpx.Client, client_with: ClientWith) -> None:
    path = f"{MATCHES}/{dealt(api, visibility='private')['id']}"
    reader = client_with("read")
    assert reader.get(f"{path}/state").json()["viewer"] == "public"
    problem(reader.get(f"{path}/state", params={"viewer": "recorder"}), 403, "forbidden")
    problem(reader.get(f"{path}/legal-actions"), 403, "forbidden")
    assert client_with("read", "admin").get(f"{path}/state").json()["viewer"] == "recorder"
    problem(client_with("annotate").get(path), 404, "not-found")


# --- what a write tells ---


def test_who_may_not_read_a_match_isnt_told_its_version(api: httpx.Client, client_with: ClientWith) -> None:
    blind, path = client_with("record"), f"{MATCHES}/{dealt(api, visibility='private')['id']}"
    stale = {"If-Match": '"1"'}
    for method, part, body in (
        ("PATCH", "", {"note": "x"}),
        ("POST", "/actions", {"actions": [{"type": "pass", "seat": 0}]}),
        ("POST", "/retractions", {"to_step": 0}),
        ("POST", "/amendments", {"step": 1, "actions": [], "dry_run": True}),
    ):
        told = [
            blind.request(method, where + part, json=body, headers=stale) for where in (path, f"{MATCHES}/{uuid4()}")
        ]
        problem(told[0], 404, "not-found")
        assert told[0].content == told[1].content
        assert "etag" not in told[0].headers
        assert api.request(method, path + part, json=body, headers=stale).status_code == 412


def test_a_retry_of_who_may_read_no_longer_is_told_nothing(api: httpx.Client, client_with: ClientWith) -> None:
    match, recorder, key = open_match(api), client_with("record"), {"Idempotency-Key": uuid4().hex}
    first = play(recorder, match, DEAL, headers=key)
    assert first.status_code == 201
    assert play(recorder, match, DEAL, headers=key).content == first.content
    api.patch(f"{MATCHES}/{match['id']}", json={"visibility": "private"})
    problem(play(recorder, match, DEAL, headers=key), 404, "not-found")
    api.patch(f"{MATCHES}/{match['id']}", json={"visibility": "public"})
    assert play(recorder, match, DEAL, headers=key).content == first.content


@pytest.mark.parametrize("dry_run", [False, True])
@pytest.mark.parametrize("actions", [[], [{"type": "pass", "seat": 2}], [{"type": "nothing"}]])
def test_an_amendment_of_a_version_that_is_gone_is_told_so_whatever_its_actions(
    api: httpx.Client, actions: list[Any], dry_run: bool
) -> None:
    match = dealt(api)
    answer = api.post(
        f"{MATCHES}/{match['id']}/amendments",
        json={"step": 1, "actions": actions, "dry_run": dry_run},
        headers={"If-Match": '"1"'},
    )
    assert problem(answer, 412, "version-conflict")["version"] == 2


def test_a_series_tells_nobody_of_a_match_that_isnt_listed_for_them(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith
) -> None:
    trio = [make_player(api, name) for name in ("Ada", "Bob", "Eve")]
    shown, hidden = (open_match(api, seats=known(*trio), visibility=one) for one in ("public", "private"))
    body = {"game": "klunker", "players": [one["id"] for one in trio], "matches": [shown["id"], hidden["id"]]}
    series = api.post(f"{BASE}/series", json=body).json()
    wait = {"after_position": series["position"]}
    blind = client_with("record")
    seat = client_of(api.base_url, hidden["seats"][0]["token"])
    with seat:
        for client, finds in ((public, False), (blind, False), (api, True), (seat, True)):
            assert (hidden["id"] in client.get(f"{BASE}/series/{series['id']}", params=wait).text) is finds
            assert (hidden["id"] in client.get(f"{BASE}/series", params=wait).text) is finds
            found = items(client, f"{BASE}/series", match=hidden["id"], **wait)
            assert [one["id"] for one in found] == ([series["id"]] if finds else [])
    answers = [blind.delete(f"{BASE}/series/{series['id']}/matches/{one}") for one in (hidden["id"], uuid4())]
    assert answers[0].content == answers[1].content
    problem(answers[0], 404, "not-found")
