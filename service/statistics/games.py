"""The statements that ask for the statistics and the records of a game."""

from typing import Final

from msgspec import Struct

from domain.kernel.game import AnyGame
from service.filters import KNOWN, MatchFilter


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
    def value(self) -> str:
        """The extreme, as an aggregate."""
        known = " FILTER (WHERE c.known)" if self.secret else ""
        return f"{'max' if self.highest else 'min'}({self.column}){known}"

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


def figure_bounds(game: AnyGame) -> dict[str, Bound]:
    """The highest that a seat has of each figure; zero isn't worth a record."""
    return {
        f"most_{figure.key}": Bound(
            f"nullif(c.highest_figures[{place}], 0)", highest=True, secret=False, seat=f"e.figures[{place}] = value"
        )
        for place, figure in enumerate(game.figures, start=1)
    }


# The order of dates and then of opening as one number, of which the lower part is the position of the opening.
_MOMENT_BITS: Final = 43
_MOMENT: Final = f"((m.played_on - DATE '0001-01-01')::bigint << {_MOMENT_BITS}) | m.opened"


def _chosen(wanted: MatchFilter) -> str:
    return (
        f"chosen AS NOT MATERIALIZED (SELECT m.*, {KNOWN} AS known, {_MOMENT} AS moment"
        f" FROM statistics_match m WHERE {wanted.where('statistics')})"
    )


def _extremes_ctes(bounds: dict[str, Bound]) -> str:
    """The extremes, and the first places where they are."""
    values = ", ".join(f"{bound.value} AS {name}" for name, bound in bounds.items())
    places = ", ".join(f"min(c.moment) FILTER (WHERE {bound.where(name)}) AS {name}" for name, bound in bounds.items())
    return (
        f"bounds AS MATERIALIZED (SELECT {values} FROM chosen c),"
        f" places AS MATERIALIZED (SELECT {places} FROM chosen c, bounds)"
    )


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


def game_query(game: AnyGame, wanted: MatchFilter) -> str:
    """One row: the sums, the groups and the extremes of the matches of `game`, as JSON."""
    bounds = {name: Bound(bound.column, bound.highest, bound.secret) for name, bound in BOUNDS.items()}
    figures = ", ".join(f"sum(figures[{place}])" for place in range(1, len(game.figures) + 1))
    return f"""
        WITH {_chosen(wanted)}, {_extremes_ctes(bounds)},
        groups AS (
            SELECT seats, start_seat, winning_seats, count(*) AS matches FROM chosen
            GROUP BY seats, start_seat, winning_seats
        ),
        sums AS (
            SELECT count(*) AS matches, count(*) FILTER (WHERE known) AS known, count(duration) AS timed,
                   coalesce(sum(seats), 0) AS seats,
                   sum(seats) FILTER (WHERE known) AS known_seats,
                   sum(total_score) FILTER (WHERE known) AS score,
                   sum(winning_score) FILTER (WHERE known) AS winning_score,
                   sum(margin) FILTER (WHERE known) AS margin,
                   sum(steps) AS steps, sum(duration) AS duration, ARRAY[{figures}]::bigint[] AS figures
            FROM chosen
        )
        SELECT (SELECT coalesce(jsonb_agg(groups), '[]') FROM groups) AS groups,
               (SELECT to_jsonb(sums) FROM sums) AS sums,
               {_extremes_column(bounds)}
    """


def records_query(bounds: dict[str, Bound], wanted: MatchFilter) -> str:
    """One row: the extremes that `bounds` name, as JSON."""
    return f"""
        WITH {_chosen(wanted)}, {_extremes_ctes(bounds)}
        SELECT (SELECT count(*) FROM chosen) AS matches, {_extremes_column(bounds)}
    """
