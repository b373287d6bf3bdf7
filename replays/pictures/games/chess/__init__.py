"""Pictures of chess."""

from replays.pictures.games.chess.table import ChessTable
from replays.pictures.scene import Scene


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return ChessTable(scene).drawn()
