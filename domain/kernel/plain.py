"""A plain sentence for any action, made of its type and fields, for games that have no words of their own."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from msgspec import to_builtins

from domain.kernel.actions import ChanceAction
from domain.kernel.languages import Language
from domain.kernel.words import KERNEL


def plain_sentence(action: Any, names: Sequence[str], language: Language) -> str:
    """Who does what: ``Ada plays take: heap 2, count 3.``; `action` is a struct, redacted or not."""
    wire = to_builtins(action)
    details = ", ".join(
        f"{plain_words(name)} {plain_value(value, language)}"
        for name, value in wire.items()
        if name not in {"type", "seat"} and value is not None
    )
    what = plain_words(wire["type"]) + (f": {details}" if details else "")
    words = KERNEL[language]
    if isinstance(action, ChanceAction):
        return words("plain_brings", who=words["chance"], what=what)
    if action.seat is None:
        return words("plain_noted", what=what)
    return words("plain_plays", who=names[action.seat], what=what)


def plain_words(key: str) -> str:
    """A key or enumeration value as words: ``two_players`` is ``two players``."""
    return key.replace("_", " ")


def plain_value(value: Any, language: Language) -> str:
    """A value of built-in types in words, however it is nested."""
    match value:
        case bool():
            return KERNEL[language]["plain_yes" if value else "plain_no"]
        case Enum():
            return plain_value(value.value, language)
        case None:
            return "–"
        case str():
            return plain_words(value)
        case dict():
            return _joined(
                (f"{plain_value(name, language)} {plain_value(one, language)}" for name, one in value.items()), language
            )
        case list() | tuple():
            return _joined((plain_value(one, language) for one in value), language)
        case _:
            return str(value)


def _joined(words: Iterator[str], language: Language) -> str:
    return " ".join(f"({word})" if " " in word else word for word in words) or KERNEL[language]["plain_nothing"]
