"""The statements that ask for the statistics and the records of a game."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from domain.kernel.figures import Figure
from service.queries.filters import SCORED, MatchFilter


class Bound(Struct, frozen=True):
    """Where the extreme of a column of the chosen matches, `c`, is looked for.

    Attributes:
        highest: whether it is the maximum, else the minimum.
        secret: whether only matches with known scores tell it.
        seat: the condition on the seat that has it, with `value`; None for what is the whole match's.
    """

    column: str
    highest: bool
    secret: bool
    seat: str | None = None

    @property
    def aggregate(self) -> str:
        """The function that gives it."""
        return "max" if self.highest else "min"

    @property
    def value(self) -> str:
        """The extreme, as an aggregate."""
        known = " FILTER (WHERE c.known)" if self.secret else ""
        return f"{self.aggregate}({self.column}){known}"

    def where(self, name: str) -> str:
        """Whether a match has the extreme called `name`."""
        return f"{'c.known AND ' if self.secret else ''}{self.column} = bounds.{name}"


BOUNDS: Final = {
    "highest_score": Bound("c.highest_score", highest=True, secret=True, seat="e.score = value"),
    "lowest_score": Bound("c.lowest_score", highest=False, secret=True, seat="e.score = value"),
    "highest_winning_score": Bound("c.winning_score", highest=True, secret=True, seat="e.score = value AND e.winner"),
    "lowest_winning_score": Bound("c.winning_score", highest=False, secret=True, seat="e.score = value AND e.winner"),
    "biggest_margin": Bound("c.margin", highest=True, secret=True, seat="e.margin = value AND e.winner"),
    "smallest_margin": Bound("c.margin", highest=False, secret=True, seat="e.margin = value AND e.winner"),
    "most_steps": Bound("c.steps", highest=True, secret=False),
    "fewest_steps": Bound("c.steps", highest=False, secret=False),
    "longest": Bound("c.duration", highest=True, secret=False),
    "shortest": Bound("c.duration", highest=False, secret=False),
}


def figure_bounds(figures: Sequence[Figure]) -> dict[str, Bound]:
    """The highest that a seat has of each of the `figures` of a game; zero isn't worth a record."""
    return {
        f"most_{figure.key}": Bound(
            f"nullif(c.highest_figures[{place}], 0)", highest=True, secret=False, seat=f"e.figures[{place}] = value"
        )
        for place, figure in enumerate(figures, start=1)
    }


# The order of dates and then of opening as one number, of which the lower part is the position of the opening.
_MOMENT_BITS: Final = 43
# The upper part has 20 bits: days until the year 2871, the latest that can be represented.
_MOMENT: Final = (
    f"(least(m.played_on - DATE '0001-01-01', {(1 << 63 - _MOMENT_BITS) - 1})::bigint << {_MOMENT_BITS}) | m.opened"
)


def _chosen(wanted: MatchFilter) -> str:
    return (
        f"chosen AS NOT MATERIALIZED (SELECT m.*, {SCORED} AS known, {_MOMENT} AS moment"
        f" FROM statistics_match m WHERE {wanted.where('statistics')})"
    )


def _values(bounds: dict[str, Bound]) -> str:
    return ", ".join(f"{bound.value} AS {name}" for name, bound in bounds.items())


def _places(bounds: dict[str, Bound]) -> str:
    """The first places where the extremes of ``bounds`` are."""
    places = ", ".join(f"min(c.moment) FILTER (WHERE {bound.where(name)}) AS {name}" for name, bound in bounds.items())
    return f"places AS MATERIALIZED (SELECT {places} FROM chosen c, bounds)"


def _extremes_column(bounds: dict[str, Bound]) -> str:
    """A JSON object of the extremes, each with its match, and its seat and player where it has one."""
    pairs = ", ".join(f"'{name}', ({_extreme_object(name, bound)})" for name, bound in bounds.items())
    return f"(SELECT jsonb_build_object({pairs}) FROM bounds, places) AS extremes"


