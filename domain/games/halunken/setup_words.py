"""The options of Halunken und Spelunken in words."""

from typing import Final

from domain.games.halunken.actions import HalunkenDealing, HalunkenMode
from domain.kernel.setup_words import DEALING, Choice, OptionWords, Words

SETUP_WORDS: Final = (
    OptionWords(
        "mode",
        Words("Variant", "Variante"),
        (
            Choice(HalunkenMode.STANDARD, Words("With Black Jack", "Con Black Jack"), seats=(3, 4)),
            Choice(HalunkenMode.TWO_PLAYERS, Words("For two", "In due"), seats=(2,)),
            Choice(HalunkenMode.INTRODUCTORY, Words("Introductory", "Introduttiva"), seats=(3, 4)),
        ),
    ),
    OptionWords(
        "dealing",
        DEALING,
        (
            Choice(
                HalunkenDealing.TABLE,
                Words(
                    "Your own cards: each card that is turned up is recorded.",
                    "Le vostre carte: si registra ogni carta che viene scoperta.",
                ),
            ),
            Choice(
                HalunkenDealing.SERVER,
                Words(
                    "No cards needed: the service shuffles and turns them up.",
                    "Senza carte: il servizio le mescola e le scopre.",
                ),
            ),
        ),
    ),
)
