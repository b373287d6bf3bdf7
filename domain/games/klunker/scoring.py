"""Who is ahead (K8)."""

from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.state import KlunkerState
from domain.kernel.standing import Standing, ranked
from domain.kernel.viewer import Viewer


def standings(state: KlunkerState, _viewer: Viewer) -> tuple[Standing, ...]:
    """Banknotes (K8.1); a tie goes to fewer cards in safe and showcase together (K8.2). All of it is open."""
    return ranked(
        scores=[player.banknotes for player in state.seats],
        tie_breaks=[(sum(player.safe) + sum(player.showcase),) for player in state.seats],
        better=lambda banknotes, cards: (banknotes, -cards[0]),
        ended=state.phase is KlunkerPhase.FINISHED,
    )
