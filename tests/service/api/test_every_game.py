"""A match of every game, played over HTTP: whatever a game leaves to the defaults, all of the service works for it."""

from collections import defaultdict
from random import Random
from typing import Any, Final

import httpx
import pytest
from msgspec import to_builtins

from domain.kernel.titles import game_title
from domain.registry import GAMES, figures_of
from tests.domain.games.play import RandomChoices, filled, template_of
from tests.replays.pictures.seen import Picture, flaws
from tests.service.scenes import BASE, MATCHES, guests, items, open_match

pytestmark = pytest.mark.slow

MOST: Final = 24
"""A match that is longer is concluded."""

LANGUAGES: Final = ("en", "it")


def get(api: httpx.Client, path: str, **parameters: Any) -> Any:
    answer = api.get(path, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(api: httpx.Client, path: str, body: dict[str, Any]) -> Any:
    answer = api.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def whole_match(api: httpx.Client, key: str) -> dict[str, Any]:
    """A random match of the game's first demo, at a place of its own, played to its end or concluded."""
    game, choices, demo = GAMES[key], RandomChoices(Random(key)), GAMES[key].demos[0]
    opened = open_match(
        api, game=key, seats=guests(demo.seats), options=to_builtins(demo.options), place=f"Table of {key}"
    )
    path = f"{MATCHES}/{opened['id']}"
    state = get(api, f"{path}/state")
    while state["pending"]["type"] == "seats" and state["step"] < MOST:
        legal = get(api, f"{path}/legal-actions", seat=state["pending"]["seats"][0])
        options = [*legal["actions"], *legal["templates"]]
        chosen = options[choices.below(len(options))]
        if "choose" in chosen:
            chosen = to_builtins(filled(game, template_of(chosen), choices))
        post(api, f"{path}/actions", {"actions": [chosen]})
        state = get(api, f"{path}/state")
    if state["pending"]["type"] != "finished":
        post(api, f"{path}/conclusion", {"reason": "the last train"})
    match: dict[str, Any] = get(api, path)
    return match


@pytest.mark.parametrize("key", GAMES)
def test_a_match_is_played_replayed_drawn_and_counted(api: httpx.Client, key: str) -> None:
    match = whole_match(api, key)
    assert match["status"] == "finished"
    path = f"{MATCHES}/{match['id']}"

    frames = items(api, f"{path}/replay")
    assert [frame["step"] for frame in frames] == list(range(match["step"] + 1))
    assert all(frame["view"]["game"] == key for frame in frames)
    chapters = get(api, f"{path}/replay/chapters")["items"]
    assert [chapters[0]["first_step"], chapters[-1]["last_step"]] == [0, match["step"]]

    pictures: dict[tuple[int, str, str], set[str]] = defaultdict(set)
    for language in LANGUAGES:
        for step in (0, match["step"] // 2, match["step"]):
            for params in ({}, {"layout": "portrait"}, {"layout": "landscape"}, {"layout": "compact"}):
                drawn = api.get(f"{path}/replay/steps/{step}.svg", params=params, headers={"Accept-Language": language})
                assert list(flaws(Picture(drawn.text))) == []
                pictures[step, language, params.get("layout", "portrait")].add(drawn.text)
        told = api.get(f"{path}/history", headers={"Accept-Language": language}).json()["items"]
        assert all(item["sentence"] for item in told)
        page = api.get(f"/matches/{match['id']}", headers={"Accept-Language": language, "Accept": "text/html"})
        assert (page.status_code, game_title(GAMES[key], language) in page.text) == (200, True)

    assert {len(drawings) for drawings in pictures.values()} == {1}, "the portrait is what nobody asks for"
    for step, language in {(step, language) for step, language, _ in pictures}:
        portrait, landscape, compact = (
            pictures[step, language, layout] for layout in ("portrait", "landscape", "compact")
        )
        # A small sheet has nothing to put beside its table: it is as wide as the window, whichever that is.
        assert (landscape == portrait) is GAMES[key].meta.titled
        assert compact not in (portrait, landscape)

    after = {"after_position": get(api, f"{path}/history")["position"], "place": match["place"]}
    counted = get(api, f"{BASE}/games/{key}/statistics", **after)
    assert counted["matches"]["count"] == 1
    assert [figure["key"] for figure in counted["figures"]] == [figure.key for figure in figures_of(key)]
    leaders = get(api, f"{BASE}/games/{key}/leaderboard", **after)["items"]
    assert len(leaders) == len(match["seats"])
    rules = get(api, f"{BASE}/games/{key}")
    assert rules["key"] == key
    assert rules["clauses"]
