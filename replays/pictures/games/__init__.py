"""One module, or package, a game, named by its key: it has ``draw(scene)``, which gives the text of an SVG document."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeAlias

import replays.pictures.games
from replays.pictures.scene import Scene

Draw: TypeAlias = Callable[[Scene], str]


class NoPicture(LookupError):  # noqa: N818  # what it is
    """Nobody has drawn that game yet."""


@cache
def drawer_of(key: str) -> Draw:
    """What draws the game called `key`.

    Raises:
        NoPicture: there is nothing that does.
    """
    if key not in {module.name for module in iter_modules(replays.pictures.games.__path__)}:
        raise NoPicture(key)
    draw: Draw = import_module(f"replays.pictures.games.{key}").draw
    return draw


def picture(scene: Scene) -> str:
    """The picture of `scene`: an SVG document.

    Raises:
        NoPicture: nobody has drawn the game yet.
    """
    return drawer_of(scene.game)(scene)
