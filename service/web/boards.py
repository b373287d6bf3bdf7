"""The table of a match, drawn for wide screens and for narrow ones."""

from msgspec import Struct
from msgspec.structs import replace

from replays.pictures.games import picture
from replays.pictures.scene import Layout, Scene


class BoardPair(Struct, frozen=True):
    """The table at a step, for a wide screen and for a narrow one: the style sheet shows one of them."""

    wide: str
    narrow: str


def boards_of(scene: Scene, wide: Layout = Layout.LANDSCAPE) -> BoardPair:
    """`scene` for wide and narrow screens."""
    return BoardPair(*(picture(replace(scene, layout=layout)) for layout in (wide, Layout.COMPACT)))
