"""The drawings of games: a module or package here, named by the key, has ``draw(scene)``, which gives an SVG document.

A game of another distribution has it in its own package, as the module or package ``pictures``. A game without one is
drawn from the fields of its view, by :mod:`replays.pictures.general`. A drawing for two that turns, so that who looks
sits below, says so with ``TWO_SIDED = True``.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from replays.pictures.drawing_module import drawing_module
from replays.pictures.scene import Scene

Draw: TypeAlias = Callable[[Scene], str]


@cache
def drawer_of(key: str) -> Draw:
    """What draws the game called `key`."""
    draw: Draw = _module(key).draw
    return draw


@cache
def is_two_sided(key: str) -> bool:
    """Whether the picture of the game called `key` is turned for seat 1."""
    return getattr(_module(key), "TWO_SIDED", False)


def picture(scene: Scene) -> str:
    """The picture of `scene`: an SVG document."""
    return drawer_of(scene.game)(scene)


def _module(key: str) -> Any:
    return import_module(drawing_module(key) or "replays.pictures.general")
