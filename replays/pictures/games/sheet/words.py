"""The words of a picture of a score sheet, from the files in ``locales``."""

from typing import Final

from domain.games.sheet.meta import TEXTS
from domain.kernel.words import Texts

WORDS: Final = Texts("replays.pictures.games.sheet", TEXTS)
