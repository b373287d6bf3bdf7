"""Who is ahead (H4)."""

from domain.games.halunken.events import HalunkenPhase
from domain.games.halunken.meta import COLOUR, WORTH
from domain.games.halunken.state import HalunkenSeat, HalunkenState
from domain.kernel.standing import Standing, ranked
from domain.kernel.viewer import Viewer


def score(player: HalunkenSeat) -> int:
    """The sum of the crew's values, those of one colour twice (H4.2)."""
    twice = player.doubled
    return sum(WORTH[rogue] * (2 if COLOUR[rogue] is twice else 1) for rogue in player.crew)


def standings(state: HalunkenState, _viewer: Viewer) -> tuple[Standing, ...]:
    """Most points win, and equal points share the victory (H4.3). All crews lie open."""
    return ranked(
        scores=[score(player) for player in state.seats],
        tie_breaks=[() for _ in state.seats],
        better=lambda points, _: points,
        ended=state.phase is HalunkenPhase.FINISHED,
    )
