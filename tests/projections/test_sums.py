"""Sums are those of a plain count of their rows, whatever happened in whatever order."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.rows import dict_row

from benchmarks.recount import SUMS
from domain.games.chess.actions import ChessOptions, ChessRule
from domain.games.chess.meta import ChessResult, ChessRuling
from domain.kernel.game import Setup
from domain.match import commands
from domain.registry import GAMES
from projections.projection import Projection
from projections.ratings.projection import Ratings
from projections.rebuild import rebuild
from projections.runner import catch_up, project_batch
from projections.statistics.projection import Statistics
from projections.statistics.sum import EXTREMES, Group
from tests.projections.ratings.club import Club

pytestmark = pytest.mark.slow

Row = tuple[tuple[str, Any], ...]

SEVERAL_MONTHS = 75


def counted(connection: psycopg.Connection[Any], query: str) -> list[Row]:
    """All rows in an order of their own."""
    rows = connection.cursor(row_factory=dict_row).execute(query).fetchall()
    return sorted((tuple(sorted((name, _fixed(value)) for name, value in row.items())) for row in rows), key=repr)


def _fixed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def verify(connection: psycopg.Connection[Any]) -> None:
    """Each table of sums has the rows that a plain count gives, no others, and each under its name."""
    for table, query in SUMS.items():
        found = counted(connection, f"SELECT (to_jsonb(t) - 'id' - 'kind')::text AS row FROM {table} t")
        expected = counted(connection, f"SELECT to_jsonb(t)::text AS row FROM ({query}) t")
        assert found == expected, table
    rows = connection.cursor(row_factory=dict_row).execute("SELECT * FROM statistics_sum").fetchall()
    for row in rows:
        shared = {name: _fixed(row[name]) for name in Group.__struct_fields__}
        assert row["id"] == Group(**shared).id


STEPS = st.lists(st.sampled_from(["something", "follow", "forget", "rebuild"]), max_size=30)
"""What happens beside the rest: of a club, of the read models."""


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), steps=STEPS, limits=st.lists(st.integers(1, 60), min_size=1, max_size=8))
def test_sums_are_those_of_a_plain_count(
    new_database: Callable[[], str], seed: int, steps: list[str], limits: list[int]
) -> None:
    conninfo = new_database()
    kinds: list[type[Projection]] = [Statistics, Ratings]
    followers = [kind() for kind in kinds]
    with (
        Club(conninfo, f"sums {seed}", days=SEVERAL_MONTHS) as club,
        psycopg.connect(conninfo, autocommit=True) as connection,
    ):
        for number, step in enumerate(["something", *steps, "follow"]):
            if step == "something":
                for _ in range(12):
                    club.something()
            elif step == "follow":
                for follower in followers:
                    project_batch(connection, follower, limits[number % len(limits)])
                verify(connection)
            elif step == "forget":
                followers = [kind() for kind in kinds]
            else:
                for kind in kinds:
                    rebuild(conninfo, kind(), lambda done, end: None)
        for follower in followers:
            catch_up(connection, follower)
        verify(connection)


@pytest.fixture
def club(conninfo: str) -> Club:
    """Some matches at some places in some months."""
    return Club(conninfo, "sums", days=SEVERAL_MONTHS)


def test_the_next_match_has_the_extreme_when_its_holder_leaves(conninfo: str, club: Club) -> None:
    """One after the other, whatever has an extreme now is removed, until there is nothing."""
    with club, psycopg.connect(conninfo, autocommit=True) as connection:
        for _ in range(25):
            club.result()
        statistics, ratings = Statistics(), Ratings()
        moments = " UNION ".join(f"SELECT {name}_at AS at FROM statistics_sum" for name in EXTREMES)
        removed = 0
        while True:
            for follower in (statistics, ratings):
                catch_up(connection, follower)
            verify(connection)
            holders = connection.execute(
                f"SELECT match_id FROM statistics_match WHERE opened IN"
                f" (SELECT at & ((1::bigint << 43) - 1) FROM ({moments}) t) ORDER BY opened LIMIT 2"
            ).fetchall()
            if not holders:
                break
            for (match_id,) in holders:
                club.remove(UUID(str(match_id)))
                removed += 1
        assert removed > 10
        for table in SUMS:
            assert counted(connection, f"SELECT * FROM {table}") == []


def test_a_correction_shows_in_the_sums_of_its_transaction(conninfo: str, club: Club) -> None:
    """Whoever sees the row of a match sees sums with it."""
    query = "SELECT (SELECT count(*) FROM statistics_match), (SELECT count(*) FROM statistics_sum)"
    during: list[Any] = []

    class Watched(Statistics):
        def apply(self, connection: Any, batch: Any) -> None:
            super().apply(connection, batch)
            with psycopg.connect(conninfo) as other:
                during.append(other.execute(query).fetchone())

    with club, psycopg.connect(conninfo, autocommit=True) as connection:
        club.result()
        project_batch(connection, Watched())
        verify(connection)
        assert connection.execute(query).fetchone() == (1, 5)
    assert during == [(0, 0)]


def test_draws_are_told_from_games_that_nobody_has_won(conninfo: str, club: Club) -> None:
    """Of chess some are drawn, some lost by both; how many of each stands in the sums, also after a correction."""
    both_lose = ChessRule(seat=0, result=ChessResult.BOTH_LOSE, reason=ChessRuling.ABSENCE)
    statistics = Statistics()
    with club, psycopg.connect(conninfo, autocommit=True) as connection:

        def numbers() -> dict[bool, int]:
            catch_up(connection, statistics)
            verify(connection)
            return dict(connection.execute(ENDED).fetchall())

        drawn, lost, corrected = (club.open(rules=(GAMES["chess"], Setup(2, ChessOptions()))) for _ in range(3))
        for match_id in (drawn, corrected):
            club.change(match_id, commands.conclude, "the last train")
        club.change(lost, commands.play, both_lose)
        assert numbers() == {True: 2, False: 1}
        club.change(corrected, commands.reopen, "it went on")
        club.change(corrected, commands.play, both_lose)
        assert numbers() == {True: 1, False: 2}
        for match_id in (drawn, lost):
            club.remove(match_id)
        assert numbers() == {False: 1}


ENDED = """
    SELECT (start ->> 3)::boolean, sum((start ->> 4)::integer)
    FROM statistics_sum CROSS JOIN jsonb_array_elements(starts) s (start)
    WHERE kind = 'all' AND start ->> 1 = '{}' AND start ->> 2 = '0' GROUP BY 1
"""
