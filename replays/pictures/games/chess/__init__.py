"""Pictures of chess."""

from typing import Final

from replays.pictures.games.chess.table import ChessTable
from replays.pictures.scene import Scene

TWO_SIDED: Final = True
"""Whose eyes it is drawn for sits below."""


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return ChessTable(scene).drawn()
