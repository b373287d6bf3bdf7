"""The phases of a round of Halunken und Spelunken."""

from typing import Final

from domain.games.halunken.events import HalunkenPhase
from domain.games.halunken.state import HalunkenState
from domain.kernel.chapter import END, Chapter, Phase

_SET_UP: Final = Phase("set_up")
_AUCTION: Final = Phase("auction")
_CHOOSE: Final = Phase("choose")
_MOVE: Final = Phase("move")

_PHASES: Final = {
    HalunkenPhase.PLACE_CAPTAIN: _SET_UP,
    HalunkenPhase.DRAW: _SET_UP,
    HalunkenPhase.OPEN: _SET_UP,
    HalunkenPhase.PLACE_BLACK_JACK: _SET_UP,
    HalunkenPhase.BIDDING: _AUCTION,
    HalunkenPhase.AUCTION: _AUCTION,
    HalunkenPhase.CHOOSE: _CHOOSE,
    HalunkenPhase.SHOWN: _MOVE,
    HalunkenPhase.TURN_BLACK_JACK: _MOVE,
    HalunkenPhase.NAME_RUM: _MOVE,
    HalunkenPhase.MOVE: _MOVE,
    HalunkenPhase.ARRIVE: _MOVE,
    HalunkenPhase.OVERTAKE: _MOVE,
    HalunkenPhase.STEAL: _MOVE,
    HalunkenPhase.SURRENDER: _MOVE,
    HalunkenPhase.MAKE_ROOM: _MOVE,
    HalunkenPhase.DISPLACE: _MOVE,
    HalunkenPhase.BETWEEN_ROUNDS: _MOVE,
    HalunkenPhase.FINISHED: END,
}


def chapter(state: HalunkenState) -> Chapter:
    """The round and phase of `state` (H2, H3, H5.3)."""
    return Chapter(state.round, _PHASES[state.phase])
