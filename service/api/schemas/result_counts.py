"""Numbers of matches and victories, as the API gives them, by what these matches have in common."""

from typing import Annotated

from msgspec import Meta, Struct

from service.api.schemas.match_count import MatchCount

Matches = Annotated[MatchCount, Meta(description="The matches that this is about.")]


class ResultCounts(Struct, frozen=True):
    """Matches and victories; a shared victory is a win, too."""

    matches: Matches
    wins: Annotated[MatchCount, Meta(description="Those that were won, alone or with others.")]
    shared_wins: Annotated[MatchCount, Meta(description="Those that were won with others.")]
    draws: Annotated[MatchCount, Meta(description="Those that ended in a draw: nobody has won or lost.")]
    win_share: Annotated[
        float | None,
        Meta(description="Wins among the matches, a draw as half of one, from 0 to 1; null without a match."),
    ]


class SeatResults(ResultCounts, frozen=True):
    """The results of one seat."""

    seat: int


class TurnResults(ResultCounts, frozen=True):
    """The results of those who sat so many seats after the starting one.

    Attributes:
        turn: 0 for who began, 1 for who was next.
    """

    turn: int


class SizeResults(ResultCounts, frozen=True):
    """The results in matches with so many seats.

    Attributes:
        seats: how many players there were.
    """

    seats: int


class TraitResults(Struct, frozen=True):
    """The matches in which the same came about in play, such as an opening.

    Attributes:
        value: what it was: such as `C60`, or of all that begin so, `C`.
        matches: those matches.
        draws: those that nobody has won or lost.
        mean_steps: how many actions were played, as a mean.
        by_seat: who won in which seat.
    """

    value: str
    matches: MatchCount
    draws: MatchCount
    mean_steps: float
    by_seat: tuple[SeatResults, ...]
