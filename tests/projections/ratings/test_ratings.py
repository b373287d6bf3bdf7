"""Ratings and totals are those of a plain computation over the whole log, whatever happened in whatever order."""

import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from psycopg import sql

from projections.ratings import ahead, due, sweep
from projections.ratings.projection import Ratings
from projections.rebuild import rebuild
from projections.runner import project_batch
from tests.projections.ratings.club import Club
from tests.projections.ratings.plain import expected, stored

pytestmark = pytest.mark.slow


def rows(conninfo: str) -> dict[str, list[str]]:
    with psycopg.connect(conninfo) as connection:
        return {
            table: [
                text
                for (text,) in connection.execute(
                    sql.SQL("SELECT t::text FROM {} t ORDER BY 1").format(sql.Identifier(table))
                )
            ]
            for table in Ratings.tables
        }


def follow(conninfo: str, projection: Ratings, limit: int = 500) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        while project_batch(connection, projection, limit):
            pass


# Follows the log with the ratings, some entries at a time, until it is killed.
FOLLOWER = """
import sys
import psycopg
from projections.ratings.projection import Ratings
from projections.runner import project_batch
with psycopg.connect(sys.argv[1], autocommit=True) as connection:
    projection = Ratings()
    print("following", flush=True)
    while True:
        project_batch(connection, projection, 3)
"""


@pytest.fixture
def in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is read, written or put off many at a time comes to its limits soon."""
    for module, limits in (
        (due, {"_BACKLOG": 10, "_FEW": 5}),
        (sweep, {"_DUE_LIMIT": 3, "_ROWS_PER_WRITE": 4}),
        (ahead, {"_PLACES": 8, "_LEAST_PLACES": 1, "_MOST_PLACES": 3, "_MATCHES": 4, "_CACHED_MATCHES": 8}),
    ):
        for name, limit in limits.items():
            monkeypatch.setattr(module, name, limit)


@pytest.mark.parametrize(
    ("number", "people"), [(240, 9), pytest.param(4000, 40, marks=pytest.mark.long)], ids=["some", "thousands"]
)
def test_ratings_are_those_of_a_plain_computation(conninfo: str, number: int, people: int) -> None:
    _verify_a_club(conninfo, number, people)


def test_they_are_the_same_in_small_pieces(conninfo: str, in_small_pieces: None) -> None:
    _verify_a_club(conninfo, 198, 12)


def _verify_a_club(conninfo: str, number: int, people: int) -> None:
    random = Random(number)
    projection = Ratings()
    with (
        Club(conninfo, f"club {number}", people) as club,
        psycopg.connect(conninfo, autocommit=True) as connection,
    ):
        checks = 6
        for check in range(checks):
            for _ in range(number // checks):
                club.something()
                if random.random() < 0.05:  # as after a restart: nothing is remembered
                    projection = Ratings()
                while random.random() < 0.5:
                    project_batch(connection, projection, random.choice((1, 2, 5, 20, 100, 500)))
            if check == checks - 1 and not club.merged_titles:
                club.merge_subjects(*random.sample(club.titles, 2))
            while project_batch(connection, projection, 50 * (check + 1)):
                pass
            steps, totals = expected(club.log)
            found_steps, found_totals = stored(conninfo)
            assert found_totals == totals
            assert found_steps == steps
        titled: list[Any] = [match for match in club.matches.values() if match.game.meta.titled]
        assert {match.options.winning.value for match in titled} == {"highest", "lowest", "told", "cooperative"}
        assert any(match.options.teams for match in titled)
        assert club.merged_titles
    followed = rows(conninfo)
    assert [table for table, found in followed.items() if not found] == ["rating_due"]
    rebuild(conninfo, Ratings(), lambda done, end: None)
    assert rows(conninfo) == followed


def test_killed_at_any_moment_nothing_is_missed_or_counted_twice(conninfo: str) -> None:
    random = Random("kill")
    with Club(conninfo, "killed") as club:
        for _ in range(4):
            for _ in range(30):
                club.something()
            with subprocess.Popen(
                [sys.executable, "-c", FOLLOWER, conninfo],
                cwd=Path(__file__).parents[3],
                stdout=subprocess.PIPE,
                text=True,
            ) as process:
                assert process.stdout is not None
                assert process.stdout.readline() == "following\n"
                time.sleep(random.uniform(0.02, 0.2))
                process.kill()
        follow(conninfo, Ratings())
        assert stored(conninfo) == expected(club.log)
