"""The options of Halunken und Spelunken in words."""

from typing import Final

from domain.games.halunken.actions import HalunkenDealing, HalunkenMode
from domain.kernel.setup_words import DEALING, OptionValue, OptionWords, Words

SETUP_WORDS: Final = (
    OptionWords(
        "mode",
        Words("Variant", "Variante"),
        (
            OptionValue(HalunkenMode.STANDARD, Words("With Black Jack", "Con Black Jack"), seats=(3, 4)),
            OptionValue(HalunkenMode.TWO_PLAYERS, Words("For two", "In due"), seats=(2,)),
            OptionValue(HalunkenMode.INTRODUCTORY, Words("Introductory", "Introduttiva"), seats=(3, 4)),
        ),
    ),
    OptionWords(
        "dealing",
        DEALING,
        (
            OptionValue(
                HalunkenDealing.TABLE,
                Words(
                    "Your own cards: each card that is turned up is recorded.",
                    "Le vostre carte: si registra ogni carta che viene scoperta.",
                ),
            ),
            OptionValue(
                HalunkenDealing.SERVER,
                Words(
                    "No cards needed: the service shuffles and turns them up.",
                    "Senza carte: il servizio le mescola e le scopre.",
                ),
            ),
        ),
    ),
)
