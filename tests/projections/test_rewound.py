"""A log that goes back, as after the restore of an older backup: what it held before is in no read model any more."""

import psycopg
import pytest

from domain.registry import GAMES
from projections import PROJECTIONS
from tests.projections.log import caught_up, last_position, recorder, wait_until
from tests.projections.test_together import NAMES, assert_as_rebuilt, together, write


@pytest.mark.slow
def test_a_log_that_goes_back_makes_all_anew(conninfo: str) -> None:
    with recorder(conninfo, 9) as record:
        write(record, 10)
        with psycopg.connect(conninfo) as connection:
            older = connection.execute("SELECT * FROM match_events ORDER BY notification_id").fetchall()
        with together(conninfo, *PROJECTIONS) as runner:
            write(record, 10)
            wait_until(lambda: caught_up(conninfo))
            with psycopg.connect(conninfo) as connection:
                connection.execute("DELETE FROM match_events WHERE notification_id > %s", (len(older),))
            wait_until(lambda: caught_up(conninfo))
            wait_until(lambda: set(runner.together) == NAMES)
    assert_as_rebuilt(conninfo)


@pytest.mark.slow
def test_what_a_log_that_goes_back_held_is_forgotten(conninfo: str) -> None:
    """A match that goes on otherwise after that has the same versions again."""
    with recorder(conninfo, 10) as record:
        match_id = record.open(GAMES["klunker"])
        reached = last_position(conninfo)
        with together(conninfo, *PROJECTIONS) as runner:

            def all_follow() -> bool:
                return set(runner.together) == NAMES and caught_up(conninfo)

            wait_until(all_follow)
            record.play(match_id, 20)
            wait_until(all_follow)
            with psycopg.connect(conninfo) as connection:
                connection.execute("DELETE FROM match_events WHERE notification_id > %s", (reached,))
            wait_until(all_follow)
            with recorder(conninfo, 12) as other:
                other.playing.append(match_id)
                for _ in range(30):
                    other.play(match_id, 1)
                    wait_until(all_follow)
    assert_as_rebuilt(conninfo)
