"""Where the drawing of a game is: in ``replays/pictures/games``, or in the package of one of another distribution."""

from importlib.util import find_spec
from typing import Final

from domain.kernel.packages import is_built_in, module_of

_FOLDER: Final = "replays.pictures.games"

_NAME: Final = "pictures"
"""What it is called in a game's own package."""


def drawing_module(key: str, name: str = "") -> str | None:
    """The module, or the module `name` in it, that draws the game called `key`; None where it has none."""
    if not is_built_in(key):
        return module_of(key, f"{_NAME}.{name}" if name else _NAME)
    full = f"{_FOLDER}.{key}.{name}" if name else f"{_FOLDER}.{key}"
    try:
        return full if find_spec(full) is not None else None
    except ModuleNotFoundError:  # what it lies in is a module, or isn't there
        return None
