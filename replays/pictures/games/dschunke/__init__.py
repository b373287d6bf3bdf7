"""Pictures of Dschunke."""

from replays.pictures.games.dschunke import compact
from replays.pictures.games.dschunke.table import DschunkeTable
from replays.pictures.scene import Layout, Scene


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return compact.draw(scene) if scene.layout is Layout.COMPACT else DschunkeTable(scene).drawn()
