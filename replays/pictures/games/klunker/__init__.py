"""Pictures of Klunker."""

from replays.pictures.games.klunker import compact
from replays.pictures.games.klunker.table import KlunkerTable
from replays.pictures.scene import Layout, Scene


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return compact.draw(scene) if scene.layout is Layout.COMPACT else KlunkerTable(scene).drawn()
