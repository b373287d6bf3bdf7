"""Sums of matches that are alike, moved by each match that changes.

There is a row for each group of matches that have all in common by which sums are asked for, of a month at a place; and
the same for all months, for all places, for both, and for each day.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import reduce
from operator import add
from typing import Any, Final
from uuid import UUID

from msgspec.structs import replace
from psycopg import Connection
from psycopg.rows import dict_row

from domain.kernel.points import Points, points
from projections.recordset import recordset
from projections.statistics.sum import (
    DECIMALS,
    EXTREMES,
    LAST_DAY,
    MOMENT_BITS,
    NUMBERS,
    FirstExtreme,
    Group,
    Start,
    Sum,
)

MatchRow = Mapping[str, Any]
"""A row of ``statistics_match``, or what one is made of."""

Sums = dict[Group, list[Sum]]


def move(connection: Connection, changed: Iterable[tuple[MatchRow | None, MatchRow | None]]) -> None:
    """Bring the rows up to date after matches changed from one row to another; None is one that doesn't count."""
    lost, gained = Sums(), Sums()
    for before, now in changed:
        was, becomes = _counted(before), _counted(now)
        if was == becomes:
            continue
        for sums, found in ((lost, was), (gained, becomes)):
            if found is not None:
                sums.setdefault(found[0], []).append(found[1])
    gained = {group: [reduce(add, those)] for group, those in gained.items()}  # once, not for rows of each kind
    changes = [(_of_kind(lost, kind), _of_kind(gained, kind)) for kind in _KINDS]
    stored = _stored(connection, [group for pair in changes for sums in pair for group in sums])
    writes = _Writes(connection)
    # From fine to coarse: where an extreme has gone, the next one is looked for in the finer rows.
    for minus, plus in changes:
        _move(writes, stored, minus, plus)
    writes.flush()


def _counted(row: MatchRow | None) -> tuple[Group, Sum] | None:
    return None if row is None else (_group_of(row), _sum_of(row))


def _of_kind(sums: Sums, less: Mapping[str, None]) -> Sums:
    together: Sums = defaultdict(list)
    for group, those in sums.items():
        together[replace(group, **less)] += those
    return together


class _Writes:
    """What becomes of rows, written together, unless somebody looks at them before."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sums: dict[Group, Sum] = {}
        self._gone: list[UUID] = []

    def put(self, group: Group, total: Sum) -> None:
        """A row is that from now on; without a match, there is none."""
        if total.numbers[0]:
            self._sums[group] = total
        else:
            self._gone.append(group.id)

    def counted_again(self, group: Group) -> Sum:
        """The sum of what is in `group` by now."""
        self.flush()
        return _counted_again(self._connection, group)

    def flush(self) -> None:
        """Write what there is to write."""
        if self._gone:
            self._connection.execute("DELETE FROM statistics_sum WHERE id = ANY(%b)", (self._gone,))
        if self._sums:
            rows = [_row(group, total) for group, total in self._sums.items()]
            self._connection.execute(_WRITE, (recordset(rows),), prepare=True)
        self._sums, self._gone = {}, []


def _move(writes: _Writes, before: Mapping[Group, Sum], lost: Sums, gained: Sums) -> None:
    for group in {**lost, **gained}:
        known, less = before.get(group), lost.get(group, [])
        parts = [*([] if known is None else [known]), *gained.get(group, []), *(-one for one in less)]
        total = reduce(add, parts)
        if total.numbers[0] and known is not None and any(known.has_extreme_of(one) for one in less):
            total = writes.counted_again(group)
        writes.put(group, total)


def _stored(connection: Connection, groups: Sequence[Group]) -> dict[Group, Sum]:
    if not groups:
        return {}
    by_id = {group.id: group for group in groups}
    cursor = connection.cursor(row_factory=dict_row)
    cursor.execute("SELECT * FROM statistics_sum WHERE id = ANY(%b)", (list(by_id),))
    return {by_id[row["id"]]: _stored_sum(row) for row in cursor}


def _counted_again(connection: Connection, group: Group) -> Sum:
    """The sum of what is in `group` now: of its matches, or of the finer rows."""
    cursor = connection.cursor(row_factory=dict_row)
    columns = _columns(group)
    if group.day is not None or (group.month is not None and group.place is not None):
        matches = _MATCHES_OF_DAY if group.day is not None else _MATCHES_OF_MONTH
        return reduce(add, [_sum_of(row) for row in cursor.execute(matches, columns)])
    finer = _FINER[group.month is None, group.place is None]
    return reduce(add, [_stored_sum(row) for row in cursor.execute(finer, columns)])


# --- rows ---


def _group_of(row: MatchRow) -> Group:
    named = {name: row[name] for name in _SHARED}
    return Group(**named, day=row["played_on"], month=row["played_on"].replace(day=1))


def _sum_of(row: MatchRow) -> Sum:
    """What a match has by itself."""
    moment = min(row["played_on"].toordinal() - 1, LAST_DAY) << MOMENT_BITS | row["opened"]
    values = [row[column] for column in EXTREMES.values()]
    most = [amount or None for amount in row["highest_figures"]]  # nothing isn't worth a record
    return Sum(
        (
            1,
            int(row["winners"] > 0),
            int(row["duration"] is not None),
            int(row["margin"] is not None),
            row["steps"],
            row["duration"] or 0,
            row["thoughts"],
            row["thinking"],
            *(_exact(row[name]) for name in DECIMALS),
        ),
        tuple(amount or 0 for amount in row["figures"]),
        tuple(0 if amount is None else row["seats"] for amount in row["figures"]),
        {(row["start_seat"], tuple(row["winning_seats"]), row["winners"], row["drawn"]): 1},
        tuple(None if value is None else FirstExtreme(_exact(value), moment) for value in [*values, *most]),
    )


def _stored_sum(row: Mapping[str, Any]) -> Sum:
    pairs = [(row[name], row[f"{name}_at"]) for name in EXTREMES]
    pairs += zip(row["highest_figures"], row["highest_figures_at"], strict=True)
    return Sum(
        tuple(_exact(row[name]) for name in NUMBERS),
        tuple(row["figures"]),
        tuple(row["figure_seats"]),
        {(start, _seats_of(seats), *ended): matches for start, seats, *ended, matches in row["starts"]},
        tuple(None if value is None else FirstExtreme(_exact(value), moment) for value, moment in pairs),
    )


def _row(group: Group, total: Sum) -> dict[str, Any]:
    values = [None if one is None else one.value for one in total.extremes]
    moments = [None if one is None else one.moment for one in total.extremes]
    whole = len(EXTREMES)
    return {
        "id": group.id,
        **_columns(group),
        **dict(zip(NUMBERS, map(_exact, total.numbers), strict=True)),
        **dict(zip(EXTREMES, values[:whole], strict=True)),
        **{f"{name}_at": moment for name, moment in zip(EXTREMES, moments[:whole], strict=True)},
        "figures": list(total.figures),
        "figure_seats": list(total.figure_seats),
        "starts": _stored_starts(total.starts),
        "highest_figures": values[whole:],
        "highest_figures_at": moments[whole:],
    }


def _stored_starts(starts: Mapping[Start, int]) -> list[tuple[int | None, str, int, bool, int]]:
    """In one order, with the seats as PostgreSQL writes an array; what isn't there any more is left out."""
    ordered = sorted(starts.items(), key=lambda item: (item[0][0] is not None, *item[0]))
    return [
        (start, f"{{{','.join(map(str, seats))}}}", winners, drawn, matches)
        for (start, seats, winners, drawn), matches in ordered
        if matches
    ]


