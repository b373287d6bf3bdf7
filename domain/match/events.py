"""What happened to a match. Events are immutable.

They are stored as arrays: a field may only be added as the last one of an event, with a default, and never to `Event`.
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar
from uuid import UUID

from msgspec import Meta, Struct

A = TypeVar("A")
F = TypeVar("F")
I = TypeVar("I")  # noqa: E741


Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A commitment to a secret seed: what the service draws follows from it, and everybody can check that afterwards."""


MOST_ORDINAL: Final = (1 << 53) - 1
"""What all programs that read JSON hold exactly."""

Ordinal: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_ORDINAL)]
"""A number by which matches of one date follow one another; it means nothing else."""


class Visibility(StrEnum):
    """Who may read a match without a token: everybody who finds it, who knows its address, or nobody."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"
    BLIND = "blind"
    """Nobody but whoever records it and who arbitrates: that of a second record."""


class Origin(StrEnum):
    """Who made the moves: people at a table, a program, or who thinks "what if"."""

    TABLE = "table"
    SIMULATION = "simulation"
    """Random play of the service itself, that shows what it does."""
    VARIATION = "variation"
    """A line that was not played, gone on with as a match of its own; it doesn't count."""
    SECOND_RECORD = "second_record"
    """What somebody else recorded of a match that is recorded already; it doesn't count."""
    PROGRAM = "program"
    """A bot or a script had a seat; it counts only if somebody says so."""


class Fork(Struct, frozen=True, gc=False):
    """The step of another match up to which both are the same."""

    match_id: UUID
    step: int


class Undo(StrEnum):
    """What a seat may take back by itself; a recorder may take back everything."""

    GUARDED = "guarded"
    """Its own last action, as long as nobody else has acted and nothing hidden was revealed by it or since."""
    FREE = "free"
    """Everything."""


class ConfirmedBy(StrEnum):
    """How a seat has confirmed a result, or disputed it: by its own token, or by the PIN of who sits there."""

    SEAT = "seat"
    PIN = "pin"
    """On the phone of the recorder, which was passed around."""


class SealedBy(StrEnum):
    """What has sealed a result."""

    CONFIRMATIONS = "confirmations"
    """All seats have confirmed it."""
    TIME = "time"
    """A series says after how long it seals by itself, and nobody has disputed it."""
    ARBITER = "arbiter"


class Event(Struct, frozen=True, gc=False, kw_only=True, array_like=True, tag_field="type"):
    """What all events tell: when they were recorded (UTC), and the id of the token by which."""

    at: datetime
    by: str


class MatchOpened(Event, frozen=True, kw_only=True, tag="opened"):
    """A match began. It keeps the rules edition it began with.

    Attributes:
        options: the game's options as on the wire, defaults included.
        seats: the player in each seat, in seat order. Names are not in the log.
        played_on: the local calendar date at the table.
        tags: words to find it by.
        forked_from: where it leaves another match, if it does.
        commitment: to the seed by which the server draws; None where it doesn't, and of matches from before there were
            seeds.
        taken_over: how many of the events behind this one were taken over: what was drawn there follows from no seed.
        deviations: the versions of the events that the rules didn't confirm when the match was imported on trust.
        second_record_of: the match of which this is a second record, if it is one.
        imported: how many events, from this one on, came with a record in which seats had spoken; what they say of the
            result was said elsewhere.
        ordinal: orders the matches of one date, the lowest first; those that share one follow as they were opened.
    """

    game: str
    edition: str
    options: dict[str, Any]
    seats: tuple[UUID, ...]
    played_on: date
    place: str = ""
    note: str = ""
    visibility: Visibility = Visibility.PUBLIC
    origin: Origin = Origin.TABLE
    tags: tuple[str, ...] = ()
    undo: Undo = Undo.GUARDED
    forked_from: Fork | None = None
    commitment: Digest | None = None
    taken_over: int = 0
    deviations: tuple[int, ...] = ()
    second_record_of: UUID | None = None
    imported: int = 0
    ordinal: Ordinal = 0


class ActionPlayed(Event, Generic[A, F], frozen=True, kw_only=True, tag="played"):
    """An action was accepted and led to `step`; `outcome` states everything that followed from it.

    Attributes:
        played_at: when it happened at the table, where the recorder told.
        repeats: where a correction played an action again: the version of the event that first recorded it.
    """

    step: int
    action: A
    outcome: tuple[F, ...]
    played_at: datetime | None = None
    repeats: int | None = None


