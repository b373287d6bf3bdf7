"""The state of a match, folded from its events."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, assert_never
from uuid import UUID

from msgspec import Struct, convert
from msgspec.structs import replace

from domain.kernel.game import SERVER, AnyGame, Setup
from domain.kernel.pending import AwaitChance, Finished, Pending
from domain.match.events import (
    ActionPlayed,
    MatchDescribed,
    MatchEvent,
    MatchOpened,
    MatchRemoved,
    Origin,
    SeatsChanged,
    Visibility,
)
from domain.registry import game_of


class Match(Struct, frozen=True):
    """A match after some of its events.

    Attributes:
        game: the rules it is played by.
        version: the number of its events.
        step: the number of actions played; step 0 is the set-up.
        state: the game's state at `step`.
        seats: the player in each seat.
        updated_at: when its last event was recorded.
    """

    game: AnyGame
    version: int
    step: int
    state: Any
    options: Any
    seats: tuple[UUID, ...]
    played_on: date
    place: str
    note: str
    visibility: Visibility
    origin: Origin
    opened_at: datetime
    updated_at: datetime
    removed: bool = False

    @property
    def pending(self) -> Pending:
        """What the match waits for."""
        return self.game.pending(self.state)

    @property
    def finished(self) -> bool:
        """Whether nothing more can be played."""
        return isinstance(self.pending, Finished)

    @property
    def awaits_server(self) -> bool:
        """Whether the server has to draw next."""
        return bool(self.options.dealing == SERVER) and isinstance(self.pending, AwaitChance)


def fold(match: Match | None, events: Iterable[MatchEvent]) -> Match | None:
    """`match` after `events`; None is a match that hasn't been opened."""
    for event in events:
        match = evolve(match, event)
    return match


def evolve(match: Match | None, event: MatchEvent) -> Match:
    """`match` after one event.

    Raises:
        UnknownGame: the game, or the edition of its rules, isn't known here.
    """
    if isinstance(event, MatchOpened):
        return _opened(event)
    assert match is not None, "the first event of a match opens it"  # noqa: S101  # the event store keeps the order
    version = match.version + 1
    match event:
        case ActionPlayed():
            state, turn = match.state, match.game.evolve
            for fact in event.outcome:
                state = turn(state, fact)
            return replace(match, version=version, step=event.step, state=state, updated_at=event.at)
        case MatchDescribed():
            return replace(
                match,
                version=version,
                played_on=event.played_on,
                place=event.place,
                note=event.note,
                visibility=event.visibility,
                updated_at=event.at,
            )
        case SeatsChanged():
            return replace(match, version=version, seats=event.seats, updated_at=event.at)
        case MatchRemoved():
            return replace(match, version=version, removed=True, updated_at=event.at)
        case _:
            assert_never(event)


def _opened(event: MatchOpened) -> Match:
    game = game_of(event.game, event.edition)
    options = convert(event.options, game.options_type)
    return Match(
        game=game,
        version=1,
        step=0,
        state=game.initial(Setup(len(event.seats), options)),
        options=options,
        seats=event.seats,
        played_on=event.played_on,
        place=event.place,
        note=event.note,
        visibility=event.visibility,
        origin=event.origin,
        opened_at=event.at,
        updated_at=event.at,
    )
