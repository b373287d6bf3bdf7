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
    """

    game: str
    players: tuple[UUID, ...]
    length: int
    title: str = ""
    visibility: Visibility = Visibility.PUBLIC


class MatchAdded(Event, frozen=True, kw_only=True, tag="match_added"):
    """A match counts in the series from now on."""

    match_id: UUID


class MatchTakenOut(Event, frozen=True, kw_only=True, tag="match_taken_out"):
    """A match counts in the series no longer."""

    match_id: UUID


class SeriesDescribed(Event, frozen=True, kw_only=True, tag="described"):
    """The title, the length or who may read it were corrected; all are told."""

    length: int
    title: str
    visibility: Visibility


class SeriesRemoved(Event, frozen=True, kw_only=True, tag="removed"):
    """The series is no longer shown; its matches stay."""

    reason: str


SeriesEvent: TypeAlias = SeriesOpened | MatchAdded | MatchTakenOut | SeriesDescribed | SeriesRemoved
