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
from domain.subjects.subject import subject_of
from projections.facts import drawn, recorded_options

Key: TypeAlias = tuple[date, int, int]
"""Where a match stands in the order of play: the date, its number on that day, and the position of its opening in the
log. None share one."""

Pool: TypeAlias = Literal["all", "public"]
"""Which matches count together: those that everybody may list, or those of whoever may read all."""


class Seated(Struct, frozen=True):
    """What a seat has achieved.

    Attributes:
        player: who sat there.
        person: who that is known to be now.
        side: who has the same number there plays together.
        rank: from 1, as far as everybody may know it who may read the match.
        score: None where there are no points.
        known_score: the score, where everybody may know it who may read the match.
    """

    player: UUID
    person: UUID
    side: int
    rank: int
    score: Points | None
    known_score: Points | None
    won: bool


class Share(Struct, frozen=True):
    """What a person has achieved in a match.

    Attributes:
        shared: whether it was won, and by another side, too.
        drawn: whether nobody has won, and it is half a win for each.
        lowest: whether fewer points are better.
    """

    won: bool
    shared: bool
    score: Points | None
    known_score: Points | None
    lowest: bool = False
    drawn: bool = False

    @property
    def best(self) -> "Best | None":
        """The score, to be compared with others."""
        return self._compared(self.score)

    @property
    def known_best(self) -> "Best | None":
        """The same, of what everybody may know."""
        return self._compared(self.known_score)

    def better_of_both(self, other: "Share") -> "Share":
        """What somebody has achieved in two seats of one match."""
        best = min if self.lowest else max
        return Share(
            won=self.won or other.won,
            shared=self.shared or other.shared,
            score=best((one for one in (other.score, self.score) if one is not None), default=None),
            known_score=best((one for one in (other.known_score, self.known_score) if one is not None), default=None),
            lowest=self.lowest,
            drawn=self.drawn,
        )

    def _compared(self, score: Points | None) -> "Best | None":
        return None if score is None else Best(-score if self.lowest else score, score)


class Best(Struct, frozen=True, order=True):
    """A score that is, or may be, somebody's best one; the greatest is.

    Attributes:
        merit: the score, or its negative where fewer points are better.
    """

    merit: Points
    score: Points


class Result(Struct, frozen=True):
    """A match that counts; `seats` in seat order.

    Attributes:
        own_subject: what it is of by itself.
        subject: what that is known to be now.
        lowest: whether fewer points are better.
    """

    match_id: UUID
    game: str
    own_subject: UUID
    subject: UUID
    lowest: bool
    played_on: date
    ordinal: int
    opened: int
    public: bool
    place: str
    origin: Origin
    sealed: bool
    irregular: bool
    drawn: bool
    tags: tuple[str, ...]
    options: dict[str, str]
    seats: tuple[Seated, ...]

    @property
    def key(self) -> Key:
        """Its place in the order of play."""
        return self.played_on, self.ordinal, self.opened

    @property
    def pools(self) -> tuple[Pool, ...]:
        """Where it counts."""
        return ("all", "public") if self.public else ("all",)

    @property
    def persons(self) -> tuple[UUID, ...]:
        """Who sat where, in seat order."""
        return tuple(seat.person for seat in self.seats)

    @property
    def ids(self) -> tuple[UUID, ...]:
        """What may be merged into another one: the subject, and the players as they sat down."""
        return (self.own_subject, *(seat.player for seat in self.seats))

    @property
    def rated(self) -> bool:
        """Whether it tells who is stronger."""
        return can_be_rated(self.persons, self.sides, [seat.won for seat in self.seats], drawn=self.drawn)

    @property
    def sides(self) -> tuple[int, ...]:
        """Who plays together, in seat order."""
        return tuple(seat.side for seat in self.seats)

    def shares(self) -> dict[UUID, Share]:
        """What it counts for each person. One who turned out to have had two seats counts once, by the better one."""
        shared = len({seat.side for seat in self.seats if seat.won}) > 1
        shares: dict[UUID, Share] = {}
        for seat in self.seats:
            share = Share(
                won=seat.won,
                shared=seat.won and shared,
                score=seat.score,
                known_score=seat.known_score,
                lowest=self.lowest,
                drawn=self.drawn,
            )
            other = shares.get(seat.person)
            shares[seat.person] = share if other is None else share.better_of_both(other)
        return shares

    def of(self, now: Mapping[UUID, UUID]) -> "Result":
        """The same with each player, and the subject, as what it is `now`; what isn't in there is itself."""
        return replace(
            self,
            subject=now.get(self.own_subject, self.own_subject),
            seats=tuple(replace(seat, person=now.get(seat.player, seat.player)) for seat in self.seats),
        )


def can_be_rated(persons: Sequence[UUID], sides: Sequence[int], won: Sequence[bool], *, drawn: bool) -> bool:
    """Whether a match tells who is stronger: it has opponents, nobody plays against himself, and a win or a draw."""
    return len(set(persons)) == len(persons) and len(set(sides)) > 1 and (drawn or any(won))


def result_of(match_id: UUID, match: Match, opened: int) -> Result:
    """What `match`, which counts, counts for; each seat's player stands for the person, and its subject for itself."""
    full = match.standings(RECORDER)
    known = match.standings(PUBLIC) if match.options.keep_secrets else full
    sides = match.game.sides(match.options, len(match.seats))
    seats = zip(match.seats, sides, full, known, _ranks(known), strict=True)
    subject = subject_of(match.game.meta, match.options)
    return Result(
        match_id,
        match.game.meta.key,
        subject.id,
        subject.id,
        match.game.lowest_wins(match.options),
        match.played_on,
        match.ordinal,
        opened,
        match.visibility is Visibility.PUBLIC,
        match.place,
        match.origin,
        match.sealed,
        bool(match.line.irregular_steps),
        drawn(match),
        match.tags,
        recorded_options(match),
        tuple(
            Seated(player, player, side, rank, standing.score, ranks.score, bool(standing.winner))
            for player, side, standing, ranks, rank in seats
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
