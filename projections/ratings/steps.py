"""The stored ratings of one subject in one pool: a row for each match that went into the rating of a person."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, LiteralString, TypeAlias
from uuid import UUID

from msgspec import Struct
from psycopg import Connection

from projections.ratings.model import Rating
from projections.ratings.results import Key, Pool


class Step(Struct, frozen=True):
    """What one match did to the rating of one person."""

    before: Rating
    after: Rating


class Contest(Struct, frozen=True):
    """What a rating needs to know of a match: who took part, on which sides, and how they came in, in seat order."""

    match_id: UUID
    persons: tuple[UUID, ...]
    sides: tuple[int, ...]
    ranks: tuple[int, ...]


class Rated(Struct, frozen=True):
    """A match as it was rated: what it did to each person."""

    contest: Contest
    steps: Mapping[UUID, Step]


Placed: TypeAlias = tuple[UUID, Key, UUID, Step]
"""A step of a person at a place in the order of play, by a match."""


class Steps:
    """Reads and writes the rows of `subject` in `pool`."""

    def __init__(self, connection: Connection, subject: UUID, pool: Pool) -> None:
        self._connection = connection
        self._subject = subject
        self._pool = pool

    def last_before(self, places: Sequence[tuple[UUID, Key]]) -> dict[tuple[UUID, Key], Rating]:
        """The rating of each person just before a place in the order of play."""
        found = {place: Rating() for place in places}
        for person, played_on, ordinal, opened, *rating in self._rows(_LAST_BEFORE, _places(places)) if places else ():
            found[person, (played_on, ordinal, opened)] = Rating(*rating)
        return found

    def last(self, persons: Collection[UUID]) -> dict[UUID, Rating]:
        """The rating of each person after all."""
        found = self.last_before([(person, _END) for person in persons])
        return {person: rating for (person, _), rating in found.items()}

    def next_after(self, places: Sequence[tuple[UUID, Key]], most: int) -> dict[UUID, list[tuple[Key, UUID]]]:
        """Up to `most` matches of each person behind a place in the order of play, in that order, with their places."""
        found: dict[UUID, list[tuple[Key, UUID]]] = {person: [] for person, _ in places}
        for person, played_on, ordinal, opened, match_id in self._rows(_NEXT_AFTER, _places(places) | {"most": most}):
            found[person].append(((played_on, ordinal, opened), match_id))
        return found

    def of_matches(self, match_ids: Sequence[UUID]) -> dict[Key, dict[UUID, Step]]:
        """What is stored of some matches, by their stored places in the order of play."""
        found: dict[Key, dict[UUID, Step]] = {}
        for played_on, ordinal, opened, person, *numbers in self._rows(_OF_MATCHES, {"matches": match_ids}):
            found.setdefault((played_on, ordinal, opened), {})[person] = _step(numbers)
        return found

    def rated(self, match_ids: Sequence[UUID]) -> dict[UUID, Rated]:
        """Some matches as they were rated."""
        found: dict[UUID, Rated] = {}
        for match_id, seated, sides, ranks, persons, *numbers in self._rows(_RATED, {"matches": match_ids}):
            steps = {person: _step(each) for person, *each in zip(persons, *numbers, strict=True)}
            found[match_id] = Rated(Contest(match_id, tuple(seated), tuple(sides), tuple(ranks)), steps)
        return found

    def delete(self, places: Sequence[tuple[UUID, Key]]) -> None:
        """Remove steps."""
        if places:
            self._connection.execute(_DELETE, self._named(_places(places)))

    def insert(self, steps: Sequence[Placed]) -> None:
        """Write steps where there were none."""
        if not steps:
            return
        with self._connection.cursor() as cursor, cursor.copy(_INSERT) as copy:
            copy.set_types(["uuid", "text", "uuid", "date", "int8", "int8", "uuid", *["float8"] * 4])
            for person, key, match_id, step in steps:
                copy.write_row((self._subject, self._pool, person, *key, match_id, *_numbers(step)))

    def correct(self, steps: Sequence[Placed]) -> None:
        """Write steps in the place of others."""
        if steps:
            columns = zip(*(_numbers(step) for *_, step in steps), strict=True)
            numbers = dict(zip(_NUMBERS, map(list, columns), strict=True))
            places = _places([(person, key) for person, key, *_ in steps])
            self._connection.execute(_CORRECT, self._named(places | numbers))

    def _rows(self, query: LiteralString, parameters: Mapping[str, Any]) -> Iterable[tuple[Any, ...]]:
        return self._connection.execute(query, self._named(parameters), binary=True)

    def _named(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        return {"subject": self._subject, "pool": self._pool, **parameters}


def _places(places: Sequence[tuple[UUID, Key]]) -> dict[str, list[Any]]:
    persons: list[UUID] = [person for person, _ in places]
    dates: list[date] = [key[0] for _, key in places]
    ordinals, opened = [key[1] for _, key in places], [key[2] for _, key in places]
    return {"persons": persons, "dates": dates, "ordinals": ordinals, "opened": opened}


def _step(numbers: Sequence[float]) -> Step:
    mu_before, sigma_before, mu, sigma = numbers
    return Step(Rating(mu_before, sigma_before), Rating(mu, sigma))


def _numbers(step: Step) -> tuple[float, float, float, float]:
    return step.before.mu, step.before.sigma, step.after.mu, step.after.sigma


_END: Final[Key] = (date.max, (1 << 63) - 1, (1 << 63) - 1)

_NUMBERS: Final = ("mu_before", "sigma_before", "mu", "sigma")

_LAST_BEFORE: Final = """
    SELECT w.person, w.played_on, w.ordinal, w.opened, s.mu, s.sigma
    FROM unnest(%(persons)b::uuid[], %(dates)b::date[], %(ordinals)b::bigint[], %(opened)b::bigint[])
         w (person, played_on, ordinal, opened)
    CROSS JOIN LATERAL (
        SELECT mu, sigma FROM rating_step s
        WHERE s.subject = %(subject)s AND s.pool = %(pool)s AND s.person = w.person
          AND (s.played_on, s.ordinal, s.opened) < (w.played_on, w.ordinal, w.opened)
        ORDER BY s.played_on DESC, s.ordinal DESC, s.opened DESC LIMIT 1) s
