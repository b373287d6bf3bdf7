"""The options of Klunker in words."""

from typing import Final

from domain.games.klunker.actions import KlunkerDealing
from domain.kernel.setup_words import DEALING, Bilingual, OptionValue, OptionWords

SETUP_WORDS: Final = (
    OptionWords(
        "dealing",
        DEALING,
        (
            OptionValue(
                KlunkerDealing.SECRET,
                Bilingual(
                    "Your own cards, hands secret: a card is recorded when it is shown.",
                    "Le vostre carte, mani segrete: una carta si registra quando viene mostrata.",
                ),
            ),
            OptionValue(
                KlunkerDealing.OPEN,
                Bilingual(
                    "Your own cards, all recorded: whoever records types in every hand that is dealt.",
                    "Le vostre carte, tutte registrate: chi registra inserisce ogni mano distribuita.",
                ),
            ),
            OptionValue(
                KlunkerDealing.SERVER,
                Bilingual(
                    "No cards needed: the service shuffles and deals, and everybody holds a phone.",
                    "Senza carte: il servizio mescola e distribuisce, e ognuno tiene un telefono.",
                ),
            ),
        ),
    ),
)
