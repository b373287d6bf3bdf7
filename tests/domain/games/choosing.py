"""Fills slots, as a page does that shows choices: by anybody's choices, or as a given action has them."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from msgspec import UNSET, json
from msgspec.structs import replace

from domain.kernel.choices import Choice, Choices, Slot
from tests.domain.games.play import Choices as Chooser
from tests.domain.games.play import chosen_items

WRITTEN = ("12", "7+5-3", "about 40", "")
"""What somebody writes into a slot for a text."""


def parts_of(pointer: str) -> list[str]:
    """The parts of a JSON pointer without escapes."""
    return pointer.split("/")[1:]


def value_at(wire: Any, pointer: str) -> Any:
    """What stands at a JSON pointer; UNSET where nothing does."""
    for part in parts_of(pointer):
        if isinstance(wire, list | tuple):
            wire = wire[int(part)] if int(part) < len(wire) else UNSET
        else:
            wire = wire.get(part, UNSET) if isinstance(wire, Mapping) else UNSET
    return wire


def put_at(wire: dict[str, Any], pointer: str, value: Any) -> None:
    """Put a value at a JSON pointer; objects on the way that aren't there come into being."""
    *way, last = parts_of(pointer)
    place: Any = wire
    for part in way:
        place = place[int(part)] if isinstance(place, list) else place.setdefault(part, {})
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value


def filled_in(choices: Choices, chooser: Chooser) -> dict[str, Any]:
    """An action as somebody fills in the slots of one verb."""
    choice = choices.choices[chooser.below(len(choices.choices))]
    wire, taken = deepcopy(choice.action), dict[str, list[Any]]()
    place = choice.slot
    while place is not None:
        slot = choices.slots[place]
        gone = taken.setdefault(slot.pool, []) if slot.pool else []
        if slot.optional and chooser.below(2):
            place = slot.then
            continue
        if slot.kind == "multiset":
            value: Any = chosen_items(_left(slot, gone, chooser), chooser)
            gone += value
            place = slot.then
        elif slot.kind == "text":
            value, place = WRITTEN[chooser.below(len(WRITTEN))], slot.then
        else:
            options = [option for option in slot.options if option.value not in gone]
            option = options[chooser.below(len(options))]
            value, place = option.value, option.then
            gone.append(value)
        put_at(wire, slot.pointer, value)
    return wire


def _left(slot: Slot, gone: list[Any], chooser: Chooser) -> Any:
    fits = slot.fits[chooser.below(len(slot.fits))]
    return replace(fits, of={kind: n - gone.count(kind) for kind, n in fits.of.items()})


def can_be_filled_in(choices: Choices, wire: Mapping[str, Any]) -> bool:
    """Whether the slots of one of the verbs can be filled in so that `wire` comes of it."""
    return any(_leads_to(choices, choice, wire) for choice in choices.choices)


def _leads_to(choices: Choices, choice: Choice, wire: Mapping[str, Any]) -> bool:
    made: dict[str, Any] = json.decode(json.encode(choice.action))
    place = choice.slot
    while place is not None:
        slot = choices.slots[place]
        value = value_at(wire, slot.pointer)
        if value is UNSET:
            if not slot.optional:
                return False
            place = slot.then
            continue
        if slot.kind == "multiset":
            if not any(value in fits for fits in slot.fits):
                return False
            place = slot.then
        elif slot.kind == "text":
            if slot.most is None or len(value) > slot.most:
                return False
            place = slot.then
        else:
            option = next((option for option in slot.options if _alike(option.value, value)), None)
            if option is None:
                return False
            place = option.then
        put_at(made, slot.pointer, value)
    return made == wire


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return sorted(one) == sorted(other)
    return bool(one == other)
