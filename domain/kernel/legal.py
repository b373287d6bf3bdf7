"""What may be done now: complete actions where they can be listed, else templates with constraints."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from msgspec import Struct, field, to_builtins

from domain.kernel.counts import submultisets


class Multiset(Struct, frozen=True):
    """A list to be filled in: from `least` to `most` items, of each kind at most what `of` says, in any order."""

    of: dict[str, int]
    least: int = 0
    most: int = 0

    def __iter__(self) -> Iterator[list[str]]:
        """Every list that fits, each multiset once."""
        for counts in submultisets(tuple(self.of.values()), self.most):
            if sum(counts) >= self.least:
                yield [kind for kind, n in zip(self.of, counts, strict=True) for _ in range(n)]

    def __contains__(self, items: object) -> bool:
        """Whether `items` is a list that fits."""
        if not isinstance(items, list | tuple) or not self.least <= len(items) <= self.most:
            return False
        return all(n <= self.of.get(kind, 0) for kind, n in Counter(items).items())


class Template(Struct, frozen=True):
    """An action with fields left open: `action` as on the wire, and in `choose` what each further field may be."""

    action: dict[str, Any]
    choose: dict[str, Multiset]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Every complete action of this template, as on the wire."""
        for lists in product(*self.choose.values()):
            yield {**self.action, **dict(zip(self.choose, lists, strict=True))}

    def admits(self, action: Mapping[str, Any]) -> bool:
        """Whether `action`, as on the wire, is one of this template's."""
        fixed = {key: value for key, value in action.items() if key not in self.choose}
        return fixed == self.action and all(action.get(key) in items for key, items in self.choose.items())


class Legal(Struct, frozen=True):
    """All that one seat may do now: each action stands in `actions` or fits one of `templates`."""

    actions: tuple[Any, ...] = ()
    templates: tuple[Template, ...] = field(default=())

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Every legal action, as on the wire; those of large templates are many."""
        yield from (to_builtins(action) for action in self.actions)
        for template in self.templates:
            yield from template

    def admits(self, action: Any) -> bool:
        """Whether `action` (a struct) is legal; a list of its items may come in any order."""
        wire = to_builtins(action)
        if any(template.admits(wire) for template in self.templates):
            return True
        return _in_order(wire) in map(_in_order, map(to_builtins, self.actions))


def _in_order(wire: dict[str, Any]) -> dict[str, Any]:
    return {key: sorted(value) if isinstance(value, list | tuple) else value for key, value in wire.items()}
