"""Lists of legal actions as verbs with slots, to be chosen by.

:class:`~domain.kernel.legal.Legal` lists actions; a person picks a verb, then one field after the other. The fields of
all actions of one verb are a decision diagram: each slot has the values that are possible after those before it, and
slots that are alike are shared, so that a product of fields takes no more room than their sum.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from domain.kernel.choices import FIXED, Choice, Option, Slot, SlotKind, SlotList, Wire, Wording, option
from domain.kernel.legal import Entry, Legal, Multiset, Ranking


def choices_of(legal: Iterable[tuple[Legal, Wording]], slots: SlotList) -> Iterator[Choice]:
    """The verbs of all that is legal: by type of action as the words order them, then as it is listed."""
    for one, words in legal:
        templates = ({**template.action, **template.open_fields} for template in one.templates)
        places = {kind: place for place, kind in enumerate(words.heads)}
        verbs = _by_verb((*one.listed, *templates), words)
        for items in sorted(verbs, key=lambda items: places.get(items[0]["type"], len(places))):
            yield _choice(items, words, slots)


def _by_verb(items: Iterable[Wire], words: Wording) -> Iterable[list[Wire]]:
    verbs: dict[tuple[Any, ...], list[Wire]] = {}
    for item in items:
        kind = item["type"]
        verbs.setdefault((kind, *(item.get(name) for name in words.heads.get(kind, ()))), []).append(item)
    return verbs.values()


def _choice(items: list[Wire], words: Wording, slots: SlotList) -> Choice:
    """The choice among actions of one verb; fields that have the same value in all of them are settled."""
    first = items[0]
    kind = first["type"]
    open_fields = _open_fields(items, words.fields.get(kind, ()))
    settled = {name: _settled(value) for name, value in first.items() if name not in open_fields}
    settled |= {name: [1] * value.seats for name, value in first.items() if isinstance(value, Ranking)}
    face = words.verb(first)
    return Choice(
        label=face.label,
        glyph=face.glyph,
        anchor=face.anchor,
        group=face.group,
        seat=first.get("seat"),
        action=settled,
        slot=_Diagram(kind, words, slots).slot(open_fields, items) if open_fields else None,
    )


def _open_fields(items: list[Wire], order: Sequence[str]) -> tuple[str, ...]:
    """The fields in which the actions differ, and those that people write, or put something into."""

    def is_open(name: str) -> bool:
        values = [item.get(name) for item in items]
        if isinstance(values[0], Entry | Ranking) or (isinstance(values[0], Multiset) and values[0].most):
            return True
        return any(value != values[0] for value in values)

    names = dict.fromkeys((*order, *(name for item in items for name in item)))
    return tuple(name for name in names if name not in FIXED and is_open(name))


def _settled(value: Any) -> Any:
    """A list that nothing can be put into is empty."""
    return [] if isinstance(value, Multiset) else value


class _Diagram:
    """The slots of one verb."""

    def __init__(self, kind: str, words: Wording, slots: SlotList) -> None:
        self.kind, self.words, self.slots = kind, words, slots

    def slot(self, fields: Sequence[str], items: list[Wire]) -> int | None:
        """The slot for the first of `fields`, of which the others follow; None when there is none."""
        if not fields:
            return None
        name, *rest = fields
        lacking = [item for item in items if name not in item]
        having = [item for item in items if name in item]
        if not having:
            return self.slot(rest, lacking)
        slot = self._required(name, rest, having)
        if lacking:
            slot = replace(slot, optional=True, then=self.slot(rest, lacking))
        return self.slots.add(slot)

    def _required(self, name: str, rest: Sequence[str], items: list[Wire]) -> Slot:
        """The slot for the field `name`, which all of `items` have."""
        match items[0][name]:
            case Multiset():
                return self._multiset(name, [item[name] for item in items], self.slot(rest, items[:1]))
            case Entry(most=most):
                label = self.words.question(self.kind, name)
                return Slot(
                    pointer=f"/{name}", kind="text", label=label, options=(), then=self.slot(rest, items[:1]), most=most
                )
            case Ranking() as ranking:
                return self._ranking(name, ranking, self.slot(rest, items[:1]))
            case _:
                return self._values(name, rest, items)

    def _ranking(self, name: str, ranking: Ranking, then: int | None) -> Slot:
        """A slot a seat, one after the other; the list that they are put into is there already."""
        first, *others = [f"{name}/{seat}" for seat in range(ranking.seats)]
        for field in reversed(others):
            then = self.slots.add(self._place(field, ranking.last, then))
        return self._place(first, ranking.last, then)

    def _place(self, field: str, last: int, then: int | None) -> Slot:
        return self._one_of(field, "number", tuple(self._option(field, place + 1, then=then) for place in range(last)))

    def _values(self, name: str, rest: Sequence[str], items: list[Wire]) -> Slot:
        """The slot for a field that has one value in each of `items`."""
        values: dict[Any, list[Wire]] = {}
        for item in items:
            value = item[name]
            values.setdefault(tuple(sorted(value)) if isinstance(value, list | tuple) else value, []).append(item)
        after = {value: self.slot(rest, those) for value, those in values.items()}
        if all(isinstance(value, tuple) for value in values):
            return self._lists(name, after)
        options = tuple(self._option(name, value, then=then) for value, then in after.items())
        return self._one_of(name, _kind_of(options), options)

    def _lists(self, name: str, after: Mapping[tuple[Any, ...], int | None]) -> Slot:
        """A choice among lists: a multiset, if these are all that fit one and the same follows; else one of them."""
        multiset = _spanned(after)
        if len(set(after.values())) == 1 and _number_of(multiset, len(after) + 1) == len(after):
            return self._multiset(name, [multiset], next(iter(after.values())))
        options = tuple(self._listed(name, value, then) for value, then in after.items())
        return self._one_of(name, "one_of", options)

    def _listed(self, name: str, items: tuple[Any, ...], then: int | None) -> Option:
        faces = [self.words.face(self.kind, name, item) for item in items]
        label = " + ".join(face.label for face in faces) or "–"
        return Option(value=items, label=label, glyph=faces[0].glyph if len(faces) == 1 else None, then=then)

    def _multiset(self, name: str, fits: list[Multiset], then: int | None) -> Slot:
        most: dict[str, int] = {}
        for one in fits:
            for value, number in one.of.items():
                most[value] = max(number, most.get(value, 0))
        options = tuple(self._option(name, value, left=number) for value, number in most.items())
        label = self.words.question(self.kind, name)
        return Slot(pointer=f"/{name}", kind="multiset", label=label, options=options, fits=tuple(fits), then=then)

    def _option(self, name: str, value: Any, *, left: int | None = None, then: int | None = None) -> Option:
        return option(value, self.words.face(self.kind, name, value), left=left, then=then)

    def _one_of(self, name: str, kind: SlotKind, options: tuple[Option, ...]) -> Slot:
        return Slot(pointer=f"/{name}", kind=kind, label=self.words.question(self.kind, name), options=options)


def _kind_of(options: Sequence[Option]) -> SlotKind:
    if all(one.anchor is not None for one in options):
        return "place"
    return "number" if all(isinstance(one.value, int) for one in options) else "one_of"


def _spanned(lists: Iterable[tuple[Any, ...]]) -> Multiset:
    """The smallest multiset, without limits, that has all of these."""
    of: dict[str, int] = {}
    sizes: list[int] = []
    for items in reversed(list(lists)):  # those that are listed last have the most of the first kinds
        sizes.append(len(items))
        for item in items:
            of[item] = max(of.get(item, 0), items.count(item))
    return Multiset(of, min(sizes), max(sizes))


def _number_of(multiset: Multiset, enough: int) -> int:
    """How many lists fit `multiset`; `enough` where there are so many, or more."""
    return sum(1 for _ in islice(multiset, enough))
