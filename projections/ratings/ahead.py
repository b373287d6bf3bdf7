"""Reads what a pass over the ratings comes to next: a good deal at a time, and no more than fits into memory."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from uuid import UUID

from projections.ratings.results import Key
from projections.ratings.steps import Rated, Steps

_PLACES: Final = 32_768
"""How many places of matches are known ahead for all persons together, if there aren't very many persons."""
_LEAST_PLACES: Final = 4
_MOST_PLACES: Final = 128
"""How many are read at once for one person."""
_MATCHES: Final = 512
"""How many matches are read at once."""
_CACHED_MATCHES: Final = 4 * _MATCHES


class Ahead:
    """The next matches of persons in one subject and pool."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._lines: dict[UUID, _Line] = {}
        self._matches: dict[UUID, Rated] = {}

    def expect(self, persons: Mapping[UUID, Key]) -> None:
        """The next matches of `persons`, each behind a place, may be asked for."""
        lines = self._lines
        self._read_places({one: key for one, key in persons.items() if one not in lines or not lines[one].tells(key)})

    def next_of(self, persons: Sequence[UUID], key: Key) -> dict[Key, UUID]:
        """The next match of each of `persons` behind `key`, by their places."""
        self.expect(dict.fromkeys(persons, key))
        return dict(place for person in persons for place in self._lines[person].first(1))

    def match(self, match_id: UUID, persons: Iterable[UUID]) -> Rated:
        """A match of :meth:`next_of`; the next ones of `persons` may be asked for soon."""
        if match_id not in self._matches:
            if len(self._matches) > _CACHED_MATCHES:
                self._matches.clear()
            persons = [person for person in persons if person in self._lines]
            each = 1 + _MATCHES // (1 + len(persons))
            soon = {match_id: None} | {one: None for person in persons for _, one in self._lines[person].first(each)}
            unread = [one for one in soon if one not in self._matches]
            self._matches |= self._steps.rated(unread[:_MATCHES])
        return self._matches.pop(match_id)

    def _read_places(self, persons: Mapping[UUID, Key]) -> None:
        """Read where the next matches of each person lie behind a place."""
        if persons:
            most = max(_LEAST_PLACES, min(_MOST_PLACES, _PLACES // (len(self._lines) + len(persons))))
            for person, places in self._steps.next_after(list(persons.items()), most).items():
                self._lines[person] = _Line(persons[person], places, whole=len(places) < most)


class _Line:
    """Some of the matches of a person behind the place `since`, with their places; or all of them."""

    def __init__(self, since: Key, places: list[tuple[Key, UUID]], *, whole: bool) -> None:
        self._since = since
        self._whole = whole
        self._places = places[::-1]

    def tells(self, key: Key) -> bool:
        """Whether it tells the first match behind `key`, or that there is none; all before are forgotten."""
        while self._places and self._places[-1][0] <= key:
            self._places.pop()
        return key >= self._since and (bool(self._places) or self._whole)

    def first(self, number: int) -> list[tuple[Key, UUID]]:
        """Up to so many of them."""
        return self._places[: -number - 1 : -1]
