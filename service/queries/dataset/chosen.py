"""Which matches a data set has, and how they are split."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import Connection
from psycopg.rows import class_row

from service.queries.consents import AGREED_PERSONS
from service.queries.dataset.pseudonyms import Pseudonyms
from service.queries.dataset.rows import Split

TRAIN: Final = 0.8
VALIDATION: Final = 0.1
"""The shares of the splits, about; the rest is for tests."""

_PER_FETCH: Final = 500


class ChosenMatch(Struct, frozen=True):
    """A match of a data set, the `players` in its seats, and the persons that they are now."""

    match_id: UUID
    played_on: date
    players: list[UUID]
    persons: list[UUID]


def chosen(connection: Connection[Any], game: str | None) -> Iterator[ChosenMatch]:
    """The matches in the order of their dates, read bit by bit within a transaction of `connection`.

    They are public and finished, keep no secrets any more, aren't samples of the service, and all people in them agree.
    """
    with connection.cursor(name="chosen_matches", row_factory=class_row(ChosenMatch)) as cursor:
        cursor.itersize = _PER_FETCH
        cursor.execute(_CHOSEN, {"game": game})
        yield from cursor


class Groups:
    """People who played with each other, directly or through others (union-find, by one who stands for all)."""

    def __init__(self, matches: Iterable[ChosenMatch]) -> None:
        self._leaders: dict[UUID, UUID] = {}
        for match in matches:
            first, *others = sorted({self._leader(person) for person in match.persons})
            self._leaders |= dict.fromkeys(others, first)

    def of(self, match: ChosenMatch) -> UUID:
        """Who stands for all who sat in `match`."""
        return self._leader(match.persons[0])

    def _leader(self, person: UUID) -> UUID:
        path = []
        while (leader := self._leaders.setdefault(person, person)) != person:
            path.append(person)
            person = leader
        self._leaders |= dict.fromkeys(path, person)
        return person


def split_of_group(pseudonym: str) -> Split:
    """The split of a group, by its pseudonym: as good as drawn, and the same for the same key."""
    return _split(int(pseudonym[:8], 16) / 0x1_0000_0000)


def splits_by_time(matches: Iterable[ChosenMatch]) -> Mapping[date, Split]:
    """The split of each date on which a match was played; a day isn't divided."""
    days = Counter(match.played_on for match in matches)
    splits: dict[date, Split] = {}
    before = 0
    for day in sorted(days):
        splits[day] = _split(before / days.total())
        before += days[day]
    return splits


def _split(place: float) -> Split:
    """The split at a `place` from 0 to 1."""
    if place < TRAIN:
        return "train"
    return "validation" if place < TRAIN + VALIDATION else "test"


class Splits(Struct, frozen=True):
    """How matches are grouped and split."""

    groups: Groups
    by_time: Mapping[date, Split]
    pseudonyms: Pseudonyms

    def group(self, match: ChosenMatch) -> str:
        """The pseudonym of the group that played `match`."""
        return self.pseudonyms.group(self.groups.of(match))


_CHOSEN: Final = f"""
    WITH agreed AS MATERIALIZED ({AGREED_PERSONS})
    SELECT m.match_id, m.played_on, array_agg(s.player_id ORDER BY s.seat) AS players,
           array_agg(coalesce(p.merged_into, p.id) ORDER BY s.seat) AS persons
    FROM scoreboard_match m JOIN scoreboard_seat s USING (match_id) JOIN players p ON p.id = s.player_id
    LEFT JOIN agreed a ON a.person = coalesce(p.merged_into, p.id)
    WHERE m.status = 'finished' AND m.revealed AND m.visibility = 'public' AND m.origin IN ('table', 'program')
      AND (%(game)s::text IS NULL OR m.game = %(game)s)
    GROUP BY m.match_id HAVING bool_and(a.person IS NOT NULL)
    ORDER BY m.played_on, m.ordinal, m.opened
"""  # put together from constants
