"""Answers that are made once are those of the match as it is, whoever asks and however far the read models are."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import psycopg
import pytest

from tests.service.scenes import BASE, DEAL, MATCHES, ROUND, open_match, played, problem
from tests.tiers import thinned

OTHER = {"type": "stock", "seat": 2, "jewels": ["gold_teeth"]}


@contextmanager
def standing_still(conninfo: str, projection: str) -> Iterator[None]:
    """Keeps a read model from moving on."""
    with psycopg.connect(conninfo) as connection:
        connection.execute("SELECT FROM projections WHERE name = %s FOR UPDATE", (projection,))
        yield


@contextmanager
def rebuilding(conninfo: str, projection: str) -> Iterator[None]:
    """Makes the rows of a read model those of another version, as before they are made anew."""
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("UPDATE projections SET version = version - 1 WHERE name = %s", (projection,))
        try:
            yield
        finally:
            connection.execute("UPDATE projections SET version = version + 1 WHERE name = %s", (projection,))


def steps(api: httpx.Client, path: str, **parameters: Any) -> list[tuple[int, int]]:
    answer = api.get(f"{path}/history", params=parameters)
    assert answer.status_code == 200, answer.text
    return [(item["step"], item["version"]) for item in answer.json()["items"]]


@pytest.mark.parametrize(
    "part", thinned(["state", "state?step=2", "legal-actions", "events", "events?limit=1&after=1"], quick=2)
)
def test_who_asks_again_gets_the_same_until_something_happens(api: httpx.Client, part: str) -> None:
    match = open_match(api)
    played(api, match, DEAL, *ROUND[:3])
    path = f"{MATCHES}/{match['id']}/{part}"
    first, again = (api.get(path) for _ in range(2))
    assert first.status_code == 200, first.text
    assert (first.content, first.headers["etag"]) == (again.content, '"5"')
    assert first.headers["content-type"] == again.headers["content-type"] == "application/json"
    known = api.get(path, headers={"If-None-Match": '"5"'})
    assert (known.status_code, known.content) == (304, b"")
    played(api, match, ROUND[3])
    changed = api.get(path, headers={"If-None-Match": '"5"'})
    assert (changed.status_code, changed.headers["etag"]) == (200, '"6"')


def test_each_viewer_gets_an_answer_of_its_own(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    path = f"{MATCHES}/{match['id']}/state"
    token = {"Authorization": f"Bearer {match['seats'][1]['token']}"}
    for _ in range(2):
        answers = [api.get(path), public.get(path), public.get(path, headers=token)]
        hidden = [["hidden" in seat["hand"] for seat in answer.json()["view"]["seats"]] for answer in answers]
        assert hidden == [[False] * 3, [True] * 3, [True, False, True]]


def test_a_history_that_is_behind_is_not_kept(api: httpx.Client, database: str) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    position = played(api, match, DEAL, *ROUND[:2])["position"]
    before = [(1, 2), (2, 3), (3, 4)]
    assert steps(api, path, after_position=position) == before
    with standing_still(database, "move_history"):
        position = played(api, match, ROUND[2])["position"]
        assert steps(api, path) == before
    assert steps(api, path, after_position=position) == [*before, (4, 5)]


@pytest.mark.slow
def test_a_history_of_what_was_corrected_meanwhile_is_not_kept(api: httpx.Client, database: str) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    position = played(api, match, DEAL, *ROUND[:3])["position"]
    before = [(1, 2), (2, 3), (3, 4), (4, 5)]
    assert steps(api, path, after_position=position) == before
    with standing_still(database, "move_history"):
        answer = api.post(f"{path}/amendments", json={"step": 4, "remove": 1, "actions": [OTHER]})
        assert answer.status_code == 201, answer.text
        assert steps(api, path) == before
    after = steps(api, path, after_position=answer.json()["position"])
    assert [step for step, _ in after] == [1, 2, 3, 4]
    assert after != before
    assert steps(api, path) == after


@pytest.mark.slow
def test_pages_of_a_history_fit_together(api: httpx.Client) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    position = played(api, match, DEAL, *ROUND)["position"]
    whole = steps(api, path, after_position=position)
    for _ in range(2):
        found: list[tuple[int, int]] = []
        cursor: str | None = None
        while True:
            asked = {"limit": 4} | ({"cursor": cursor} if cursor else {})
            page = api.get(f"{path}/history", params=asked).json()
            found += [(item["step"], item["version"]) for item in page["items"]]
            cursor = page["next_cursor"]
            if cursor is None:
                break
            assert len(page["items"]) == 4
        assert found == whole


@pytest.mark.slow
def test_a_cached_history_tells_how_far_the_read_model_is_by_now(api: httpx.Client) -> None:
    match, other = open_match(api), open_match(api)
    path = f"{MATCHES}/{match['id']}/history"
    position = played(api, match, DEAL, *ROUND[:2])["position"]
    assert api.get(path, params={"after_position": position}).status_code == 200
    first, again = (api.get(path) for _ in range(2))
    later = played(api, other, DEAL)["position"]
    waited = api.get(path, params={"after_position": later}).json()
    last = api.get(path)
    assert waited["position"] >= later > position
    assert last.json()["position"] >= later
    for answer in (again, last):
        assert answer.headers["content-type"] == first.headers["content-type"] == "application/json"
        assert answer.headers["content-language"] == first.headers["content-language"] == "en"
        assert {**answer.json(), "position": 0} == {**first.json(), "position": 0} == {**waited, "position": 0}


def test_a_read_that_waits_isn_t_answered_from_the_cache(api: httpx.Client) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}/history"
    api.get(path, params={"after_position": played(api, match, DEAL)["position"]})
    for _ in range(2):
        assert api.get(path).status_code == 200
    problem(api.get(path, headers={"Partita-After": "999999999999"}), 400, "unknown-position")
    problem(api.get(path, headers={"Partita-After": "soon"}), 400, "invalid-request")


PARTS = ["state", "events", "history", "fairness", "replay", "replay/steps/1", "replay/steps/1.svg", "scoreboard.svg"]


@pytest.mark.parametrize("part", thinned(PARTS, quick=3))
def test_what_was_answered_doesn_t_open_a_door(api: httpx.Client, public: httpx.Client, part: str) -> None:
    match = open_match(api)
    api.get(f"{MATCHES}/{match['id']}/history", params={"after_position": played(api, match, DEAL)["position"]})
    path = f"{MATCHES}/{match['id']}/{part}"
    for client in (api, public, api, public):
        assert client.get(path).status_code == 200
    problem(public.get(path, headers={"Authorization": "Bearer nobody"}), 401, "unauthenticated")
    problem(public.get(path, params={"nonsense": 1}), 400, "invalid-request")
    problem(public.get(path, headers={"Accept": "image/png"}), 406, "not-acceptable")
    assert api.patch(f"{MATCHES}/{match['id']}", json={"visibility": "private"}).status_code == 200
    for _ in range(2):
        problem(public.get(path), 404, "not-found")
        assert api.get(path).status_code == 200


def test_who_may_read_no_longer_isn_t_told_that_a_read_model_is_rebuilt(
    api: httpx.Client, public: httpx.Client, database: str
) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}/history"
    api.get(path, params={"after_position": played(api, match, DEAL)["position"]})
    assert [client.get(path).status_code for client in (public, api)] == [200, 200]
    assert api.patch(f"{MATCHES}/{match['id']}", json={"visibility": "private"}).status_code == 200
    with rebuilding(database, "move_history"):
        problem(public.get(path), 404, "not-found")
        problem(api.get(path), 503, "read-model-behind")
    assert api.get(path).status_code == 200


@pytest.mark.parametrize(
    "part", thinned(["history", "replay", "replay/steps/1", "replay/steps/1.svg", "scoreboard.svg"])
)
def test_a_cached_answer_has_the_names_of_now_in_the_language_asked_for(api: httpx.Client, part: str) -> None:
    match = open_match(api)
    api.get(f"{MATCHES}/{match['id']}/history", params={"after_position": played(api, match, DEAL, *ROUND)["position"]})
    path = f"{MATCHES}/{match['id']}/{part}"
    player = match["seats"][0]["player"]["id"]
    for name in ("Zenobia", "Zacharias"):
        assert api.patch(f"{BASE}/players/{player}", json={"name": name}).is_success
        for language in ("en", "it", "en", "it"):
            answer = api.get(path, headers={"Accept-Language": language})
            assert answer.headers["content-language"] == language
        shown = api.get(path).text
        assert (name in shown, "Zenobia" in shown) == (True, name == "Zenobia")
