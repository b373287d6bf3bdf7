"""Leaders that are killed at any moment, and others that take their place at once: each event is counted once."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from random import Random

import psycopg
import pytest

from projections import PROJECTIONS
from projections.rebuild import rebuild
from tests.projections.log import any_game, caught_up, recorder, rows, wait_until
from tests.projections.test_batches import follow

pytestmark = pytest.mark.slow

# Follows the log with all read models until it is killed; several at a time compete for each. Not all follow them
# together: processes of an older version don't.
FOLLOWER = """
import sys, threading
from projections import PROJECTIONS
from projections.runner import ProjectionRunner
if sys.argv[2] == "together":
    ProjectionRunner(sys.argv[1], *PROJECTIONS).start()
else:
    for kind in PROJECTIONS:
        ProjectionRunner(sys.argv[1], kind).start()
print("following", flush=True)
threading.Event().wait()
"""


class Followers:
    """Processes that follow one log, some of which are killed."""

    def __init__(self, conninfo: str, number: int, stack: ExitStack) -> None:
        self._conninfo = conninfo
        self._stack = stack
        self._ways = cycle(("together", "together", "apart"))
        self._living = [self._start() for _ in range(number)]
        for process in self._living:
            assert process.stdout is not None
            assert process.stdout.readline() == "following\n"

    def kill(self, random: Random) -> None:
        """Kill one at once, and let another begin."""
        victim = random.randrange(len(self._living))
        os.kill(self._living[victim].pid, signal.SIGKILL)
        self._living[victim] = self._start()

    def _start(self) -> "subprocess.Popen[str]":
        way = next(self._ways)
        command = [sys.executable, "-W", "error", "-c", FOLLOWER, self._conninfo, way]
        folder = Path(__file__).parents[2]
        process = self._stack.enter_context(
            subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        )
        self._stack.callback(process.kill)
        return process


def assert_each_event_counted_once(conninfo: str, new_database: Callable[[], str]) -> None:
    """The rows are those that one undisturbed follower makes of the same log, and those of a rebuild."""
    followed = rows(conninfo)
    assert followed["set_aside"] == []
    copy = new_database()
    with psycopg.connect(conninfo) as source, psycopg.connect(copy) as target:
        read = source.cursor().copy("COPY (SELECT * FROM match_events ORDER BY notification_id) TO STDOUT")
        with read as out, target.cursor().copy("COPY match_events FROM STDIN") as into:
            for data in out:
                into.write(data)
    for kind in PROJECTIONS:
        follow(copy, kind)
    assert rows(copy) == followed
    for kind in PROJECTIONS:
        rebuild(conninfo, kind(), lambda done, end: None)
    assert rows(conninfo) == followed


def kill_and_record(conninfo: str, seconds: float, seed: int, least: int, *, rebuilding: bool) -> None:
    """For some seconds, and on a slow machine for longer: until `least` leaders have been killed."""
    random = Random(seed)
    kills = 0
    with ExitStack() as stack, recorder(conninfo, seed) as record:
        followers = Followers(conninfo, 2, stack)
        end = time.monotonic() + seconds
        while time.monotonic() < end or kills < least:
            for _ in range(random.randint(1, 12)):
                record.something(any_game(record.random))
            time.sleep(random.choice((0, 0, random.uniform(0, 0.6))))
            if random.random() < 0.4:
                followers.kill(random)
                kills += 1
            if rebuilding and random.random() < 0.1:
                rebuild(conninfo, random.choice(PROJECTIONS)(), lambda done, end: None)
        wait_until(lambda: caught_up(conninfo), 120)


def test_a_leader_that_is_killed_counts_nothing_twice(conninfo: str, new_database: Callable[[], str]) -> None:
    kill_and_record(conninfo, 4, 1, 3, rebuilding=False)
    assert_each_event_counted_once(conninfo, new_database)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_leaders_that_are_killed_for_long(conninfo: str, new_database: Callable[[], str], seed: int) -> None:
    """While rows are made anew, too."""
    kill_and_record(conninfo, 60, seed, 31, rebuilding=True)
    assert_each_event_counted_once(conninfo, new_database)
