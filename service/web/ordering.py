"""The order in which people look for names."""

import re
import unicodedata

from domain.kernel.languages import Language
from domain.kernel.titles import game_title
from domain.registry import GAMES


def name_order(name: str) -> tuple[tuple[str | int, ...], str]:
    """A key to sort by: capitals and accents don't count, and a number within a name counts as one: 2, 10."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one))
    parts = re.split("([0-9]+)", plain)
    return tuple(int(part) if place % 2 else part for place, part in enumerate(parts)), name


def games_by_title(language: Language) -> list[str]:
    """The keys of all games, in the order of what `language` calls them."""
    return sorted(GAMES, key=lambda key: name_order(game_title(GAMES[key], language)))
