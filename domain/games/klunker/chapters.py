"""The phases of a round of Klunker, as its rulebook counts them."""

from typing import Final

from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.state import KlunkerState
from domain.kernel.chapter import END, Chapter, Phase

_DEAL: Final = Phase("deal")
_STOCK: Final = Phase("stock")
_STORE: Final = Phase("store")
_BUY: Final = Phase("buy")

_PHASES: Final = {
    KlunkerPhase.DEAL: _DEAL,
    KlunkerPhase.STOCK: _STOCK,
    KlunkerPhase.STORE: _STORE,
    KlunkerPhase.BUY: _BUY,
    KlunkerPhase.SELL: _BUY,
    KlunkerPhase.FINISHED: END,
}


def chapter(state: KlunkerState) -> Chapter:
    """The round and phase of `state` (K3, K4, K6)."""
    return Chapter(state.round, _PHASES[state.phase])
