"""What may be done now, as steps to choose by: verbs with slots, in a reader's words.

:class:`~domain.kernel.legal.Legal` lists actions; a person picks a verb, then one field after the other. The fields of
all actions of one verb are a decision diagram: each slot has the values that are possible after those before it, and
slots that are alike are shared, so that a product of fields takes no more room than their sum.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.languages import Language
from domain.kernel.legal import Legal, Multiset

Wire: TypeAlias = Mapping[str, Any]
"""An action as on the wire; in a template's place a :class:`Multiset` stands for the lists of a field."""

SlotKind: TypeAlias = Literal["one_of", "multiset", "number", "place"]

FIXED: Final = frozenset({"type", "seat"})
"""The fields that no slot asks for."""

_encode = msgspec.json.Encoder().encode


class Face(Struct, frozen=True):
    """How something that can be chosen looks.

    Attributes:
        label: what it is, in words.
        glyph: the drawing of the game's own piece that shows it.
        anchor: the place in the picture of the table that stands for it.
        group: what it belongs to, where there are several kinds of it.
    """

    label: str
    glyph: str | None = None
    anchor: str | None = None
    group: str | None = None


class Option(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value for a slot, as on the wire.

    Attributes:
        value: what goes into the action.
        label: what it is, in words.
        glyph: the name of its drawing.
        anchor: the place in the picture of the table that stands for it.
        group: what it belongs to, where options are of several kinds.
        left: in a multiset, how often it can be taken; where the slot has a pool, less what was taken from that before.
        then: the slot that follows, by its place in the list; without it the action is complete.
    """

    value: Any
    label: str
    glyph: str | None = None
    anchor: str | None = None
    group: str | None = None
    left: int | None = None
    then: int | None = None


class Slot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of an action that is open.

    Attributes:
        pointer: where the value goes, as a JSON pointer into the action.
        kind: `multiset` for a list of options, in any order and each as often as is left; otherwise one of them:
            a `number`, a `place` of the picture, or anything else.
        label: what is asked, in words.
        options: what there is to choose from.
        fits: for a multiset, the list has to fit one of these.
        pool: slots with the same pool take from the same things: what one has taken isn't there for the next, or less
            often by so much.
        optional: it may be left out, where it isn't known, or where it follows.
        then: the slot after a multiset, or after one that is left out.
    """

    pointer: str
    kind: SlotKind
    label: str
    options: tuple[Option, ...]
    fits: tuple[Multiset, ...] = ()
    pool: str | None = None
    optional: bool = False
    then: int | None = None


class Choice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A verb: an action with slots to fill, or a complete one.

    Attributes:
        label: what it is called.
        seat: who does it; null for chance.
        action: the fields that are settled, as on the wire.
        glyph: the name of its drawing.
        anchor: the place in the picture of the table that stands for it.
        group: what it belongs to, where verbs are of several kinds.
        slot: the first slot, by its place in the list.
        sentence: of a complete action, what the history would say; what it would turn up is left out.
    """

    label: str
    seat: int | None
    action: dict[str, Any]
    glyph: str | None = None
    anchor: str | None = None
    group: str | None = None
    slot: int | None = None
    sentence: str | None = None


class Choices(Struct, frozen=True):
    """Verbs in the order in which they are shown, and the slots of all of them."""

    choices: tuple[Choice, ...] = ()
    slots: tuple[Slot, ...] = ()


class Wording(Protocol):
    """A game's words for what may be chosen at a position, by a seat or by chance, in one language."""

    heads: Mapping[str, tuple[str, ...]]
    """The fields that belong to the verb, by type of action: a verb for each of their values."""
    fields: Mapping[str, tuple[str, ...]]
    """The order in which fields are asked for, by type of action, where it isn't that on the wire."""

    def verb(self, action: Wire) -> Face:
        """What an action with these fields is called, those of the head at least."""
        ...

    def question(self, kind: str, field: str) -> str:
        """What a field of a type of action asks for."""
        ...

    def face(self, kind: str, field: str, value: Any) -> Face:
        """How a value of a field looks; of a list, each item."""
        ...


@runtime_checkable
class HasWording(Protocol):
    """A game that has its own words for choices; without them fields and values are called as on the wire."""

    tie_breaks: tuple[str, ...]
    """What breaks a tie: keys of the game's words, as many as a standing has numbers for it."""

    def wording(self, state: Any, seat: int | None, names: Sequence[str], language: Language) -> Wording:
        """The words for what `seat` may do at `state`, or for what chance may: nothing in them is secret to it."""
        ...

    def reports(self, state: Any, slots: "SlotList", words: Any) -> Iterator[Choice]:
        """How a person reports what chance does at `state`; nothing where the service draws."""
        ...

    def secret_choices(self, state: Any) -> tuple[int, ...] | None:
        """The seats that have chosen, while everybody chooses secretly; None at other times."""
        ...


@runtime_checkable
class HasIdentificationChoices(Protocol):
    """A game with unknown cards, which people can tell by choosing."""

    def identifications(
        self, state: Any, slots: "SlotList", names: Sequence[str], language: Language
    ) -> Iterator[Choice]:
        """How a person tells which cards were unknown at `state`, a choice for each hand.

        In place of an action stands an identification with the cards that are known, to whose list others are added.
        """
        ...


@runtime_checkable
class RecallsReports(Protocol):
    """A game in which chance may bring again what it brought in earlier matches, with the same box."""

    def recalled(
        self, state: Any, earlier: Sequence[Iterable[Any]], own: Iterable[Any], words: Any
    ) -> Iterator[Choice]:
        """Complete reports that may come at `state`, of the actions of chance in `earlier` matches, the newest first.

        `own` are those of the match itself.
        """
        ...


class PlainWording:
    """Fields and values are called as on the wire."""

    heads: Mapping[str, tuple[str, ...]] = {}
    fields: Mapping[str, tuple[str, ...]] = {}

    def verb(self, action: Wire) -> Face:
        """The type of the action."""
        return Face(plain(action["type"]))

    def question(self, kind: str, field: str) -> str:
        """The name of the field."""
        del kind
        return plain(field)

    def face(self, kind: str, field: str, value: Any) -> Face:
        """The value."""
        del kind, field
        return Face(plain(str(value)))


def plain(name: str) -> str:
    """An identifier as words."""
    words = name.strip("_").replace("_", " ")
    return words[:1].upper() + words[1:]


class SlotList:
    """Slots being collected; those that are alike are one."""

    def __init__(self) -> None:
        self._slots: list[Slot] = []
        self._places: dict[bytes, int] = {}

    def add(self, slot: Slot) -> int:
        """The place of `slot` in the list."""
        place = self._places.setdefault(_encode(slot), len(self._slots))
        if place == len(self._slots):
            self._slots.append(slot)
        return place

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All of them."""
        return tuple(self._slots)


def choices_of(legal: Iterable[tuple[Legal, Wording]], slots: SlotList) -> Iterator[Choice]:
    """The verbs of all that is legal, in the order in which it is listed."""
    for one, words in legal:
        templates = ({**template.action, **template.choose} for template in one.templates)
        for items in _by_verb((*one.listed, *templates), words):
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
    settled = {name: value for name, value in first.items() if name not in open_fields}
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
    """The fields in which the actions differ, or that are lists to be filled in."""

    def is_open(name: str) -> bool:
        values = [item.get(name) for item in items]
        return isinstance(values[0], Multiset) or any(value != values[0] for value in values)

    names = dict.fromkeys((*order, *(name for item in items for name in item)))
    return tuple(name for name in names if name not in FIXED and is_open(name))


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
        if isinstance(items[0][name], Multiset):
            return self._multiset(name, [item[name] for item in items], self.slot(rest, items[:1]))
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


def option(value: Any, face: Face, *, left: int | None = None, then: int | None = None) -> Option:
    """The option for `value`, which looks so."""
    return Option(
        value=value, label=face.label, glyph=face.glyph, anchor=face.anchor, group=face.group, left=left, then=then
    )


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
