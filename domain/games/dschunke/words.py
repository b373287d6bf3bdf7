"""What is in the box, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, assert_never

from domain.games.dschunke.adjustments import (
    DschunkeAdjustment,
    DschunkeBarsAdjustment,
    DschunkeDoneAdjustment,
    DschunkeGoodsAdjustment,
    DschunkeMerchantAdjustment,
    DschunkeSpecialAdjustment,
    DschunkeTurnAdjustment,
    DschunkeWorkerAdjustment,
    DschunkeYenAdjustment,
)
from domain.games.dschunke.meta import (
    BONUS8,
    BONUS12,
    JUNKS,
    MIXED,
    PILES,
    SELLS,
    TEXTS,
    DschunkePile,
    DschunkeSource,
)
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
    """Goods in words: ``3× rice and 1× fish``, but ``rice and fish`` where there is only one of each."""
    numbers = Counter(goods)
    mixed = numbers.pop(MIXED, 0)
    parts = goods_parts(numbers, language, numbered=bool(mixed))
    return listed([*parts, *([TEXTS[language]("from_mixed", n=mixed)] if mixed else [])], language)


def goods_parts(numbers: Mapping[str, int], language: Language, *, numbered: bool = False) -> Iterator[str]:
    """Each good with its number; without it if there is one of each, and nothing that is `numbered` beside them."""
    phrase = "goods" if numbered or any(n > 1 for n in numbers.values()) else "good"
    return (TEXTS[language](phrase, good=good, n=n) for good, n in numbers.items())


def adjustment_sentence(change: DschunkeAdjustment, names: Sequence[str], language: Language) -> str:  # one case each
    """One thing that was put otherwise than the rules would have it, as a sentence."""
    say = TEXTS[language]
    match change:
        case DschunkeYenAdjustment():
            text = say("put_yen", n=change.yen, **_way(change.from_, change.to, names, language))
        case DschunkeGoodsAdjustment():
            goods = cards_listed(change.goods, language)
            text = say("put_goods", goods=goods, **_way(change.from_, change.to, names, language))
        case DschunkeBarsAdjustment():
            way = _way(change.from_, change.to, names, language)
            text = say("put_bars", n=change.bars, name=names[change.seat], **way)
        case DschunkeWorkerAdjustment():
            text = say("put_used" if change.used else "put_unused", worker=worker_part(change.worker))
        case DschunkeMerchantAdjustment():
            text = say("put_merchant", worker=change.merchant, junk=change.to, other=change.from_)
        case DschunkeSpecialAdjustment():
            card = card_name(change.card, language)
            text = say("put_special", card=card, **_way(change.from_, change.to, names, language))
        case DschunkeTurnAdjustment():
            text = say("put_turn", name=names[change.seat])
        case DschunkeDoneAdjustment():
            text = say("put_done", name=names[change.seat])
        case _:
            assert_never(change)
    return f"{text[:1].upper()}{text[1:]}"


def _way(origin: int | str, to: int | str, names: Sequence[str], language: Language) -> dict[str, str]:
    """Two places as words take them: ``origin`` and ``to``."""
    say = TEXTS[language]
    return {"origin": say("from_place", **place_parts(origin, names)), "to": say("to_place", **place_parts(to, names))}


def place_parts(place: int | str, names: Sequence[str]) -> dict[str, str]:
    """A place of pieces as words take it: ``place`` is a ``junk``, a ``pile``, a player with ``name``, or another."""
    parts = {"junk": "", "pile": "", "name": ""}
    if isinstance(place, int):
        return {**parts, "place": "player", "name": names[place]}
    if place in set(JUNKS):
        return {**parts, "place": "junk", "junk": place}
    if place in set(PILES):
        return {**parts, "place": "pile", "pile": place}
    return {**parts, "place": place}


def cards_listed(cards: Sequence[str], language: Language) -> str:
    """Goods cards in words, those that aren't known as a number."""
    hidden = sum(card in {HIDDEN, UNKNOWN} for card in cards)
    known = [card for card in cards if card not in {HIDDEN, UNKNOWN}]
    parts = [goods_listed(known, language)] if known else []
    return listed([*parts, *([TEXTS[language]("goods_cards", n=hidden)] if hidden else [])], language)


def refusal_words(name: str, value: Any, language: Language) -> str:
    """What stands in a refusal, in words: goods, junks, piles, workers and special cards by name."""
    words = TEXTS[language]
    match name:
        case "goods":
            return cards_listed(value, language)
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
