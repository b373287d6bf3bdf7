"""The words of a picture of chess, from the files in ``locales``."""

from typing import Final

from domain.games.chess.meta import TEXTS
from domain.kernel.words import Texts

WORDS: Final = Texts("replays.pictures.games.chess", TEXTS)
