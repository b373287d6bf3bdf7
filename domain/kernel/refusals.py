"""What is refused, in the reader's language, with names in place of seats and words in place of identifiers.

A refusal is an English sentence with places for values. Its translations stand in ``refusals/<language>.ftl`` of the
game's folder, and of the kernel for all games, in the format of Project Fluent; the key is the English sentence. So do
English sentences, where people are told something else than programs.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final, Protocol, runtime_checkable

from domain.kernel.errors import SEATS, Refusal
from domain.kernel.fluent import Messages
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.packages import package_of
from domain.kernel.typesetting import typeset

KERNEL: Final = "domain.kernel"

_SEAT: Final = re.compile(r"\b[Ss]eat (\d+)\b")


@runtime_checkable
class HasRefusalWords(Protocol):
    """A game with words for the values in its refusals; without them they are called as on the wire."""

    def refusal_words(self, name: str, value: Any, language: Language) -> str:
        """The value called `name` in words, which is no seat; of a tuple all its items.

        Raises:
            KeyError, ValueError: the game has no such thing.
        """
        ...


def key_of(template: str) -> str:
    """What the translations of a sentence are called: ``the_showcase_of_seat_is_empty``."""
    return "_".join(re.findall(r"[a-z0-9]+", re.sub(r"['’]", "", template.lower())))


def refusal_sentence(game: AnyGame, refusal: Refusal, names: Sequence[str], language: Language) -> str:
    """The sentence in `language`; in English, if it isn't translated. It is set as in print."""
    values = {name: _in_words(game, name, value, names, language) for name, value in refusal.values.items()}
    messages = translations(game.meta.key, language)
    key = key_of(refusal.template)
    if key in messages:
        text = messages.resolver(key)(values)
    elif values:
        text = _in_print(refusal.template).format_map(values)
    else:
        text = _SEAT.sub(lambda found: _name(int(found[1]), names) or found[0], _in_print(refusal.template))
    begins_with_name = any(values[name] in names and text.startswith(values[name]) for name in SEATS & values.keys())
    return text if begins_with_name else f"{text[:1].upper()}{text[1:]}"


def _in_print(template: str) -> str:
    return typeset(template.replace("`", ""))


@cache
def translations(key: str, language: Language) -> Messages:
    """The sentences of a game's refusals, and of those that games share, in `language`."""
    return Messages(language, tuple(_sources(key, language)))


def _sources(key: str, language: Language) -> Iterator[str]:
    for package in (KERNEL, package_of(key)):
        file = resources.files(package).joinpath("refusals", f"{language}.ftl")
        if file.is_file():
            yield file.read_text(encoding="utf-8")


def _in_words(game: AnyGame, name: str, value: Any, names: Sequence[str], language: Language) -> Any:
    if name in SEATS:
        return _name(value, names) or _seat(game, value, language)
    items = value if isinstance(value, tuple) else (value,)
    if isinstance(game, HasRefusalWords) and any(isinstance(item, str) for item in items):
        try:
            return game.refusal_words(name, value, language)
        except (KeyError, ValueError):  # what is refused may be a card that there isn't
            pass
    return value if type(value) is int else ", ".join(map(str, items)) or "–"


def _seat(game: AnyGame, seat: int, language: Language) -> str:
    """A seat that nobody is known to sit in."""
    messages = translations(game.meta.key, language)
    return messages.resolver("seat_n")({"n": seat}) if "seat_n" in messages else f"seat {seat}"


def _name(seat: int, names: Sequence[str]) -> str | None:
    return names[seat] if 0 <= seat < len(names) else None
