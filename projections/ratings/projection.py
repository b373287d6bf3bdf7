"""Ratings: the results that count, the rating of each person match by match, and what each has achieved by now."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final
from uuid import UUID

from psycopg import Connection

from domain.match.events import MatchOpened
from domain.match.match import Match
from domain.merging import MergeEvent
from domain.people.events import PeopleEvent
from domain.subjects.events import SubjectEvent
from projections.facts import counts
from projections.folding import MatchProjection, openings
from projections.projection import LogEntry
from projections.ratings import due, store, sums
from projections.ratings.model import Rating
from projections.ratings.results import Result, result_of
from projections.ratings.steps import Steps
from projections.ratings.sweep import Sweep
from projections.ratings.totals import Holder, Totals, changes_of

_BY_INDEX: Final = """
    SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
           set_config('enable_mergejoin', 'off', true)
"""
"""What is looked up here are always some rows by an index. But the tables grow faster than they are analysed, and the
plan for a small table would read all of a large one."""

_MERGES: Final = ("people/", "subjects/")
"""How their topics begin, which is seen sooner than of what type an event is."""

Changed = tuple[Result | None, Result | None]
"""A result as it was and as it is now."""


class Ratings(MatchProjection):
    """Follows what counts. All rows depend on the matches and merges there are, not on the order in which they came."""

    name: ClassVar[str] = "ratings"
    version: ClassVar[int] = 11
    tables: ClassVar[tuple[str, ...]] = (
        "rating_match",
        "rating_share",
        "rating_identity",
        "rating_step",
        "rating_due",
        "rating_total",
        "rating_sum",
    )

    def __init__(self) -> None:
        super().__init__()
        self.rated = 0
        """How often a match was rated, in one pool or the other."""
        self._put_off = True
        """Whether something may be due that was put off."""

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Find the results that changed; then move totals and ratings by what that changes."""
        runs = [run for run in self.matches.fold(connection, batch) if not run.goes_on]
        touched = {run.match_id: run.match for run in runs}
        opened = {
            run.match_id: run.entries[0].position for run in runs if isinstance(run.entries[0].event, MatchOpened)
        }
        merges: list[MergeEvent] = [
            entry.event
            for entry in batch
            if entry.topic.startswith(_MERGES) and isinstance(entry.event, PeopleEvent | SubjectEvent)
        ]
        if not (runs or merges or self._put_off):
            return
        connection.execute(_BY_INDEX)
        changed = list(_changed(connection, touched, opened, merges))
        store.replace_results(
            connection,
            [before for before, _ in changed if before is not None],
            [now for _, now in changed if now is not None],
        )
        sums.move(connection, changed)
        due.note(connection, changed)
        ratings = self._rate(connection, batch[-1].position)
        Totals(connection).move(changes_of(changed), ratings)

    def _rate(self, connection: Connection, end: int) -> dict[Holder, Rating]:
        """Rate where that is due and not put off at the position `end`; tell the ratings that may not be as before."""
        ratings: dict[Holder, Rating] = {}
        pools, self._put_off = due.pools(connection, self.name, end, brief=self.brief)
        for subject, pool in pools:
            sweep = Sweep(Steps(connection, subject, pool), due.Due(connection, subject, pool))
            ratings |= {(subject, pool, person): rating for person, rating in sweep.run().items()}
            self.rated += sweep.rated
        due.clear(connection, pools)
        return ratings


def _changed(
    connection: Connection,
    touched: Mapping[UUID, Match],
    opened: Mapping[UUID, int],
    merges: Sequence[MergeEvent],
) -> Iterable[Changed]:
    """The results that aren't what they were, after `merges` and with the matches `touched`."""
    identities = store.follow_merges(connection, merges)
    moved = store.matches_of(connection, identities) if identities else set()
    before = store.results(connection, [*touched, *(moved - touched.keys())])
    counted = {match_id: match for match_id, match in touched.items() if counts(match)}
    ids = {one for match_id in moved - touched.keys() for one in before[match_id].ids}
    now = store.identities(connection, ids) if ids else {}
    fresh = _results(connection, counted, {**opened, **{match_id: one.opened for match_id, one in before.items()}})
    for match_id in {**touched, **before}:
        old, new = before.get(match_id), fresh.get(match_id)
        if match_id not in touched and old is not None:
            new = old.of(now)
        if old != new:
            yield old, new


def _results(connection: Connection, matches: Mapping[UUID, Match], opened: Mapping[UUID, int]) -> dict[UUID, Result]:
    """What `matches`, which count, count for; `opened` holds some of the positions of their openings."""
    if not matches:
        return {}
    unknown = matches.keys() - opened.keys()
    places = {**opened, **(openings(connection, unknown) if unknown else {})}
    results = {match_id: result_of(match_id, match, places[match_id]) for match_id, match in matches.items()}
    now = store.identities(connection, {one for result in results.values() for one in result.ids})
    return {match_id: result.of(now) for match_id, result in results.items()}