def _extreme_object(name: str, bound: Bound) -> str:
    opened = f"places.{name} & ((1::bigint << {_MOMENT_BITS}) - 1)"
    match = f"'value', bounds.{name}, 'match_id', (SELECT f.match_id FROM statistics_match f WHERE f.opened = {opened})"
    if bound.seat is None:
        return f"SELECT jsonb_build_object({match}, 'seat', NULL, 'player', NULL)"
    condition = bound.seat.replace("value", f"bounds.{name}")
    seats = f"statistics_match f JOIN statistics_seat e USING (match_id) WHERE f.opened = {opened} AND {condition}"
    return (
        f"SELECT jsonb_build_object({match}, 'seat', holder.seat, 'player', holder.player_id) FROM (SELECT) one"
        f" LEFT JOIN LATERAL (SELECT e.seat, e.player_id FROM {seats} ORDER BY e.seat LIMIT 1) holder ON true"
    )


# The matches are gone through twice: for sums and extremes of each group, and for where the extremes are.
def game_query(figures: int, wanted: MatchFilter) -> str:
    """One row: the sums, the groups and the extremes of the matches of a game with so many `figures`, as JSON."""
    bounds = {name: Bound(bound.column, bound.highest, bound.secret) for name, bound in BOUNDS.items()}
    numbers = range(1, figures + 1)
    figure_sums = "".join(
        f", sum(c.figures[{number}]) AS figure_{number}"
        f", sum(c.seats) FILTER (WHERE c.figures[{number}] IS NOT NULL) AS counted_{number}"
        for number in numbers
    )
    sums = ", ".join(f"sum({name}) AS {name}" for name in SUMS)
    return f"""
        WITH {_chosen(wanted)},
        grouped AS MATERIALIZED (
            SELECT c.seats, c.start_seat, c.winning_seats, c.winners, c.drawn,
                   {", ".join(f"{sql} AS {name}" for name, sql in SUMS.items())}, {_values(bounds)}{figure_sums}
            FROM chosen c GROUP BY c.seats, c.start_seat, c.winning_seats, c.winners, c.drawn
        ),
        bounds AS MATERIALIZED (
            SELECT {", ".join(f"{bound.aggregate}({name}) AS {name}" for name, bound in bounds.items())} FROM grouped
        ),
        {_places(bounds)},
        sums AS (
            SELECT {sums},
                   ARRAY[{", ".join(f"sum(figure_{number})" for number in numbers)}]::bigint[] AS figures,
                   ARRAY[{", ".join(f"sum(counted_{number})" for number in numbers)}]::bigint[] AS counted
            FROM grouped
        )
        SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object(
                           'seats', seats, 'start_seat', start_seat, 'winning_seats', winning_seats,
                           'winners', winners, 'drawn', drawn, 'matches', matches
                       )), '[]') FROM grouped) AS groups,
               (SELECT to_jsonb(sums) FROM sums) AS sums,
               {_extremes_column(bounds)}
    """


SUMS: Final = {
    "matches": "count(*)",
    "known": "count(*) FILTER (WHERE c.known)",
    "won": "count(*) FILTER (WHERE c.known AND c.winners > 0)",
    "opposed": "count(c.margin) FILTER (WHERE c.known)",
    "timed": "count(c.duration)",
    "known_seats": "sum(c.seats) FILTER (WHERE c.known)",
    "score": "sum(c.total_score) FILTER (WHERE c.known)",
    "winning_score": "sum(c.winning_score) FILTER (WHERE c.known)",
    "margin": "sum(c.margin) FILTER (WHERE c.known)",
    "steps": "sum(c.steps)",
    "duration": "sum(c.duration)",
    "thoughts": "sum(c.thoughts)",
    "thinking": "sum(c.thinking)",
}


def records_query(bounds: dict[str, Bound], wanted: MatchFilter) -> str:
    """One row: the number of matches, and the extremes that `bounds` name, as JSON."""
    return f"""
        WITH {_chosen(wanted)},
        bounds AS MATERIALIZED (SELECT count(*) AS matches, {_values(bounds)} FROM chosen c),
        {_places(bounds)}
        SELECT (SELECT matches FROM bounds) AS matches, {_extremes_column(bounds)}
    """