"""

_NEXT_AFTER: Final = """
    SELECT w.person, s.played_on, s.ordinal, s.opened, s.match_id
    FROM unnest(%(persons)b::uuid[], %(dates)b::date[], %(ordinals)b::bigint[], %(opened)b::bigint[])
         w (person, played_on, ordinal, opened)
    CROSS JOIN LATERAL (
        SELECT s.played_on, s.ordinal, s.opened, s.match_id FROM rating_step s
        WHERE s.subject = %(subject)s AND s.pool = %(pool)s AND s.person = w.person
          AND (s.played_on, s.ordinal, s.opened) > (w.played_on, w.ordinal, w.opened)
        ORDER BY s.played_on, s.ordinal, s.opened LIMIT %(most)s) s
    ORDER BY s.played_on, s.ordinal, s.opened
"""

# By an operator that no index knows, so that it isn't the index of a whole subject that is gone through.
_OF_MATCHES: Final = """
    SELECT played_on, ordinal, opened, person, mu_before, sigma_before, mu, sigma FROM rating_step
    WHERE match_id = ANY(%(matches)b) AND pool = %(pool)s AND subject IS NOT DISTINCT FROM %(subject)s
"""

_RATED: Final = """
    SELECT m.match_id, m.persons, m.sides, m.ranks, s.* FROM rating_match m CROSS JOIN LATERAL (
        SELECT array_agg(person), array_agg(mu_before), array_agg(sigma_before), array_agg(mu), array_agg(sigma)
        FROM rating_step s
        WHERE s.match_id = m.match_id AND s.pool = %(pool)s AND s.subject IS NOT DISTINCT FROM %(subject)s) s
    WHERE m.match_id = ANY(%(matches)b)
"""

_STORED: Final = """
    SELECT s.ctid FROM rating_step s
    WHERE s.subject = %(subject)s AND s.pool = %(pool)s AND s.person = w.person
      AND s.played_on = w.played_on AND s.ordinal = w.ordinal AND s.opened = w.opened LIMIT 1
"""
"""The row of a step `w`, found by the index: a join of the two tables would compare each row with each step, as long as
the table isn't analysed and is thought to be small."""

_DELETE: Final = f"""
    DELETE FROM rating_step s
    USING unnest(%(persons)b::uuid[], %(dates)b::date[], %(ordinals)b::bigint[], %(opened)b::bigint[])
          w (person, played_on, ordinal, opened)
    CROSS JOIN LATERAL ({_STORED}) found
    WHERE s.ctid = found.ctid
"""  # noqa: S608  # put together from constants

_INSERT: Final = """
    COPY rating_step (subject, pool, person, played_on, ordinal, opened, match_id, mu_before, sigma_before, mu, sigma)
    FROM STDIN BINARY
"""

_CORRECT: Final = f"""
    UPDATE rating_step s
    SET mu_before = w.mu_before, sigma_before = w.sigma_before, mu = w.mu, sigma = w.sigma
    FROM unnest(%(persons)b::uuid[], %(dates)b::date[], %(ordinals)b::bigint[], %(opened)b::bigint[],
                %(mu_before)b::float8[], %(sigma_before)b::float8[], %(mu)b::float8[], %(sigma)b::float8[])
         w (person, played_on, ordinal, opened, mu_before, sigma_before, mu, sigma)
    CROSS JOIN LATERAL ({_STORED}) found
    WHERE s.ctid = found.ctid
"""  # noqa: S608  # put together from constants
