"""The parts of a match that its players have names for: rounds, and phases within them."""

from typing import Final

from msgspec import Struct


class Phase(Struct, frozen=True):
    """A phase of a round, or of the set-up: its key is stable, and the game's words have a title ``phase_<key>``."""

    key: str


class Chapter(Struct, frozen=True):
    """Where in a match a position is: the phase of a round.

    Rounds count from 1; 0 is before the first, or in a match without rounds.
    """

    round: int
    phase: Phase


PLAY: Final = Phase("play")
"""The phase of all positions of a game that has none of its own."""

END: Final = Phase("end")
"""The phase of the last position."""
