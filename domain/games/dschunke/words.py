"""The words for what is in the box, in English and Italian."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from domain.games.dschunke.meta import (
    BONUS8,
    BONUS12,
    DRAW,
    EXTRA_SUPPLY,
    LOAD,
    MIXED,
    MOVE,
    SELLS,
    TWO_GOODS,
    WINS_TIES,
    DschunkeJunk,
    DschunkePile,
    DschunkeSource,
    DschunkeWorker,
)
from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.languages import Language
from domain.kernel.words import listed

GOOD_NAMES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        DschunkeSource.SPICES: "spices",
        DschunkeSource.VEGETABLES: "vegetables",
        DschunkeSource.FISH: "fish",
        DschunkeSource.RICE: "rice",
        DschunkeSource.MIXED: "from the mixed pile",
    },
    "it": {
        DschunkeSource.SPICES: "spezie",
        DschunkeSource.VEGETABLES: "verdure",
        DschunkeSource.FISH: "pesce",
        DschunkeSource.RICE: "riso",
        DschunkeSource.MIXED: "dal mazzo misto",
    },
}

JUNK_NAMES: Final[dict[Language, dict[DschunkeJunk, str]]] = {
    "en": {
        DschunkeJunk.GREY: "grey",
        DschunkeJunk.ORANGE: "orange",
        DschunkeJunk.VIOLET: "violet",
        DschunkeJunk.BROWN: "brown",
        DschunkeJunk.WHITE: "white",
    },
    "it": {
        DschunkeJunk.GREY: "grigia",
        DschunkeJunk.ORANGE: "arancione",
        DschunkeJunk.VIOLET: "viola",
        DschunkeJunk.BROWN: "marrone",
        DschunkeJunk.WHITE: "bianca",
    },
}

WORKER_NAMES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        DschunkeWorker.GREEN: "the green merchant",
        DschunkeWorker.YELLOW: "the yellow merchant",
        DschunkeWorker.VIOLET: "the violet merchant",
        DschunkeWorker.ASSISTANT_3_4: "the 3/4 assistant",
        DschunkeWorker.ASSISTANT_4: "the 4 assistant",
    },
    "it": {
        DschunkeWorker.GREEN: "il mercante verde",
        DschunkeWorker.YELLOW: "il mercante giallo",
        DschunkeWorker.VIOLET: "il mercante viola",
        DschunkeWorker.ASSISTANT_3_4: "l'assistente 3/4",
        DschunkeWorker.ASSISTANT_4: "l'assistente 4",
    },
}

PILE_NAMES: Final[dict[Language, dict[DschunkePile, str]]] = {
    "en": {
        DschunkePile.SQUARE: "square",
        DschunkePile.CIRCLE: "circle",
        DschunkePile.TRIANGLE: "triangle",
        DschunkePile.STAR: "star",
    },
    "it": {
        DschunkePile.SQUARE: "quadrato",
        DschunkePile.CIRCLE: "cerchio",
        DschunkePile.TRIANGLE: "triangolo",
        DschunkePile.STAR: "stella",
    },
}


_CARDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        EXTRA_SUPPLY: "one more goods card",
        WINS_TIES: "wins ties",
        TWO_GOODS: "two goods",
        LOAD: "load a bar",
        DRAW: "draw goods",
        MOVE: "move a bar",
        HIDDEN: "a special card",
        UNKNOWN: "a special card",
    },
    "it": {
        EXTRA_SUPPLY: "una carta risorsa in più",
        WINS_TIES: "vince i pareggi",
        TWO_GOODS: "due risorse a scelta",
        LOAD: "carica una barra",
        DRAW: "pesca risorse",
        MOVE: "sposta una barra",
        HIDDEN: "una carta speciale",
        UNKNOWN: "una carta speciale",
    },
}

_ON_JUNKS: Final[dict[Language, tuple[str, str, str]]] = {
    "en": ("sell on the {0} junk", "8 yen for the {0} junk", "12 yen for the {0} and the {1} junk"),
    "it": (
        "vendita sulla giunca {0}",
        "8 yen per la giunca {0}",
        "12 yen per la giunca {0} e la giunca {1}",
    ),
}


def card_name(card: str, language: Language) -> str:
    """A special card in words."""
    names, (sale, eight, twelve) = JUNK_NAMES[language], _ON_JUNKS[language]
    if card in SELLS:
        return sale.format(names[SELLS[card]])
    if card in BONUS8:
        return eight.format(names[BONUS8[card]])
    if card in BONUS12:
        first, second = BONUS12[card]
        return twelve.format(names[first], names[second])
    return _CARDS[language][card]


def goods_listed(goods: Iterable[str], language: Language) -> str:
    """Goods in words: ``3x rice and fish``."""
    names, numbers = GOOD_NAMES[language], Counter(goods)
    mixed = numbers.pop(MIXED, 0)
    parts = [f"{n}x {names[good]}" if n > 1 else names[good] for good, n in numbers.items()]
    return listed([*parts, *([f"{mixed} {names[MIXED]}"] if mixed else [])], language)
