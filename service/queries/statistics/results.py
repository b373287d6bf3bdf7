"""What the statistics tell: numbers, with the matches that have the extremes."""

from fractions import Fraction
from typing import Literal
from uuid import UUID

from msgspec import Struct

from domain.kernel.points import Points


class ExtremeValue(Struct, frozen=True):
    """The highest or lowest value of something, and the first match, by date and then by opening, that has it."""

    value: Points
    match_id: UUID


class MeasureValues(Struct, frozen=True):
    """A number that matches have: how many are known, their sum, and the extremes."""

    matches: int = 0
    total: Points = 0
    values: int = 0
    highest: ExtremeValue | None = None
    lowest: ExtremeValue | None = None

    @property
    def mean(self) -> float | None:
        """The mean of all values; None without any."""
        return float(Fraction(self.total) / self.values) if self.values else None


class StartGroup(Struct, frozen=True):
    """The matches of a game with the same number of seats, the same starting seat and the same winners.

    `winners` is how many sides have won; `drawn` tells draws from other matches that nobody has won.
    """

    seats: int
    start_seat: int | None
    winning_seats: tuple[int, ...]
    winners: int
    drawn: bool
    matches: int

    def seat_of_turn(self, turn: int) -> int | None:
        """The seat that is so many seats after the starting one; None where the game has no start."""
        return None if self.start_seat is None else (self.start_seat + turn) % self.seats


class FigureSum(Struct, frozen=True):
    """What was counted of a figure: the sum, and how many values are in it: of seats, or of matches of a player."""

    total: int
    values: int


class ThinkingSum(Struct, frozen=True):
    """How many actions are known to have taken a time, and the milliseconds that these took together."""

    actions: int
    milliseconds: int


class TraitRow(Struct, frozen=True):
    """The matches in which something came about in play: how they began and ended, and their steps."""

    value: str
    steps: int
    groups: tuple[StartGroup, ...]


class GameFigures(Struct, frozen=True):
    """The matches of a game in numbers; `figures` are the sums of what the game counts."""

    groups: tuple[StartGroup, ...]
    score: MeasureValues
    winning_score: MeasureValues
    margin: MeasureValues
    steps: MeasureValues
    duration: MeasureValues
    thinking: ThinkingSum
    figures: tuple[FigureSum, ...]


class Slice(Struct, frozen=True):
    """The matches of a player that have one thing in common, `value`."""

    by: Literal["all", "subject", "seat", "turn", "seats", "rank"]
    value: str | None
    matches: int
    wins: int
    shared_wins: int
    draws: int


class StreakMatches(Struct, frozen=True):
    """Matches won one after the other, the first and the last of them."""

    length: int
    first: UUID
    last: UUID


class CompanionCount(Struct, frozen=True):
    """Somebody met in so many matches."""

    player: UUID
    matches: int


class PlayerOfGame(Struct, frozen=True):
    """The matches of a player in one subject in numbers; `figures` are the sums of what its game counts.

    `own` are the scores of the player that may be known, and `best` is the best of them, whether or not everybody else
    in those matches has points; `score` is of matches in which all have.
    """

    subject: UUID
    game: str
    best: Points | None
    own: MeasureValues
    score: MeasureValues
    won_by: MeasureValues
    lost_by: MeasureValues
    figures: tuple[FigureSum, ...]


class PlayerFigures(Struct, frozen=True):
    """The matches of a player in numbers.

    Attributes:
        longest, current: streaks of matches won; None without one. Of equally long ones the earliest is the longest.
        regulars: as many people as possible so that there are n of them and each was met in n matches or more.
    """

    slices: tuple[Slice, ...]
    games: tuple[PlayerOfGame, ...]
    steps: MeasureValues
    duration: MeasureValues
    thinking: ThinkingSum
    longest: StreakMatches | None
    current: StreakMatches | None
    regulars: tuple[CompanionCount, ...]


class DuelResults(Struct, frozen=True):
    """The matches of two players in one subject.

    Attributes:
        wins, other_wins: matches that the one, or the other, has won; both, when they shared the victory.
        better, equal, worse: matches with a better, an equal or a worse score.
        difference: the score minus the other's.
    """

    subject: UUID
    game: str
    matches: int
    wins: int
    other_wins: int
    better: int
    equal: int
    worse: int
    difference: MeasureValues


class RecordHolder(Struct, frozen=True):
    """An extreme with the first seat that has it, where it is a seat's."""

    key: str
    extreme: ExtremeValue
    seat: int | None
    player: UUID | None


class OpponentRow(Struct, frozen=True):
    """Somebody met, with how the matches ended in which both sat.

    Attributes:
        wins, other_wins: matches that the person asked about, or this one, has won; a shared victory is in both.
        better, worse: matches in which that person's score was the better, or the worse, where both may be known.
    """

    player: UUID
    matches: int
    wins: int
    other_wins: int
    better: int
    worse: int
