"""A second record of a match: kept blind, compared, and decided on; and two matches compared."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.service.api.test_invitations import joined
from tests.service.http_client import client_of
from tests.service.scenes import (
    BASE,
    DEAL,
    FIRST,
    MATCHES,
    NOBODY,
    ROUND,
    THREE,
    dealt,
    items,
    open_match,
    play,
    problem,
    whole,
)
from tests.service.scenes import played as recorded

ClientWith = Callable[..., httpx.Client]

OTHER = {"type": "stock", "seat": 0, "jewels": ["tiara"]}
"""What a second recorder has in the place of `FIRST`."""


def opened_second(api: httpx.Client, match: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = api.post(f"{MATCHES}/{match['id']}/second-record", **more)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    second: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"{MATCHES}/{second['match']}"
    return second | {"id": second["match"]}


def comparison(api: httpx.Client, match: dict[str, Any], **asked: Any) -> dict[str, Any]:
    answer = api.get(f"{MATCHES}/{match['id']}/comparison", params=asked)
    assert answer.status_code == 200, answer.text
    compared: dict[str, Any] = answer.json()
    return compared


def decide(api: httpx.Client, compared: dict[str, Any], side: str, *numbers: int, **more: Any) -> httpx.Response:
    versions = [compared[one]["version"] for one in ("first", "second")]
    body = {"differences": numbers, "side": side, "versions": versions, **more}
    return api.post(f"{MATCHES}/{compared['first']['id']}/comparison/decisions", json=body)


class Table:
    """A match with a second record, who keeps that, and whoever else records."""

    def __init__(self, api: httpx.Client, recorder: httpx.Client, **wanted: Any) -> None:
        self.match = open_match(api, **wanted)
        self.second = opened_second(api, self.match)
        self.blind = client_of(api.base_url, self.second["token"])
        self.recorder = recorder

    def both(self, *actions: dict[str, Any]) -> None:
        recorded(self.recorder, self.match, *actions)
        recorded(self.blind, self.second, *actions)


@pytest.fixture
def table(api: httpx.Client, client_with: ClientWith) -> Iterator[Table]:
    made = Table(api, client_with("read", "record", "annotate"), visibility="private")
    with made.blind:
        yield made


# --- opened ---


def test_a_second_record_is_of_the_same_table_and_counts_nowhere(api: httpx.Client) -> None:
    match = open_match(api, place="Bologna", note="the first recorder's", visibility="private", tags=["club"])
    second = api.get(f"{MATCHES}/{opened_second(api, match)['id']}").json()
    same = ("game", "edition", "options", "played_on", "place", "undo")
    assert {name: second[name] for name in same} == {name: match[name] for name in same}
    assert [seat["player"] for seat in second["seats"]] == [seat["player"] for seat in match["seats"]]
    assert (second["origin"], second["visibility"], second["counted"]) == ("second_record", "blind", False)
    assert (second["second_record_of"], second["step"], second["note"], second["tags"]) == (match["id"], 0, "", [])
    assert api.get(f"{MATCHES}/{match['id']}").json()["second_record_of"] is None
    answer = api.patch(f"{MATCHES}/{second['id']}", json={"counted": True})
    assert problem(answer, 422, "not-possible")["pointer"] == "/counted"


def test_there_is_one_at_a_time_and_somebody_else_may_be_invited_to_it(api: httpx.Client) -> None:
    match = open_match(api)
    first, again = opened_second(api, match), opened_second(api, match)
    assert first["id"] == again["id"]
    assert first["code"] != again["code"]
    assert first["token"] != again["token"]
    assert api.delete(f"{MATCHES}/{first['id']}").status_code == 200
    assert opened_second(api, match)["id"] != first["id"]


@pytest.mark.slow
def test_a_request_that_comes_again_is_answered_alike(api: httpx.Client) -> None:
    match, key = open_match(api), {"Idempotency-Key": "second-record-once"}
    assert opened_second(api, match, headers=key) == opened_second(api, match, headers=key)
    picture = api.post(f"{MATCHES}/{match['id']}/second-record", headers={"Accept": "image/svg+xml"})
    assert picture.status_code == 201
    assert picture.text.startswith("<svg")


@pytest.mark.parametrize("wanted", [{"options": {"dealing": "server"}}, {"of": "second"}])
def test_where_there_is_no_table_to_look_at_there_is_none(api: httpx.Client, wanted: dict[str, Any]) -> None:
    second_of_second = wanted.pop("of", None)
    match = open_match(api, **wanted)
    if second_of_second:
        match = opened_second(api, match)
    problem(api.post(f"{MATCHES}/{match['id']}/second-record"), 422, "not-possible")


# --- blind ---


@pytest.mark.slow
def test_whoever_joins_keeps_the_second_record_and_no_other(
    api: httpx.Client, public: httpx.Client, table: Table
) -> None:
    mine = joined(public, table.second["code"])
    assert play(public, table.second, DEAL, headers=mine).status_code == 201
    state = public.get(f"{MATCHES}/{table.second['id']}/state", headers=mine).json()
    assert (state["viewer"], state["step"]) == ("recorder", 1)
    legal = public.get(f"{MATCHES}/{table.second['id']}/legal-actions", headers=mine)
    assert legal.json()["pending"]["seats"] == [0]
    back = public.post(f"{MATCHES}/{table.second['id']}/retractions", json={"to_step": 0}, headers=mine)
    assert back.status_code == 201
    page = public.get(f"/matches/{table.second['id']}/record", headers=mine | {"Accept": "text/html"})
    assert page.status_code == 200
    problem(play(public, table.match, DEAL, headers=mine), 403, "forbidden")
    problem(public.get(f"{MATCHES}/{table.match['id']}", headers=mine), 404, "not-found")


def test_who_keeps_a_second_record_may_do_nothing_else(api: httpx.Client, table: Table) -> None:
    own = f"{MATCHES}/{table.second['id']}"
    for answer in (
        table.blind.delete(own),
        table.blind.patch(own, json={"visibility": "public"}),
        table.blind.post(f"{own}/seats/0/token"),
        table.blind.post(f"{own}/second-record"),
        table.blind.post(MATCHES, json={"game": "klunker", "seats": [{"name": name} for name in "ABC"]}),
        table.blind.post(f"{BASE}/invitations", json={"role": "reader"}),
        table.blind.get(f"{BASE}/players"),
        table.blind.get(f"{BASE}/tokens"),
    ):
        problem(answer, 403, "forbidden")


def test_people_of_a_private_match_stay_unknown_though_there_is_a_second_record(
    api: httpx.Client, public: httpx.Client, table: Table
) -> None:
    assert api.get(MATCHES, params={"after_position": open_match(api)["position"]}).status_code == 200
    for seat in table.match["seats"]:
        path = f"{BASE}/players/{seat['player']['id']}"
        assert api.get(path).status_code == 200
        problem(public.get(path), 404, "not-found")


READS = ("", "/state", "/events", "/history", "/scoreboard", "/replay", "/replay/steps/0", "/annotations", "/record")


def test_neither_sees_what_the_other_has(api: httpx.Client, public: httpx.Client, table: Table) -> None:
    table.both(DEAL)
    recorded(table.blind, table.second, OTHER)
    for path in READS:
        here, nowhere = (
            [client.get(f"{MATCHES}/{one}{path}") for client in (table.recorder, public)]
            for one in (table.second["id"], NOBODY)
        )
        assert [one.status_code for one in here] == [404, 404], path
        assert [one.content for one in here] == [one.content for one in nowhere], path
        problem(table.blind.get(f"{MATCHES}/{table.match['id']}{path}"), 404, "not-found")
    for client in (table.recorder, public):
        problem(client.get(f"{MATCHES}/{table.match['id']}/comparison"), 404, "not-found")
    problem(play(table.recorder, table.second, FIRST), 404, "not-found")
    problem(table.blind.get(f"{MATCHES}/{table.second['id']}/comparison"), 404, "not-found")


def test_a_public_match_is_not_shown_to_who_keeps_the_second_record_as_long_as_it_runs(
    api: httpx.Client, client_with: ClientWith
) -> None:
    public_table = Table(api, client_with("read", "record"), place="a public table")
    last = public_table.recorder.get(f"{MATCHES}/{public_table.match['id']}").json()
    with public_table.blind as blind:
        problem(blind.get(f"{MATCHES}/{public_table.match['id']}/state"), 404, "not-found")
        after = open_match(api)["position"]
        listed = items(blind, MATCHES, place="a public table", after_position=after)
        assert [item["id"] for item in listed] == [public_table.second["id"]]
        listed = items(api, MATCHES, place="a public table", after_position=after)
        assert [item["id"] for item in listed] == [last["id"]]
        assert items(api, MATCHES, place="a public table", origin="second_record") == []
        concluded = api.post(f"{MATCHES}/{public_table.match['id']}/conclusion", json={})
        assert concluded.status_code == 201
        assert blind.get(f"{MATCHES}/{public_table.match['id']}/state").status_code == 200


@pytest.mark.slow
def test_when_both_have_ended_whoever_reads_the_match_compares_them(api: httpx.Client, client_with: ClientWith) -> None:
    table = Table(api, client_with("record"))
    with table.blind, client_of(api.base_url) as anybody:
        recorded(table.recorder, table.match, *THREE["actions"])
        recorded(table.blind, table.second, *THREE["actions"][:-1])
        for client in (anybody, table.recorder):
            problem(client.get(f"{MATCHES}/{table.match['id']}/comparison"), 404, "not-found")
        assert len(comparison(api, table.match)["differences"]) == 1  # the owner arbitrates
        recorded(table.blind, table.second, THREE["actions"][-1])
        same = comparison(anybody, table.match)
        assert (same["differences"], same["alike"]) == ([], len(THREE["actions"]))
        assert same["first"]["standings"] == same["second"]["standings"]
        assert comparison(table.blind, table.second)["differences"] == []
        problem(anybody.get(f"{MATCHES}/{table.second['id']}"), 404, "not-found")
        assert api.patch(f"{MATCHES}/{table.second['id']}", json={"visibility": "unlisted"}).status_code == 200
        assert anybody.get(f"{MATCHES}/{table.second['id']}").status_code == 200


# --- compared ---


def test_each_difference_is_told_with_both_sentences(api: httpx.Client, table: Table) -> None:
    table.both(DEAL)
    recorded(table.recorder, table.match, *ROUND)
    recorded(table.blind, table.second, OTHER, *ROUND[1:-1])
    answer = api.get(f"{MATCHES}/{table.match['id']}/comparison", headers={"Accept-Language": "it"})
    assert answer.headers["content-language"] == "it"
    compared = answer.json()
    replaced, omitted = compared["differences"]
    assert (replaced["kind"], replaced["step"], omitted["kind"], omitted["step"]) == ("replaced", 2, "omitted", 11)
    assert [one["step"] for one in replaced["first"] + replaced["second"]] == [2, 2]
    assert replaced["first"][0]["action"] == FIRST
    assert replaced["second"][0]["action"] == OTHER
    assert "Player 0" in replaced["first"][0]["sentence"]
    assert replaced["first"][0]["sentence"] != replaced["second"][0]["sentence"]
    assert (len(omitted["first"]), omitted["second"]) == (1, [])
    assert compared["alike"] == 1 + len(ROUND) - 2
    again = api.get(f"{MATCHES}/{table.match['id']}/comparison", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 200  # in another language
    turned = comparison(api, table.second)
    assert [one["kind"] for one in turned["differences"]] == ["replaced", "inserted"]


@pytest.mark.slow
def test_any_two_matches_of_a_game_are_compared_as_each_is_seen(api: httpx.Client, public: httpx.Client) -> None:
    one, other = dealt(api), dealt(api)
    recorded(api, other, FIRST)
    found = comparison(public, one, **{"with": other["id"]})
    assert [difference["kind"] for difference in found["differences"]] == ["inserted"]
    third = open_match(api)
    recorded(api, third, {**DEAL, "hands": [DEAL["hands"][1], DEAL["hands"][0], DEAL["hands"][2]]})
    assert comparison(public, one, **{"with": third["id"]})["differences"] == []  # the hands are hidden from all
    assert len(comparison(api, one, **{"with": third["id"]})["differences"]) == 1
    secret = dealt(api, visibility="private")
    problem(public.get(f"{MATCHES}/{one['id']}/comparison", params={"with": secret["id"]}), 404, "not-found")
    four = open_match(api, seats=[{"name": name} for name in "ABCD"])
    for wrong in (four, one):
        answer = api.get(f"{MATCHES}/{one['id']}/comparison", params={"with": wrong["id"]})
        assert problem(answer, 422, "not-possible")["parameter"] == "with"
    problem(api.get(f"{MATCHES}/{one['id']}/comparison"), 404, "not-found")


# --- decided ---


def test_taking_the_side_of_the_second_amends_the_match(api: httpx.Client, table: Table) -> None:
    table.both(DEAL)
    recorded(table.recorder, table.match, FIRST, *ROUND[1:3])
    recorded(table.blind, table.second, OTHER, *ROUND[1:3])
    compared = comparison(api, table.match)
    before = api.get(f"{MATCHES}/{table.match['id']}").json()
    tried = decide(api, compared, "second", 1, dry_run=True)
    assert (tried.status_code, tried.json()["kept"], tried.json()["dry_run"]) == (201, 2, True)
    assert api.get(f"{MATCHES}/{table.match['id']}").json() == before
    body = {"differences": [1], "side": "second", "versions": [compared[one]["version"] for one in ("first", "second")]}
    request: dict[str, Any] = {"json": body | {"reason": "seen by all"}, "headers": {"Idempotency-Key": "decided-once"}}
    path = f"{MATCHES}/{table.match['id']}/comparison/decisions"
    decision = api.post(path, **request)
    assert (decision.status_code, decision.json()["match"], decision.json()["kept"]) == (201, table.match["id"], 2)
    assert decision.json()["events"][0]["facts"]["reason"] == "seen by all"
    assert comparison(api, table.match)["differences"] == []
    assert api.post(path, **request).json() == decision.json()
    problem(decide(api, compared, "second", 1), 412, "version-conflict")


@pytest.mark.slow
def test_an_arbiter_compares_and_decides_while_the_match_runs(
    api: httpx.Client, client_with: ClientWith, table: Table
) -> None:
    table.both(DEAL)
    recorded(table.recorder, table.match, FIRST)
    recorded(table.blind, table.second, OTHER)
    arbiter = client_with("read", "record", "annotate", "arbitrate")
    compared = comparison(arbiter, table.match)
    assert decide(arbiter, compared, "first", 1).json()["match"] == table.second["id"]
    assert comparison(arbiter, table.match)["differences"] == []
    assert table.second["id"] not in [item["id"] for item in items(arbiter, MATCHES)]


@pytest.mark.slow
def test_taking_the_side_of_the_first_amends_the_second_record(api: httpx.Client, table: Table) -> None:
    table.both(DEAL)
    recorded(table.recorder, table.match, *ROUND)
    recorded(table.blind, table.second, OTHER, *ROUND[1:-1])
    compared = comparison(api, table.match)
    decision = decide(api, compared, "first", 2, 1)
    assert (decision.status_code, decision.json()["match"]) == (201, table.second["id"])
    found = comparison(api, table.match)
    assert (found["differences"], found["first"]["version"]) == ([], compared["first"]["version"])


@pytest.mark.slow
def test_a_side_that_the_rules_refuse_is_a_conflict_and_changes_nothing(api: httpx.Client, table: Table) -> None:
    table.both(DEAL)
    recorded(table.recorder, table.match, *ROUND)
    recorded(table.blind, table.second, {"type": "stock", "seat": 0, "jewels": ["tiara"] * 3})
    recorded(table.blind, table.second, *ROUND[1:3], {"type": "pass", "seat": 0}, *ROUND[4:6])
    compared = comparison(api, table.match)
    conflict = problem(decide(api, compared, "second", 1), 409, "amendment-conflict")
    assert (conflict["step"], conflict["clause"]) == (5, "K4.1")
    assert comparison(api, table.match) == compared


def test_only_who_may_correct_a_record_decides_against_it(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith, table: Table
) -> None:
    table.both(DEAL)
    recorded(table.blind, table.second, OTHER)
    compared = comparison(api, table.match)
    for client, status, name in (
        (public, 401, "unauthenticated"),
        (client_with("read"), 403, "forbidden"),
        (table.recorder, 404, "not-found"),
        (table.blind, 403, "forbidden"),
    ):
        problem(decide(client, compared, "second", 1), status, name)
    numbers = problem(decide(api, compared, "second", 1, 2), 422, "not-possible")
    assert numbers["pointer"] == "/differences/1"


@pytest.mark.slow
def test_a_record_with_secrets_is_not_copied_from_by_who_may_not_see_them(
    api: httpx.Client, client_with: ClientWith
) -> None:
    table = Table(api, client_with("read", "record"), options=THREE["options"] | {"keep_secrets": True})
    with table.blind as blind:
        recorded(table.recorder, table.match, *THREE["actions"])
        other_hands = {**THREE["actions"][0], "hands": [*reversed(THREE["actions"][0]["hands"])]}
        recorded(blind, table.second, other_hands)
        assert api.post(f"{MATCHES}/{table.second['id']}/conclusion", json={}).status_code == 201
        found = comparison(blind, table.second)
        assert all(difference["first"] == [] for difference in found["differences"])  # the deals look the same
        problem(decide(blind, found, "second", 1), 403, "forbidden")


@pytest.mark.slow
def test_two_matches_are_decided_on_as_well(api: httpx.Client) -> None:
    one, other = dealt(api), dealt(api)
    recorded(api, one, FIRST)
    recorded(api, other, OTHER)
    compared = comparison(api, one, **{"with": other["id"]})
    decision = decide(api, compared, "second", 1, compared_with=other["id"])
    assert decision.status_code == 201
    assert comparison(api, one, **{"with": other["id"]})["differences"] == []
    assert api.get(f"{MATCHES}/{one['id']}/state", params={"viewer": "recorder"}).json()["step"] == 2


@pytest.mark.slow
def test_a_series_takes_no_visibility_but_those_that_can_be_chosen(api: httpx.Client) -> None:
    match = whole(api)
    problem(api.patch(f"{MATCHES}/{match['id']}", json={"visibility": "blind"}), 400, "invalid-request")
    opening = {"game": "klunker", "seats": [{"name": name} for name in "ABC"], "visibility": "blind"}
    problem(api.post(MATCHES, json=opening), 400, "invalid-request")
