"""The stored ratings of one game in one pool: a row for each match that went into the rating of a person."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final
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
    """What a rating needs to know of a match: who took part, and how they came in, in seat order."""

    match_id: UUID
    persons: tuple[UUID, ...]
    ranks: tuple[int, ...]


class Stored(Struct, frozen=True):
    """A match in the order of play, and what it did to each person."""

    key: Key
    contest: Contest
    steps: Mapping[UUID, Step]


class Steps:
    """Reads and writes the rows of `game` in `pool`."""

    def __init__(self, connection: Connection, game: str, pool: Pool) -> None:
        self._connection = connection
        self._game = game
        self._pool = pool

    def last_before(self, wanted: Iterable[tuple[UUID, Key]]) -> dict[tuple[UUID, Key], Rating]:
        """The rating of each person just before a place in the order of play."""
        wanted = list(wanted)
        rows = self._connection.execute(_LAST_BEFORE, self._named(_places(wanted))) if wanted else ()
        found = {(person, (played_on, opened)): Rating(*rating) for person, played_on, opened, *rating in rows}
        return {place: found.get(place, Rating()) for place in wanted}

    def of_matches(self, match_ids: Sequence[UUID]) -> dict[Key, dict[UUID, Step]]:
        """What is stored of some matches, by their stored places in the order of play."""
        rows = self._connection.execute(_OF_MATCHES, self._named({"matches": list(match_ids)}))
        found: dict[Key, dict[UUID, Step]] = {}
        for played_on, opened, person, *numbers in rows:
            found.setdefault((played_on, opened), {})[person] = _step(numbers)
        return found

    def next_after(self, places: Sequence[tuple[UUID, Key]], most: int) -> dict[UUID, list[Stored]]:
        """Up to `most` matches of each person behind a place in the order of play, in that order."""
        found: dict[UUID, dict[Key, tuple[Contest, dict[UUID, Step]]]] = {person: {} for person, _ in places}
        rows = self._connection.execute(_NEXT_AFTER, self._named(_places(places) | {"most": most}))
        for wanted, played_on, opened, match_id, seated, ranks, person, *numbers in rows:
            contest = Contest(match_id, tuple(seated), tuple(ranks))
            _, steps = found[wanted].setdefault((played_on, opened), (contest, {}))
            steps[person] = _step(numbers)
        return {
            person: [Stored(at, contest, steps) for at, (contest, steps) in pages.items()]
            for person, pages in found.items()
        }

    def delete(self, places: Sequence[tuple[UUID, Key]]) -> None:
        """Remove steps."""
        if places:
            self._connection.execute(_DELETE, self._named(_places(places)))

    def write(self, steps: Sequence[tuple[UUID, Key, UUID, Step]]) -> None:
        """Insert or correct steps: of a person, at a place in the order of play, by a match."""
        if not steps:
            return
        columns = {
            "match_ids": [match_id for _, _, match_id, _ in steps],
            "mu_before": [step.before.mu for *_, step in steps],
            "sigma_before": [step.before.sigma for *_, step in steps],
            "mu": [step.after.mu for *_, step in steps],
            "sigma": [step.after.sigma for *_, step in steps],
        }
        self._connection.execute(_WRITE, self._named(_places([one[:2] for one in steps]) | columns))

    def _named(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        return {"game": self._game, "pool": self._pool, **parameters}


def _places(places: Sequence[tuple[UUID, Key]]) -> dict[str, list[Any]]:
    persons: list[UUID] = [person for person, _ in places]
    dates: list[date] = [key[0] for _, key in places]
    return {"persons": persons, "dates": dates, "opened": [key[1] for _, key in places]}


def _step(numbers: Sequence[float]) -> Step:
    mu_before, sigma_before, mu, sigma = numbers
    return Step(Rating(mu_before, sigma_before), Rating(mu, sigma))


_PLACES: Final = "unnest(%(persons)s::uuid[], %(dates)s::date[], %(opened)s::bigint[])"

_LAST_BEFORE: Final = f"""
    SELECT w.person, w.played_on, w.opened, s.mu, s.sigma
    FROM {_PLACES} w (person, played_on, opened) CROSS JOIN LATERAL (
        SELECT mu, sigma FROM rating_step s
        WHERE s.game = %(game)s AND s.pool = %(pool)s AND s.person = w.person
          AND (s.played_on, s.opened) < (w.played_on, w.opened)
        ORDER BY s.played_on DESC, s.opened DESC LIMIT 1) s
"""  # noqa: S608  # put together from constants, as all below

_OF_MATCHES: Final = """
    SELECT played_on, opened, person, mu_before, sigma_before, mu, sigma FROM rating_step
    WHERE match_id = ANY(%(matches)s) AND pool = %(pool)s
"""

_NEXT_AFTER: Final = f"""
    SELECT n.wanted, n.played_on, n.opened, n.match_id, m.persons, m.ranks,
           s.person, s.mu_before, s.sigma_before, s.mu, s.sigma
    FROM (SELECT w.person AS wanted, f.* FROM {_PLACES} w (person, played_on, opened) CROSS JOIN LATERAL (
              SELECT f.played_on, f.opened, f.match_id FROM rating_step f
              WHERE f.game = %(game)s AND f.pool = %(pool)s AND f.person = w.person
                AND (f.played_on, f.opened) > (w.played_on, w.opened)
              ORDER BY f.played_on, f.opened LIMIT %(most)s) f) n
    JOIN rating_match m ON m.match_id = n.match_id
    JOIN rating_step s ON s.match_id = n.match_id AND s.pool = %(pool)s
    ORDER BY n.played_on, n.opened
"""  # noqa: S608

_DELETE: Final = f"""
    DELETE FROM rating_step s USING {_PLACES} w (person, played_on, opened)
    WHERE s.game = %(game)s AND s.pool = %(pool)s AND s.person = w.person
      AND s.played_on = w.played_on AND s.opened = w.opened
"""  # noqa: S608

_WRITE: Final = """
    INSERT INTO rating_step
        (game, pool, person, played_on, opened, match_id, mu_before, sigma_before, mu, sigma)
    SELECT %(game)s, %(pool)s, * FROM unnest(
        %(persons)s::uuid[], %(dates)s::date[], %(opened)s::bigint[], %(match_ids)s::uuid[],
        %(mu_before)s::float8[], %(sigma_before)s::float8[], %(mu)s::float8[], %(sigma)s::float8[])
    ON CONFLICT (game, pool, person, played_on, opened) DO UPDATE
    SET mu_before = excluded.mu_before, sigma_before = excluded.sigma_before,
        mu = excluded.mu, sigma = excluded.sigma
"""
