"""What a leaderboard is sorted by, as its cursors have it: decimals as text, and null where there is no number."""

from collections.abc import Sequence
from decimal import Decimal
from math import inf
from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kernel.points import Points, points
from service.queries.leaderboards import LeaderRow, LeaderSort

LeaderCount: TypeAlias = Annotated[int, Meta(ge=-(1 << 31), le=1 << 31)]
LeaderFigure: TypeAlias = Annotated[float, Meta(ge=-(1 << 31), le=1 << 31)]
LeaderScore: TypeAlias = (
    Annotated[int, Meta(ge=-(1 << 62), le=1 << 62)] | Annotated[str, Meta(pattern=r"\A-?[0-9]{1,20}\.[0-9]{1,12}\Z")]
)


def sent_keys(row: LeaderRow, sort: LeaderSort) -> Sequence[int | float | str | None]:
    """The keys of `row` for a cursor."""
    return [None if key == -inf else f"{key:f}" if isinstance(key, Decimal) else key for key in row.keys(sort)]


def read_key(sent: float | str | None) -> Points | float:
    """A key of a cursor; what isn't there comes after all."""
    if sent is None:
        return -inf
    return points(Decimal(sent)) if isinstance(sent, str) else sent
