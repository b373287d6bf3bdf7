"""The words of a picture of Dschunke, from the files in ``locales``."""

from typing import Final

from domain.games.dschunke.meta import BONUS8, BONUS12, TEXTS
from domain.games.dschunke.words import card_name, card_parts
from domain.kernel.languages import Language
from domain.kernel.words import Texts

WORDS: Final = Texts("replays.pictures.games.dschunke", TEXTS)


def short_name(card: str, seats: int, language: Language) -> str:
    """A special card in few words, with what it brings and asks for (D9.5, D9.8, D9.9, D10.8)."""
    say, parts = WORDS[language], card_parts(card)
    if card in BONUS8:
        return say("eight", **parts, n=3 if seats == 2 else 8)
    if card in BONUS12:
        return say("twelve", **parts, n=4 if seats == 2 else 12)
    return card_name(card, language)
