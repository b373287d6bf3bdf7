"""The order in which matches were played: by dates, numbers on one date, and openings."""

from datetime import date
from typing import Any, Final, TypeAlias

OrderOfPlay: TypeAlias = tuple[date, int, int]
"""Where a match stands: its date, its ordinal, and the position of its first event."""

PLACE: Final = "(%(after_date)s::date, %(after_ordinal)s::bigint, %(after)s::bigint)"
"""The place of :func:`place_parameters`; null where there is none."""


def place_parameters(after: OrderOfPlay | None) -> dict[str, Any]:
    """The query parameters of `PLACE`."""
    return dict(zip(("after_date", "after_ordinal", "after"), after or (None, None, None), strict=True))
