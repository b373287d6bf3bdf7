"""What is known of a match at one step: by the record, and by each viewer."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.by_type import after_all
from domain.kernel.game import AnyGame
from domain.kernel.places import put
from domain.kernel.viewer import RECORDER, Viewer


class Perspectives(Struct, frozen=True, gc=False):
    """The game's state at one step, as the record knows it, and as each viewer does.

    Cards that a seat held may be identified later (`CardsIdentified`). Only the record and that seat may know it, so
    from that step on the others look at states into which the same facts are folded without it.

    Attributes:
        state: as the record knows it.
        by_viewer: as each seat knows it, and last the public; empty where nothing was identified.
    """

    state: Any
    by_viewer: tuple[Any, ...] = ()

    def state_for(self, viewer: Viewer) -> Any:
        """The state as far as `viewer` knows it; what a view of it shows is the game's to say."""
        if viewer is RECORDER or not self.by_viewer:
            return self.state
        return self.by_viewer[viewer if isinstance(viewer, int) else -1]

    def after(self, game: AnyGame, facts: Sequence[Any]) -> "Perspectives":
        """What is known after `facts`, which happened at the table."""
        state = folded(game, self.state, facts)
        return (
            Perspectives(state, tuple([folded(game, other, facts) for other in self.by_viewer]))
            if self.by_viewer
            else Perspectives(state)
        )

    def after_identification(self, game: AnyGame, seats: int, seat: int, facts: Sequence[Any]) -> "Perspectives":
        """What is known after `facts`, which only the record and one of the `seats` learn."""
        by_viewer = self.by_viewer or (self.state,) * (seats + 1)
        return Perspectives(folded(game, self.state, facts), put(by_viewer, seat, folded(game, by_viewer[seat], facts)))


def folded(game: AnyGame, state: Any, facts: Sequence[Any]) -> Any:
    """`state` after `facts`."""
    return after_all(game.evolve, state, facts)
