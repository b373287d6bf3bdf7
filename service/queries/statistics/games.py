"""The statements that ask for the statistics and the records of a game."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.figures import Figure
from projections.statistics.sum import EXTREMES, MOMENT_BITS


class Bound(Struct, frozen=True):
    """Where the extreme of a column of the parts, `p`, is looked for.

    Attributes:
        at: the column with its first match.
        highest: whether it is the maximum, else the minimum.
        secret: whether only matches with known scores tell it.
        seat: the condition on the seat that has it, with `value`; None for what is the whole match's.
    """

    column: str
    at: str
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
        known = " FILTER (WHERE p.known)" if self.secret else ""
        return f"{self.aggregate}({self.column}){known}"

    def where(self, name: str) -> str:
        """Whether a part has the extreme called `name`."""
        return f"{'p.known AND ' if self.secret else ''}{self.column} = bounds.{name}"


_SEATS: Final = {
    "highest_score": "e.score = value",
    "lowest_score": "e.score = value",
    "highest_winning_score": "e.score = value AND e.winner",
    "lowest_winning_score": "e.score = value AND e.winner",
    "biggest_margin": "e.margin = value AND e.winner",
    "smallest_margin": "e.margin = value AND e.winner",
}
"""Of the extremes that a seat has, and tell about scores, the condition on it."""

BOUNDS: Final = {
    name: Bound(f"p.{name}", f"p.{name}_at", highest=place % 2 == 0, secret=name in _SEATS, seat=_SEATS.get(name))
    for place, name in enumerate(EXTREMES)
}


def figure_bounds(figures: Sequence[Figure]) -> dict[str, Bound]:
    """The highest that a seat has of each of the `figures` of a game; zero isn't worth a record."""
    return {
        f"most_{figure.key}": Bound(
            f"nullif(p.highest_figures[{place}], 0)",
            f"coalesce(p.highest_figures_at[{place}], p.moment)",
            highest=True,
            secret=False,
            seat=f"e.figures[{place}] = value",
        )
        for place, figure in enumerate(figures, start=1)
    }


def _values(bounds: dict[str, Bound]) -> str:
    return ", ".join(f"{bound.value} AS {name}" for name, bound in bounds.items())


def _places(bounds: dict[str, Bound]) -> str:
    """The first places where the extremes of ``bounds`` are."""
    places = ", ".join(
        f"min({bound.at}) FILTER (WHERE {bound.where(name)}) AS {name}" for name, bound in bounds.items()
    )
    return f"places AS MATERIALIZED (SELECT {places} FROM parts p, bounds)"


def _extremes_column(bounds: dict[str, Bound]) -> str:
    """A JSON object of the extremes, each with its match, and its seat and player where it has one."""
    pairs = ", ".join(f"'{name}', ({_extreme_object(name, bound)})" for name, bound in bounds.items())
    return f"(SELECT jsonb_build_object({pairs}) FROM bounds, places) AS extremes"


def _extreme_object(name: str, bound: Bound) -> str:
    opened = f"places.{name} & ((1::bigint << {MOMENT_BITS}) - 1)"
    match = f"'value', bounds.{name}, 'match_id', (SELECT f.match_id FROM statistics_match f WHERE f.opened = {opened})"
    if bound.seat is None:
        return f"SELECT jsonb_build_object({match}, 'seat', NULL, 'player', NULL)"
    condition = bound.seat.replace("value", f"bounds.{name}")
    seats = f"statistics_match f JOIN statistics_seat e USING (match_id) WHERE f.opened = {opened} AND {condition}"
    return (
        f"SELECT jsonb_build_object({match}, 'seat', holder.seat, 'player', holder.player_id) FROM (SELECT) one"
        f" LEFT JOIN LATERAL (SELECT e.seat, e.player_id FROM {seats} ORDER BY e.seat LIMIT 1) holder ON true"
    )


# The parts are gone through twice: for sums and extremes, and for where the extremes are.
def game_query(figures: int, parts: str) -> str:
    """One row: the sums, the starts and the extremes of the `parts` of a game with so many `figures`, as JSON."""
    bounds = {name: replace(bound, seat=None) for name, bound in BOUNDS.items()}
    numbers = range(1, figures + 1)
    totals = ", ".join(f"sum(p.figures[{number}])" for number in numbers)
    counted = ", ".join(
        f"sum(coalesce(p.figure_seats[{number}], CASE WHEN p.figures[{number}] IS NOT NULL THEN p.seats END))"
        for number in numbers
    )
    return f"""
        WITH {parts},
        bounds AS MATERIALIZED (
            SELECT {_values(bounds)}, {", ".join(f"{sql} AS {name}" for name, sql in SUMS.items())},
                   ARRAY[{totals}]::bigint[] AS figures, ARRAY[{counted}]::bigint[] AS counted
            FROM parts p
        ),
        {_places(bounds)},
        groups AS (
            SELECT seats, start_seat, winning_seats, winners, drawn, sum(matches)::bigint AS matches
            FROM starts GROUP BY seats, start_seat, winning_seats, winners, drawn
        )
        SELECT (SELECT coalesce(jsonb_agg(to_jsonb(groups)), '[]') FROM groups) AS groups,
               (SELECT to_jsonb(bounds) FROM bounds) AS sums,
               {_extremes_column(bounds)}
    """


SUMS: Final = {
    "matches": "sum(p.matches)",
    "known": "sum(p.matches) FILTER (WHERE p.known)",
    "won": "sum(p.won) FILTER (WHERE p.known)",
    "opposed": "sum(p.opposed) FILTER (WHERE p.known)",
    "timed": "sum(p.timed)",
    "known_seats": "sum(p.seats * p.matches) FILTER (WHERE p.known)",
    "score": "sum(p.total_score) FILTER (WHERE p.known)",
    "winning_score": "sum(p.winning_score) FILTER (WHERE p.known)",
    "margin": "sum(p.margin) FILTER (WHERE p.known)",
    "steps": "sum(p.steps)",
    "duration": "sum(p.duration)",
    "thoughts": "sum(p.thoughts)",
    "thinking": "sum(p.thinking)",
}


def records_query(bounds: dict[str, Bound], parts: str) -> str:
    """One row: the number of matches in the `parts`, and the extremes that `bounds` name, as JSON."""
    return f"""
        WITH {parts},
        bounds AS MATERIALIZED (SELECT coalesce(sum(p.matches), 0) AS matches, {_values(bounds)} FROM parts p),
        {_places(bounds)}
        SELECT (SELECT matches FROM bounds)::bigint AS matches, {_extremes_column(bounds)}
    """
