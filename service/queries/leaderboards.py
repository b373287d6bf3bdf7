"""Who leads in a subject, and how people's ratings came about: what is asked of the read model of ratings."""

from collections.abc import Mapping
from datetime import date
from math import inf
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

from msgspec import Struct

from domain.kernel.points import Points
from domain.match.events import Origin
from projections.ratings.model import Rating
from projections.ratings.results import Pool
from service.auth.access import Principal
from service.queries.months import months_of
from service.queries.options import ALIKE, EQUAL, option_parameters
from service.queries.order_of_play import PLACE, OrderOfPlay, place_parameters
from service.reads.reads import Reads

LeaderSort: TypeAlias = Literal["wins", "rating", "best"]


def pool_of(principal: Principal) -> Pool:
    """The matches that count for who asks: those that may be listed."""
    return "all" if principal.may("read") else "public"


class LeaderFilter(Struct, frozen=True, kw_only=True):
    """Which matches of a subject are asked for; None is any."""

    seats: int | None = None
    played_from: date | None = None
    played_to: date | None = None
    place: str | None = None
    origin: Origin | None = None
    sealed: bool | None = None
    irregular: bool | None = None
    tag: str | None = None
    options: dict[str, str] | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """The query parameters that select them."""
        return {name: getattr(self, name) for name in self.__struct_fields__} | {
            "origin": None if self.origin is None else self.origin.value,
            **option_parameters(self.options),
        }


class LeaderRow(Struct, frozen=True):
    """What a person has achieved in some matches of a subject; the rating is that of all of its matches.

    `best_merit` is what the best score has the most of: its negative where fewer points are better.
    """

    person: UUID
    matches: int
    wins: int
    shared_wins: int
    draws: int
    best_score: Points | None
    best_merit: Points | None
    mu: float | None
    sigma: float | None
    shown: float | None

    def keys(self, sort: LeaderSort) -> tuple[Points | float, Points | float]:
        """The numbers by which it is sorted, the highest first."""
        best = -inf if self.best_merit is None else self.best_merit
        shown = -inf if self.shown is None else self.shown
        won = 2 * self.wins + self.draws
        keys: dict[LeaderSort, tuple[Points | float, Points | float]] = {
            "wins": (won, best),
            "rating": (shown, won),
            "best": (best, won),
        }
        return keys[sort]


class RatingRow(Struct, frozen=True):
    """The rating of a person in a subject of a game; `rank` among `persons` who have one."""

    subject: UUID
    game: str
    mu: float
    sigma: float
    rated: int
    rank: int
    persons: int


