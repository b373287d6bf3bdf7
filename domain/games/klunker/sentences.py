"""Sentences for actions and facts of Klunker."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, assert_never

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
from domain.games.klunker.adjustments import (
    KlunkerAdjust,
    KlunkerAdjustment,
    KlunkerChangeTurn,
    KlunkerMoveCards,
    KlunkerMoveFaceDown,
    KlunkerMoveStartCard,
    KlunkerSpot,
)
from domain.games.klunker.events import (
    KlunkerDeclined,
    KlunkerEnded,
    KlunkerFact,
    KlunkerPassed,
    KlunkerRoundEnded,
    KlunkerSold,
)
from domain.games.klunker.meta import TEXTS, Jewel
from domain.kernel.adjusting import adjusted_sentence
from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.languages import Language
from domain.kernel.words import Words, listed


def sentence(action: KlunkerAction, facts: Sequence[KlunkerFact], names: Sequence[str], language: Language) -> str:
    """The action and what followed from it."""
    words = TEXTS[language]
    sentences = [_action_sentence(action, names, words, language)]
    sentences += [text for fact in facts if (text := _consequence(action, fact, names, words))]
    return " ".join(sentences)


def _action_sentence(action: KlunkerAction, names: Sequence[str], words: Words, language: Language) -> str:
    match action:
        case KlunkerDeal():
            return " ".join([words["deals"], *_deals(action, names, words, language)])
        case KlunkerStock():
            key = "stocks" if action.jewels else "stocks_nothing"
            return words(key, name=names[action.seat], jewels=jewels_listed(action.jewels, language))
        case KlunkerStore():
            return words("stores", name=names[action.seat], jewel=action.jewel)
        case KlunkerBuy():
            key = "takes_own" if action.from_ == action.seat else "buys"
            return words(key, name=names[action.seat], owner=names[action.from_])
        case KlunkerPass():
            return words("passes", name=names[action.seat])
        case KlunkerDecline():
            return words("declines", name=names[action.seat])
        case KlunkerSell():
            return words("chooses_set", name=names[action.seat])
        case KlunkerAdjust():
            changes = [_change_sentence(change, names, words, language) for change in action.changes]
            return adjusted_sentence(changes, action.reason, language)
        case _:
            assert_never(action)


def _change_sentence(change: KlunkerAdjustment, names: Sequence[str], words: Words, language: Language) -> str:
    match change:
        case KlunkerMoveCards():
            return _move_sentence(change, jewels_listed(change.jewels, language), names, words)
        case KlunkerMoveFaceDown():
            return _move_sentence(change, words("cards_face_down", n=change.cards), names, words)
        case KlunkerChangeTurn():
            return words("turn_changed", name=names[change.seat])
        case KlunkerMoveStartCard():
            return words("start_card_moved", name=names[change.seat])
        case _:
            assert_never(change)


def _move_sentence(
    change: KlunkerMoveCards | KlunkerMoveFaceDown, what: str, names: Sequence[str], words: Words
) -> str:
    places = (spot_in_words(key, spot, names, words) for key, spot in (("from", change.from_), ("to", change.to)))
    return words("cards_moved", what=what, **dict(zip(("from", "to"), places, strict=True)))


def spot_in_words(key: str, spot: KlunkerSpot, names: Sequence[str], words: Words) -> str:
    """A place of cards, after the preposition that `key` (``from``, ``to``) stands for."""
    return words(f"{key}_place", place=spot.place, name="" if spot.seat is None else names[spot.seat])


def _deals(action: KlunkerDeal, names: Sequence[str], words: Words, language: Language) -> list[str]:
    sentences = []
    for name, hand in zip(names, action.hands, strict=True):
        cards: tuple[Any, ...] = hand
        if HIDDEN in cards:
            sentences.append(words("gets_hidden", name=name, n=len(cards)))
        elif cards:
            sentences.append(words("gets", name=name, jewels=jewels_listed(cards, language)))
    return sentences


def _consequence(action: KlunkerAction, fact: KlunkerFact, names: Sequence[str], words: Words) -> str | None:
    match fact:
        case KlunkerSold():
            return words("sells", name=names[fact.seat], jewel=fact.jewel, n=fact.notes)
        case KlunkerPassed():
            key = "has_card" if isinstance(action, KlunkerPass) and action.seat == fact.seat else "takes_card"
            return words(key, name=names[fact.seat], n=fact.buying_card)
        case KlunkerDeclined() if not isinstance(action, KlunkerDecline):
            return words("cant_buy", name=names[fact.seat])
        case KlunkerRoundEnded():
            return words("round_ends", name=names[fact.start_seat])
        case KlunkerEnded():
            return words["deck_ends"]
        case _:
            return None


def jewel_names(language: Language) -> dict[str, str]:
    """What is written beside a card, also one that isn't known."""
    return TEXTS[language].names("jewel", "jewel", (*Jewel, HIDDEN, UNKNOWN))


def jewels_listed(jewels: Iterable[str], language: Language) -> str:
    """Jewels as a list in words: ``2× tiara, shoes and a monocle``."""
    words = TEXTS[language]
    return listed((words("jewels", jewel=jewel, n=n) for jewel, n in Counter(jewels).items()), language)


def refusal_words(name: str, value: Any, language: Language) -> str:
    """What stands in a refusal, in words: jewels by name."""
    match name:
        case "jewel":
            return TEXTS[language]("jewel", jewel=value)
        case "jewels":
            return jewels_listed(value, language)
        case _:
            return str(value)
