"""The options of Dschunke in words."""

from typing import Final

from domain.games.dschunke.actions import DschunkeDealing, DschunkeOpening, DschunkeSetup
from domain.kernel.setup_words import DEALING, Bilingual, OptionValue, OptionWords

SETUP_WORDS: Final = (
    OptionWords(
        "setup",
        Bilingual("First bars on the junks", "Prime barre sulle giunche"),
        (
            OptionValue(
                DschunkeSetup.STANDARD, Bilingual("None, the usual way", "Nessuna, come al solito"), seats=(3, 4)
            ),
            OptionValue(DschunkeSetup.FIXED, Bilingual("In fixed places", "In posti fissi"), seats=(2,)),
            OptionValue(
                DschunkeSetup.LEFT_NEIGHBOUR,
                Bilingual("Placed by the left neighbour", "Messe dal vicino di sinistra"),
                seats=(3, 4),
            ),
            OptionValue(DschunkeSetup.FREE, Bilingual("Placed by all others", "Messe da tutti gli altri")),
        ),
    ),
    OptionWords(
        "opening_hands",
        Bilingual("First cards in hand", "Prime carte in mano"),
        (
            OptionValue(
                DschunkeOpening.CHOSEN, Bilingual("Chosen, shuffled and dealt", "Scelte, mescolate e distribuite")
            ),
            OptionValue(
                DschunkeOpening.BY_KIND,
                Bilingual("The same number of each good", "Lo stesso numero di ogni merce"),
                seats=(3, 4),
            ),
        ),
    ),
    OptionWords(
        "wandering_merchants",
        Bilingual("Merchants", "Mercanti"),
        (
            OptionValue(value=False, words=Bilingual("Stay where they are", "Restano dove sono"), seats=(3, 4)),
            OptionValue(value=True, words=Bilingual("Wander, as with two players", "Si spostano, come in due")),
        ),
    ),
    OptionWords(
        "dealing",
        DEALING,
        (
            OptionValue(
                DschunkeDealing.SECRET,
                Bilingual(
                    "Your own cards, hands secret: a card is recorded when it is shown.",
                    "Le vostre carte, mani segrete: una carta si registra quando viene mostrata.",
                ),
            ),
            OptionValue(
                DschunkeDealing.OPEN,
                Bilingual(
                    "Your own cards, the first hands recorded: whoever records types them in.",
                    "Le vostre carte, prime mani registrate: le inserisce chi registra.",
                ),
            ),
            OptionValue(
                DschunkeDealing.SERVER,
                Bilingual(
                    "No cards needed: the service shuffles and deals, and everybody holds a phone.",
                    "Senza carte: il servizio mescola e distribuisce, e ognuno tiene un telefono.",
                ),
            ),
        ),
    ),
)
