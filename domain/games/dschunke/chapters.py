"""The phases of a round of Dschunke, as its rulebook counts them."""

from typing import Final

from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.state import DschunkeState
from domain.kernel.chapter import END, Chapter, Phase

_SET_UP: Final = Phase("set_up")
_MARKET: Final = Phase("market")
_ACT: Final = Phase("act")
_SUPPLY: Final = Phase("supply")
_OFFER: Final = Phase("offer")

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
    DschunkePhase.SHOW_SPECIALS: END,
    DschunkePhase.FINISHED: END,
}


def chapter(state: DschunkeState) -> Chapter:
    """The round and phase of `state` (D2, D4-D8)."""
    return Chapter(state.round, _PHASES[state.phase])
