"""Processes the dead letters of a read model, when the software has been repaired."""

from collections.abc import Callable
from uuid import UUID

import psycopg
from msgspec import Struct

from projections.dead_letters import originators_with_dead_letters
from projections.follower import Follower
from projections.projection import Projection


class Retried(Struct, frozen=True):
    """How many matches and series are complete again, and which still have dead letters, and why."""

    whole: int
    broken: dict[UUID, str]


def retry(conninfo: str, projection: Projection, progress: Callable[[int, int], None]) -> Retried:
    """Apply the dead letters of `projection`, match by match in the order of the log, each in a transaction.

    It may run while the log is followed. `progress(done, end)` counts matches and series.

    Raises:
        WrongVersion: the rows are of another version, and will be made anew.
        LogRewound: so will these, since they hold what isn't in the log any more.
    """
    broken: dict[UUID, str] = {}
    with psycopg.connect(conninfo, autocommit=True) as connection:
        follower = Follower(connection, type(projection))
        originators = originators_with_dead_letters(connection, projection.name)
        for done, originator_id in enumerate(originators, start=1):
            if fault := follower.retry(originator_id):
                broken[originator_id] = fault
            progress(done, len(originators))
    return Retried(len(originators) - len(broken), broken)
