"""The drawings of games: a module or package here, named by the key, has ``draw(scene)``, which gives an SVG document.

A game of another distribution has it in its own package, as the module or package ``pictures``. A game without one is
drawn from the fields of its view, by :mod:`replays.pictures.general`.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TypeAlias

from replays.pictures.drawing_module import drawing_module
from replays.pictures.scene import Scene

Draw: TypeAlias = Callable[[Scene], str]


@cache
def drawer_of(key: str) -> Draw:
    """What draws the game called `key`."""
    draw: Draw = import_module(drawing_module(key) or "replays.pictures.general").draw
    return draw


def picture(scene: Scene) -> str:
    """The picture of `scene`: an SVG document."""
    return drawer_of(scene.game)(scene)
