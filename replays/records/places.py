"""The steps that a match ever had, to which something may belong that was written beside it."""

from collections.abc import Sequence

from domain.match.anchors import SETUP
from domain.match.events import ActionPlayed, ActionsRetracted, CardsIdentified, MatchEvent


class Places:
    """The anchors of a match, each with the steps that it had at some time.

    Attributes:
        corrected: whether anything was retracted, or identified later: what was written before may have lost its place.
    """

    def __init__(self, log: Sequence[MatchEvent]) -> None:
        self._steps = {(SETUP, 0)}
        self.corrected = False
        line: list[int] = []
        for version, event in enumerate(log, start=1):
            if isinstance(event, ActionPlayed):
                line.append(version if event.repeats is None else event.repeats)
                self._steps.add((line[-1], len(line)))
            elif isinstance(event, ActionsRetracted):
                del line[event.to_step :]
                self.corrected = True
            elif isinstance(event, CardsIdentified):
                self.corrected = True

    def had(self, anchor: int, step: int) -> bool:
        """Whether the action that `anchor` tells led to `step` at some time."""
        return (anchor, step) in self._steps
