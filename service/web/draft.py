"""An action that is being put together step by step, as the address of a page has it."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.kernel.choices import Choice, Choices, Option, Slot

_MOST_ITEMS: Final = 200

_picks = msgspec.json.Decoder(list[Any])


class BadDraft(ValueError):  # noqa: N818  # what it is
    """The picks don't belong to what may be chosen now."""


class Draft(Struct, frozen=True):
    """A verb whose slots are filled in part.

    Attributes:
        choice: the verb, by its place among the choices.
        picks: what was chosen for the slots before, in their order; None where one was left out.
        action: what is settled of the action.
        picked: the same in words.
        slot: what is asked now; None when the action is complete.
        gone: what was taken before from the pool of that slot.
    """

    choice: Choice
    picks: tuple[Any, ...]
    picked: tuple[str, ...]
    action: dict[str, Any]
    slot: Slot | None
    gone: tuple[Any, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the slot that are still there."""
        if self.slot is None:
            return ()
        return tuple(one for one in self.slot.options if left_of(one, self.gone) > 0)

    def fits(self, items: list[Any]) -> bool:
        """Whether the slot takes this list."""
        return self.slot is not None and any(items in fits for fits in self.slot.fits)


def left_of(option: Option, gone: tuple[Any, ...] | list[Any]) -> int:
    """How often an option can still be taken after `gone`."""
    return (1 if option.left is None else option.left) - list(gone).count(option.value)


def read_picks(text: str) -> list[Any]:
    """What was picked, as an address has it.

    Raises:
        BadDraft: it can't be read.
    """
    try:
        picks = _picks.decode(text)
    except msgspec.DecodeError:
        raise BadDraft(text) from None
    if len(picks) > _MOST_ITEMS:
        raise BadDraft(text)
    return picks


def drafted(choices: Choices, number: int, picks: list[Any]) -> Draft:
    """The verb at the place `number`, with these picks.

    Raises:
        BadDraft: they don't fit.
    """
    if not 0 <= number < len(choices.choices):
        raise BadDraft(str(number))
    choice = choices.choices[number]
    action, place, taken = deepcopy(choice.action), choice.slot, dict[str, tuple[Any, ...]]()
    picked = list[str]()
    for pick in picks:
        if place is None:
            raise BadDraft(str(pick))
        slot = choices.slots[place]
        gone = taken.get(slot.pool, ()) if slot.pool else ()
        draft = Draft(choice, (), (), action, slot, gone)
        place, items = _following(draft, pick)
        if slot.pool:
            taken[slot.pool] = (*gone, *items)
        if pick is not None:
            put_at(action, slot.pointer, deepcopy(pick))
            picked += in_words(slot, pick if slot.kind == "multiset" else [pick])
    slot_now = None if place is None else choices.slots[place]
    gone = taken.get(slot_now.pool, ()) if slot_now is not None and slot_now.pool else ()
    return Draft(choice, tuple(picks), tuple(picked), action, slot_now, gone)


def _following(draft: Draft, pick: Any) -> tuple[int | None, tuple[Any, ...]]:
    """The slot that follows a pick, and what the pick takes from the pool."""
    slot = draft.slot
    assert slot is not None  # noqa: S101  # the caller asks of a slot
    if pick is None:
        if not slot.optional:
            raise BadDraft("None")
        return slot.then, ()
    if slot.kind == "multiset":
        if not isinstance(pick, list) or not draft.fits(pick):
            raise BadDraft(str(pick))
        if any(left_of(one, (*draft.gone, *pick)) < 0 for one in slot.options):
            raise BadDraft(str(pick))
        return slot.then, tuple(pick)
    if slot.kind == "text":
        if not isinstance(pick, str) or slot.most is None or len(pick) > slot.most:
            raise BadDraft(str(pick))
        return slot.then, ()
    option = next((one for one in draft.options if _same(one.value, pick)), None)
    if option is None:
        raise BadDraft(str(pick))
    return option.then, (option.value,)


def _same(one: Any, other: Any) -> bool:
    return list(one) == other if isinstance(one, tuple) else bool(one == other)


def in_words(slot: Slot, values: list[Any]) -> Iterator[str]:
    """What was chosen for a slot as it is called there; a text as it was written."""
    for value in values:
        yield next((one.label for one in slot.options if _same(one.value, value)), str(value))


def put_at(action: dict[str, Any], pointer: str, value: Any) -> None:
    """Put a value where a pointer of a slot says; objects on the way that aren't there come into being.

    Behind the last item of a list (``-``, RFC 6901) the items of `value` are added.
    """
    *way, last = pointer.split("/")[1:]
    place: Any = action
    for part in way:
        place = place[int(part)] if isinstance(place, list) else place.setdefault(part, {})
    if isinstance(place, list) and last == "-":
        place.extend(value)
    elif isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value


def with_item(items: list[Any], draft: Draft) -> Mapping[str, bool]:
    """For each option by its value, whether it can be added to `items`, so that the list can still come to fit."""
    slot = draft.slot
    if slot is None:
        return {}
    return {
        str(one.value): left_of(one, (*draft.gone, *items)) > 0
        and any(
            len(items) < fits.most
            and items.count(one.value) < fits.of.get(one.value, 0)
            and all(limit.holds(_counted([*items, one.value])) for limit in fits.limits)
            for fits in slot.fits
        )
        for one in slot.options
    }


def _counted(items: list[str]) -> dict[str, int]:
    return {item: items.count(item) for item in items}
