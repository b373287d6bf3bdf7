"""The rows of the tables. The fields are the columns, in order; docs/analysis.md explains each."""

from datetime import date, datetime
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from msgspec import Meta, Struct

from domain.kernel.points import Points
from domain.match.parts import Status

Actor: TypeAlias = Literal["seat", "chance", "recorder"]
"""Who leads a match from one step to the next."""

Json: TypeAlias = Any
"""A value of JSON; text in a form that has no such values."""


class ExportedPlay(Struct, frozen=True, kw_only=True):
    """A match.

    Attributes:
        match_id: which one.
        subject: what it is of, as `/subjects` lists it: its game, or the title of a score sheet.
        title: that title as people call it; null where the game is the subject.
        status: `finished` by the rules or by agreement, `abandoned` without a winner, else `playing`.
        edition: the edition of the rules that it is played by.
        options: those of the game that are one value each.
        origin: who played it: `table`, `program`, `simulation` or `variation`.
        counted: whether it counts in statistics and ratings, once it is finished.
        sealed: whether the result is sealed, so that only an arbiter changes the match.
        irregular: whether something was put otherwise than the rules would have it.
        start_seat: who began; null where the game has no start.
        steps: the number of actions that stand.
        duration: the seconds between the first and the last `played_at`; null without them.
        winners: how many sides share the victory; 0 until the match has ended, and where nobody has won.
        ordinal: orders the matches of the same date, before `opened` does.
        opened: the position of its first event in the log.
        changed: the position of its last event.
    """

    match_id: UUID
    game: str
    subject: UUID
    title: str | None
    edition: str
    status: Status
    played_on: date
    ordinal: int
    place: str
    note: str
    tags: list[str]
    options: dict[str, str]
    origin: str
    visibility: str
    counted: bool
    sealed: bool
    irregular: bool
    seats: int
    start_seat: int | None
    steps: int
    duration: int | None
    winners: int
    version: int
    opened_at: datetime
    updated_at: datetime
    opened: int
    changed: int


class ExportedSeat(Struct, frozen=True, kw_only=True):
    """A seat of a match, with what a table of seats is grouped by.

    Attributes:
        match_id: the match.
        subject, title: what the match is of, and the title of a score sheet.
        status: that of the match.
        ordinal: orders the matches of the same date, before `opened` does.
        opened: the position of the match's first event.
        counted: whether the match counts in statistics and ratings, once it is finished.
        seats, steps, duration, winners: those of the match.
        player_id: who sat there as it was recorded.
        person_id: who that is: another one, if both turned out to be one person.
        name: the name of that person.
        turn: how many seats after the starting one it is; null where the game has no start.
        score, rank: null where you may not know it.
        winner: null until the match has ended.
        tie_breaks: the numbers that break a tie, most important first; null where you may not know them.
        figures: what the game counts of a seat, by key; null of a match that doesn't count, or isn't finished.
    """

    match_id: UUID
    seat: int
    game: str
    subject: UUID
    title: str | None
    status: Status
    played_on: date
    ordinal: int
    place: str
    tags: list[str]
    counted: bool
    seats: int
    steps: int
    duration: int | None
    winners: int
    opened: int
    player_id: UUID
    person_id: UUID
    name: str
    turn: int | None
    score: Points | None
    rank: int | None
    winner: bool | None
    tie_breaks: list[int] | None
    figures: dict[str, int] | None


class ExportedStep(Struct, frozen=True, kw_only=True):
    """An action that stands.

    Attributes:
        match_id: the match.
        step: from 1.
        version: that of its event.
        actor: who acted: a `seat`, `chance`, or the `recorder`, who put the table as it was.
        seat: which one acted; null for chance and the recorder.
        type: the type of the action.
        action: as it was submitted, or drawn; cards that you may not know are hidden.
        sentence: what happened, in the language that was asked for.
        recorded_at: when it was recorded.
        played_at: when it was played; null where that wasn't told.
        round: from 1; 0 is before the first.
        phase: a stable name of the phase in which it was made.
    """

    match_id: UUID
    step: int
    game: str
    version: int
    actor: Actor
    seat: int | None
    type: str
    action: Annotated[Json, Meta(description="An action of the game.")]
    sentence: str
    recorded_at: datetime
    played_at: datetime | None
    round: int
    phase: str


class ExportedRating(Struct, frozen=True, kw_only=True):
    """What one match did to the rating of a person.

    Attributes:
        match_id: the match.
        subject, title: what the match is of, and so the rating, and the title of a score sheet.
        person_id: whose rating it is.
        name: the name of that person.
        rank: how the person came in, as far as everybody may know it who may read the match.
        seats: the number of seats of the match.
        ordinal: orders the matches of the same date, before `opened` does.
        opened: the position of the match's first event.
        mu_before, sigma_before, shown_before: the rating with which the person came.
        mu, sigma, shown: the rating with which the person went.
    """

    match_id: UUID
    person_id: UUID
    game: str
    subject: UUID
    title: str | None
    played_on: date
    ordinal: int
    opened: int
    name: str
    rank: int
    seats: int
    mu_before: float
    sigma_before: float
    shown_before: float
    mu: float
    sigma: float
    shown: float


class ExportedRemoval(Struct, frozen=True, kw_only=True):
    """A match that was removed: rows of it from earlier are to be dropped.

    Attributes:
        match_id: which one.
        changed: the position of the event that removed it.
    """

    match_id: UUID
    version: int
    changed: int
