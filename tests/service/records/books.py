"""Records of random evenings, and logs in which such evenings were recorded as they happened."""

from itertools import accumulate
from random import Random
from typing import Any
from uuid import UUID

import httpx
import psycopg
from msgspec.structs import replace

from domain.annotations.annotations import annotations_id
from domain.registry import GAMES
from domain.variations.variations import variations_id
from replays.records.form import written
from service.eventstore.recorder import PlayerRow, SideRows
from tests.replays.records.evenings import Evening, evening, set_ups, whole_evening
from tests.service.eventstore.blocking import BlockingStore

BASE = "/api/v1"
JSON = {"Content-Type": "application/json"}


def some_evening(key: str, seed: int, most: int = 60) -> Evening:
    """A random one of a game."""
    random = Random(f"{key} {seed}")
    _, game, setup = random.choice([found for found in set_ups() if found[1] is GAMES[key]])
    return evening(game, setup, random, most)


def begun(key: str) -> Evening:
    """A match of a game with open hands, of which some actions were played."""
    _, game, setup = next(found for found in set_ups() if found[1] is GAMES[key] and found[2].options.dealing == "open")
    one = Evening(game, replace(setup, options=replace(setup.options, keep_secrets=False)), Random(f"{key} begun"))
    for _ in range(8):
        one._play()
    return one


def whole_of(key: str) -> Evening:
    """A match of a game that was played to its end."""
    _, game, setup = next(found for found in set_ups() if found[1] is GAMES[key])
    return whole_evening(game, setup, Random(key))


def first_steps(key: str, seed: int) -> Evening:
    """A match of a game that has only begun."""
    setup = next(setup for _, game, setup in set_ups() if game is GAMES[key])
    one = Evening(GAMES[key], setup, Random(f"{key} {seed}"))
    one._play()
    return one


def two_states(key: str) -> tuple[bytes, bytes]:
    """Records of one match: when it had only begun, and when it was ended."""
    one = first_steps(key, 1)
    before = body_of(one)
    one.end()
    return before, body_of(one)


def take_in(api: httpx.Client, body: bytes, **query: Any) -> httpx.Response:
    """Send a record."""
    return api.post(f"{BASE}/records", content=body, headers=JSON, params=query)


def body_of(one: Evening) -> bytes:
    """The record of an evening."""
    return written(one.record)


def rows(conninfo: str) -> int:
    """Events and players that a database holds."""
    with psycopg.connect(conninfo) as connection:
        found = connection.execute(
            "SELECT (SELECT count(*) FROM match_events) + (SELECT count(*) FROM players)"
        ).fetchone()
    assert found is not None
    return int(found[0])


def recorded(store: BlockingStore, evenings: list[Evening]) -> None:
    """Store evenings event by event, in the order in which all of it happened, as a service does that people use.

    An event whose time is before that of its predecessor, as of a seal broken by hand after one by time, follows it.
    """
    known: set[UUID] = set()
    for one in evenings:
        new = [PlayerRow(player.id, player.name) for player in one.record.players if player.id not in known]
        known |= {player.id for player in new}
        happened = (
            (at, of, version, event, game)
            for of, events, game in (
                (one.id, one.log, one.game.meta.key),
                (annotations_id(one.id), one.written, ""),
                (variations_id(one.id), one.tried, ""),
            )
            for version, (event, at) in enumerate(
                zip(events, accumulate((each.at for each in events), max), strict=True)
            )
        )
        side_rows = SideRows(players=new)
        for _, of, version, event, game in sorted(happened, key=lambda each: each[0]):
            store.append(of, version, [event], game, side_rows=side_rows)
            side_rows = SideRows()
