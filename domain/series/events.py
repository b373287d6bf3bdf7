"""What happened to a series. Stored as the events of a match are, with the same promise."""

from typing import TypeAlias
from uuid import UUID

from domain.match.events import Event, Visibility


class SeriesOpened(Event, frozen=True, kw_only=True, tag="opened"):
    """A series began.

    Attributes:
        game: the game that all its matches are of.
        players: who plays in each of its matches, in whatever seats.
        length: after how many finished matches it ends.
        seal_needed: whether only matches whose result is sealed count.
        seals_after: the hours after which the result of a match in it seals by itself, if nobody disputes it.
        arbiters: the ids of the tokens that arbitrate its matches; if there are none, every arbiter's.
        irregular: whether matches count in which something was put otherwise than the rules would have it.
    """

    game: str
    players: tuple[UUID, ...]
    length: int
    title: str = ""
    visibility: Visibility = Visibility.PUBLIC
    seal_needed: bool = False
    seals_after: int | None = None
    arbiters: tuple[str, ...] = ()
    irregular: bool = True


class MatchAdded(Event, frozen=True, kw_only=True, tag="match_added"):
    """A match counts in the series from now on."""

    match_id: UUID


class MatchTakenOut(Event, frozen=True, kw_only=True, tag="match_taken_out"):
    """A match counts in the series no longer."""

    match_id: UUID


class SeriesDescribed(Event, frozen=True, kw_only=True, tag="described"):
    """The title, the length, who may read it, or what it asks of results were corrected; all are told."""

    length: int
    title: str
    visibility: Visibility
    seal_needed: bool = False
    seals_after: int | None = None
    arbiters: tuple[str, ...] = ()
    irregular: bool = True


class SeriesRemoved(Event, frozen=True, kw_only=True, tag="removed"):
    """The series is no longer shown; its matches stay."""

    reason: str


SeriesEvent: TypeAlias = SeriesOpened | MatchAdded | MatchTakenOut | SeriesDescribed | SeriesRemoved