class CardsIdentified(Event, Generic[I, F], frozen=True, kw_only=True, tag="identified"):
    """It was told later what a seat held at `step`, which the record hadn't known. It is no step of its own.

    Attributes:
        identification: which seat and which cards.
        outcome: the facts that follow from it; they belong behind those of the action that led to `step`.
    """

    step: int
    identification: I
    outcome: tuple[F, ...]
    reason: str


class MatchDescribed(Event, frozen=True, kw_only=True, tag="described"):
    """The facts about a match were corrected; all of them are told.

    Attributes:
        counted: whether it counts in statistics and ratings.
        undo: None in events from before there was one: it stays as it was.
        ordinal: likewise.
    """

    played_on: date
    place: str
    note: str
    visibility: Visibility
    tags: tuple[str, ...] = ()
    counted: bool = True
    undo: Undo | None = None
    ordinal: Ordinal | None = None


class SeatsChanged(Event, frozen=True, kw_only=True, tag="seats_changed"):
    """It was corrected who sat where."""

    seats: tuple[UUID, ...]


class ActionsRetracted(Event, frozen=True, kw_only=True, tag="retracted"):
    """All actions after `to_step` were taken back; they stay in the log.

    Attributes:
        amended: whether this begins a correction: the actions that stand in their place follow at once.
        commitment: to a new seed, where the match goes on after the one before was revealed.
    """

    to_step: int
    reason: str
    amended: bool = False
    commitment: Digest | None = None


class MatchConcluded(Event, frozen=True, kw_only=True, tag="concluded"):
    """The players agreed to end the match before the rules did; it counts as it stands."""

    reason: str


class MatchAbandoned(Event, frozen=True, kw_only=True, tag="abandoned"):
    """The match was broken off; nobody has won."""

    reason: str


class MatchReopened(Event, frozen=True, kw_only=True, tag="reopened"):
    """A match that was concluded or abandoned goes on.

    Attributes:
        commitment: to a new seed, if the one before was revealed meanwhile.
    """

    reason: str
    commitment: Digest | None = None


class MatchRemoved(Event, frozen=True, kw_only=True, tag="removed"):
    """The match is no longer shown; nothing can follow."""

    reason: str


class ResultConfirmed(Event, frozen=True, kw_only=True, tag="result_confirmed"):
    """A seat took the result as it stands."""

    seat: int
    how: ConfirmedBy


class ResultDisputed(Event, frozen=True, kw_only=True, tag="result_disputed"):
    """A seat didn't take the result: something is wrong at `step`. Its confirmation, if there was one, is void."""

    seat: int
    how: ConfirmedBy
    step: int
    comment: str


class DisputeWithdrawn(Event, frozen=True, kw_only=True, tag="dispute_withdrawn"):
    """A seat no longer disputes the result."""

    seat: int
    how: ConfirmedBy


class DisputeDecided(Event, frozen=True, kw_only=True, tag="dispute_decided"):
    """An arbiter decided what a seat disputed; what has to be corrected for it are events of their own."""

    seat: int
    reason: str


class ResultSealed(Event, frozen=True, kw_only=True, tag="result_sealed"):
    """The result stands: from now on, only an arbiter changes the match.

    Attributes:
        reason: why, where an arbiter did it.
        series_id: the series that says after how long it seals by itself, where that is what sealed it.
    """

    how: SealedBy
    reason: str = ""
    series_id: UUID | None = None


class SealBroken(Event, frozen=True, kw_only=True, tag="seal_broken"):
    """An arbiter changes a sealed match: by the events up to the next seal.

    That one follows in the same write, unless the match goes on: then it has no result any more.
    """

    reason: str


ResultEvent: TypeAlias = (
    ResultConfirmed | ResultDisputed | DisputeWithdrawn | DisputeDecided | ResultSealed | SealBroken
)
"""What is said to a result; none of it changes what was played."""

MatchEvent: TypeAlias = (
    MatchOpened
    | ActionPlayed[Any, Any]
    | ActionsRetracted
    | CardsIdentified[Any, Any]
    | MatchConcluded
    | MatchAbandoned
    | MatchReopened
    | MatchDescribed
    | SeatsChanged
    | MatchRemoved
    | ResultEvent
)
