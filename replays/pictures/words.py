"""The words that the pictures of all games share, from the files in ``locales``."""

from typing import Final

from domain.kernel.languages import Language
from domain.kernel.words import KERNEL, Texts

WORDS: Final = Texts("replays.pictures", KERNEL)


def say(language: Language, phrase: str, **words: object) -> str:
    """One of the words, filled in."""
    return WORDS[language](phrase, **words)
