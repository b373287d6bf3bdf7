"""The options of Dschunke."""

from typing import Final

from domain.games.dschunke.actions import DschunkeDealing, DschunkeOpening, DschunkeSetup
from domain.kernel.setup_words import OptionValue, OptionWords

SETUP_WORDS: Final = (
    OptionWords(
        "setup",
        (
            OptionValue(DschunkeSetup.STANDARD, seats=(3, 4)),
            OptionValue(DschunkeSetup.FIXED, seats=(2,)),
            OptionValue(DschunkeSetup.LEFT_NEIGHBOUR, seats=(3, 4)),
            OptionValue(DschunkeSetup.FREE),
        ),
    ),
    OptionWords(
        "opening_hands",
        (
            OptionValue(DschunkeOpening.CHOSEN),
            OptionValue(DschunkeOpening.BY_KIND, seats=(3, 4)),
        ),
    ),
    OptionWords(
        "wandering_merchants",
        (
            OptionValue(value=False, seats=(3, 4)),
            OptionValue(value=True),
        ),
    ),
    OptionWords(
        "dealing",
        (OptionValue(DschunkeDealing.SECRET), OptionValue(DschunkeDealing.OPEN), OptionValue(DschunkeDealing.SERVER)),
    ),
)
