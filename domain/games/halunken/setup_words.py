"""The options of Halunken und Spelunken."""

from typing import Final

from domain.games.halunken.actions import HalunkenDealing, HalunkenMode
from domain.kernel.setup_words import OptionValue, OptionWords

SETUP_WORDS: Final = (
    OptionWords(
        "mode",
        (
            OptionValue(HalunkenMode.STANDARD, seats=(3, 4)),
            OptionValue(HalunkenMode.TWO_PLAYERS, seats=(2,)),
            OptionValue(HalunkenMode.INTRODUCTORY, seats=(3, 4)),
        ),
    ),
    OptionWords(
        "dealing",
        (
            OptionValue(HalunkenDealing.TABLE),
            OptionValue(HalunkenDealing.SERVER),
        ),
    ),
)
