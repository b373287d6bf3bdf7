"""Pictures over HTTP: the same step, for the same eyes, as a frame; the chart with the rights of the scoreboard."""

import re
from typing import Any

import httpx
import pytest

from domain.registry import GAMES
from tests.domain.games.support import sample_of
from tests.replays.pictures.seen import Picture, flaws
from tests.service.scenes import DEAL, MATCHES, NOBODY, ROUND, open_match, played, problem, whole

PRIVATE = {"visibility": "private"}


@pytest.fixture(scope="module")
def path(api: httpx.Client) -> str:
    """A match of a round: 11 steps."""
    match = open_match(api)
    played(api, match, DEAL, *ROUND)
    return f"{MATCHES}/{match['id']}"


def seen(client: httpx.Client, path: str, language: str = "en", **parameters: Any) -> Picture:
    answer = client.get(path, params=parameters, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    drawn = Picture(answer.text)
    assert list(flaws(drawn)) == []
    return drawn


@pytest.mark.slow
def test_every_step_is_a_picture(api: httpx.Client, path: str) -> None:
    for step in range(12):
        frame = api.get(f"{path}/replay/steps/{step}").json()
        drawn = seen(api, f"{path}/replay/steps/{step}.svg")
        if step:
            assert f"Last action: {frame['played']['sentence']}" in drawn.description
            assert re.search(rf": step {step}(,|$)", drawn.title)
        else:
            assert "set-up" in drawn.title


@pytest.mark.parametrize("part", ["replay/steps/3.svg", "scoreboard.svg"])
def test_what_is_sent_with_a_picture(api: httpx.Client, path: str, part: str) -> None:
    answer = api.get(f"{path}/{part}", headers={"Accept-Language": "it"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert re.fullmatch(r'"\d{1,18}-[0-9a-f]+"', answer.headers["etag"])
    assert answer.headers["content-language"] == "it"
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "private, no-cache"
    assert answer.headers["vary"] == "Authorization, Cookie, Accept, Accept-Language, Accept-Encoding"
    again = api.get(f"{path}/{part}", headers={"Accept-Language": "it", "If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = api.head(f"{path}/{part}", headers={"Accept-Language": "it"})
    assert (head.status_code, head.content) == (200, b"")
    assert {**head.headers, "date": ""} == {**answer.headers, "date": ""}


def test_a_viewer_gets_the_picture_that_it_may_see(api: httpx.Client, public: httpx.Client, path: str) -> None:
    step = f"{path}/replay/steps/1.svg"
    assert seen(public, step).description.count("6 hidden cards") == 3
    assert seen(api, step, viewer="public").description.count("6 hidden cards") == 3
    assert seen(api, step).description.count("6 hidden cards") == 0
    as_seat = seen(api, step, viewer="seat:1")
    assert "Player 1: 1 banknote; hand: 3×\u00a0earrings and 3×\u00a0monocle;" in as_seat.description
    assert as_seat.description.count("6 hidden cards") == 2
    assert "as Player 1 sees it" in as_seat.title
    for viewer in ("seat:1", "recorder"):
        for part in ("replay/steps/1.svg", "scoreboard.svg"):
            problem(public.get(f"{path}/{part}", params={"viewer": viewer}), 403, "forbidden")


def test_a_match_that_has_ended_is_open_and_a_seat_sees_what_it_knew(api: httpx.Client, public: httpx.Client) -> None:
    path = f"{MATCHES}/{whole(api)['id']}"
    last = public.get(path).json()["step"]
    assert "hidden" not in seen(public, f"{path}/replay/steps/1.svg").description
    assert seen(public, f"{path}/replay/steps/1.svg", viewer="seat:2").description.count("6 hidden cards") == 2
    end = seen(public, f"{path}/replay/steps/{last}.svg", viewer="seat:2")
    assert "hidden" not in end.description
    assert "The match is over." in end.description


@pytest.mark.slow
def test_a_picture_of_the_match_as_it_was(api: httpx.Client) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    version = played(api, match, DEAL, *ROUND[:3])["version"]
    before = [api.get(f"{path}/{part}").content for part in ("replay/steps/2.svg", "scoreboard.svg")]
    amended = {"step": 2, "actions": [{"type": "stock", "seat": 0, "jewels": ["tiara"]}], "keep": "prefix"}
    assert api.post(f"{path}/amendments", json=amended).is_success
    assert api.get(f"{path}/replay/steps/2.svg").content != before[0]
    for part, told in zip(("replay/steps/2.svg", "scoreboard.svg"), before, strict=True):
        assert api.get(f"{path}/{part}", params={"version": version}).content == told


@pytest.mark.parametrize("language", ["en", "it"])
def test_pictures_are_told_in_the_language_that_is_asked_for(api: httpx.Client, path: str, language: str) -> None:
    words = {"en": ("puts into the showcase", "at the most"), "it": ("espone in vetrina", "al massimo")}[language]
    assert words[0] in seen(api, f"{path}/replay/steps/2.svg", language).description
    assert words[1] in seen(api, f"{path}/scoreboard.svg", language).description


@pytest.mark.parametrize(
    "part",
    [
        *("replay/steps/12.svg", "replay/steps/x.svg", "replay/steps/.svg", "replay/steps/3/.svg"),
        *("replay/steps/3.png", "replay/steps/3.svg.svg", "scoreboard/.svg", "replay.svg", "history.svg", ".svg"),
    ],
)
def test_there_is_no_other_picture(api: httpx.Client, path: str, part: str) -> None:
    problem(api.get(f"{path}/{part}"), 404, "not-found")


def test_a_match_that_one_may_not_read_has_no_picture(api: httpx.Client, public: httpx.Client) -> None:
    private = open_match(api, **PRIVATE)["id"]
    for match_id in (NOBODY, private):
        for part in ("replay/steps/0.svg", "scoreboard.svg"):
            problem(public.get(f"{MATCHES}/{match_id}/{part}"), 404, "not-found")
    assert api.get(f"{MATCHES}/{private}/replay/steps/0.svg").status_code == 200


def test_a_slip_in_the_request_is_told(api: httpx.Client, path: str) -> None:
    refused = problem(api.get(f"{path}/scoreboard.svg", params={"colour": "red"}), 400, "invalid-request")
    assert refused["parameter"] == "colour"
    problem(api.get(f"{path}/replay/steps/0.svg", params={"viewer": "seat:9"}), 400, "invalid-request")
    problem(api.get(f"{path}/replay/steps/-1.svg"), 400, "invalid-request")
    problem(api.post(f"{path}/scoreboard.svg"), 405, "method-not-allowed")


def test_names_cannot_do_anything(api: httpx.Client) -> None:
    seats = [{"name": "<script>alert(1)</script>"}, {"name": "\" onload='x' &amp; ]]>"}, {"name": "W" * 60}]
    match = open_match(api, seats=seats)
    played(api, match, DEAL)
    for part in ("replay/steps/1.svg", "scoreboard.svg"):
        drawn = seen(api, f"{MATCHES}/{match['id']}/{part}")
        assert "<script>alert(1)</script>" in drawn.description
        assert "<script" not in drawn.markup


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_whole_match_of_every_game_is_drawn(api: httpx.Client, public: httpx.Client, key: str) -> None:
    sample = sample_of(key)
    wanted = {"options": {**sample["options"], "keep_secrets": True}, "game": key}
    seats = [{"name": f"Player {seat}"} for seat in range(sample["seats"])]
    path = f"{MATCHES}/{whole(api, sample['actions'], seats=seats, **wanted)['id']}"
    steps = len(sample["actions"])
    for step in (0, 1, steps // 2, steps):
        for client in (api, public):
            seen(client, f"{path}/replay/steps/{step}.svg")
    told = [seen(client, f"{path}/scoreboard.svg").description for client in (api, public)]
    standings = [client.get(path).json()["standings"] for client in (api, public)]
    for words, seats_now in zip(told, standings, strict=True):
        for standing in seats_now:
            assert f"{standing['score']} at step {steps}." in words
