"""What the statistics tell: numbers, with the matches that have the extremes."""

from typing import Literal
from uuid import UUID

from msgspec import Struct


class Extreme(Struct, frozen=True):
    """The highest or lowest value of something, and the first match, by date and then by opening, that has it."""

    value: int
    match_id: UUID


class Measure(Struct, frozen=True):
    """A number that matches have: how many are known, their sum, and the extremes."""

    matches: int = 0
    total: int = 0
    values: int = 0
    highest: Extreme | None = None
    lowest: Extreme | None = None

    @property
    def mean(self) -> float | None:
        """The mean of all values; None without any."""
        return self.total / self.values if self.values else None


class StartGroup(Struct, frozen=True):
    """The matches of a game with the same number of seats, the same starting seat and the same winners."""

    seats: int
    start_seat: int | None
    winning_seats: tuple[int, ...]
    matches: int

    def seat_of_turn(self, turn: int) -> int | None:
        """The seat that is so many seats after the starting one; None where the game has no start."""
        return None if self.start_seat is None else (self.start_seat + turn) % self.seats


class FigureSum(Struct, frozen=True):
    """What was counted of a figure: the sum, and how many values are in it: of seats, or of matches of a player."""

    total: int
    values: int


class GameFigures(Struct, frozen=True):
    """The matches of a game in numbers; `figures` are the sums of what the game counts."""

    groups: tuple[StartGroup, ...]
    score: Measure
    winning_score: Measure
    margin: Measure
    steps: Measure
    duration: Measure
    figures: tuple[FigureSum, ...]


class Slice(Struct, frozen=True):
    """The matches of a player that have one thing in common, `value`."""

    by: Literal["all", "game", "seat", "turn", "seats", "rank"]
    value: str | None
    matches: int
    wins: int
    shared_wins: int


class Streak(Struct, frozen=True):
    """Matches won one after the other, the first and the last of them."""

    length: int
    first: UUID
    last: UUID


class Companion(Struct, frozen=True):
    """Somebody met in so many matches."""

    player: UUID
    matches: int


class PlayerOfGame(Struct, frozen=True):
    """The matches of a player in one game in numbers; `figures` are the sums of what the game counts."""

    game: str
    score: Measure
    won_by: Measure
    lost_by: Measure
    figures: tuple[FigureSum, ...]


class PlayerFigures(Struct, frozen=True):
    """The matches of a player in numbers.

    Attributes:
        longest, current: streaks of matches won; None without one. Of equally long ones the earliest is the longest.
        regulars: as many people as possible so that there are n of them and each was met in n matches or more.
    """

    slices: tuple[Slice, ...]
    games: tuple[PlayerOfGame, ...]
    steps: Measure
    duration: Measure
    longest: Streak | None
    current: Streak | None
    regulars: tuple[Companion, ...]


class Duel(Struct, frozen=True):
    """The matches of two players in one game.

    Attributes:
        wins, other_wins: matches that the one, or the other, has won; both, when they shared the victory.
        better, equal, worse: matches with a better, an equal or a worse score.
        difference: the score minus the other's.
    """

    game: str
    matches: int
    wins: int
    other_wins: int
    better: int
    equal: int
    worse: int
    difference: Measure


class RecordHolder(Struct, frozen=True):
    """An extreme with the first seat that has it, where it is a seat's."""

    key: str
    extreme: Extreme
    seat: int | None
    player: UUID | None
