"""How matches are spread over time and over what they came to, as the API gives it."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.kernel.points import Points
from service.api.schemas.match_count import MatchCount


class Period(Struct, frozen=True):
    """The matches of a month or a year. One without matches isn't listed.

    Attributes:
        bucket: the month as `2026-01`, or the year as `2026`.
        wins: of a player, those that were won, alone or with others; null in statistics of a game.
    """

    bucket: str
    matches: Annotated[MatchCount, Meta(description="Those that were played then.")]
    wins: MatchCount | None


class ScoreFrequency(Struct, frozen=True):
    """How often a score was reached, where it may be known.

    Attributes:
        score: the points.
        seats: how many seats had so many.
        won: how many of these have won.
    """

    score: Points
    seats: int
    won: int


class Frequency(Struct, frozen=True):
    """How often something was the case.

    Attributes:
        value: of what: so many steps, or so many whole minutes.
        matches: how many matches had so many.
    """

    value: int
    matches: int


class Distribution(Struct, frozen=True):
    """How often which score and which length came about, in ascending order.

    Attributes:
        scores: the points at the end: of all seats, or of the player's.
        steps: how many actions were played.
        minutes: at the table, of the matches whose recorder told times.
    """

    scores: tuple[ScoreFrequency, ...]
    steps: tuple[Frequency, ...]
    minutes: tuple[Frequency, ...]
