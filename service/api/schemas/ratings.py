"""Leaderboards and ratings, as the API gives them."""

from datetime import date
from uuid import UUID

from msgspec import Struct

from domain.kernel.points import Points
from service.api.schemas.players import PlayerRef
from service.api.schemas.subjects import SubjectRef


class RatingFigures(Struct, frozen=True):
    """How strong somebody is, and how unsure that is.

    Attributes:
        mu: the estimate; 25 at first.
        sigma: its standard deviation.
        shown: mu - 3 sigma, the strength that is as good as certain; 0 at first. Leaderboards go by it.
    """

    mu: float
    sigma: float
    shown: float


class Leader(Struct, frozen=True):
    """What a player has achieved in the finished matches of a game; a shared victory counts as a win.

    Attributes:
        player: who it is.
        draws: how many were drawn; sorted by wins, each is half of one.
        best_score: the lowest where fewer points are better; null where no points are known.
        rating: that of all matches that count, whatever is asked for; null where none could be rated.
    """

    player: PlayerRef
    matches: int
    wins: int
    shared_wins: int
    draws: int
    best_score: Points | None
    rating: RatingFigures | None


class LeaderPage(Struct, frozen=True):
    """A page of a leaderboard."""

    items: tuple[Leader, ...]
    next_cursor: str | None
    position: int


class GameRating(Struct, frozen=True):
    """The rating of a player in a game or title.

    Attributes:
        matches: how many went into it.
        rank: from 1, by `shown`; equal ones share it.
        players: how many have a rating there.
    """

    game: str
    subject: SubjectRef
    rating: RatingFigures
    matches: int
    rank: int
    players: int


class PlayerRatings(Struct, frozen=True):
    """The ratings of a player, by game or title.

    Attributes:
        player: who it is; of one who was merged, the other.
    """

    player: PlayerRef
    items: tuple[GameRating, ...]
    position: int


class RatingStep(Struct, frozen=True):
    """What one match did to a rating.

    Attributes:
        match: its id.
        rank: how the player came in, of `seats`; where a match keeps its ranks secret, all who didn't win share one.
        seats: how many played.
        before: the rating before it.
        after: the rating after it.
    """

    match: UUID
    played_on: date
    rank: int
    seats: int
    before: RatingFigures
    after: RatingFigures


class RatingHistory(Struct, frozen=True):
    """A page of how a rating came about, in the order of play.

    Attributes:
        player: who it is; of one who was merged, the other.
    """

    player: PlayerRef
    items: tuple[RatingStep, ...]
    next_cursor: str | None
    position: int
