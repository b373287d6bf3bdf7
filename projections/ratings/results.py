"""A finished match as it counts for those who took part."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal, TypeAlias
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.points import Points
from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.events import Origin, Visibility
from domain.match.match import Match
from projections.facts import recorded_options

Key: TypeAlias = tuple[date, int]
"""Where a match stands in the order of play: the date, then the position of its opening in the log. None share one."""

Pool: TypeAlias = Literal["all", "public"]
"""Which matches count together: those that everybody may list, or those of whoever may read all."""


class Seated(Struct, frozen=True):
    """What a seat has achieved.

    Attributes:
        player: who sat there.
        person: who that is known to be now.
        rank: from 1, as far as everybody may know it who may read the match.
        known_score: the score, where everybody may know it who may read the match.
    """

    player: UUID
    person: UUID
    rank: int
    score: Points
    known_score: Points | None
    won: bool


class Share(Struct, frozen=True):
    """What a person has achieved in a match; `shared` is whether several seats have won, as statistics count it."""

    won: bool
    shared: bool
    score: Points
    known_score: Points | None


class Result(Struct, frozen=True):
    """A match that counts; `seats` in seat order."""

    match_id: UUID
    game: str
    played_on: date
    opened: int
    public: bool
    place: str
    origin: Origin
    sealed: bool
    irregular: bool
    tags: tuple[str, ...]
    options: dict[str, str]
    seats: tuple[Seated, ...]

    @property
    def key(self) -> Key:
        """Its place in the order of play."""
        return self.played_on, self.opened

    @property
    def pools(self) -> tuple[Pool, ...]:
        """Where it counts."""
        return ("all", "public") if self.public else ("all",)

    @property
    def persons(self) -> tuple[UUID, ...]:
        """Who sat where, in seat order."""
        return tuple(seat.person for seat in self.seats)

    @property
    def players(self) -> tuple[UUID, ...]:
        """The same as they sat down."""
        return tuple(seat.player for seat in self.seats)

    @property
    def rated(self) -> bool:
        """Whether it tells who is stronger."""
        return can_be_rated(self.persons)

    def shares(self) -> dict[UUID, Share]:
        """What it counts for each person. One who turned out to have had two seats counts once, by the better one."""
        winners = [seat.person for seat in self.seats if seat.won]
        shares: dict[UUID, Share] = {}
        for person in dict.fromkeys(self.persons):
            own = [seat for seat in self.seats if seat.person == person]
            known = [seat.known_score for seat in own if seat.known_score is not None]
            shares[person] = Share(
                won=person in winners,
                shared=person in winners and len(winners) > 1,
                score=max(seat.score for seat in own),
                known_score=max(known) if known else None,
            )
        return shares

    def of(self, now: Mapping[UUID, UUID]) -> "Result":
        """The same with each player as who it is `now`; who isn't in there is itself."""
        return replace(
            self, seats=tuple(replace(seat, person=now.get(seat.player, seat.player)) for seat in self.seats)
        )


def can_be_rated(persons: Sequence[UUID]) -> bool:
    """Whether a match by `persons` tells who is stronger: at least two played, and nobody against himself."""
    return len(set(persons)) == len(persons) > 1


def result_of(match_id: UUID, match: Match, opened: int) -> Result:
    """What `match`, which counts, counts for; each seat's player stands for the person."""
    full = match.standings(RECORDER)
    known = match.standings(PUBLIC) if match.options.keep_secrets else full
    seats = zip(match.seats, full, known, _ranks(known), strict=True)
    return Result(
        match_id,
        match.game.meta.key,
        match.played_on,
        opened,
        match.visibility is Visibility.PUBLIC,
        match.place,
        match.origin,
        match.sealed,
        bool(match.line.irregular_steps),
        match.tags,
        recorded_options(match),
        tuple(
            Seated(player, player, rank, standing.score or 0, ranks.score, bool(standing.winner))
            for player, standing, ranks, rank in seats
        ),
    )


def _ranks(known: tuple[Standing, ...]) -> list[int]:
    """The ranks; where some are secret, the winners come first, and all others tie for the next place.

    Ratings are shown to whoever may read the match, so that they are made of nothing else.
    """
    ranks = [standing.rank for standing in known if standing.rank is not None]
    if len(ranks) == len(known):
        return ranks
    behind = 1 + sum(bool(standing.winner) for standing in known)
    return [1 if standing.winner else behind for standing in known]
