"""What the statistics have at hand is what the tables would give: nothing is asked twice, and nothing is old."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.match.events import Visibility
from domain.registry import GAMES
from service.queries.filters import MatchFilter
from service.queries.statistics.result_cache import StatisticsCache
from service.reads.reads import Reads
from tests.service.queries.statistics.club import check_game, check_player, check_records, check_versus, club
from tests.service.scenes import (
    BASE,
    DEAL,
    FIRST,
    MATCHES,
    PLAYERS,
    ROUND,
    guests,
    known,
    make_player,
    open_match,
    whole,
)
from tests.service.scenes import played as played_on

WANTED = MatchFilter(readable=tuple(Visibility), sees_all=True)
DRAWN = "SELECT random() AS drawn"
"""Gives something else whenever it is asked."""

ONE_EVENT = """
    INSERT INTO match_events (originator_id, originator_version, topic, state)
    VALUES (gen_random_uuid(), 1, 'klunker/pass', %s)
"""
AT_THE_EVENT = "UPDATE projections SET position = notification_id, fingerprint = state FROM match_events"


@pytest.fixture
def ask(shared_service: httpx.Client, shared_database: str) -> Iterator[Callable[[], float]]:
    """Asks for `DRAWN`, when the read model has all that was written."""
    with asyncio.Runner() as runner:
        pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
            shared_database, min_size=1, max_size=1, open=False, kwargs={"autocommit": True}
        )
        runner.run(pool.open())
        cache = StatisticsCache(Reads(pool))

        def drawn() -> float:
            with psycopg.connect(shared_database) as connection:
                (end,) = connection.execute(
                    "SELECT coalesce(max(notification_id), 0) FROM match_events"
                ).fetchone() or (0,)
            awaited = shared_service.get(f"{BASE}/games/klunker/statistics", params={"after_position": end})
            assert awaited.status_code == 200, awaited.text
            found: float = runner.run(cache.rows(DRAWN, WANTED))[0]["drawn"]
            return found

        yield drawn
        runner.run(pool.close())


def test_what_changes_no_row_is_not_asked_again(shared_service: httpx.Client, ask: Callable[[], float]) -> None:
    whole(shared_service)
    before = ask()
    match = open_match(shared_service, seats=guests())
    assert ask() == before
    played_on(shared_service, match, DEAL, FIRST)
    assert ask() == before
    played_on(shared_service, match, *ROUND[1:])
    assert ask() == before


def test_a_match_that_ends_is_asked_for(shared_service: httpx.Client, ask: Callable[[], float]) -> None:
    before = ask()
    whole(shared_service)
    assert ask() != before


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "", {"place": "Trieste"}),
        ("PATCH", "", {"visibility": "private"}),
        ("POST", "/retractions", {"to_step": 3}),
    ],
)
def test_so_is_what_becomes_of_it(
    shared_service: httpx.Client, ask: Callable[[], float], method: str, path: str, body: dict[str, Any]
) -> None:
    match = whole(shared_service)
    before = ask()
    answer = shared_service.request(method, f"{MATCHES}/{match['id']}{path}", json=body)
    assert answer.status_code < 300, answer.text
    after = ask()
    assert after != before
    assert ask() == after


@pytest.mark.slow
def test_so_are_people_who_turn_out_to_be_one(shared_service: httpx.Client, ask: Callable[[], float]) -> None:
    players = [make_player(shared_service, name) for name in ("Ada", "Bea", "Cid")]
    whole(shared_service, seats=known(*players))
    before = ask()
    one, other, _ = (player["id"] for player in players)
    assert shared_service.post(f"{PLAYERS}/{one}/merge", json={"into": other}).status_code == 200
    assert ask() != before


def test_so_are_rows_that_were_made_anew(ask: Callable[[], float], shared_database: str) -> None:
    before = ask()
    with psycopg.connect(shared_database) as connection:
        connection.execute("UPDATE projections SET generation = generation + 1 WHERE name = 'statistics'")
    assert ask() != before


def test_so_is_a_log_that_has_gone_back(conninfo: str) -> None:
    async def asked() -> list[float]:
        async with AsyncConnectionPool(conninfo, min_size=1, max_size=1, kwargs={"autocommit": True}) as pool:
            cache = StatisticsCache(Reads(pool))
            async with pool.connection() as connection:
                await connection.execute(ONE_EVENT, (bytes(12),))
                await connection.execute(AT_THE_EVENT)
            found = [(await cache.rows(DRAWN, WANTED))[0]["drawn"] for _ in range(2)]
            async with pool.connection() as connection:
                await connection.execute("UPDATE match_events SET state = %s", (bytes(range(12)),))
            return [*found, (await cache.rows(DRAWN, WANTED))[0]["drawn"]]

    first, second, third = asyncio.run(asked())
    assert first == second != third


def test_each_question_is_its_own(shared_service: httpx.Client, shared_database: str) -> None:
    async def asked() -> list[float]:
        async with AsyncConnectionPool(shared_database, min_size=1, max_size=1, kwargs={"autocommit": True}) as pool:
            cache = StatisticsCache(Reads(pool))
            of_game = MatchFilter(readable=tuple(Visibility), sees_all=True, game="klunker")
            questions = [
                (DRAWN, WANTED, {}),
                (DRAWN, of_game, {}),
                (DRAWN, WANTED, {"limit": 1}),
                (f"{DRAWN} ", WANTED, {}),
            ]
            return [(await cache.rows(query, wanted, **more))[0]["drawn"] for query, wanted, more in questions * 2]

    found = asyncio.run(asked())
    assert found[:4] == found[4:]
    assert len(set(found)) == 4


@pytest.mark.slow
def test_whatever_happens_figures_equal_those_counted_by_hand(conninfo: str, tmp_path: Path) -> None:
    """The same questions again and again, between which a little happens at a time."""
    with club(conninfo, tmp_path, 5) as found:
        found.go_on(30)
        evenings = found.evenings
        changes = [evenings.record, evenings.correct, evenings.correct, lambda: evenings.merge(found.clients["owner"])]
        for _ in range(20):
            evenings.random.choice(changes)()
            found.catch_up()
            people = sorted({str(person) for person in evenings.person.values()})[:4]
            for viewer in ("owner", "public"):
                for key in GAMES:
                    check_game(found, viewer, key, {})
                    check_records(found, viewer, key, {})
                for person in people:
                    check_player(found, viewer, person, {})
                check_versus(found, viewer, people[0], people[1], {})
