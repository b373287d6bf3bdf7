"""Steps of a match that are meant whatever is corrected before them: each is identified by the action that led to it.

An anchor is :attr:`Ply.first_version` of that action. A correction before it moves the step and leaves the anchor; one
that takes the action away leaves the anchor without a step, until the action is restored.
"""

from collections.abc import Iterable
from typing import Final

from domain.match.events import ActionPlayed, ActionsRetracted, MatchEvent
from domain.match.match import Match

SETUP: Final = 0
"""The anchor of step 0, which no action led to."""


def anchor_of(match: Match, step: int) -> int:
    """The anchor of `step`, which the match has got to."""
    return match.line[step - 1].first_version if step else SETUP


def steps_by_anchor(match: Match) -> dict[int, int]:
    """The step of each anchor that stands."""
    return {SETUP: 0} | {ply.first_version: step for step, ply in enumerate(match.line, start=1)}


def last_steps(log: Iterable[tuple[int, MatchEvent]]) -> dict[int, int]:
    """The step that each anchor has, or had last, from the events of a match and their versions."""
    steps = {SETUP: 0}
    line: list[int] = []
    for version, event in log:
        if isinstance(event, ActionPlayed):
            line.append(version if event.repeats is None else event.repeats)
            steps[line[-1]] = len(line)
        elif isinstance(event, ActionsRetracted):
            del line[event.to_step :]
    return steps
