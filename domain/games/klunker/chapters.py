"""The phases of a round of Klunker, as its rulebook counts them."""

from typing import Final

from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.state import KlunkerState
from domain.kernel.chapter import Chapter, Phase

_DEAL: Final = Phase("deal", "The deal", "La distribuzione")
_STOCK: Final = Phase("stock", "Filling the showcases", "Si riempiono le vetrine")
_STORE: Final = Phase("store", "Storing in the safes", "Si depone in cassaforte")
_BUY: Final = Phase("buy", "Buying from the showcases", "Si compra dalle vetrine")
_END: Final = Phase("end", "The end", "La fine")

_PHASES: Final = {
    KlunkerPhase.DEAL: _DEAL,
    KlunkerPhase.STOCK: _STOCK,
    KlunkerPhase.STORE: _STORE,
    KlunkerPhase.BUY: _BUY,
    KlunkerPhase.SELL: _BUY,
    KlunkerPhase.FINISHED: _END,
}


def chapter(state: KlunkerState) -> Chapter:
    """The round and phase of `state` (K3, K4, K6)."""
    return Chapter(state.round, _PHASES[state.phase])
