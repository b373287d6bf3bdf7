"""Pictures of Klunker."""

from replays.pictures.games.klunker.table import KlunkerTable
from replays.pictures.scene import Scene


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return KlunkerTable(scene).drawn()
