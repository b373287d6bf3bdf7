"""Sentences for actions and facts of Klunker, in English and Italian."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, assert_never

from domain.games.klunker.actions import (
    KlunkerAction,
    KlunkerBuy,
    KlunkerDeal,
    KlunkerDecline,
    KlunkerPass,
    KlunkerSell,
    KlunkerStock,
    KlunkerStore,
)
from domain.games.klunker.events import (
    KlunkerDeclined,
    KlunkerEnded,
    KlunkerFact,
    KlunkerPassed,
    KlunkerRoundEnded,
    KlunkerSold,
)
from domain.games.klunker.meta import Jewel
from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.languages import Language
from domain.kernel.words import listed

JEWEL_NAMES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        Jewel.TONGUE_PIERCING: "tongue piercing",
        Jewel.EARRINGS: "earrings",
        Jewel.GOLD_TEETH: "gold teeth",
        Jewel.SHOES: "shoes",
        Jewel.TIARA: "tiara",
        Jewel.MONOCLE: "monocle",
        Jewel.NECKLACE: "necklace",
        HIDDEN: "hidden",
        UNKNOWN: "unknown",
    },
    "it": {
        Jewel.TONGUE_PIERCING: "piercing",
        Jewel.EARRINGS: "orecchini",
        Jewel.GOLD_TEETH: "denti d'oro",
        Jewel.SHOES: "scarpe",
        Jewel.TIARA: "diadema",
        Jewel.MONOCLE: "monocolo",
        Jewel.NECKLACE: "collana",
        HIDDEN: "coperta",
        UNKNOWN: "ignota",
    },
}

PHRASES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "deal": "Cards are dealt.",
        "dealt": "{name} gets {jewels}.",
        "dealt_hidden": "{name} gets {n} cards.",
        "dealt_hidden_one": "{name} gets 1 card.",
        "stock": "{name} puts into the showcase: {jewels}.",
        "stock_nothing": "{name} leaves the showcase as it is.",
        "store": "{name} stores {jewels} in the safe.",
        "pass": "{name} passes.",
        "buy_own": "{name} takes back the own showcase.",
        "buy": "{name} buys {owner}'s showcase for 1 banknote.",
        "decline": "{name} buys nothing.",
        "sell": "{name} chooses what to sell.",
        "sold": "{name} sells four {jewels} for {n}.",
        "card": "{name} has buying card {n}.",
        "auto_pass": "{name} has no cards left and takes buying card {n}.",
        "auto_decline": "{name} can't buy anything.",
        "start": "The round ends; {name} has the start card.",
        "end": "The deck can't fill the hands: the game is over.",
    },
    "it": {
        "deal": "Si distribuiscono le carte.",
        "dealt": "{name} riceve {jewels}.",
        "dealt_hidden": "{name} riceve {n} carte.",
        "dealt_hidden_one": "{name} riceve 1 carta.",
        "stock": "{name} espone in vetrina: {jewels}.",
        "stock_nothing": "{name} lascia la vetrina com'è.",
        "store": "{name} mette in cassaforte {jewels}.",
        "pass": "{name} passa.",
        "buy_own": "{name} ritira la propria vetrina.",
        "buy": "{name} compra la vetrina di {owner} per 1 banconota.",
        "decline": "{name} non compra nulla.",
        "sell": "{name} sceglie che cosa vendere.",
        "sold": "{name} vende quattro {jewels} per {n}.",
        "card": "{name} ha la carta acquisto {n}.",
        "auto_pass": "{name} non ha più carte e prende la carta acquisto {n}.",
        "auto_decline": "{name} non può comprare nulla.",
        "start": "Il round finisce; la carta di inizio va a {name}.",
        "end": "Il mazzo non basta per tutte le mani: la partita è finita.",
    },
}


def sentence(action: KlunkerAction, facts: Sequence[KlunkerFact], names: Sequence[str], language: Language) -> str:
    """The action and what followed from it."""
    sentences = [_action_sentence(action, names, language)]
    sentences += [text for fact in facts if (text := _consequence(action, fact, names, language))]
    return " ".join(sentences)


def _action_sentence(action: KlunkerAction, names: Sequence[str], language: Language) -> str:
    phrases = PHRASES[language]
    match action:
        case KlunkerDeal():
            return " ".join([phrases["deal"], *_deals(action, names, language)])
        case KlunkerStock():
            key = "stock" if action.jewels else "stock_nothing"
            return phrases[key].format(name=names[action.seat], jewels=jewels_listed(action.jewels, language))
        case KlunkerStore():
            return phrases["store"].format(name=names[action.seat], jewels=JEWEL_NAMES[language][action.jewel])
        case KlunkerBuy():
            key = "buy_own" if action.from_ == action.seat else "buy"
            return phrases[key].format(name=names[action.seat], owner=names[action.from_])
        case KlunkerPass():
            return phrases["pass"].format(name=names[action.seat])
        case KlunkerDecline():
            return phrases["decline"].format(name=names[action.seat])
        case KlunkerSell():
            return phrases["sell"].format(name=names[action.seat])
        case _:
            assert_never(action)


def _deals(action: KlunkerDeal, names: Sequence[str], language: Language) -> list[str]:
    phrases = PHRASES[language]
    sentences = []
    for name, hand in zip(names, action.hands, strict=True):
        cards: tuple[Any, ...] = hand
        hidden = "dealt_hidden_one" if len(cards) == 1 else "dealt_hidden"
        key = hidden if HIDDEN in cards else "dealt"
        if cards:
            sentences.append(phrases[key].format(name=name, jewels=jewels_listed(cards, language), n=len(cards)))
    return sentences


def _consequence(action: KlunkerAction, fact: KlunkerFact, names: Sequence[str], language: Language) -> str | None:
    phrases = PHRASES[language]
    match fact:
        case KlunkerSold():
            jewels = JEWEL_NAMES[language][fact.jewel]
            return phrases["sold"].format(name=names[fact.seat], jewels=jewels, n=fact.notes)
        case KlunkerPassed():
            key = "card" if isinstance(action, KlunkerPass) and action.seat == fact.seat else "auto_pass"
            return phrases[key].format(name=names[fact.seat], n=fact.buying_card)
        case KlunkerDeclined() if not isinstance(action, KlunkerDecline):
            return phrases["auto_decline"].format(name=names[fact.seat])
        case KlunkerRoundEnded():
            return phrases["start"].format(name=names[fact.start_seat])
        case KlunkerEnded():
            return phrases["end"]
        case _:
            return None


def jewels_listed(jewels: Iterable[str], language: Language) -> str:
    """Jewels as a list in words: ``2x tiara, shoes and monocle``."""
    names = JEWEL_NAMES[language]
    return listed((f"{n}x {names[jewel]}" if n > 1 else names[jewel] for jewel, n in Counter(jewels).items()), language)
