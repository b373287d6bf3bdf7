"""The state of a series, folded from its events, and what can be done with it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, assert_never
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType
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

MAX_HOURS: Final = 24 * 366
"""The most hours that a series may let pass before a result seals by itself."""

MAX_ARBITERS: Final = 20
"""The most arbiters that a series may name."""


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
    seal_needed: bool = False
    seals_after: int | None = None
    arbiters: tuple[str, ...] = ()
    irregular: bool = True


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
            seal_needed=event.seal_needed,
            seals_after=event.seals_after,
            arbiters=event.arbiters,
            irregular=event.irregular,
        )
    assert series is not None, "the first event of a series opens it"  # noqa: S101  # the event store keeps the order
    series = replace(series, version=series.version + 1, updated_at=event.at)
    match event:
        case MatchAdded():
            return replace(series, matches=(*series.matches, event.match_id))
        case MatchTakenOut():
            return replace(series, matches=tuple(match for match in series.matches if match != event.match_id))
        case SeriesDescribed():
            return replace(
                series,
                length=event.length,
                title=event.title,
                visibility=event.visibility,
                seal_needed=event.seal_needed,
                seals_after=event.seals_after,
                arbiters=event.arbiters,
                irregular=event.irregular,
            )
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
    seal_needed: bool = False,
    seals_after: int | None = None,
    arbiters: Sequence[str] = (),
    irregular: bool = True,
    at: datetime,
    by: str,
) -> SeriesOpened:
    """Begin a series.

    Raises:
        SeriesViolation: the game isn't for so many players, somebody is named twice, or a number is no good.
    """
    seats = seats_of(game)
    if len(players) not in seats:
        raise SeriesViolation("/players", f"The game is for {', '.join(map(str, seats))} players, not {len(players)}.")
    if len(set(players)) != len(players):
        raise SeriesViolation("/players", "A player is named twice.")
    _verify_length(length, 0)
    _verify_sealing(seals_after, arbiters)
    return SeriesOpened(
        game=game,
        players=tuple(players),
        length=length,
        title=title,
        visibility=visibility,
        seal_needed=seal_needed,
        seals_after=seals_after,
        arbiters=tuple(arbiters),
        irregular=irregular,
        at=at,
        by=by,
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
    seal_needed: bool | None = None,
    seals_after: int | UnsetType | None = UNSET,
    arbiters: Sequence[str] | None = None,
    irregular: bool | None = None,
    at: datetime,
    by: str,
) -> SeriesDescribed:
    """Correct the facts of a series; what is None stays, and so does `seals_after` where it is UNSET.

    Raises:
        SeriesViolation: it has more matches than the length, an arbiter is named twice, or a number is no good.
    """
    length = series.length if length is None else length
    seals_after = series.seals_after if seals_after is UNSET else seals_after
    arbiters = series.arbiters if arbiters is None else tuple(arbiters)
    _verify_length(length, len(series.matches))
    _verify_sealing(seals_after, arbiters)
    return SeriesDescribed(
        length=length,
        title=series.title if title is None else title,
        visibility=series.visibility if visibility is None else visibility,
        seal_needed=series.seal_needed if seal_needed is None else seal_needed,
        seals_after=seals_after,
        arbiters=arbiters,
        irregular=series.irregular if irregular is None else irregular,
        at=at,
        by=by,
    )


def remove_series(reason: str, *, at: datetime, by: str) -> SeriesRemoved:
    """Show a series no longer."""
    return SeriesRemoved(reason=reason, at=at, by=by)


def _verify_length(length: int, matches: int) -> None:
    if not max(1, matches) <= length <= MAX_LENGTH:
        raise SeriesViolation("/length", f"A series has from {max(1, matches)} to {MAX_LENGTH} matches.")


def _verify_sealing(seals_after: int | None, arbiters: Sequence[str]) -> None:
    if seals_after is not None and not 1 <= seals_after <= MAX_HOURS:
        raise SeriesViolation("/seals_after", f"A result seals by itself after 1 to {MAX_HOURS} hours.")
    if len(arbiters) > MAX_ARBITERS:
        raise SeriesViolation("/arbiters", f"A series names at most {MAX_ARBITERS} arbiters.")
    if len(set(arbiters)) != len(arbiters):
        raise SeriesViolation("/arbiters", "An arbiter is named twice.")
