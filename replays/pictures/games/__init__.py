"""The drawings of games: a module or package here, named by the key, has ``draw(scene)``, which gives an SVG document.

A game without one is drawn from the fields of its view, by :mod:`replays.pictures.general`.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeAlias

import replays.pictures.games
from replays.pictures.scene import Scene

Draw: TypeAlias = Callable[[Scene], str]


@cache
def drawer_of(key: str) -> Draw:
    """What draws the game called `key`."""
    if key not in {module.name for module in iter_modules(replays.pictures.games.__path__)}:
        return _draw_of("replays.pictures.general")
    return _draw_of(f"replays.pictures.games.{key}")


def _draw_of(module: str) -> Draw:
    draw: Draw = import_module(module).draw
    return draw


def picture(scene: Scene) -> str:
    """The picture of `scene`: an SVG document."""
    return drawer_of(scene.game)(scene)