def _seats_of(written: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in written.strip("{}").split(",") if seat)


def _columns(group: Group) -> dict[str, Any]:
    return {name: getattr(group, name) for name in Group.__struct_fields__}


def _exact(number: Points | None) -> Points:
    """A number of the database, or None for nothing, in the one form that it has in sums."""
    return points(number) if isinstance(number, Decimal) else number or 0


_SHARED: Final = [name for name in Group.__struct_fields__ if name not in {"month", "day"}]
"""What a group has of a match as it is."""

_KINDS: Final[Sequence[Mapping[str, None]]] = (
    {"day": None},
    {"day": None, "place": None},
    {"day": None, "month": None},
    {"day": None, "month": None, "place": None},
    {"month": None, "place": None},
)
"""What the rows of each kind don't have in common: those of a month and a place, of a month, a place, all, a day."""

_ALIKE: Final = " AND ".join(
    f"{name} = %({name})s" for name in Group.__struct_fields__ if name not in {"month", "day", "place"}
)

_MATCHES_OF_DAY: Final = f"SELECT * FROM statistics_match WHERE played_on = %(day)s AND {_ALIKE}"  # noqa: S608  # constants
_MATCHES_OF_MONTH: Final = f"""
    SELECT * FROM statistics_match
    WHERE played_on >= %(month)s AND played_on < %(month)s + interval '1 month' AND place = %(place)s AND {_ALIKE}
"""  # noqa: S608  # put together from constants, as below

_FINER: Final = {
    (no_month, no_place): f"SELECT * FROM statistics_sum WHERE {_ALIKE} AND {within}"  # noqa: S608
    for (no_month, no_place), within in {
        (False, True): "kind = 'month at a place' AND month = %(month)s",
        (True, False): "kind = 'month at a place' AND place = %(place)s",
        (True, True): "kind = 'month'",
    }.items()
}
"""What a row for all places, for all months, or for both is the sum of."""

_NAMES: Final = (
    "id",
    *Group.__struct_fields__,
    *NUMBERS,
    *(column for name in EXTREMES for column in (name, f"{name}_at")),
    "figures",
    "figure_seats",
    "starts",
    "highest_figures",
    "highest_figures_at",
)

_WRITE: Final = f"""
    INSERT INTO statistics_sum ({", ".join(_NAMES)})
    SELECT {", ".join(_NAMES)} FROM json_populate_recordset(NULL::statistics_sum, %s::json)
    ON CONFLICT (id) DO UPDATE
    SET {", ".join(f"{name} = excluded.{name}" for name in _NAMES if name not in {"id", *Group.__struct_fields__})}
"""  # noqa: S608
