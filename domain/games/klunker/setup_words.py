"""The options of Klunker."""

from typing import Final

from domain.games.klunker.actions import KlunkerDealing
from domain.kernel.setup_words import OptionValue, OptionWords

SETUP_WORDS: Final = (
    OptionWords(
        "dealing",
        (OptionValue(KlunkerDealing.SECRET), OptionValue(KlunkerDealing.OPEN), OptionValue(KlunkerDealing.SERVER)),
    ),
)
