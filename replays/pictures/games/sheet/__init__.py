"""Pictures of the score sheet."""

from replays.pictures.games.sheet.table import SheetTable
from replays.pictures.scene import Scene


def draw(scene: Scene) -> str:
    """The picture of a position, in every layout a table."""
    return SheetTable(scene).drawn()
