"""What may be done now, as steps to choose by: verbs with slots, and the words that a game has for them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec
from msgspec import Struct

from domain.kernel.languages import Language
from domain.kernel.legal import Multiset

Wire: TypeAlias = Mapping[str, Any]
"""An action as on the wire; in a template's place an :data:`~domain.kernel.legal.OpenField` stands for an open one."""

SlotKind: TypeAlias = Literal["one_of", "multiset", "number", "place", "text"]

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
        kind: `multiset` for a list of options, in any order and each as often as is left; `text` for what is written,
            without options; otherwise one of them: a `number`, a `place` of the picture, or anything else.
        label: what is asked, in words.
        options: what there is to choose from.
        fits: for a multiset, the list has to fit one of these.
        pool: slots with the same pool take from the same things: what one has taken isn't there for the next, or less
            often by so much.
        optional: it may be left out, where it isn't known, or where it follows.
        then: the slot after a multiset or a text, or after one that is left out.
        most: for a text, the most characters.
    """

    pointer: str
    kind: SlotKind
    label: str
    options: tuple[Option, ...]
    fits: tuple[Multiset, ...] = ()
    pool: str | None = None
    optional: bool = False
    then: int | None = None
    most: int | None = None


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
    """What may be chosen.

    Attributes:
        choices: verbs, in the order in which they are shown.
        slots: the slots of all of them.
    """

    choices: tuple[Choice, ...] = ()
    slots: tuple[Slot, ...] = ()


class Wording(Protocol):
    """A game's words for what may be chosen at a position, by a seat or by chance, in one language."""

    heads: Mapping[str, tuple[str, ...]]
    """The fields that belong to the verb, by type of action: a verb for each of their values.

    The types stand in the order in which they are offered; those that aren't there come last.
    """
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


@runtime_checkable
class HasSecretChoices(Protocol):
    """A game in which everybody chooses secretly at times."""

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


def option(value: Any, face: Face, *, left: int | None = None, then: int | None = None) -> Option:
    """The option for `value`, which looks so."""
    return Option(
        value=value, label=face.label, glyph=face.glyph, anchor=face.anchor, group=face.group, left=left, then=then
    )
