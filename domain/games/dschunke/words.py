"""What is in the box, in words."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from domain.games.dschunke.meta import BONUS8, BONUS12, JUNKS, MIXED, SELLS, TEXTS, DschunkePile, DschunkeSource
from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.languages import Language
from domain.kernel.words import listed


def card_parts(card: str) -> dict[str, Any]:
    """A special card as words take it: which kind it is, and for which junks."""
    if card in SELLS:
        return {"card": "sale", "junk": SELLS[card], "other": ""}
    if card in BONUS8:
        return {"card": "eight", "junk": BONUS8[card], "other": ""}
    if card in BONUS12:
        first, second = BONUS12[card]
        return {"card": "twelve", "junk": first, "other": second}
    return {"card": HIDDEN if card == UNKNOWN else card, "junk": "", "other": ""}


def card_name(card: str, language: Language) -> str:
    """A special card in words."""
    return TEXTS[language]("special_card", **card_parts(card))


def good_names(language: Language) -> dict[str, str]:
    """The goods in words, and the mixed pile."""
    return TEXTS[language].names("good", "good", DschunkeSource)


def junk_names(language: Language) -> dict[str, str]:
    """The colours of the junks in words."""
    return TEXTS[language].names("junk", "junk", JUNKS)


def pile_names(language: Language) -> dict[str, str]:
    """The signs of the piles of special cards in words."""
    return TEXTS[language].names("pile", "pile", DschunkePile)


def worker_part(worker: str) -> str:
    """A merchant or an assistant as words take it: as on the wire, with a hyphen for the slash."""
    return worker.replace("/", "-")


def goods_listed(goods: Iterable[str], language: Language) -> str:
    """Goods in words: ``3× rice and fish``."""
    words, numbers = TEXTS[language], Counter(goods)
    mixed = numbers.pop(MIXED, 0)
    parts = [words("goods", good=good, n=n) for good, n in numbers.items()]
    return listed([*parts, *([words("from_mixed", n=mixed)] if mixed else [])], language)


def refusal_words(name: str, value: Any, language: Language) -> str:
    """What stands in a refusal, in words: goods, junks, piles, workers and special cards by name."""
    words = TEXTS[language]
    match name:
        case "goods":
            return goods_listed(value, language)
        case "cards":
            return listed((card_name(card, language) for card in value), language)
        case "card":
            return card_name(value, language)
        case "worker":
            return words("worker", worker=worker_part(value))
        case "good" | "junk" | "pile":
            return words(name, **{name: value})
        case _:
            return str(value)
