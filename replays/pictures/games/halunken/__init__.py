"""Pictures of Halunken und Spelunken."""

from replays.pictures.games.halunken import compact
from replays.pictures.games.halunken.table import HalunkenTable
from replays.pictures.scene import Layout, Scene


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return compact.draw(scene) if scene.layout is Layout.COMPACT else HalunkenTable(scene).drawn()
