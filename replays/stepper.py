"""A match at any of its steps, folded from its events."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.game import Language
from domain.kernel.pending import Pending
from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from domain.match.events import ActionPlayed, ActionsRetracted, MatchEvent
from domain.match.match import Match, evolve


class NoSuchStep(LookupError):  # noqa: N818  # what it is
    """The match hasn't got that far."""


class Position(Struct, frozen=True):
    """A match at one step.

    Attributes:
        version: the version of the event that led here.
        match: the match as it was then.
        played: the action that led here; None at step 0.
    """

    version: int
    match: Match
    played: ActionPlayed[Any, Any] | None


class PlayedView(Struct, frozen=True):
    """A played action as one viewer may know it.

    Attributes:
        type: the type of the action.
        seat: who acted; null for chance.
        action: as it was submitted, or drawn.
        outcome: everything that followed from it.
        sentence: the same in words.
    """

    type: str
    seat: int | None
    action: Any
    outcome: tuple[Any, ...]
    at: datetime
    by: str
    played_at: datetime | None
    sentence: str


class Frame(Struct, frozen=True):
    """One picture of a replay.

    Attributes:
        step: 0 is the set-up.
        played: what led here; null at step 0.
        view: the table as the viewer knows it.
    """

    step: int
    version: int
    played: PlayedView | None
    view: Any
    standings: tuple[Standing, ...]
    pending: Pending


def positions(events: Iterable[tuple[int, MatchEvent]]) -> Iterator[Position]:
    """Every step of the line that stands, in order, the set-up first, from the events of a match and their versions.

    What was taken back is left out. A step is shown with all that happened before the next action.
    """
    log = list(events)
    standing = set(_standing(log))
    match: Match | None = None
    reached: Position | None = None
    for version, event in log:
        if isinstance(event, ActionPlayed) and version not in standing:
            continue
        if match is not None and match.version != version - 1:
            match = replace(match, version=version - 1)
        if match is not None and isinstance(event, ActionsRetracted):  # what it took back was never shown
            match = replace(match, version=version, early_end=None, updated_at=event.at)
        else:
            match = evolve(match, event)
        if isinstance(event, ActionPlayed):
            if reached is not None:
                yield reached
            reached = Position(version, match, event)
        elif reached is None:
            reached = Position(version, match, None)
        else:
            reached = Position(reached.version, match, reached.played)
    if reached is not None:
        yield reached


def _standing(log: Iterable[tuple[int, MatchEvent]]) -> list[int]:
    """The versions of the actions that stand, by step."""
    line: list[int] = []
    for version, event in log:
        if isinstance(event, ActionPlayed):
            line.append(version)
        elif isinstance(event, ActionsRetracted):
            del line[event.to_step :]
    return line


def position_at(events: Iterable[tuple[int, MatchEvent]], step: int) -> Position:
    """The match at `step`.

    Raises:
        NoSuchStep: it hasn't got that far.
    """
    for position in positions(events):
        if position.match.step == step:
            return position
    raise NoSuchStep(step)


def played_view(
    match: Match, played: ActionPlayed[Any, Any], viewer: Viewer, names: Sequence[str], language: Language
) -> PlayedView:
    """`played`, an action of `match`, as `viewer` may know it; `names` are those of the seats."""
    action, outcome = match.game.redact(played.action, played.outcome, viewer)
    return PlayedView(
        type=played.action.__struct_config__.tag,
        seat=played.action.seat,
        action=action,
        outcome=outcome,
        at=played.at,
        by=played.by,
        played_at=played.played_at,
        sentence=match.game.sentence(action, outcome, names, language),
    )


def frame(position: Position, viewer: Viewer, names: Sequence[str], language: Language) -> Frame:
    """`position` as `viewer` may know it."""
    match = position.match
    played = position.played
    return Frame(
        step=match.step,
        version=position.version,
        played=None if played is None else played_view(match, played, viewer, names, language),
        view=match.game.view(match.state, viewer),
        standings=match.standings(viewer),
        pending=match.pending,
    )
