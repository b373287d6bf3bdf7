"""Pictures of Halunken und Spelunken."""

from replays.pictures.games.halunken.table import HalunkenTable
from replays.pictures.scene import Scene


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return HalunkenTable(scene).drawn()
