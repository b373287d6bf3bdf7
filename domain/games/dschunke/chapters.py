"""The phases of a round of Dschunke, as its rulebook counts them."""

from typing import Final

from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.state import DschunkeState
from domain.kernel.chapter import Chapter, Phase

_SET_UP: Final = Phase("set_up", "The set-up", "La preparazione")
_MARKET: Final = Phase("market", "The market card", "La carta mercato")
_ACT: Final = Phase("act", "Actions", "Le azioni")
_SUPPLY: Final = Phase("supply", "Supplies", "Il rifornimento")
_OFFER: Final = Phase("offer", "The sale", "La vendita")
_END: Final = Phase("end", "The end", "La fine")

_PHASES: Final = {
    DschunkePhase.SHUFFLE: _SET_UP,
    DschunkePhase.DEAL: _SET_UP,
    DschunkePhase.PLACE: _SET_UP,
    DschunkePhase.SHOW: _SET_UP,
    DschunkePhase.MARKET: _MARKET,
    DschunkePhase.SWAP: _MARKET,
    DschunkePhase.EVENT: _MARKET,
    DschunkePhase.ACT: _ACT,
    DschunkePhase.EXTRA: _ACT,
    DschunkePhase.SUPPLY: _SUPPLY,
    DschunkePhase.OFFER: _OFFER,
    DschunkePhase.PRIZE: _OFFER,
    DschunkePhase.SHOW_SPECIALS: _END,
    DschunkePhase.FINISHED: _END,
}


def chapter(state: DschunkeState) -> Chapter:
    """The round and phase of `state` (D2, D4-D8)."""
    return Chapter(state.round, _PHASES[state.phase])
