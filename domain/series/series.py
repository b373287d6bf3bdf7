"""The state of a series, folded from its events, and what can be done with it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, assert_never
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.match.events import Visibility
from domain.registry import seats_of
from domain.series.events import (
    MatchAdded,
    MatchTakenOut,
    SeriesDescribed,
    SeriesEvent,
    SeriesOpened,
    SeriesRemoved,
)

MAX_LENGTH: Final = 100
"""The most matches that a series may have."""


class SeriesViolation(Exception):  # noqa: N818  # like RuleViolation
    """A command that doesn't fit the series.

    Attributes:
        pointer: where in the request it lies, a JSON pointer (RFC 6901).
        message: what is wrong, for people, in one English sentence.
    """

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.message = message


class Series(Struct, frozen=True):
    """A series after some of its events; `matches` in the order in which they were added."""

    version: int
    game: str
    players: tuple[UUID, ...]
    length: int
    title: str
    visibility: Visibility
    opened_at: datetime
    updated_at: datetime
    matches: tuple[UUID, ...] = ()
    removed: bool = False


def fold(series: Series | None, events: Iterable[SeriesEvent]) -> Series | None:
    """`series` after `events`; None is a series that hasn't been opened."""
    for event in events:
        series = evolve(series, event)
    return series


def evolve(series: Series | None, event: SeriesEvent) -> Series:
    """`series` after one event."""
    if isinstance(event, SeriesOpened):
        return Series(
            1,
            event.game,
            event.players,
            event.length,
            event.title,
            event.visibility,
            opened_at=event.at,
            updated_at=event.at,
        )
    assert series is not None, "the first event of a series opens it"  # noqa: S101  # the event store keeps the order
    series = replace(series, version=series.version + 1, updated_at=event.at)
    match event:
        case MatchAdded():
            return replace(series, matches=(*series.matches, event.match_id))
        case MatchTakenOut():
            return replace(series, matches=tuple(match for match in series.matches if match != event.match_id))
        case SeriesDescribed():
            return replace(series, length=event.length, title=event.title, visibility=event.visibility)
        case SeriesRemoved():
            return replace(series, removed=True)
        case _:
            assert_never(event)


def open_series(
    game: str,
    players: Sequence[UUID],
    length: int,
    *,
    title: str = "",
    visibility: Visibility = Visibility.PUBLIC,
    at: datetime,
    by: str,
) -> SeriesOpened:
    """Begin a series.

    Raises:
        SeriesViolation: the game isn't for so many players, one is named twice, or the length is no good.
    """
    seats = seats_of(game)
    if len(players) not in seats:
        raise SeriesViolation("/players", f"The game is for {', '.join(map(str, seats))} players, not {len(players)}.")
    if len(set(players)) != len(players):
        raise SeriesViolation("/players", "A player is named twice.")
    _verify_length(length, 0)
    return SeriesOpened(
        game=game, players=tuple(players), length=length, title=title, visibility=visibility, at=at, by=by
    )


def add_match(
    series: Series, match_id: UUID, game: str, players: Iterable[UUID], *, at: datetime, by: str
) -> MatchAdded:
    """Let a match of `game` by `players` count.

    Raises:
        SeriesViolation: another game, other players, or the match is in the series already, or the series is full.
    """
    if match_id in series.matches:
        raise SeriesViolation("/match", "The match is in the series already.")
    if game != series.game:
        raise SeriesViolation("/match", f"The series is of '{series.game}', the match of '{game}'.")
    if set(players) != set(series.players):
        raise SeriesViolation("/match", "Other players took part in the match.")
    if len(series.matches) == series.length:
        raise SeriesViolation("/match", f"The series has all of its {series.length} matches.")
    return MatchAdded(match_id=match_id, at=at, by=by)


def take_out_match(series: Series, match_id: UUID, *, at: datetime, by: str) -> MatchTakenOut:
    """Let a match count no longer.

    Raises:
        SeriesViolation: it isn't in the series.
    """
    if match_id not in series.matches:
        raise SeriesViolation("/match", "The match isn't in the series.")
    return MatchTakenOut(match_id=match_id, at=at, by=by)


def describe_series(
    series: Series,
    *,
    length: int | None = None,
    title: str | None = None,
    visibility: Visibility | None = None,
    at: datetime,
    by: str,
) -> SeriesDescribed:
    """Correct the title, length or visibility of a series; what is None stays.

    Raises:
        SeriesViolation: it has more matches than the length.
    """
    length = series.length if length is None else length
    _verify_length(length, len(series.matches))
    return SeriesDescribed(
        length=length,
        title=series.title if title is None else title,
        visibility=series.visibility if visibility is None else visibility,
        at=at,
        by=by,
    )


def remove_series(reason: str, *, at: datetime, by: str) -> SeriesRemoved:
    """Show a series no longer."""
    return SeriesRemoved(reason=reason, at=at, by=by)


def _verify_length(length: int, matches: int) -> None:
    if not max(1, matches) <= length <= MAX_LENGTH:
        raise SeriesViolation("/length", f"A series has from {max(1, matches)} to {MAX_LENGTH} matches.")
