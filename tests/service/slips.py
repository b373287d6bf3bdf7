"""A whole match with one slip in it: a card was stored that came from elsewhere than the hand, and it stood."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.games.klunker import GAME
from domain.games.klunker.actions import KlunkerAction, KlunkerOptions
from domain.games.klunker.adjustments import KlunkerPlace
from domain.games.klunker.meta import JEWELS
from domain.games.klunker.state import KlunkerState
from domain.kernel.adjusting import HasAdjustments
from domain.kernel.errors import RuleViolation
from domain.kernel.game import Setup
from domain.kernel.pending import Finished
from tests.domain.games.play import folded
from tests.service.scenes import THREE


class Slip(Struct, frozen=True):
    """A log of actions as on the wire, with a slip.

    Attributes:
        before: what was done by the rules.
        stored: what the rules refuse then.
        changes: what gives the table as it was.
        after: what was done by the rules behind it, to the end.
        end: how it ended.
    """

    before: Sequence[dict[str, Any]]
    stored: dict[str, Any]
    changes: Sequence[dict[str, Any]]
    after: Sequence[dict[str, Any]]
    end: KlunkerState

    @property
    def adjust(self) -> dict[str, Any]:
        """The adjust that puts the table as it was."""
        return {"type": "adjust", "reason": "The card came from the showcase.", "changes": self.changes}


def slip() -> Slip:
    """The first one that can be put into the sample match, so that all that follows goes by the rules to the end."""
    return next(_slips(THREE["actions"]))


def _slips(wires: Sequence[dict[str, Any]]) -> Iterator[Slip]:
    """Before somebody passes who alone still stores, a card of the own showcase is stored."""
    assert isinstance(GAME, HasAdjustments)
    actions = [msgspec.convert(wire, KlunkerAction) for wire in wires]
    state = GAME.initial(Setup(THREE["seats"], msgspec.convert(THREE["options"], KlunkerOptions)))
    for index, (action, wire) in enumerate(zip(actions, wires, strict=True)):
        if wire["type"] == "pass" and len(state.order) == len(state.seats) - 1:
            for jewel in JEWELS:
                stored = {"type": "store", "seat": wire["seat"], "jewel": jewel.value}
                for changes in GAME.proposals(state, msgspec.convert(stored, KlunkerAction)):
                    adjust = GAME.adjust_type(reason="It stood.", changes=changes)
                    end = _end(state, [adjust, msgspec.convert(stored, KlunkerAction), *actions[index:]])
                    if end is not None and changes[0].from_.place is KlunkerPlace.SHOWCASE:
                        told = msgspec.to_builtins(adjust)["changes"]
                        yield Slip(wires[:index], stored, told, wires[index:], end)
        state = folded(GAME, state, GAME.decide(state, action))


def _end(state: KlunkerState, actions: Sequence[Any]) -> KlunkerState | None:
    """The state after all of `actions`, if the rules allow each and the game ends by the last."""
    for action in actions:
        try:
            state = folded(GAME, state, GAME.decide(state, action))
        except RuleViolation:
            return None
    return state if isinstance(GAME.pending(state), Finished) else None
