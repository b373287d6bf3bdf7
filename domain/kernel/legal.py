"""What may be done now: complete actions where they can be listed, else templates with constraints."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, TypeAlias

from msgspec import Struct, field, to_builtins

from domain.kernel.counts import submultisets


class Limit(Struct, frozen=True):
    """A bound across kinds: the items that go beyond the numbers of `beyond` are at most `most` in all.

    With some cards of a hand unknown, as an example: beyond the known ones, no more than there are unknown ones.

    Attributes:
        beyond: the number of each kind that doesn't count; 0 for kinds that aren't named.
        most: the most items in all that do.
    """

    beyond: dict[str, int]
    most: int

    def holds(self, counts: Mapping[str, int]) -> bool:
        """Whether a list with these numbers of each kind keeps the bound."""
        return sum([max(0, n - self.beyond.get(kind, 0)) for kind, n in counts.items()]) <= self.most


class Multiset(Struct, frozen=True):
    """A list to be filled in, in any order.

    Attributes:
        of: the most of each kind; other kinds can't be in it. A kind is a word or, as seats are, a number,
            which JSON has as a text where it is a name.
        least: the fewest items in all.
        most: the most items in all.
        limits: what else holds.
    """

    of: dict[Any, int]
    least: int = 0
    most: int = 0
    limits: tuple[Limit, ...] = ()

    def __iter__(self) -> Iterator[list[Any]]:
        """Every list that fits, each multiset once."""
        for counts in submultisets(tuple(self.of.values()), self.most):
            if sum(counts) >= self.least and self._within_limits(dict(zip(self.of, counts, strict=True))):
                yield [kind for kind, n in zip(self.of, counts, strict=True) for _ in range(n)]

    def __contains__(self, items: object) -> bool:
        """Whether `items` is a list that fits."""
        if not isinstance(items, list | tuple) or not self.least <= len(items) <= self.most:
            return False
        counts: dict[Any, int] = {}
        for item in items:
            counts[item] = number = counts.get(item, 0) + 1
            if number > self.of.get(item, 0):
                return False
        return self._within_limits(counts)

    def _within_limits(self, counts: Mapping[str, int]) -> bool:
        return not self.limits or all(limit.holds(counts) for limit in self.limits)


class Entry(Struct, frozen=True):
    """A text to be written in: any that isn't too long. What it means is for the game to read.

    Attributes:
        most: the most characters.
        examples: some texts as people write them.
    """

    most: int
    examples: tuple[str, ...]

    def __iter__(self) -> Iterator[str]:
        """The examples: not all that fits can be listed."""
        return iter(self.examples)

    def __contains__(self, text: object) -> bool:
        """Whether `text` is a text that fits."""
        return isinstance(text, str) and len(text) <= self.most


class Ranking(Struct, frozen=True):
    """A list of places to be filled in, one a seat: equal seats have the same one.

    Attributes:
        seats: how many there are.
        last: the last place; the first is 1.
    """

    seats: int
    last: int

    def __iter__(self) -> Iterator[list[int]]:
        """Every list that fits; they are many."""
        return map(list, product(range(1, self.last + 1), repeat=self.seats))

    def __contains__(self, places: object) -> bool:
        """Whether `places` is a list that fits."""
        if not isinstance(places, list | tuple) or len(places) != self.seats:
            return False
        return all(type(place) is int and 1 <= place <= self.last for place in places)


OpenField: TypeAlias = Multiset | Entry | Ranking
"""What stands in a template for a field that is open."""


class Template(Struct, frozen=True, omit_defaults=True):
    """An action with fields left open: `action` as on the wire, and what each further field may be.

    Attributes:
        action: the fields that are settled.
        choose: the fields that are lists of things, in any order.
        write: the fields that are texts.
        rank: the fields that are lists of places.
    """

    action: dict[str, Any]
    choose: dict[str, Multiset]
    write: dict[str, Entry] = field(default_factory=dict)
    rank: dict[str, Ranking] = field(default_factory=dict)

    @property
    def open_fields(self) -> dict[str, OpenField]:
        """All that is left open."""
        return {**self.choose, **self.write, **self.rank}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Every complete action of this template, as on the wire; of texts, the examples."""
        return _filled(self.action, [*self.open_fields.items()])

    def admits(self, action: Mapping[str, Any]) -> bool:
        """Whether `action`, as on the wire, is one of this template's."""
        open_fields = self.open_fields
        fixed = {key: value for key, value in action.items() if key not in open_fields}
        return fixed == self.action and all(action.get(key) in values for key, values in open_fields.items())


def _filled(action: dict[str, Any], open_fields: list[tuple[str, OpenField]]) -> Iterator[dict[str, Any]]:
    """`action` with every filling of the fields, one after the other: all lists of places are too many to be kept."""
    if not open_fields:
        yield action
        return
    (name, values), *others = open_fields
    for value in values:
        yield from _filled({**action, name: value}, others)


class Legal(Struct, frozen=True):
    """All that one seat may do now: each action stands in `actions` or fits one of `templates`."""

    actions: tuple[Any, ...] = ()
    templates: tuple[Template, ...] = field(default=())

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Every legal action, as on the wire; those of large templates are many."""
        yield from self.listed
        for template in self.templates:
            yield from template

    @property
    def listed(self) -> tuple[dict[str, Any], ...]:
        """The complete actions as on the wire, without the fields that must not be sent."""
        return tuple(map(_wire, self.actions))

    def admits(self, action: Any) -> bool:
        """Whether `action` (a struct) is legal; a list of its items may come in any order."""
        wire = _wire(action)
        if any(template.admits(wire) for template in self.templates):
            return True
        return _in_order(wire) in map(_in_order, self.listed)


def _wire(action: Any) -> dict[str, Any]:
    """An action as on the wire; null in it means that nothing was sent."""
    return {name: value for name, value in to_builtins(action).items() if value is not None}


def _in_order(wire: dict[str, Any]) -> dict[str, Any]:
    return {key: sorted(value) if isinstance(value, list | tuple) else value for key, value in wire.items()}
