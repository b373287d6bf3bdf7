"""The sums of the read models, counted by plain queries of the rows that they are sums of."""

from typing import Any, Final

from psycopg import Connection

from domain.registry import GAMES, figures_of
from projections.statistics.sum import EXTREMES, LAST_DAY, MOMENT_BITS, NUMBERS, Group

_ALIKE: Final = ", ".join(name for name in Group.__struct_fields__ if name not in {"month", "day", "place"})
_MOST_FIGURES: Final = range(1, max(len(figures_of(key)) for key in GAMES) + 1)


def _of_figures(amount: str) -> str:
    """An array of an aggregate for each figure of the game."""
    return f"(ARRAY[{', '.join(amount.format(number) for number in _MOST_FIGURES)}])[1:max(cardinality(figures))]"


def _extreme(value: str, *, highest: bool) -> str:
    """The extreme and the moment of the first match that has it, which is turned around where the highest is first."""
    best = f"max(ARRAY[{value}, -moment]::numeric[])" if highest else f"min(ARRAY[{value}, moment]::numeric[])"
    return f"({best} FILTER (WHERE {value} IS NOT NULL))"


_NUMBERS: Final = {
    "matches": "count(*)",
    "won": "count(*) FILTER (WHERE winners > 0)",
    "timed": "count(duration)",
    "opposed": "count(margin)",
    **{name: f"trim_scale(coalesce(sum({name}), 0)::numeric)" for name in NUMBERS[4:]},
}
_EXTREMES: Final = ", ".join(
    f"trim_scale({extreme}[1]) AS {name}, abs({extreme}[2])::bigint AS {name}_at"
    for place, (name, column) in enumerate(EXTREMES.items())
    for extreme in [_extreme(column, highest=place % 2 == 0)]
)
_HIGHEST_FIGURE: Final = _extreme("nullif(highest_figures[{0}], 0)", highest=True)

_KINDS: Final = "GROUPING SETS ((month, place), (month), (place), (), (day))"
_SAME: Final = " AND ".join(
    [f"s.{name} = t.{name}" for name in _ALIKE.split(", ")]
    + [f"coalesce(s.{name}, 'infinity') = coalesce(t.{name}, 'infinity')" for name in ("month", "day")]
    + ["s.place IS NOT DISTINCT FROM t.place"]
)

STATISTICS: Final = f"""
    WITH m AS (
        SELECT *, date_trunc('month', played_on)::date AS month, played_on AS day,
               least(played_on - DATE '0001-01-01', {LAST_DAY})::bigint << {MOMENT_BITS} | opened AS moment
        FROM statistics_match
    ),
    totals AS (
        SELECT {_ALIKE}, month, day, place, {", ".join(f"{sql} AS {name}" for name, sql in _NUMBERS.items())},
               {_EXTREMES},
               {_of_figures("coalesce(sum(figures[{0}]), 0)::bigint")} AS figures,
               {_of_figures("coalesce(sum(seats) FILTER (WHERE figures[{0}] IS NOT NULL), 0)")} AS figure_seats,
               {_of_figures(f"{_HIGHEST_FIGURE}[1]::integer")} AS highest_figures,
               {_of_figures(f"abs({_HIGHEST_FIGURE}[2])::bigint")} AS highest_figures_at
        FROM m GROUP BY {_ALIKE}, {_KINDS}
    ),
    started AS (
        SELECT {_ALIKE}, month, day, place, start_seat, winning_seats, winners, drawn, count(*) AS number
        FROM m GROUP BY {_ALIKE}, start_seat, winning_seats, winners, drawn, {_KINDS}
    ),
    starts AS (
        SELECT {_ALIKE}, month, day, place,
               jsonb_agg(jsonb_build_array(start_seat, winning_seats::text, winners, drawn, number)
                         ORDER BY start_seat NULLS FIRST, winning_seats, winners, drawn) AS starts
        FROM started GROUP BY {_ALIKE}, month, day, place
    )
    SELECT t.*, s.starts FROM totals t JOIN starts s ON {_SAME}
"""
"""All rows of ``statistics_sum``, but for their ids."""


def _best(score: str) -> str:
    merit = f"CASE WHEN s.lowest THEN -s.{score} ELSE s.{score} END"
    best = f"(max(ARRAY[{merit}, s.{score}]) FILTER (WHERE s.{score} IS NOT NULL))"
    known = score.removesuffix("score")
    return f"trim_scale({best}[2]) AS {known}best_score, trim_scale({best}[1]) AS {known}best_merit"


RATINGS: Final = f"""
    SELECT s.subject, s.public, m.month, m.place, s.person, count(*) AS matches, count(*) FILTER (WHERE s.won) AS wins,
           count(*) FILTER (WHERE s.shared) AS shared_wins,
           count(*) FILTER (WHERE s.drawn) AS draws, {_best("score")}, {_best("known_score")}
    FROM rating_share s
    JOIN (SELECT match_id, place, date_trunc('month', played_on)::date AS month FROM rating_match) m USING (match_id)
    GROUP BY s.subject, s.public, s.person, GROUPING SETS ((m.month, m.place), (m.month), (m.place))
"""
"""All rows of ``rating_sum``."""


def fill(connection: Connection[Any], table: str) -> None:
    """Put all rows into one of the tables, which is empty; what a row of it is named by is any id."""
    query = SUMS[table]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM ({query}) t LIMIT 0")
        columns = ", ".join(column.name for column in cursor.description or ())
    named = {"statistics_sum": ("id, ", "gen_random_uuid(), ")}.get(table, ("", ""))
    connection.execute(f"INSERT INTO {table} ({named[0]}{columns}) SELECT {named[1]}t.* FROM ({query}) t")


SUMS: Final = {"statistics_sum": STATISTICS, "rating_sum": RATINGS}
