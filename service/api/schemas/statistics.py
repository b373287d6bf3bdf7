"""Statistics and records, as the API gives them. Each figure says which matches are behind it."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.kernel.points import Points
from service.api.schemas.match_count import MatchCount, MatchLink
from service.api.schemas.players import PlayerRef
from service.api.schemas.result_counts import ResultCounts, SeatResults, SizeResults, TraitResults, TurnResults
from service.api.schemas.spread import Distribution, Period
from service.api.schemas.subjects import SubjectRef
from service.api.schemas.thinking import ThinkingTotal


class Extreme(Struct, frozen=True):
    """A highest or lowest value, and the first match that has it, by the date played and then by opening.

    Attributes:
        value: points, steps or seconds.
    """

    value: Points
    match: MatchLink


class Measure(Struct, frozen=True):
    """A number that matches have. Without a match, mean and extremes are null.

    Attributes:
        matches: those in which the number is known.
        mean: the mean of all of them.
        highest: where it is highest.
        lowest: where it is lowest.
    """

    matches: MatchCount
    mean: float | None
    highest: Extreme | None
    lowest: Extreme | None


class FigureTotal(Struct, frozen=True):
    """Something that the game counts, added up.

    Attributes:
        key: its name, the game's own.
        title: in English or Italian.
        clause: the clause of the rules that it is about.
        matches: those in which it was counted.
        total: everything added up.
        mean: for each seat; null without a match.
        per: the key of the figure that it is divided by in `ratio`, where that is what is interesting.
        ratio: the total by the total of `per`; null without one.
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
        matches: those that count.
        shared: those won by several together.
        draws: those that nobody has won or lost.
        score: the points of all seats.
        winning_score: the points of the winners.
        margin: the lead of the winners over the best of their opponents; 0 where the victory was shared.
        steps: how many actions were played.
        duration: seconds at the table, of the matches whose recorder told times.
        thinking: how long all seats took for their actions.
        by_seat: who wins in which seat.
        by_turn: who wins in which place after the starting seat.
        by_size: how many matches had so many seats.
        figures: what the game itself counts, of all seats.
        timeline: the matches of each month or year, in order; null without `bucket`.
        distribution: how often which score and length came about; null without `distribution=true`.
        by_trait: the matches by what came about in play, what was most frequent first; null without `trait`.
    """

    game: str
    subject: SubjectRef
    matches: MatchCount
    shared: MatchCount
    draws: MatchCount
    score: Measure
    winning_score: Measure
    margin: Measure
    steps: Measure
    duration: Measure
    thinking: ThinkingTotal
    by_seat: tuple[SeatResults, ...]
    by_turn: tuple[TurnResults, ...]
    by_size: tuple["MatchSize", ...]
    figures: tuple[FigureTotal, ...]
    position: int
    timeline: tuple[Period, ...] | None
    distribution: Distribution | None
    by_trait: tuple[TraitResults, ...] | None


class MatchSize(Struct, frozen=True):
    """Matches with so many seats.

    Attributes:
        seats: how many players there were.
        matches: those matches.
    """

    seats: int
    matches: MatchCount


class RankCount(Struct, frozen=True):
    """How often a player took a rank, where it may be known.

    Attributes:
        rank: from 1; equal seats share one.
        matches: those that ended so.
    """

    rank: int
    matches: MatchCount


class Streak(Struct, frozen=True):
    """Matches won one after the other, in the order of the dates played and then of opening.

    Attributes:
        length: how many matches.
    """

    length: int
    link: Annotated[str | None, Meta(description="Lists exactly these matches; null when there are none.")]


class Streaks(Struct, frozen=True):
    """Streaks of victories.

    Attributes:
        current: the one that the last match belongs to.
        longest: the longest one, the earliest of several.
    """

    current: Streak
    longest: Streak


class Companion(Struct, frozen=True):
    """Somebody who was met.

    Attributes:
        player: who it is.
        matches: those in which both sat.
    """

    player: PlayerRef
    matches: MatchCount


class CompanionIndex(Struct, frozen=True):
    """The h-index of companions.

    Attributes:
        value: the highest h so that h people were met in h matches or more each.
        people: those h people, who was met most often first.
    """

    value: int
    people: tuple[Companion, ...]


class PlayerGame(ResultCounts, frozen=True):
    """The matches of a player in one game.

    Attributes:
        score: the player's points.
        won_by: the lead over the best of the others, in matches won.
        lost_by: what was missing to the best of the others, in matches not won.
        figures: what the game itself counts, of the player.
    """

    game: str
    subject: SubjectRef
    score: Measure
    won_by: Measure
    lost_by: Measure
    figures: tuple[FigureTotal, ...]


class PlayerStatistics(ResultCounts, frozen=True):
    """The matches of a player in numbers, of all games and game by game.

    Attributes:
        player: the person: who was merged into another one is that one.
        ranks: how often which rank was taken, the best first.
        streaks: matches won one after the other.
        h_index: with how many people how often.
        steps: how many actions were played.
        duration: seconds at the table, of the matches whose recorder told times.
        thinking: how long the player took for the own actions.
        by_seat: the results in each seat.
        by_turn: the results in each place after the starting seat.
        by_size: the results by the number of players.
        games: the same by game or title, with scores.
        timeline: the matches of each month or year, in order; null without `bucket`.
        distribution: how often which score and length came about; null without `distribution=true`.
    """

    player: PlayerRef
    ranks: tuple[RankCount, ...]
    streaks: Streaks
    h_index: CompanionIndex
    steps: Measure
    duration: Measure
    thinking: ThinkingTotal
    by_seat: tuple[SeatResults, ...]
    by_turn: tuple[TurnResults, ...]
    by_size: tuple[SizeResults, ...]
    games: tuple[PlayerGame, ...]
    position: int
    timeline: tuple[Period, ...] | None
    distribution: Distribution | None


class Duel(Struct, frozen=True):
    """Two players beside each other: matches together, and how these ended."""

    matches: Annotated[MatchCount, Meta(description="Those in which both sat.")]
    wins: Annotated[MatchCount, Meta(description="What the first has won, alone or with others.")]
    other_wins: Annotated[MatchCount, Meta(description="What the other has won, alone or with others.")]
    better: Annotated[
        MatchCount, Meta(description="Those in which the first had the better score, where both may be known.")
    ]
    equal: Annotated[MatchCount, Meta(description="Those in which both had as many points.")]
    worse: Annotated[MatchCount, Meta(description="Those in which the other had the better score.")]


class GameDuel(Duel, frozen=True):
    """Two players beside each other in one game or title.

    Attributes:
        difference: the points of the first minus the other's.
    """

    game: str
    subject: SubjectRef
    difference: Measure


class Versus(Duel, frozen=True):
    """Two players beside each other, in all games, and by game or title.

    Attributes:
        player: the first of them.
        other: the other one.
        games: the same by game or title, with the difference of scores.
    """

    player: PlayerRef
    other: PlayerRef
    games: tuple[GameDuel, ...]
    position: int


class GameRecord(Struct, frozen=True):
    """An extreme of a game and who holds it: who was first, by the date played and then by opening.

    Attributes:
        key: `highest_score`, `lowest_score`, `highest_winning_score`, `lowest_winning_score`, `biggest_margin`,
            `smallest_margin`, `most_steps`, `fewest_steps`, `longest` and `shortest` (in seconds), and `most_` with the
            key of each figure of the game.
        title: in English or Italian.
        value: points, steps, seconds or a number of what the game counts.
        seat: where it was done; null for what the whole match did.
        player: who did it; null for what the whole match did.
    """

    key: str
    title: str
    value: Points
    match: MatchLink
    seat: int | None
    player: PlayerRef | None


class GameRecords(Struct, frozen=True):
    """The records of a game; what never happened has none.

    Attributes:
        matches: those that count.
        records: one for each key.
    """

    game: str
    matches: MatchCount
    records: tuple[GameRecord, ...]
    position: int
