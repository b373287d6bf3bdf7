"""Leaderboards read from rows kept up to date are those counted match by match, and those of a plain computation."""

import asyncio
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.registry import GAMES
from projections.ratings.projection import Ratings
from projections.ratings.results import Pool
from projections.runner import project_batch
from service.queries.leaderboards import Leaderboards, LeaderFilter, LeaderRow, LeaderSort
from tests.projections.ratings.club import FIRST, Club
from tests.projections.ratings.plain import Totals, expected

pytestmark = pytest.mark.slow

ALL_DAYS = LeaderFilter(played_from=FIRST)
LOW = -1_000_000_000


def asked(conninfo: str, question: Callable[[Leaderboards], Any]) -> Any:
    async def ask() -> Any:
        async with AsyncConnectionPool(conninfo, min_size=1, max_size=1, open=False) as pool:
            return await question(Leaderboards(pool))

    return asyncio.run(ask())


async def all_pages(
    boards: Leaderboards, game: str, pool: Pool, wanted: LeaderFilter, sort: LeaderSort, limit: int, **more: Any
) -> list[LeaderRow]:
    leaders: list[LeaderRow] = []
    after = None
    while page := await boards.leaders(game, pool, wanted, sort, after, limit, **more):
        leaders += page
        after = (*page[-1].keys(sort), page[-1].person)
    return leaders


def plain(totals: Totals, game: str, pool: Pool, sort: LeaderSort, *, least: int, sees_all: bool) -> list[LeaderRow]:
    rows = [
        LeaderRow(person, matches, wins, shared, best if sees_all else known, *rating)
        for (of, in_pool, person), (matches, wins, shared, best, known, _, *rating) in totals.items()
        if (of, in_pool) == (game, pool) and matches >= least
    ]
    lowest = float("-inf")
    orders: dict[str, Callable[[LeaderRow], Any]] = {
        "wins": lambda row: (-row.wins, -(LOW if row.best_score is None else row.best_score)),
        "rating": lambda row: (-(lowest if row.shown is None else row.shown), -row.wins),
        "best": lambda row: (-(LOW if row.best_score is None else row.best_score), -row.wins),
    }
    return sorted(rows, key=lambda row: (*orders[sort](row), row.person))


@pytest.fixture(scope="module")
def club(new_database: Callable[[], str]) -> tuple[str, Totals]:
    """A database with the matches of a club, and what everybody has achieved."""
    conninfo = new_database()
    with Club(conninfo, "leaders", people=12) as club, psycopg.connect(conninfo, autocommit=True) as connection:
        projection = Ratings()
        for _ in range(150):
            club.something()
        while project_batch(connection, projection):
            pass
        return conninfo, expected(club.log)[1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sort", ["wins", "rating", "best"])
def test_every_order_in_pages_of_any_size(club: tuple[str, Totals], game: str, sort: LeaderSort) -> None:
    conninfo, totals = club

    async def question(boards: Leaderboards) -> list[Any]:
        found = []
        for pool in ("all", "public"):
            for sees_all in (True, False):
                for least, limit in ((1, 2), (3, 100)):
                    for wanted in (LeaderFilter(), ALL_DAYS):
                        ask: Any = {"least": least, "sees_all": sees_all}
                        rows = await all_pages(boards, game, pool, wanted, sort, limit, **ask)
                        found.append((rows, plain(totals, game, pool, sort, **ask)))
        return found

    found = asked(conninfo, question)
    for rows, counted in found:
        assert rows == counted
    if GAMES[game].meta.titled:
        assert not any(rows for rows, _ in found), "matches that can't be compared make nobody a leader"
    else:
        assert sum(len(rows) for rows, _ in found) >= len(found) / 2
