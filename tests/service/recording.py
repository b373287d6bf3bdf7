"""A client that records matches over HTTP with idempotency keys, and knows what the log must say."""

import time
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from threading import Event
from typing import Any
from uuid import uuid4

import httpx
import msgspec
from msgspec import Struct

from domain.kernel.game import Setup
from domain.kernel.viewer import RECORDER
from domain.registry import game_of
from tests.service.http_client import client_of

BASE = "/api/v1/matches"
DOWN = {502, 503, 504}


class Write(Struct):
    """A request that was acknowledged."""

    path: str
    body: dict[str, Any]
    key: str
    answer: dict[str, Any]


class Client:
    """Plays match after match with server dealing, one or a few actions a request, until it is told to stop."""

    def __init__(self, url: str, token: str, random: Random, stopping: Event) -> None:
        self.url = url
        self.token = token
        self.random = random
        self.stopping = stopping
        self.matches: list[list[Write]] = []
        self.repeated = 0

    @property
    def writes(self) -> list[Write]:
        return [write for match in self.matches for write in match]

    def record(self) -> None:
        """Record until told to stop."""
        with self.connection() as api:
            while not self.stopping.is_set():
                self._record_match(api)

    def record_some(self, plays: int) -> None:
        """Open a match and play so many actions."""
        with self.connection() as api:
            self._record_match(api, plays)

    def connection(self) -> httpx.Client:
        return client_of(self.url, self.token)

    def verify(self, sample: int = 40) -> None:
        """The logs say what was acknowledged, and nothing else; sending things again changes nothing."""
        with self.connection() as api:
            before = [log_of(api, match[0].answer["id"]) for match in self.matches]
            for log, (opening, *plays) in zip(before, self.matches, strict=True):
                assert [event["version"] for event in log] == list(range(1, len(log) + 1))
                assert log[opening.answer["version"] :] == [event for play in plays for event in play.answer["events"]]
                submitted = [action for play in plays for action in play.body["actions"]]
                assert [
                    event["action"] for event in log if (event.get("action") or {}).get("seat") is not None
                ] == submitted
            for write in self.random.sample(self.writes, min(sample, len(self.writes))):
                assert self._send(api, write.path, write.body, write.key) == write.answer
            assert [log_of(api, match[0].answer["id"]) for match in self.matches] == before
            for log, (opening, *_) in zip(before, self.matches, strict=True):
                verify_state(api, opening.answer["id"], log)

    def _record_match(self, api: httpx.Client, most: int = 1_000_000) -> None:
        seats = [{"name": f"Player {self.random.random()}"} for _ in range(3)]
        self.matches.append([])
        opened = self.write(api, BASE, {"game": "klunker", "seats": seats, "options": {"dealing": "server"}})
        path = f"{BASE}/{opened['id']}"
        while not self.stopping.is_set() and len(self.matches[-1]) <= most:
            legal = self.read(api, f"{path}/legal-actions")
            if legal["pending"]["type"] == "finished":
                return
            self.write(api, f"{path}/actions", {"actions": [any_of(legal, self.random)]})

    def read(self, api: httpx.Client, path: str) -> dict[str, Any]:
        return self._insist(lambda: api.get(path), 200)[0]

    def write(self, api: httpx.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
        key = str(uuid4())
        answer = self._send(api, path, body, key)
        self.matches[-1].append(Write(path, body, key, answer))
        return answer

    def _send(self, api: httpx.Client, path: str, body: dict[str, Any], key: str) -> dict[str, Any]:
        answer, times = self._insist(lambda: api.post(path, json=body, headers={"Idempotency-Key": key}), 201)
        self.repeated += times > 1
        return answer

    @staticmethod
    def _insist(send: Callable[[], httpx.Response], status: int) -> tuple[dict[str, Any], int]:
        """Send it until there is an answer; tells how many times it was sent, too."""
        deadline = time.monotonic() + 60
        for times in count(1):
            try:
                answer = send()
            except httpx.TransportError:
                pass
            else:
                if answer.status_code not in DOWN:
                    assert answer.status_code == status, answer.text
                    return answer.json(), times
            assert time.monotonic() < deadline, "the service doesn't come back"
            time.sleep(0.05)
        raise AssertionError


def any_of(legal: dict[str, Any], random: Random) -> Any:
    """One of the legal actions."""
    templates = legal["templates"]
    if legal["actions"] and (not templates or random.random() < 0.5):
        return random.choice(legal["actions"])
    template = random.choice(templates)
    lists = {}
    for name, items in template["choose"].items():
        pool = [kind for kind, number in items["of"].items() for _ in range(number)]
        number = random.randint(items["least"], min(items["most"], len(pool)))
        lists[name] = random.sample(pool, number)
    return template["action"] | lists


def log_of(api: httpx.Client, match_id: str) -> list[dict[str, Any]]:
    """The whole log of a match."""
    lines = api.get(f"{BASE}/{match_id}/events", headers={"Accept": "application/x-ndjson"}).text.splitlines()
    return [msgspec.json.decode(line) for line in lines]


def verify_state(api: httpx.Client, match_id: str, log: Sequence[dict[str, Any]]) -> None:
    """The state served is what the domain makes of the log."""
    game = game_of("klunker")
    facts = log[0]["facts"]
    state = game.initial(Setup(len(facts["seats"]), msgspec.convert(facts["options"], game.options_type)))
    for event in log[1:]:
        if event["type"] == "played":
            for fact in msgspec.convert(event["outcome"], tuple[game.fact_type, ...]):  # type: ignore[name-defined]
                state = game.evolve(state, fact)
    served = api.get(f"{BASE}/{match_id}/state").json()
    expected = {
        "version": len(log),
        "view": game.view(state, RECORDER),
        "pending": game.pending(state),
        "standings": game.standings(state, RECORDER),
    }
    assert {name: served[name] for name in expected} == msgspec.json.decode(msgspec.json.encode(expected))
