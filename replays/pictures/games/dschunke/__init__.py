"""Pictures of Dschunke."""

from replays.pictures.games.dschunke.table import DschunkeTable
from replays.pictures.scene import Scene


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return DschunkeTable(scene).drawn()
