"""Matches by what came about in play, such as the opening, as it is answered."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from litestar.params import QueryParameter
from msgspec.structs import replace

from domain.kernel.game import AnyGame
from service.api.match_query import MatchQuery, read_options
from service.api.result_counts import results_by_place
from service.api.schemas.result_counts import SeatResults, TraitResults
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.queries.options import ANYTHING
from service.queries.statistics.results import TraitRow

MOST_VALUES: Final = 500
WHOLE: Final = 1000
"""More characters than a value has."""

TraitAsked = Annotated[
    str | None,
    QueryParameter(
        description="With `by_trait`: the matches by what came about in play, such as `eco`, the opening of chess."
    ),
]
TraitLength = Annotated[
    int | None,
    QueryParameter(ge=1, le=WHOLE, description="Of `trait` so many first characters: with 1, `eco` is a letter."),
]
TraitValues = Annotated[
    int, QueryParameter(ge=1, le=MOST_VALUES, description="So many values of `trait` at the most, the most frequent.")
]


def verify_trait(game: AnyGame, trait: str) -> None:
    """Refuse what doesn't come about in a game.

    Raises:
        ProblemError: 400.
    """
    if trait not in game.traits:
        there = f" There are: {', '.join(game.traits)}." if game.traits else ""
        raise ProblemError(INVALID_REQUEST, f"There is no trait '{trait[:80]}'.{there}", parameter="trait")


def together(rows: Sequence[TraitRow], length: int) -> list[TraitRow]:
    """The matches of all values that begin with the same characters, so many of them, the most frequent first."""
    alike: dict[str, list[TraitRow]] = defaultdict(list)
    for row in rows:
        alike[row.value[:length]].append(row)
    summed = [
        TraitRow(value, sum(one.steps for one in those), tuple(group for one in those for group in one.groups))
        for value, those in alike.items()
    ]
    return sorted(summed, key=lambda row: (-sum(group.matches for group in row.groups), row.value))


def results_by_trait(
    game: AnyGame, asked: MatchQuery, trait: str, length: int | None, rows: Iterable[TraitRow]
) -> tuple[TraitResults, ...]:
    """The matches of each value, the most frequent first, with the seats that have won."""
    given = read_options(asked.options, game) or {}

    def answered(row: TraitRow) -> TraitResults:
        cut = row.value + ANYTHING if len(row.value) == length else row.value
        options = given | {trait: _narrower(given.get(trait, ANYTHING), cut)}
        of_value = replace(asked, options=",".join(f"{name}:{value}" for name, value in options.items()))
        matches = sum(group.matches for group in row.groups)
        return TraitResults(
            value=row.value,
            matches=of_value.count(matches),
            draws=of_value.count(sum(group.matches for group in row.groups if group.drawn), result="drawn"),
            mean_steps=row.steps / matches,
            by_seat=tuple(
                SeatResults(**numbers, seat=seat) for seat, numbers in results_by_place(of_value, row.groups, "seat")
            ),
        )

    return tuple(map(answered, rows))


def _narrower(given: str, found: str) -> str:
    """Which of two values tells more, of which one begins like the other."""
    if not given.endswith(ANYTHING):
        return given
    return found if len(given) <= len(found) or not found.endswith(ANYTHING) else given
