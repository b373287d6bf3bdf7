"""The state of a match, folded from its events."""

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum
from typing import Any, assert_never
from uuid import UUID

from msgspec import Struct, convert
from msgspec.structs import replace

from domain.kernel.game import SERVER, AnyGame, Setup
from domain.kernel.pending import AwaitChance, Finished, Pending
from domain.kernel.standing import Standing
from domain.kernel.viewer import RECORDER, Viewer
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    MatchAbandoned,
    MatchConcluded,
    MatchDescribed,
    MatchEvent,
    MatchOpened,
    MatchRemoved,
    MatchReopened,
    Origin,
    SeatsChanged,
    Undo,
    Visibility,
)
from domain.registry import game_of


class Ply(Struct, frozen=True):
    """An action that stands, and the version of its event."""

    version: int
    played: ActionPlayed[Any, Any]

    @property
    def first_version(self) -> int:
        """The version of the event that first recorded this action: the same whatever is corrected before it."""
        return self.version if self.played.repeats is None else self.played.repeats


class Status(StrEnum):
    """How far a match is."""

    PLAYING = "playing"
    FINISHED = "finished"
    """Ended by the rules, or by agreement: it counts as it stands."""
    ABANDONED = "abandoned"
    """Broken off: nobody has won."""


class EarlyEnd(Struct, frozen=True):
    """A match that people ended before the rules did; when it is abandoned nobody has won."""

    reason: str
    abandoned: bool


class Match(Struct, frozen=True):
    """A match after some of its events.

    Attributes:
        game: the rules it is played by.
        version: the number of its events.
        step: the number of actions played; step 0 is the set-up.
        state: the game's state at `step`.
        seats: the player in each seat.
        updated_at: when its last event was recorded.
        line: the actions that stand, one a step.
        early_end: how people ended it, if they did.
        tags: words to find it by.
        counted: whether it counts in statistics and ratings.
        draws: what the server has drawn and was taken back, in order: it is dealt again before anything new is drawn.
        undo: what a seat may take back by itself.
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
    line: tuple[Ply, ...] = ()
    early_end: EarlyEnd | None = None
    draws: tuple[Any, ...] = ()
    removed: bool = False
    tags: tuple[str, ...] = ()
    counted: bool = True
    undo: Undo = Undo.GUARDED

    @property
    def pending(self) -> Pending:
        """What the match waits for."""
        if self.early_end is not None:
            return Finished(self.early_end.reason)
        return self.game.pending(self.state)

    def standings(self, viewer: Viewer) -> tuple[Standing, ...]:
        """One standing a seat, as `viewer` may know them; a concluded match counts as it stands.

        Who has won is told to everybody.
        """
        standings = self.game.standings(self.state, viewer)
        if self.early_end is None:
            return standings
        if self.early_end.abandoned:
            return tuple(replace(standing, winner=False) for standing in standings)
        ranks = [standing.rank for standing in self.game.standings(self.state, RECORDER)]
        return tuple(replace(standing, winner=ranks[standing.seat] == 1) for standing in standings)

    def state_at(self, step: int) -> Any:
        """The game's state at an earlier step of the line."""
        state = self.game.initial(Setup(len(self.seats), self.options))
        for ply in self.line[:step]:
            state = after(self.game, state, ply.played)
        return state

    @property
    def finished(self) -> bool:
        """Whether nothing more can be played."""
        return isinstance(self.pending, Finished)

    @property
    def status(self) -> Status:
        """How far the match is."""
        if self.early_end is not None and self.early_end.abandoned:
            return Status.ABANDONED
        return Status.FINISHED if self.finished else Status.PLAYING

    @property
    def server_deals(self) -> bool:
        """Whether the server draws whatever chance decides."""
        return bool(self.options.dealing == SERVER)

    @property
    def awaits_server(self) -> bool:
        """Whether the server has to draw next."""
        return self.server_deals and isinstance(self.pending, AwaitChance)


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
            return replace(
                match,
                version=version,
                step=event.step,
                state=after(match.game, match.state, event),
                line=(*match.line, Ply(version, event)),
                draws=match.draws[1:] if event.action.seat is None else match.draws,
                updated_at=event.at,
            )
        case ActionsRetracted():
            taken_back = (ply.played.action for ply in match.line[event.to_step :])
            drawn = (action for action in taken_back if match.server_deals and action.seat is None)
            return replace(
                match,
                version=version,
                step=event.to_step,
                state=match.state_at(event.to_step),
                line=match.line[: event.to_step],
                draws=(*drawn, *match.draws),
                early_end=None,
                updated_at=event.at,
            )
        case MatchConcluded() | MatchAbandoned():
            early_end = EarlyEnd(event.reason, abandoned=isinstance(event, MatchAbandoned))
            return replace(match, version=version, early_end=early_end, updated_at=event.at)
        case MatchReopened():
            return replace(match, version=version, early_end=None, updated_at=event.at)
        case MatchDescribed():
            return replace(
                match,
                version=version,
                played_on=event.played_on,
                place=event.place,
                note=event.note,
                visibility=event.visibility,
                tags=event.tags,
                counted=event.counted,
                undo=match.undo if event.undo is None else event.undo,
                updated_at=event.at,
            )
        case SeatsChanged():
            return replace(match, version=version, seats=event.seats, updated_at=event.at)
        case MatchRemoved():
            return replace(match, version=version, removed=True, updated_at=event.at)
        case _:
            assert_never(event)


def after(game: AnyGame, state: Any, played: ActionPlayed[Any, Any]) -> Any:
    """`state` after an action that was played."""
    turn = game.evolve
    for fact in played.outcome:
        state = turn(state, fact)
    return state


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
        tags=event.tags,
        undo=event.undo,
    )
