"""Makes the ratings right again after some matches came, went or changed: of those that follow, no more than needed."""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Final
from uuid import UUID

from projections.ratings.model import Rating, rated
from projections.ratings.results import Key
from projections.ratings.steps import Contest, Step, Steps, Stored

_WRITTEN_AT_ONCE: Final = 2_000

_KEPT: Final = 8_192
"""How many matches are read ahead, for all persons together."""
_LEAST: Final = 4
"""How many are read at once for a person."""
_MOST: Final = 128


class Sweep:
    """One pass over one game in one pool, in the order of play.

    A person whose rating isn't what the rows say any more is *adrift*. The pass begins with the matches that changed.
    Whoever is adrift after a match takes the pass on to the next match of his; a person whose rating comes out as
    stored isn't adrift any more, and his later matches are left alone.
    """

    def __init__(
        self, steps: Steps, changes: Mapping[Key, Contest | None], before: Mapping[Key, Mapping[UUID, Step]]
    ) -> None:
        """`changes`: what is now at places in the order of play, if anything is; `before`: what is stored there."""
        self._steps = steps
        self._changes = dict(changes)
        self._before = before
        self._entries = steps.last_before(
            (person, key)
            for key, contest in changes.items()
            if contest is not None
            for person in contest.persons
            if person not in before.get(key, {})
        )
        self._coming: dict[Key, Stored] = {}
        self._ahead: dict[UUID, _Ahead] = {}
        self._places = list(changes)
        heapify(self._places)
        self._deleted: list[tuple[UUID, Key]] = []
        self._written: list[tuple[UUID, Key, UUID, Step]] = []
        self._read_ahead({person: key for key in sorted(changes, reverse=True) for person in self._involved(key)})
        self.adrift: dict[UUID, Rating] = {}
        """After the pass: the ratings of now of those persons for whom it isn't that of before."""
        self.rated = 0
        """How many matches were rated."""

    def run(self) -> None:
        """Rate what has to be rated, and write the rows."""
        while self._places:
            key = heappop(self._places)
            stored = self._coming.pop(key, None)
            if key in self._changes:
                self._pass(key, self._changes.pop(key), self._before.get(key, {}))
            elif stored is not None and not self.adrift.keys().isdisjoint(stored.contest.persons):
                self._pass(key, stored.contest, stored.steps)
            if len(self._written) + len(self._deleted) >= _WRITTEN_AT_ONCE:
                self._flush()
        self._flush()

    def _pass(self, key: Key, contest: Contest | None, stored: Mapping[UUID, Step]) -> None:
        """Go past one place, where `contest` is now and `stored` was."""
        after: dict[UUID, Rating] = {}
        if contest is not None:
            entries = [self._rating_at(person, key, stored) for person in contest.persons]
            results = rated(entries, contest.ranks)
            self.rated += 1
            for person, entry, result in zip(contest.persons, entries, results, strict=True):
                after[person] = result
                step = Step(entry, result)
                if stored.get(person) != step:
                    self._written.append((person, key, contest.match_id, step))
        for person in stored.keys() - after.keys():
            after[person] = self._rating_at(person, key, stored)
            self._deleted.append((person, key))
        for person, rating in after.items():
            if person in stored and stored[person].after == rating:
                self.adrift.pop(person, None)
                self._ahead.pop(person, None)
            else:
                self.adrift[person] = rating
        self._take_on([person for person in after if person in self.adrift], key)

    def _involved(self, key: Key) -> set[UUID]:
        """Who takes part, or took part, in the match that changed at `key`."""
        contest = self._changes[key]
        return {*(contest.persons if contest is not None else ()), *self._before.get(key, {})}

    def _rating_at(self, person: UUID, key: Key, stored: Mapping[UUID, Step]) -> Rating:
        """The rating with which `person` comes to `key`."""
        if person in self.adrift:
            return self.adrift[person]
        return stored[person].before if person in stored else self._entries[person, key]

    def _take_on(self, persons: Sequence[UUID], key: Key) -> None:
        """Let the pass come to the next match of each of `persons` behind `key`."""
        unread = {person: key for person in persons if person not in self._ahead or not self._ahead[person].tells(key)}
        self._read_ahead(unread)
        for person in persons:
            if (stored := self._ahead[person].next_after(key)) is not None:
                self._coming[stored.key] = stored
                heappush(self._places, stored.key)

    def _read_ahead(self, places: Mapping[UUID, Key]) -> None:
        """Read what comes next for each person behind a place in the order of play."""
        if places:
            most = max(_LEAST, min(_MOST, _KEPT // (len(self._ahead) + len(places))))
            for person, coming in self._steps.next_after(list(places.items()), most).items():
                self._ahead[person] = _Ahead(places[person], coming, whole=len(coming) < most)

    def _flush(self) -> None:
        self._steps.delete(self._deleted)
        self._steps.write(self._written)
        self._deleted, self._written = [], []


class _Ahead:
    """Some of the matches of a person behind the place `since`, or all of them."""

    def __init__(self, since: Key, coming: list[Stored], *, whole: bool) -> None:
        self._since = since
        self._whole = whole
        self._coming = coming[::-1]

    def tells(self, key: Key) -> bool:
        """Whether it tells the first match behind `key`, or that there is none."""
        self._drop(key)
        return key >= self._since and (bool(self._coming) or self._whole)

    def next_after(self, key: Key) -> Stored | None:
        """The first match behind `key`."""
        self._drop(key)
        return self._coming[-1] if self._coming else None

    def _drop(self, key: Key) -> None:
        while self._coming and self._coming[-1].key <= key:
            self._coming.pop()
