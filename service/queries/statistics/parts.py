"""What the matches that are asked for have, in as few rows as there are: sums, and matches where there are none."""

from datetime import date
from typing import Final

from msgspec.structs import replace

from domain.kernel.game import AnyGame
from domain.subjects.subject import subject_of_game
from projections.statistics.sums import EXTREMES, LAST_DAY, MOMENT_BITS
from service.queries.filters import SCORED, MatchFilter
from service.queries.months import months_of

_MOMENT: Final = f"(least(m.played_on - DATE '0001-01-01', {LAST_DAY})::bigint << {MOMENT_BITS}) | m.opened"

# What a sum has, with what a match has of it. Where a sum has an array, a match has none if that takes work to make.
_OF_MATCH: Final = {
    "matches": "1::bigint",
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
_SHARED: Final = f"m.seats, m.start_seat, m.winning_seats, m.winners, {SCORED} AS known"
_MATCHES: Final = ", ".join(f"{sql} AS {name}" for name, sql in _OF_MATCH.items())
_SUMS: Final = ", ".join("NULL::bigint AS moment" if name == "moment" else f"m.{name}" for name in _OF_MATCH)


def parts(wanted: MatchFilter) -> tuple[str, dict[str, date]]:
    """The table `parts` for a `WITH` clause, and its parameters beside those of `wanted`.

    Its columns are those of a sum, and `known`: whether scores may be told. `moment` is that of a single match.
    """
    of_matches = f"SELECT {_SHARED}, {_MATCHES} FROM statistics_match m WHERE {wanted.where('statistics')}"
    grouped = wanted.where_grouped()
    months = months_of(wanted.played_from, wanted.played_to)
    if grouped is None or wanted.subject is None or months.whole is None:
        return f"parts AS NOT MATERIALIZED ({of_matches})", {}
    parameters = dict(zip(("first_month", "last_month"), months.whole, strict=True))
    all_days = wanted.played_from is None and wanted.played_to is None
    month = "m.month IS NULL" if all_days else "m.month BETWEEN %(first_month)s AND %(last_month)s"
    place = "m.place IS NULL" if wanted.place is None else "m.place IS NOT NULL"
    branches = [f"SELECT {_SHARED}, {_SUMS} FROM statistics_sum m WHERE {month} AND {place} AND {grouped}"]
    for number, edge in enumerate(months.edges):
        branches.append(f"{of_matches} AND {_EDGE.format(number)}")
        parameters |= zip((f"edge_{number}", f"edge_{number}_end"), edge, strict=True)
    if wanted.own is not None:
        elsewhere = "".join(f" AND NOT ({_EDGE.format(number)})" for number, _ in enumerate(months.edges))
        branches.append(f"{of_matches} AND m.match_id = %(own)s AND NOT ({grouped}){elsewhere}")
    return f"parts AS NOT MATERIALIZED ({' UNION ALL '.join(branches)})", parameters


_EDGE: Final = "m.played_on BETWEEN %(edge_{0})s AND %(edge_{0}_end)s"


def of_one_subject(game: AnyGame, wanted: MatchFilter) -> MatchFilter:
    """The same by its subject, of which a game without titles has one."""
    if wanted.subject is not None or game.meta.titled:
        return wanted
    return replace(wanted, subject=subject_of_game(game.meta.key).id)
