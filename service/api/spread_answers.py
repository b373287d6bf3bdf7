"""How matches are spread over time, scores and lengths, as it is answered."""

from calendar import monthrange
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Final, Literal, TypeAlias

from litestar.params import QueryParameter
from msgspec import Struct

from service.api.match_query import MatchQuery
from service.api.schemas.result_counts import TraitResults
from service.api.schemas.spread import Distribution, Frequency, Period, ScoreFrequency
from service.queries.filters import MatchFilter
from service.queries.statistics.distributions import Distributions, MonthCount
from service.queries.statistics.reader import StatisticsQueries

Bucket: TypeAlias = Literal["month", "year"]

BucketAsked = Annotated[
    Bucket | None, QueryParameter(description="With `timeline`: the matches of each month, or of each year.")
]
DistributionAsked = Annotated[
    bool, QueryParameter(name="distribution", description="With `distribution`: how often which score and length was.")
]


class Spread(Struct, frozen=True):
    """What of it was asked for."""

    timeline: tuple[Period, ...] | None = None
    distribution: Distribution | None = None
    by_trait: tuple[TraitResults, ...] | None = None


async def spread_of(
    statistics: StatisticsQueries, asked: MatchQuery, wanted: MatchFilter, bucket: Bucket | None, *, distribution: bool
) -> Spread:
    """How the `wanted` matches are spread; nothing is read that isn't asked for."""
    if bucket is None and not distribution:
        return Spread()
    found = await statistics.distributions(wanted)
    return Spread(
        timeline=None if bucket is None else tuple(_periods(asked, found.months, bucket)),
        distribution=_distribution(found) if distribution else None,
    )


def _distribution(found: Distributions) -> Distribution:
    return Distribution(
        scores=tuple(ScoreFrequency(one.score, one.seats, one.won) for one in found.scores),
        steps=tuple(Frequency(one.value, one.matches) for one in found.steps),
        minutes=tuple(Frequency(one.value, one.matches) for one in found.minutes),
    )


def _periods(asked: MatchQuery, months: Sequence[MonthCount], bucket: Bucket) -> list[Period]:
    matches: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for month in months:
        name = month.month[: _LENGTHS[bucket]]
        matches[name] += month.matches
        won[name] += month.won
    return [
        Period(
            name,
            asked.count(matches[name], **_within(asked, name)),
            None if asked.player is None else asked.count(won[name], **_within(asked, name), result="won"),
        )
        for name in sorted(matches)
    ]


_LENGTHS: Final[dict[Bucket, int]] = {"month": len("2026-01"), "year": len("2026")}


def _within(asked: MatchQuery, name: str) -> dict[str, Any]:
    """The dates of a period that the query doesn't leave out."""
    year, month = int(name[:4]), int(name[5:] or 0)
    first = date(year, month or 1, 1)
    last = date(year, month or 12, monthrange(year, month or 12)[1])
    return {"played_from": max(first, asked.played_from or first), "played_to": min(last, asked.played_to or last)}
