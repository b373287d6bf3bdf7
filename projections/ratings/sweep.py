"""Makes the ratings right again after some matches came, went or changed: of those that follow, no more than needed."""

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Final
from uuid import UUID

from projections.ratings.ahead import Ahead
from projections.ratings.due import Due
from projections.ratings.model import Rating, rated
from projections.ratings.results import Key
from projections.ratings.steps import Contest, Placed, Step, Steps

_ROWS_PER_WRITE: Final = 2_000
_DUE_LIMIT: Final = 1_000


class Sweep:
    """One pass over one subject in one pool, in the order of play.

    A person whose rating isn't what the rows say any more is *adrift*. The pass begins where something is due.
    Whoever is adrift after a match takes the pass on to the next match of his; a person whose rating comes out as
    stored isn't adrift any more, and his later matches are left alone.
    """

    def __init__(self, steps: Steps, due: Due) -> None:
        """`due`: where it goes in any case."""
        self._steps = steps
        self._due = due
        self._due_after: Key | None = None
        self._has_read_all = False
        self._ahead = Ahead(steps)
        self._places: list[Key] = []
        self._changes: dict[Key, Contest | None] = {}
        self._before: dict[Key, dict[UUID, Step]] = {}
        self._entries: dict[tuple[UUID, Key], Rating] = {}
        self._coming: dict[Key, UUID] = {}
        self._deleted: list[tuple[UUID, Key]] = []
        self._inserted: list[Placed] = []
        self._corrected: list[Placed] = []
        self._adrift: dict[UUID, Rating] = {}
        self._concerned: set[UUID] = set()
        self.rated = 0
        """How many matches were rated."""

    def run(self) -> dict[UUID, Rating]:
        """Rate what has to be rated, and write the rows.

        Returns:
            The ratings of now: of everybody for whom it may not be that of before.
        """
        self._read_due()
        while self._places:
            key = heappop(self._places)
            match_id = self._coming.pop(key, None)
            if key in self._changes:
                self._pass(key, self._changes.pop(key), self._before.get(key, {}))
                if not self._changes:
                    self._read_due()
            elif match_id is not None:
                match = self._ahead.match(match_id, self._adrift)
                if not self._adrift.keys().isdisjoint(match.contest.persons):
                    self._pass(key, match.contest, match.steps)
            if len(self._deleted) + len(self._inserted) + len(self._corrected) >= _ROWS_PER_WRITE:
                self._flush()
        self._flush()
        return self._steps.last(self._concerned - self._adrift.keys()) | self._adrift

    def _read_due(self) -> None:
        """Read on where the pass has to go: nothing of it lies before where the pass is."""
        self._flush()
        if self._has_read_all:
            return
        due = self._due.after(self._due_after, _DUE_LIMIT)
        self._has_read_all = len(due) < _DUE_LIMIT
        if not due:
            return
        self._due_after = due[-1].key
        self._changes = {place.key: place.contest for place in due}
        self._before = self._steps.of_matches([place.match_id for place in due])
        at = {key: self._at(key) for key in self._changes}
        self._entries = self._steps.last_before(
            [(person, key) for key, persons in at.items() for person in persons - self._before.get(key, {}).keys()]
        )
        self._ahead.expect({person: key for key, persons in reversed(at.items()) for person in persons})
        self._concerned.update(*at.values())
        for key in self._changes:
            heappush(self._places, key)

    def _pass(self, key: Key, contest: Contest | None, stored: Mapping[UUID, Step]) -> None:
        """Go past one place, where `contest` is now and `stored` was."""
        after = self._rate(key, contest, stored) if contest is not None else {}
        for person in stored.keys() - after.keys():
            after[person] = self._rating_at(person, key, stored)
            self._deleted.append((person, key))
        for person, rating in after.items():
            if person in stored and stored[person].after == rating:
                self._adrift.pop(person, None)
            else:
                self._adrift[person] = rating
        for place, match_id in self._ahead.next_of([person for person in after if person in self._adrift], key).items():
            self._coming[place] = match_id
            heappush(self._places, place)

    def _rate(self, key: Key, contest: Contest, stored: Mapping[UUID, Step]) -> dict[UUID, Rating]:
        """The ratings after a match."""
        before = [self._rating_at(person, key, stored) for person in contest.persons]
        after = dict(zip(contest.persons, rated(before, contest.ranks, contest.sides), strict=True))
        self.rated += 1
        for person, old in zip(contest.persons, before, strict=True):
            step = Step(old, after[person])
            if person not in stored:
                self._inserted.append((person, key, contest.match_id, step))
            elif stored[person] != step:
                self._corrected.append((person, key, contest.match_id, step))
        return after

    def _rating_at(self, person: UUID, key: Key, stored: Mapping[UUID, Step]) -> Rating:
        """The rating with which `person` comes to `key`."""
        if person in self._adrift:
            return self._adrift[person]
        return stored[person].before if person in stored else self._entries[person, key]

    def _at(self, key: Key) -> set[UUID]:
        """Who takes part, or took part, in the match that changed at `key`."""
        contest = self._changes[key]
        return {*(contest.persons if contest is not None else ()), *self._before.get(key, {})}

    def _flush(self) -> None:
        self._steps.delete(self._deleted)
        self._steps.insert(self._inserted)
        self._steps.correct(self._corrected)
        self._deleted, self._inserted, self._corrected = [], [], []
