"""What sums tell is what the matches tell that are asked for, one by one."""

import asyncio
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from psycopg_pool import AsyncConnectionPool

from domain.kernel.game import AnyGame
from domain.match.events import Visibility
from domain.registry import GAMES
from domain.subjects.subject import subject_of_game
from projections.ratings.results import Pool
from service.queries.filters import MatchFilter
from service.queries.leaderboards import Leaderboards, LeaderFilter, LeaderSort
from service.queries.statistics.parts import of_one_subject, parts
from service.queries.statistics.reader import StatisticsQueries
from service.reads.reads import Reads
from tests.service.queries.statistics.club import Club

pytestmark = pytest.mark.slow

FIRST = date(2024, 12, 25)
NO_OPTIONS: dict[str, str] = {}
"""Every match has them, but sums don't tell it."""


def some_days(random: Random) -> dict[str, Any]:
    """A stretch of days, with one end or with both; often of whole months."""
    ends = sorted(random.choice([FIRST + timedelta(random.randrange(80)), date(2025, 2, 1)]) for _ in range(2))
    days = {"played_from": ends[0], "played_to": random.choice([ends[1], date(2025, 1, 31)])}
    return dict(random.sample(sorted(days.items()), random.randrange(3)))


def some_wanted(random: Random, club: Club, game: AnyGame) -> MatchFilter:
    """Anything that sums can tell."""
    readable = random.choice([(Visibility.PUBLIC,), tuple(Visibility)])
    more: dict[str, Any] = {
        "place": random.choice(["o", "TOR", "nowhere", ""]),
        "seats": random.randint(2, 4),
        "origin": random.choice(["table", "simulation", "second_record"]),
        "sealed": random.choice([True, False]),
        "irregular": random.choice([True, False]),
    }
    return of_one_subject(
        game,
        MatchFilter(
            readable=readable,
            own=random.choice([None, random.choice(club.evenings.matches)]),
            sees_all=len(readable) > 1,
            game=game.meta.key,
            subject=subject_of_game(game.meta.key).id if game.meta.titled else None,
            **some_days(random),
            **dict(random.sample(sorted(more.items()), random.choice([0, 0, 1, 2]))),
        ),
    )


def test_statistics_and_records(played: Club) -> None:
    random = Random("sums")

    async def verify(statistics: StatisticsQueries) -> int:
        summed = 0
        for _ in range(150):
            game = random.choice(list(GAMES.values()))
            wanted = some_wanted(random, played, game)
            summed += "statistics_sum" in parts(wanted)[0]
            one_by_one = replace(wanted, options=NO_OPTIONS)
            assert "statistics_sum" not in parts(one_by_one)[0]
            figures = await statistics.game(game, wanted)
            expected = await statistics.game(game, one_by_one)
            assert sorted(map(repr, figures.groups)) == sorted(map(repr, expected.groups)), wanted
            assert replace(figures, groups=()) == replace(expected, groups=()), wanted
            assert await statistics.records(game, wanted) == await statistics.records(game, one_by_one), wanted
        return summed

    assert asked(played, lambda reads: verify(StatisticsQueries(reads))) > 75


@pytest.mark.parametrize("sort", ["wins", "rating", "best"])
def test_leaderboards(played: Club, sort: LeaderSort) -> None:
    random = Random(sort)

    async def verify(leaderboards: Leaderboards) -> int:
        leaders = 0
        for _ in range(100):
            subject = subject_of_game(random.choice(list(GAMES))).id
            place = random.choice([None, None, "o", "TOR", "nowhere"])
            wanted = LeaderFilter(**some_days(random), place=place)
            pools: list[tuple[bool, Pool]] = [(True, "all"), (False, "public"), (False, "all")]
            sees_all, pool = random.choice(pools)
            ask: Any = partial(leaderboards.leaders, subject, pool, sort=sort, after=None, limit=100, least=1)
            found = await ask(wanted=wanted, sees_all=sees_all)
            assert found == await ask(wanted=replace(wanted, options=NO_OPTIONS), sees_all=sees_all), wanted
            leaders += len(found)
        return leaders

    assert asked(played, lambda reads: verify(Leaderboards(reads))) > 100


def asked(club: Club, question: Any) -> Any:
    """What `question` finds in the database of `club`."""

    async def ask() -> Any:
        async with AsyncConnectionPool(club.evenings.conninfo, min_size=1, max_size=1, open=False) as pool:
            return await question(Reads(pool))

    return asyncio.run(ask())
