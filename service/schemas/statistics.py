"""Statistics and records, as the API gives them. Each figure says which matches are behind it."""

from typing import Annotated

from msgspec import Meta, Struct

from service.schemas.players import PlayerRef

Link = Annotated[str, Meta(description="A relative reference into this API; its pages list exactly these matches.")]
MatchLink = Annotated[str, Meta(description="A relative reference to the match.")]


class MatchCount(Struct, frozen=True):
    """So many matches, and where they are listed."""

    count: int
    link: Link


class Extreme(Struct, frozen=True):
    """A highest or lowest value, and the first match that has it, by the date played and then by opening."""

    value: int
    match: MatchLink


class Measure(Struct, frozen=True):
    """A number that matches have. Without a match, mean and extremes are null."""

    matches: MatchCount
    mean: float | None
    highest: Extreme | None
    lowest: Extreme | None


class Results(Struct, frozen=True):
    """Matches and victories; a shared victory is a win, too. The share is null without a match."""

    matches: MatchCount
    wins: MatchCount
    shared_wins: MatchCount
    win_share: float | None


class SeatResults(Results, frozen=True):
    """The results of one seat."""

    seat: int


class TurnResults(Results, frozen=True):
    """The results of those who sat so many seats after the starting one: 0 began, 1 was next."""

    turn: int


class SizeResults(Results, frozen=True):
    """The results in matches with so many seats."""

    seats: int


class FigureTotal(Struct, frozen=True):
    """Something that the game counts, added up.

    Attributes:
        clause: the clause of the rules that it is about.
        matches: those in which it was counted.
        mean: for each seat that was counted.
        per: the figure that it is divided by in `ratio`, where that is what is interesting.
    """

    key: str
    title: str
    clause: str
    matches: MatchCount
    total: int
    mean: float | None
    per: str | None
    ratio: float | None


class GameStatistics(Struct, frozen=True):
    """The matches of a game in numbers.

    Attributes:
        shared: matches won by several together.
        score: of all seats; `winning_score` of the winners, `margin` their lead over the best of the others.
        duration: seconds at the table, of the matches whose recorder told times.
        by_size: how many matches had so many seats.
    """

    game: str
    matches: MatchCount
    shared: MatchCount
    score: Measure
    winning_score: Measure
    margin: Measure
    steps: Measure
    duration: Measure
    by_seat: tuple[SeatResults, ...]
    by_turn: tuple[TurnResults, ...]
    by_size: tuple["MatchSize", ...]
    figures: tuple[FigureTotal, ...]
    position: int


class MatchSize(Struct, frozen=True):
    """Matches with so many seats."""

    seats: int
    matches: MatchCount


class RankCount(Struct, frozen=True):
    """How often a player took a rank, where it may be known; equal seats share one."""

    rank: int
    matches: MatchCount


class Streak(Struct, frozen=True):
    """Matches won one after the other, in the order of the dates played and then of opening."""

    length: int
    link: Annotated[str | None, Meta(description="Lists exactly these matches; null when there are none.")]


class Streaks(Struct, frozen=True):
    """The streak that the last match belongs to, and the longest one, the earliest of several."""

    current: Streak
    longest: Streak


class Companion(Struct, frozen=True):
    """Somebody, and the matches together."""

    player: PlayerRef
    matches: MatchCount


class CompanionIndex(Struct, frozen=True):
    """The h-index of companions: the highest h so that h people were met in h matches or more each."""

    value: int
    people: tuple[Companion, ...]


class PlayerGame(Results, frozen=True):
    """The matches of a player in one game.

    Attributes:
        won_by: the lead over the best of the others, in matches won.
        lost_by: what was missing to the best of the others, in matches not won.
    """

    game: str
    score: Measure
    won_by: Measure
    lost_by: Measure
    figures: tuple[FigureTotal, ...]


class PlayerStatistics(Results, frozen=True):
    """The matches of a player in numbers, of all games and game by game."""

    player: PlayerRef
    ranks: tuple[RankCount, ...]
    streaks: Streaks
    h_index: CompanionIndex
    steps: Measure
    duration: Measure
    by_seat: tuple[SeatResults, ...]
    by_turn: tuple[TurnResults, ...]
    by_size: tuple[SizeResults, ...]
    games: tuple[PlayerGame, ...]
    position: int


class Duel(Struct, frozen=True):
    """Two players beside each other: matches together, and how these ended.

    Attributes:
        wins, other_wins: what each of them has won; a victory that they shared is in both.
        better, equal, worse: how the score of the first compares with the other's, where both may be known.
    """

    matches: MatchCount
    wins: MatchCount
    other_wins: MatchCount
    better: MatchCount
    equal: MatchCount
    worse: MatchCount


class GameDuel(Duel, frozen=True):
    """Two players beside each other in one game; `difference` is the score of the first minus the other's."""

    game: str
    difference: Measure


class Versus(Duel, frozen=True):
    """Two players beside each other, in all games and game by game."""

    player: PlayerRef
    other: PlayerRef
    games: tuple[GameDuel, ...]
    position: int


class Record(Struct, frozen=True):
    """An extreme of a game and who holds it: who was first, by the date played and then by opening.

    Attributes:
        key: `highest_score`, `lowest_score`, `highest_winning_score`, `lowest_winning_score`, `biggest_margin`,
            `smallest_margin`, `most_steps`, `fewest_steps`, `longest` and `shortest` (in seconds), and `most_` with the
            key of each figure of the game.
        seat, player: who did it; null for what the whole match did.
    """

    key: str
    title: str
    value: int
    match: MatchLink
    seat: int | None
    player: PlayerRef | None


class Records(Struct, frozen=True):
    """The records of a game; what never happened has none."""

    game: str
    matches: MatchCount
    records: tuple[Record, ...]
    position: int
