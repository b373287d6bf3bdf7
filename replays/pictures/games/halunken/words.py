"""The words of a picture of Halunken und Spelunken, from the files in ``locales``."""

from typing import Final

from domain.games.halunken.meta import TEXTS
from domain.kernel.words import Texts

WORDS: Final = Texts("replays.pictures.games.halunken", TEXTS)