class StepRow(Struct, frozen=True):
    """What one match did to a rating; `rank` and `seats` tell how the person came in, and of how many."""

    match_id: UUID
    played_on: date
    ordinal: int
    opened: int
    rank: int
    seats: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float

    @property
    def place_in_order(self) -> OrderOfPlay:
        """Where the match stands in the order of play."""
        return self.played_on, self.ordinal, self.opened

    @property
    def before(self) -> Rating:
        """The rating with which the person came."""
        return Rating(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Rating:
        """The rating with which the person went."""
        return Rating(self.mu, self.sigma)


class Leaderboards:
    """Reads the tables of the ratings. Of a `pool`, only the matches in it count."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def leaders(
        self,
        subject: UUID,
        pool: Pool,
        wanted: LeaderFilter,
        sort: LeaderSort,
        after: tuple[Points | float, Points | float, UUID] | None,
        limit: int,
        *,
        least: int,
        sees_all: bool,
    ) -> list[LeaderRow]:
        """Those with `least` matches or more, the best first; `after` are the last one's keys, and who it is.

        Who `sees_all` also sees the best scores of matches that keep their secrets. Without a filter the rows are at
        hand, in order; with one of months and places, sums are; with others, the matches are gone through.
        """
        filtered = wanted != LeaderFilter()
        known = "" if sees_all else "known_"
        asked: dict[str, Any] = {"subject": subject, "pool": pool, "least": least, "limit": limit}
        source = _AT_HAND
        if filtered:
            parts, more = _parts(wanted)
            source = _COUNTED.format(parts=parts)
            asked |= wanted.parameters | more
        query = _leaders(source.format(known=known), sort, goes_on=after is not None)
        if after is not None:
            asked |= zip(("first", "second", "after"), after, strict=True)
        return await self._reads.rows(query, asked, LeaderRow)

    async def is_settled(self) -> bool:
        """Whether all ratings follow the position of the read model, and none was put off."""
        return await self._reads.tuples("SELECT NOT EXISTS (SELECT FROM rating_due)", ()) == [(True,)]

    async def person(self, player_id: UUID) -> UUID:
        """Who a player is, as far as the read model knows of merges."""
        return await self._identity(player_id)

    async def subject(self, subject_id: UUID) -> UUID:
        """Which subject one is, likewise."""
        return await self._identity(subject_id)

    async def _identity(self, one: UUID) -> UUID:
        rows = await self._reads.tuples("SELECT now FROM rating_identity WHERE id = %s", (one,))
        return rows[0][0] if rows else one

    async def ratings(self, person: UUID, pool: Pool) -> list[RatingRow]:
        """The ratings of a person, by game and subject; the rank is counted among all who have one there."""
        return await self._reads.rows(_RATINGS, {"person": person, "pool": pool}, RatingRow)

    async def steps(
        self, person: UUID, subject: UUID, pool: Pool, after: OrderOfPlay | None, limit: int
    ) -> list[StepRow]:
        """How a rating came about, match by match in the order of play, behind a step's date and opening."""
        place = {**place_parameters(after), "limit": limit}
        asked = {"person": person, "subject": subject, "pool": pool, **place}
        return await self._reads.rows(_STEPS, asked, StepRow)


def _parts(wanted: LeaderFilter) -> tuple[str, dict[str, date]]:
    """Rows with what persons have achieved in the matches `wanted`, and their parameters beside those of `wanted`.

    These are of months and places if nothing else is asked for, and of matches for the rest.
    """
    months = months_of(wanted.played_from, wanted.played_to)
    if months.whole is None or wanted != LeaderFilter(
        played_from=wanted.played_from, played_to=wanted.played_to, place=wanted.place
    ):
        return _OF_MATCHES, {}
    parameters = dict(zip(("first_month", "last_month"), months.whole, strict=True))
    all_days = wanted.played_from is None and wanted.played_to is None
    month = "month IS NULL" if all_days else "month BETWEEN %(first_month)s AND %(last_month)s"
    place = "place IS NULL" if wanted.place is None else "strpos(lower(place), lower(%(place)s)) > 0"
    parts = [f"{_OF_SUMS} AND {month} AND {place}"]
    for number, edge in enumerate(months.edges):
        parts.append(f"{_OF_MATCHES} AND m.played_on BETWEEN %(edge_{number})s AND %(edge_{number}_end)s")
        parameters |= zip((f"edge_{number}", f"edge_{number}_end"), edge, strict=True)
    return " UNION ALL ".join(parts), parameters


def _leaders(leaders: str, sort: LeaderSort, *, goes_on: bool) -> str:
    (first, first_type), (second, second_type) = (_KEYS[key] for key in _ORDERS[sort])
    beyond = f"""
        AND ({first}, {second}, l.person)
            > (-%(first)s::{first_type}, -%(second)s::{second_type}, %(after)s::uuid)
    """
    return f"""
        SELECT l.* FROM ({leaders}) l WHERE l.matches >= %(least)s {beyond if goes_on else ""}
        ORDER BY {first}, {second}, l.person LIMIT %(limit)s
    """


# Negative, so that all is in ascending order and an index of the same expressions serves; a draw is half a win.
_KEYS: Final[Mapping[str, tuple[str, str]]] = {
    "wins": ("(-(2 * l.wins + l.draws))", "bigint"),
    "best": ("(-coalesce(l.best_merit, '-infinity'))", "numeric"),
    "shown": ("(-coalesce(l.shown, '-infinity'))", "float8"),
}

_ORDERS: Final[Mapping[LeaderSort, tuple[str, str]]] = {
    "wins": ("wins", "best"),
    "rating": ("shown", "wins"),
    "best": ("best", "wins"),
}

_AT_HAND: Final = """
    SELECT person, matches, wins, shared_wins, draws, {known}best_score AS best_score,
           {known}best_merit AS best_merit, mu, sigma, shown
    FROM rating_total WHERE subject = %(subject)s AND pool = %(pool)s
"""

# What persons have achieved in the matches asked for: in each of these, or in months and at places.
_OF_MATCHES: Final = """
    SELECT s.person, 1::bigint AS matches, s.won::integer::bigint AS wins, s.shared::integer::bigint AS shared_wins,
           s.drawn::integer::bigint AS draws, s.{known}score AS score,
           CASE WHEN s.lowest THEN -s.{known}score ELSE s.{known}score END AS merit
    FROM rating_match m JOIN rating_share s USING (match_id)
    WHERE m.subject = %(subject)s AND (m.public OR %(pool)s = 'all')
      AND (%(seats)s::integer IS NULL OR m.seats = %(seats)s)
      AND (%(played_from)s::date IS NULL OR m.played_on >= %(played_from)s)
      AND (%(played_to)s::date IS NULL OR m.played_on <= %(played_to)s)
      AND (%(place)s::text IS NULL OR strpos(lower(m.place), lower(%(place)s)) > 0)
      AND (%(origin)s::text IS NULL OR m.origin = %(origin)s)
      AND (%(sealed)s::boolean IS NULL OR m.sealed = %(sealed)s)
      AND (%(irregular)s::boolean IS NULL OR m.irregular = %(irregular)s)
      AND (%(tag)s::text IS NULL OR EXISTS (SELECT FROM unnest(m.tags) tag WHERE lower(tag) = lower(%(tag)s)))
      AND (%(options)s::jsonb IS NULL OR {equal}) AND (%(beginnings)s::jsonb IS NULL OR {alike})
""".replace("{equal}", EQUAL).replace("{alike}", ALIKE)

_OF_SUMS: Final = """
    SELECT person, matches, wins, shared_wins, draws, {known}best_score AS score, {known}best_merit AS merit
    FROM rating_sum WHERE subject = %(subject)s AND (public OR %(pool)s = 'all')
"""

_COUNTED: Final = """
    SELECT c.*, t.mu, t.sigma, t.shown
    FROM (SELECT person, sum(matches)::bigint AS matches, sum(wins)::bigint AS wins,
                 sum(shared_wins)::bigint AS shared_wins, sum(draws)::bigint AS draws,
                 (array_agg(score ORDER BY merit DESC NULLS LAST, score DESC))[1] AS best_score,
                 max(merit) AS best_merit
          FROM ({parts}) p GROUP BY person) c
    JOIN rating_total t ON t.subject = %(subject)s AND t.pool = %(pool)s AND t.person = c.person
"""

_RATINGS: Final = """
    SELECT t.subject, t.game, t.mu, t.sigma, t.rated,
           (SELECT count(*) FROM rating_total o
            WHERE o.subject = t.subject AND o.pool = t.pool
              AND (-coalesce(o.shown, '-infinity')) < -t.shown) + 1 AS rank,
           (SELECT count(*) FROM rating_total o
            WHERE o.subject = t.subject AND o.pool = t.pool
              AND (-coalesce(o.shown, '-infinity')) < 'infinity') AS persons
    FROM rating_total t WHERE t.person = %(person)s AND t.pool = %(pool)s AND t.rated > 0 ORDER BY t.game, t.subject
"""

_STEPS: Final = f"""
    SELECT s.match_id, s.played_on, s.ordinal, s.opened, m.ranks[array_position(m.persons, s.person)] AS rank, m.seats,
           s.mu_before, s.sigma_before, s.mu, s.sigma
    FROM rating_step s JOIN rating_match m USING (match_id)
    WHERE s.person = %(person)s AND s.subject = %(subject)s AND s.pool = %(pool)s
      AND (%(after_date)s::date IS NULL OR (s.played_on, s.ordinal, s.opened) > {PLACE})
    ORDER BY s.played_on, s.ordinal, s.opened LIMIT %(limit)s
"""  # put together from constants
