"""Every page of the site, by name: what is looked at, measured and asked by keyboard and axe."""

from collections.abc import Iterator
from typing import Any, Final

import httpx

from domain.kernel.unknowns import HasUnknowns
from domain.registry import GAMES
from tests.service.scenes import BASE, MATCHES

PLACES: Final = 5
"""How many steps of a match are looked at, from the set-up to the end."""


def pages_of(api: httpx.Client) -> Iterator[tuple[str, str]]:
    """The name and path of each page, with a match of each game that has one."""
    yield from (("home", "/"), ("matches", "/matches"), ("games", "/games"), ("people", "/players"))
    yield from (("sign-in", "/sign-in"), ("join", "/join"), ("invite", "/invite"), ("not-found", "/nowhere"))
    yield from (("statistics", "/statistics"), ("series-list", "/series"), ("series-new", "/series/new"))
    for series in api.get(f"{BASE}/series", params={"limit": 1}).json()["items"]:
        yield from (("series", f"/series/{series['id']}"), ("series-remove", f"/series/{series['id']}/remove"))
    yield "subjects", "/subjects"
    for title in [one for one in api.get(f"{BASE}/subjects").json()["items"] if one["title"]][:1]:
        path = f"/subjects/{title['id']}"
        yield from (("subject", path), ("subject-rename", f"{path}/rename"), ("subject-merge", f"{path}/merge"))
        yield "subject-leaderboard", f"/games/{title['game']}/leaderboard?subject={title['id']}"
        yield "subject-figures", f"/statistics?game={title['game']}&subject={title['id']}"
    yield "imports", "/imports"
    for one in api.get(f"{BASE}/imports", params={"limit": 3}).json()["items"]:
        yield f"import-{one['state']}", f"/imports/{one['id']}"
    for key in GAMES:
        yield from _of_game(key, api)
        for match in api.get(MATCHES, params={"game": key, "status": "finished", "limit": 1}).json()["items"]:
            yield from _of_match(key, match, api)
            yield from _of_people(key, *(seat["player"]["id"] for seat in match["seats"]))
        for match in api.get(MATCHES, params={"game": key, "status": "playing", "limit": 1}).json()["items"]:
            yield f"record-{key}", f"/matches/{match['id']}/record"
            yield f"running-{key}", f"/matches/{match['id']}"
            yield f"adjust-{key}", f"/matches/{match['id']}/record/adjust"


def _of_game(key: str, api: httpx.Client) -> Iterator[tuple[str, str]]:
    yield f"new-match-{key}", f"/matches/new?game={key}"
    yield f"game-{key}", f"/games/{key}"
    yield from ((f"{name}-{key}", f"/games/{key}/{name}") for name in ("rules", "leaderboard"))
    yield f"figures-{key}", f"/statistics?game={key}"
    if api.get(f"/games/{key}/boards/new").status_code == 200:
        yield f"board-{key}", f"/games/{key}/boards/new"


def _of_match(key: str, match: dict[str, Any], api: httpx.Client) -> Iterator[tuple[str, str]]:
    path, step = f"/matches/{match['id']}", match["step"]
    for place in range(PLACES):
        yield f"match-{key}-{place}", f"{path}?step={step * place // (PLACES - 1)}"
    yield f"embed-{key}", f"/embed{path}?step={step // 2}"
    for name in ("share", "vary"):
        yield f"{name}-{key}", f"{path}/{name}?step={step // 2}"
    for name in ("phones", "second-record", "remove", "result"):
        yield f"{name}-{key}", f"{path}/{name}"
    alike = api.get(MATCHES, params={"game": key, "seats": len(match["seats"])}).json()["items"]
    others = [one["id"] for one in alike if one["id"] != match["id"]]
    yield from ((f"comparison-{key}", f"{path}/comparison?with={other}") for other in others[:1])
    yield f"record-of-ended-{key}", f"{path}/record"
    if isinstance(GAMES[key], HasUnknowns):
        yield f"identify-{key}", f"{path}/record/identify/{step // 2}"
    for variation in api.get(f"{MATCHES}/{match['id']}/variations").json()["items"]:
        yield f"variation-{key}", f"{path}/variations/{variation['id']}"


def _of_people(key: str, one: str, *others: str) -> Iterator[tuple[str, str]]:
    yield f"person-{key}", f"/players/{one}"
    yield from ((f"{name}-{key}", f"/players/{one}/{name}") for name in ("merge", "rename", "pin", "consent"))
    yield from ((f"versus-{key}", f"/players/{one}/against/{other}") for other in others[:1])
