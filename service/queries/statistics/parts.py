"""What the matches that are asked for have, in as few rows as there are: sums, and matches where there are none."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.game import AnyGame
from domain.subjects.subject import subject_of_game
from projections.statistics.sum import EXTREMES, LAST_DAY, MOMENT_BITS
from service.queries.filters import SCORED, MatchFilter
from service.queries.months import months_of

_MOMENT: Final = f"(least(m.played_on - DATE '0001-01-01', {LAST_DAY})::bigint << {MOMENT_BITS}) | m.opened"

# What a sum has, with what a match has of it. Where a sum has an array, a match has none if that takes work to make.
_OF_MATCH: Final = {
    "matches": "1::bigint",
    "won": "(m.winners > 0)::integer::bigint",
    "timed": "(m.duration IS NOT NULL)::integer::bigint",
    "opposed": "(m.margin IS NOT NULL)::integer::bigint",
    "steps": "m.steps::bigint",
    "duration": "m.duration",
    "thoughts": "m.thoughts::bigint",
    "thinking": "m.thinking",
    "total_score": "m.total_score",
    "winning_score": "m.winning_score",
    "margin": "m.margin",
    **{name: f"m.{column}" for name, column in EXTREMES.items()},
    **{f"{name}_at": _MOMENT for name in EXTREMES},
    "figures": "m.figures",
    "figure_seats": "NULL::bigint[]",
    "highest_figures": "m.highest_figures",
    "highest_figures_at": "NULL::bigint[]",
    "moment": _MOMENT,
}
_OF_SUM: Final = {name: "NULL::bigint" if name == "moment" else f"m.{name}" for name in _OF_MATCH}


class _Source(Struct, frozen=True):
    """Some rows `m`, and what they are for the parts and for the starts."""

    table: str
    columns: Mapping[str, str]
    starts: str
    where: str

    @property
    def parts(self) -> str:
        columns = ", ".join(f"{sql} AS {name}" for name, sql in self.columns.items())
        return f"SELECT m.seats, {SCORED} AS known, {columns} FROM {self.table} m WHERE {self.where}"


def parts(wanted: MatchFilter) -> tuple[str, dict[str, date]]:
    """The tables `parts` and `starts` for a `WITH` clause, and their parameters beside those of `wanted`.

    The columns of `parts` are those of a sum, and `known`: whether scores may be told; `moment` is that of a single
    match. In `starts` are numbers of matches by the seat that began, those that have won, and whether it was a draw.
    """
    rows, parameters = _rows(wanted)
    of_parts = " UNION ALL ".join(one.parts for one in rows)
    of_starts = " UNION ALL ".join(f"{one.starts} WHERE {one.where}" for one in rows)
    return f"parts AS NOT MATERIALIZED ({of_parts}), starts AS NOT MATERIALIZED ({of_starts})", parameters


def _rows(wanted: MatchFilter) -> tuple[list[_Source], dict[str, date]]:
    matches, grouped = wanted.where("statistics"), wanted.where_grouped()
    if grouped is None or wanted.subject is None:
        return [_of_matches(matches)], {}
    all_places = wanted.place is None
    rows: list[_Source] = []
    parameters: dict[str, date] = {}
    elsewhere = ""
    if wanted.played_from is None and wanted.played_to is None:
        rows.append(_of_sums(f"m.kind = '{'all' if all_places else 'place'}' AND {grouped}"))
    else:
        months = months_of(wanted.played_from, wanted.played_to)
        if months.whole is not None:
            kind = "month" if all_places else "month at a place"
            within = "BETWEEN %(first_month)s AND %(last_month)s"
            rows.append(_of_sums(f"m.kind = '{kind}' AND m.month {within} AND {grouped}"))
            parameters |= zip(("first_month", "last_month"), months.whole, strict=True)
        for number, edge in enumerate(months.edges):
            first, last = f"edge_{number}", f"edge_{number}_end"
            parameters |= zip((first, last), edge, strict=True)
            within = f"BETWEEN %({first})s AND %({last})s"
            if all_places:
                rows.append(_of_sums(f"m.kind = 'day' AND m.month IS NULL AND m.day {within} AND {grouped}"))
            else:  # of a day at a place there is no sum
                rows.append(_of_matches(f"{matches} AND m.played_on {within}"))
                elsewhere += f" AND m.played_on NOT {within}"
    if wanted.own is not None or not rows:
        rows.append(_of_matches(f"{matches} AND m.match_id = %(own)s AND NOT ({grouped}){elsewhere}"))
    return rows, parameters


def _of_matches(where: str) -> _Source:
    starts = """
        SELECT m.seats, m.start_seat, m.winning_seats, m.winners, m.drawn, 1::bigint AS matches FROM statistics_match m
    """
    return _Source("statistics_match", _OF_MATCH, starts, where)


def _of_sums(where: str) -> _Source:
    starts = """
        SELECT m.seats, (start ->> 0)::integer AS start_seat, (start ->> 1)::integer[] AS winning_seats,
               (start ->> 2)::integer AS winners, (start ->> 3)::boolean AS drawn, (start ->> 4)::bigint AS matches
        FROM statistics_sum m CROSS JOIN jsonb_array_elements(m.starts) s (start)
    """
    return _Source("statistics_sum", _OF_SUM, starts, where)


def of_one_subject(game: AnyGame, wanted: MatchFilter) -> MatchFilter:
    """The same by its subject, of which a game without titles has one."""
    if wanted.subject is not None or game.meta.titled:
        return wanted
    return replace(wanted, subject=subject_of_game(game.meta.key).id)
