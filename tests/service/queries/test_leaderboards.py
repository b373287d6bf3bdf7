"""Leaderboards read from rows kept up to date are those counted match by match, and those of a plain computation."""

import asyncio
from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.registry import GAMES
from domain.subjects.subject import subject_of_game, subject_of_title
from projections.ratings.projection import Ratings
from projections.ratings.results import Pool
from projections.runner import project_batch
from service.queries.leaderboards import Leaderboards, LeaderFilter, LeaderRow, LeaderSort
from service.reads.reads import Reads
from tests.projections.ratings.club import FIRST, Club
from tests.projections.ratings.plain import Totals, expected

pytestmark = pytest.mark.slow

ALL_DAYS = LeaderFilter(played_from=FIRST)
SUBJECTS = {key: subject_of_game(key).id for key in GAMES} | {
    title: subject_of_title("sheet", title).id for title in ("catan", "HEARTS", "doppelkopf", "Dixit", "Pandemic")
}


def asked(conninfo: str, question: Callable[[Leaderboards], Any]) -> Any:
    async def ask() -> Any:
        async with AsyncConnectionPool(conninfo, min_size=1, max_size=1, open=False) as pool:
            return await question(Leaderboards(Reads(pool)))

    return asyncio.run(ask())


async def all_pages(
    boards: Leaderboards, subject: UUID, pool: Pool, wanted: LeaderFilter, sort: LeaderSort, limit: int, **more: Any
) -> list[LeaderRow]:
    leaders: list[LeaderRow] = []
    after = None
    while page := await boards.leaders(subject, pool, wanted, sort, after, limit, **more):
        leaders += page
        after = (*page[-1].keys(sort), page[-1].person)
    return leaders


def _won(row: LeaderRow) -> Decimal:
    """A draw is half a win."""
    return row.wins + row.draws * Decimal("0.5")


def plain(
    totals: Totals, subject: UUID, pool: Pool, sort: LeaderSort, *, least: int, sees_all: bool
) -> list[LeaderRow]:
    rows = [
        LeaderRow(person, matches, wins, shared, draws, *two, mu, sigma, shown)
        for (of, in_pool, person), (matches, wins, shared, draws, *four, _, mu, sigma, shown) in totals.items()
        for two in [(four[0], four[1]) if sees_all else (four[2], four[3])]
        if (of, in_pool) == (subject, pool) and matches >= least
    ]
    lowest = float("-inf")
    orders: dict[str, Callable[[LeaderRow], Any]] = {
        "wins": lambda row: (-_won(row), -(lowest if row.best_merit is None else row.best_merit)),
        "rating": lambda row: (-(lowest if row.shown is None else row.shown), -_won(row)),
        "best": lambda row: (-(lowest if row.best_merit is None else row.best_merit), -_won(row)),
    }
    return sorted(rows, key=lambda row: (*orders[sort](row), row.person))


@pytest.fixture(scope="module")
def club(new_database: Callable[[], str]) -> tuple[str, Totals]:
    """A database with the matches of a club, and what everybody has achieved."""
    conninfo = new_database()
    with Club(conninfo, "leaders", people=12) as club, psycopg.connect(conninfo, autocommit=True) as connection:
        projection = Ratings()
        club.titles.clear()  # so none is merged
        while len(club.log) < 2500:
            club.something()
        while project_batch(connection, projection):
            pass
        return conninfo, expected(club.log)[1]


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
@pytest.mark.parametrize("sort", ["wins", "rating", "best"])
def test_every_order_in_pages_of_any_size(club: tuple[str, Totals], subject: UUID, sort: LeaderSort) -> None:
    conninfo, totals = club

    async def question(boards: Leaderboards) -> list[Any]:
        found = []
        for pool in ("all", "public"):
            for sees_all in (True, False):
                for least, limit in ((1, 2), (3, 100)):
                    for wanted in (LeaderFilter(), ALL_DAYS):
                        ask: Any = {"least": least, "sees_all": sees_all}
                        rows = await all_pages(boards, subject, pool, wanted, sort, limit, **ask)
                        found.append((rows, plain(totals, subject, pool, sort, **ask)))
        return found

    for rows, counted in asked(conninfo, question):
        assert rows == counted


def test_the_club_has_leaders_of_all_sorts(club: tuple[str, Totals]) -> None:
    """What the other test stands on: games, titles in which fewer points are better, and some without a rating."""
    _, totals = club
    known = {(subject, total[-1] is None) for (subject, _, _), total in totals.items()}
    assert {SUBJECTS["klunker"], SUBJECTS["HEARTS"], SUBJECTS["Pandemic"]} <= {subject for subject, _ in known}
    assert (SUBJECTS["Pandemic"], False) not in known, "who plays together isn't rated"
    assert any(total[3] is not None and total[3] != total[4] for total in totals.values()), "fewer points are better"
