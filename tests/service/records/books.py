"""Records of random evenings, and what every read endpoint answers of a match."""

from collections.abc import Iterator
from random import Random
from typing import Any

import httpx

from domain.registry import GAMES
from replays.records.form import written
from tests.replays.records.evenings import Evening, evening, set_ups

BASE = "/api/v1"
JSON = {"Content-Type": "application/json"}


def some_evening(key: str, seed: int, most: int = 60) -> Evening:
    """A random one of a game."""
    random = Random(f"{key} {seed}")
    _, game, setup = random.choice([found for found in set_ups() if found[1] is GAMES[key]])
    return evening(game, setup, random, most)


def take_in(api: httpx.Client, body: bytes, **query: Any) -> httpx.Response:
    """Send a record."""
    return api.post(f"{BASE}/records", content=body, headers=JSON, params=query)


def body_of(one: Evening) -> bytes:
    """The record of an evening."""
    return written(one.record)


READS = (
    "",
    "/state",
    "/events?include=retracted&limit=1000",
    "/history?limit=1000&after_position={position}",
    "/scoreboard?limit=1000&after_position={position}",
    "/replay?limit=1000",
    "/replay/chapters",
    "/annotations?limit=1000",
    "/variations?limit=1000",
    "/record",
)


def answers(api: httpx.Client, match_id: str, position: int) -> Iterator[tuple[str, int, Any]]:
    """What the read endpoints answer of a match, without the places in the log, which are a service's own."""
    for path in READS:
        asked = path.format(position=position)
        answer = api.get(f"{BASE}/matches/{match_id}{asked}")
        told = answer.json()
        told.pop("position", None)
        yield path, answer.status_code, told
    for form in ("text/plain", "text/csv"):
        answer = api.get(f"{BASE}/matches/{match_id}/record", headers={"Accept": form})
        yield form, answer.status_code, answer.text
