"""Actions that are nearly right: one thing in them is another than it was."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec

from domain.kernel.legal import Entry, Multiset, OpenField, Ranking, Template
from domain.registry import GAMES
from tests.domain.games.support import support_of


@cache
def alphabets(key: str) -> tuple[tuple[str, ...], ...]:
    """The words of the game's actions, each list those of one enumeration, or else of one kind."""
    components = msgspec.json.schema_components([GAMES[key].action_type])[1]
    enumerations = (tuple(component["enum"]) for component in components.values() if "enum" in component)
    return (*enumerations, *support_of(key).WORDS)


def perturbed(key: str, wire: dict[str, Any], seats: int, random: Random) -> Iterator[dict[str, Any]]:
    """`wire` with each field changed in one way, one at a time."""
    for name, value in wire.items():
        if name == "type":
            continue
        if name == "seat":
            yield {**wire, name: random.choice([seat for seat in range(seats + 1) if seat != value])}
        else:
            yield {**wire, name: _other(key, value, random)}


def _other(key: str, value: Any, random: Random) -> Any:
    match value:
        case bool() | None:
            return not value
        case int():
            return random.choice([value - 1, value + 1, 0, 15])
        case str():
            return _other_word(key, value, random)
        case list() | tuple():
            return _other_list(key, list(value), random)
        case dict() if value:
            name = random.choice(list(value))
            rest = {other: item for other, item in value.items() if other != name}
            changed = [rest, {**value, name: _other(key, value[name], random)}]
            return random.choice([*changed, {**rest, _other_word(key, name, random): value[name]}])
        case _:
            return value


def _other_word(key: str, word: str, random: Random) -> str:
    if word.isdecimal():
        return str(int(word) + random.choice([-1, 1]))
    others = [other for words in alphabets(key) if word in words for other in words if other != word]
    return random.choice(others) if others else word + "x"


def _other_list(key: str, items: list[Any], random: Random) -> list[Any]:
    if not items:
        return [random.choice(random.choice(alphabets(key) or (("x",),)))]
    place = random.randrange(len(items))
    dropped = items[:place] + items[place + 1 :]
    doubled = [*items, items[place]]
    replaced = [*dropped, _other(key, items[place], random)]
    return random.choice([dropped, doubled, replaced])


def just_outside(template: Template, random: Random) -> Iterator[dict[str, Any]]:
    """Fillings of `template` that break one of its bounds, such as a list with too few items, or too many."""
    for name, value in template.open_fields.items():
        others = {other: next(iter(fitting), []) for other, fitting in template.open_fields.items() if other != name}
        for wrong in _breaking(value, random):
            assert wrong not in value
            yield {**template.action, **others, name: wrong}


def _breaking(value: OpenField, random: Random) -> Iterator[Any]:
    match value:
        case Multiset():
            yield from _lists_breaking(value, random)
        case Entry(most=most):
            yield "1" * (most + 1)
        case Ranking(seats=seats, last=last):
            yield from ([1] * (seats + 1), [1] * (seats - 1), [last + 1] * seats)


def _lists_breaking(items: Multiset, random: Random) -> Iterator[list[Any]]:
    """Too few items, too many, or one too many of a kind."""
    pool = [kind for kind, n in items.of.items() for _ in range(n)]
    random.shuffle(pool)
    if items.least:
        yield pool[: items.least - 1]
    if len(pool) > items.most:
        yield pool[: items.most + 1]
    for kind, n in items.of.items():
        if n < items.most:
            yield [kind] * (n + 1)
