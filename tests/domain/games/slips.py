"""Sample matches with one slip put in: what the rules refuse is recorded as it was played, and the match goes on."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from domain.kernel.errors import RuleViolation
from domain.kernel.game import AnyGame
from domain.registry import GAMES
from tests.domain.games.play import Step, on_wire, played
from tests.domain.games.support import SAMPLES, Table, setup


class Sample:
    """A sample match: its actions, its steps by the rules, and how it ends."""

    def __init__(self, name: str) -> None:
        told = json.loads(next(path for path in SAMPLES if path.stem == name).read_text(encoding="utf-8"))
        self.game: AnyGame = GAMES[told["game"]]
        self.actions = [on_wire(self.game, action) for action in told["actions"]]
        self.end: dict[str, Any] = told["end"]
        self.seats: int = told["seats"]
        self.options: dict[str, Any] = told["options"]
        self._state = self.game.initial(setup(self.game, self.seats, self.options))

    def steps(self) -> Iterator[Step]:
        """Each action, with the states around it."""
        state = self._state
        for number, action in enumerate(self.actions, start=1):
            step = played(self.game, state, action, number)
            yield step
            state = step.after


def refused(table: Table, action: Any) -> bool:
    """Whether the rules refuse `action` now."""
    try:
        table.game.decide(table.state, action)
    except RuleViolation:
        return True
    return False


def proposed(table: Table, action: Any) -> Sequence[tuple[Any, ...]]:
    """What the game proposes for an action that it refuses."""
    assert refused(table, action)
    game: Any = table.game
    found: Sequence[tuple[Any, ...]] = game.proposals(table.state, action)
    return found


def as_it_was(table: Table, changes: tuple[Any, ...]) -> Any:
    """The adjust with these changes."""
    game: Any = table.game
    return game.adjust_type(reason="So it was played.", changes=changes)


def plays_somehow(table: Table, action: Any) -> None:
    """Play `action`; where the rules refuse it, after the likeliest proposal, or that alone if it leaves the same."""
    if refused(table, action):
        table.plays(as_it_was(table, proposed(table, action)[0]))
    if not refused(table, action):
        table.plays(action)
