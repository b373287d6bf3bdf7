"""The options of Dschunke in words."""

from typing import Final

from domain.games.dschunke.actions import DschunkeDealing, DschunkeOpening, DschunkeSetup
from domain.kernel.setup_words import DEALING, OptionValue, OptionWords, Words

SETUP_WORDS: Final = (
    OptionWords(
        "setup",
        Words("First bars on the junks", "Prime barre sulle giunche"),
        (
            OptionValue(DschunkeSetup.STANDARD, Words("None, the usual way", "Nessuna, come al solito"), seats=(3, 4)),
            OptionValue(DschunkeSetup.FIXED, Words("In fixed places", "In posti fissi"), seats=(2,)),
            OptionValue(
                DschunkeSetup.LEFT_NEIGHBOUR,
                Words("Placed by the left neighbour", "Messe dal vicino di sinistra"),
                seats=(3, 4),
            ),
            OptionValue(DschunkeSetup.FREE, Words("Placed by all others", "Messe da tutti gli altri")),
        ),
    ),
    OptionWords(
        "opening_hands",
        Words("First cards in hand", "Prime carte in mano"),
        (
            OptionValue(DschunkeOpening.CHOSEN, Words("Chosen, shuffled and dealt", "Scelte, mescolate e distribuite")),
            OptionValue(
                DschunkeOpening.BY_KIND,
                Words("The same number of each good", "Lo stesso numero di ogni merce"),
                seats=(3, 4),
            ),
        ),
    ),
    OptionWords(
        "wandering_merchants",
        Words("Merchants", "Mercanti"),
        (
            OptionValue(value=False, words=Words("Stay where they are", "Restano dove sono"), seats=(3, 4)),
            OptionValue(value=True, words=Words("Wander, as with two players", "Si spostano, come in due")),
        ),
    ),
    OptionWords(
        "dealing",
        DEALING,
        (
            OptionValue(
                DschunkeDealing.SECRET,
                Words(
                    "Your own cards, hands secret: a card is recorded when it is shown.",
                    "Le vostre carte, mani segrete: una carta si registra quando viene mostrata.",
                ),
            ),
            OptionValue(
                DschunkeDealing.OPEN,
                Words(
                    "Your own cards, the first hands recorded: whoever records types them in.",
                    "Le vostre carte, prime mani registrate: le inserisce chi registra.",
                ),
            ),
            OptionValue(
                DschunkeDealing.SERVER,
                Words(
                    "No cards needed: the service shuffles and deals, and everybody holds a phone.",
                    "Senza carte: il servizio mescola e distribuisce, e ognuno tiene un telefono.",
                ),
            ),
        ),
    ),
)
