"""Frames: a match at a step as one viewer may know it, with what led there in words, and what changed."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import jsonpatch
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from domain.kernel.actions import RecorderAction
from domain.kernel.languages import Language
from domain.kernel.pending import Pending
from domain.kernel.standing import Standing
from domain.kernel.titles import title_of
from domain.kernel.viewer import Viewer
from domain.match.events import ActionPlayed
from domain.match.match import Match
from replays.stepper import Position


class PlayedView(Struct, frozen=True):
    """A played action as one viewer may know it.

    Attributes:
        type: the type of the action.
        seat: who acted; null for chance.
        action: as it was submitted, or drawn.
        outcome: everything that followed from it.
        sentence: the same in words.
        irregular: whether something was put otherwise than the rules would have it.
    """

    type: str
    seat: int | None
    action: Any
    outcome: tuple[Any, ...]
    at: datetime
    by: str
    played_at: datetime | None
    sentence: str
    irregular: bool = False


class ChapterTitle(Struct, frozen=True):
    """The round and phase in which an action was made.

    Attributes:
        round: counts from 1; 0 is before the first.
        phase: a stable name.
        title: the phase in words.
    """

    round: int
    phase: str
    title: str


class Part(Struct, frozen=True):
    """Steps that follow one another in the same round and phase.

    Attributes:
        chapter: that round and phase, in which their actions were made.
        first_step: where to jump to.
        last_step: the last one before the next phase.
    """

    chapter: ChapterTitle
    first_step: int
    last_step: int


class Frame(Struct, frozen=True):
    """One picture of a replay.

    Attributes:
        step: 0 is the set-up.
        version: that of the event that led here.
        chapter: the round and phase in which the action that led here was made, also where it ended them; at step 0
            the first ones.
        played: what led here; null at step 0.
        view: the table as the viewer knows it.
        changes: a JSON Patch (RFC 6902) that makes `view`, `standings` and `pending` of this frame out of those of the
            frame before; empty at step 0.
    """

    step: int
    version: int
    chapter: ChapterTitle
    played: PlayedView | None
    view: Any
    standings: tuple[Standing, ...]
    pending: Pending
    changes: tuple[dict[str, Any], ...]


class Narrator(Struct, frozen=True):
    """Renders frames in words: the names of the seats, and the language."""

    names: tuple[str, ...]
    language: Language


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
        irregular=isinstance(played.action, RecorderAction),
    )


class FrameContent(Struct, frozen=True):
    """What of a frame changes from step to step."""

    view: Any
    standings: tuple[Standing, ...]
    pending: Pending


def frame_content(position: Position, viewer: Viewer) -> FrameContent:
    """The table at `position` as `viewer` may know it."""
    return FrameContent(position.view(viewer), position.standings(viewer), position.pending)


def frame(position: Position, viewer: Viewer, narrator: Narrator, before: FrameContent | None) -> Frame:
    """`position` as `viewer` may know it; `before` is what was shown of the step before, None at step 0."""
    now, played = frame_content(position, viewer), position.played
    return Frame(
        step=position.step,
        version=position.version,
        chapter=chapter_title(position, narrator.language),
        played=None
        if played is None
        else played_view(position.match, played, viewer, narrator.names, narrator.language),
        view=now.view,
        standings=now.standings,
        pending=now.pending,
        changes=() if before is None else patch(before, now),
    )


def patch(before: FrameContent, now: FrameContent) -> tuple[dict[str, Any], ...]:
    """The operations (RFC 6902) that make `now` out of `before`."""
    return tuple(jsonpatch.make_patch(*_differing(to_builtins(before), to_builtins(now))).patch)


def _differing(before: Any, now: Any) -> tuple[Any, Any]:
    """Two objects without the fields in which they are the same, which most are: to compare those again takes long."""
    if not (isinstance(before, dict) and isinstance(now, dict)):
        return before, now
    old = {name: value for name, value in before.items() if name not in now or now[name] != value}
    new = {name: value for name, value in now.items() if name not in before or name in old}
    for name in old.keys() & new.keys():
        old[name], new[name] = _differing(old[name], new[name])
    return old, new


def chapter_title(position: Position, language: Language) -> ChapterTitle:
    """The round and phase of the action that led to `position`, in words."""
    chapter = position.chapter
    return ChapterTitle(
        chapter.round, chapter.phase.key, title_of(position.match.game, "phase", chapter.phase.key, language)
    )


def parts(positions: Iterable[Position], language: Language) -> list[Part]:
    """The chapters of a walk through a match, each with its steps, in order."""
    found: list[Part] = []
    for position in positions:
        title = chapter_title(position, language)
        if found and found[-1].chapter == title:
            found[-1] = replace(found[-1], last_step=position.step)
        else:
            found.append(Part(title, position.step, position.step))
    return found
