"""The options of Halunken und Spelunken in words."""

from typing import Final

from domain.games.halunken.actions import HalunkenDealing, HalunkenMode
from domain.kernel.setup_words import DEALING, Bilingual, OptionValue, OptionWords

SETUP_WORDS: Final = (
    OptionWords(
        "mode",
        Bilingual("Variant", "Variante"),
        (
            OptionValue(HalunkenMode.STANDARD, Bilingual("With Black Jack", "Con Black Jack"), seats=(3, 4)),
            OptionValue(HalunkenMode.TWO_PLAYERS, Bilingual("For two", "In due"), seats=(2,)),
            OptionValue(HalunkenMode.INTRODUCTORY, Bilingual("Introductory", "Introduttiva"), seats=(3, 4)),
        ),
    ),
    OptionWords(
        "dealing",
        DEALING,
        (
            OptionValue(
                HalunkenDealing.TABLE,
                Bilingual(
                    "Your own cards: each card that is turned up is recorded.",
                    "Le vostre carte: si registra ogni carta che viene scoperta.",
                ),
            ),
            OptionValue(
                HalunkenDealing.SERVER,
                Bilingual(
                    "No cards needed: the service shuffles and turns them up.",
                    "Senza carte: il servizio le mescola e le scopre.",
                ),
            ),
        ),
    ),
)
