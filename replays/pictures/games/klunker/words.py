"""The words of a picture of Klunker, from the files in ``locales``."""

from typing import Final

from domain.games.klunker.meta import TEXTS
from domain.kernel.words import Texts

WORDS: Final = Texts("replays.pictures.games.klunker", TEXTS)
