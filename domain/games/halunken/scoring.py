"""Who is ahead (H4)."""

from collections import Counter

from domain.games.halunken.events import HalunkenPhase
from domain.games.halunken.meta import COLOUR, COLOUR_RANK, WORTH, Rogue, RogueColour
from domain.games.halunken.state import HalunkenState
from domain.kernel.standing import Standing, ranked
from domain.kernel.viewer import Viewer


def doubled(crew: tuple[Rogue, ...]) -> RogueColour | None:
    """The colour that counts double: most cards, then most points, then the higher one by H5.2 (H4.2)."""
    cards = Counter(COLOUR[rogue] for rogue in crew)
    points = Counter[RogueColour]()
    for rogue in crew:
        points[COLOUR[rogue]] += WORTH[rogue]
    return max(cards, key=lambda colour: (cards[colour], points[colour], COLOUR_RANK[colour]), default=None)


def score(crew: tuple[Rogue, ...]) -> int:
    """The sum of the crew's values, those of one colour twice (H4.2)."""
    twice = doubled(crew)
    return sum(WORTH[rogue] * (2 if COLOUR[rogue] is twice else 1) for rogue in crew)


def standings(state: HalunkenState, _viewer: Viewer) -> tuple[Standing, ...]:
    """Most points win, and equal points share the victory (H4.3). All crews lie open."""
    return ranked(
        scores=[score(player.crew) for player in state.seats],
        tie_breaks=[() for _ in state.seats],
        better=lambda points, _: points,
        ended=state.phase is HalunkenPhase.FINISHED,
    )
