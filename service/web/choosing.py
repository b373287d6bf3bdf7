"""What may be done, as links: the verbs, and a page for each slot of the one that was chosen."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from domain.kernel.choices import Choice, Choices, Option, Slot
from domain.kernel.words import Words
from service.api.choices import after_name
from service.api.schemas.choices import ChoicesAnswer
from service.web.draft import BadDraft, Draft, drafted, left_of, read_picks, with_item

encode: Final = msgspec.json.Encoder().encode

_WHOLE: Final = 12
"""The characters that an option has at most to be left in one line."""

_HALF: Final = 0.6
"""How much of an option a line takes, at most, when it is broken into two between words."""

NOTHING: Final = "[]"
"""A list without items, as an address has it."""


class OptionLine(Struct, frozen=True):
    """Something to choose, and the address to which it leads; none where it can't be chosen any more.

    Attributes:
        headings: what stands before it: whose choice it is, where there are several, and what it belongs to.
        whose: below them, whose part begins in a group that several share.
    """

    label: str
    glyph: str | None
    href: str | None
    left: int | None = None
    anchor: str | None = None
    headings: tuple[str, ...] = ()
    whose: str = ""


class Writing(Struct, frozen=True):
    """A form for a text: its most characters, and what else it sends."""

    most: int
    fields: tuple[tuple[str, str], ...]


class DraftPage(Struct, frozen=True, kw_only=True):
    """The verb that was chosen, and its slot that is open; without one the action is complete.

    Attributes:
        verb: what it is called; `is_only`: nothing else can be chosen.
        picked: what was chosen for the slots before, in words.
        items: what was put into the list so far.
        done: where to go on with that list, if it fits; `skip`: where to go on without.
        writing: the form, where the slot is for a text.
    """

    verb: str
    picked: str
    is_only: bool
    question: str | None = None
    options: tuple[OptionLine, ...] = ()
    items: tuple[str, ...] = ()
    done: str | None = None
    skip: str | None = None
    action: str | None = None
    writing: Writing | None = None

    @property
    def label(self) -> str:
        """What the action is, as far as it is put together."""
        return f"{self.verb}: {self.picked}" if self.picked else self.verb

    @property
    def unsaid(self) -> str:
        """The same below what is asked, which names the verb that is the only one."""
        return self.picked if self.is_only else self.label

    @property
    def longest(self) -> int:
        """The characters of the longest option."""
        return max((len(option.label) for option in self.options), default=0)

    @property
    def folded(self) -> int:
        """The characters that a line takes when the longest option is in two, unless it is short; no word is broken."""
        if self.longest <= _WHOLE:
            return self.longest
        words = (len(word) for option in self.options for word in option.label.split())
        return max(*words, ceil(self.longest * _HALF), 0)


def no_choice(choices: ChoicesAnswer | Choices, words: Words) -> str:
    """That what was chosen can't be chosen any more; where several things still can, to choose again."""
    return words["record_no_choice" if len(choices.choices) > 1 else "record_no_choice_but_one"]


def prompts_shown(choices: ChoicesAnswer) -> list[str]:
    """What is asked of the only one who chooses; of several, each is named where the own choices stand."""
    return [one.text for one in choices.prompts] if len(choices.prompts) == 1 else []


def verbs_of(
    choices: ChoicesAnswer | Choices, query: Mapping[str, str] = {}, names: Sequence[str] = ()
) -> list[OptionLine]:
    """Every verb, as a link to its first slot; `query` is what else stands in the address of the page.

    With the `names` of the seats, each of several that choose is named before its verbs. What is in a group then comes
    last, once for all of them, below the name of each if there are several.
    """
    lines = []
    several = _several(choices)
    numbered = list(enumerate(choices.choices))
    shared: list[tuple[int, Choice]] = []
    if names and several:
        shared = sorted((one for one in numbered if one[1].group), key=_by_group)
        numbered = [one for one in numbered if not one[1].group]
    seat: int | None = None
    group: str | None = None
    for number, choice in numbered:
        headings = []
        if names and several and choice.seat is not None and choice.seat != seat:
            headings.append(names[choice.seat])
            group = None
        if choice.group and choice.group != group:
            headings.append(choice.group)
        seat, group = choice.seat, choice.group
        href = _address(number, [], query=query)
        lines.append(OptionLine(choice.label, choice.glyph, href, headings=tuple(headings)))
    for number, choice in shared:
        headings = [choice.group] if choice.group and choice.group != group else []
        own = len({other.seat for _, other in shared if other.group == choice.group}) == 1
        begins = not own and choice.seat is not None and (headings or choice.seat != seat)
        whose = names[choice.seat] if begins and choice.seat is not None else ""
        seat, group = choice.seat, choice.group
        href = _address(number, [], query=query)
        lines.append(OptionLine(choice.label, choice.glyph, href, headings=tuple(headings), whose=whose))
    return lines


def _by_group(numbered: tuple[int, Choice]) -> tuple[str, int]:
    _, choice = numbered
    return choice.group or "", -1 if choice.seat is None else choice.seat


def _several(choices: ChoicesAnswer | Choices) -> bool:
    """Whether there are several who choose."""
    return len({choice.seat for choice in choices.choices}) > 1


def _label(choice: Choice, choices: ChoicesAnswer | Choices, names: Sequence[str]) -> str:
    """What a verb is called, and whose it is where several choose."""
    if names and choice.seat is not None and _several(choices):
        return f"{names[choice.seat]}: {after_name(choice.label)}"
    return choice.label


def draft_page(
    choices: ChoicesAnswer | Choices,
    number: int,
    picks: str,
    items: str,
    query: Mapping[str, str] = {},
    names: Sequence[str] = (),
) -> DraftPage:
    """The verb at the place `number`, with `picks`, and for a list the `items` in it so far; all as JSON.

    Where the slot is for a text, `items` is what was written.

    `query` is what else stands in the address of the page. With the `names` of the seats, it is told whose verb it is,
    where several choose.

    Raises:
        BadDraft: that doesn't belong to what may be chosen now.
    """
    offered = Choices(choices.choices, choices.slots)
    draft = drafted(offered, number, read_picks(picks))
    if draft.slot is not None and draft.slot.kind == "text" and items != NOTHING:
        draft, items = drafted(offered, number, [*draft.picks, items]), NOTHING
    common: dict[str, Any] = {
        "verb": _label(draft.choice, choices, names),
        "picked": ", ".join(draft.picked),
        "is_only": len(choices.choices) == 1,
    }
    if draft.slot is None:
        return DraftPage(**common, action=encode(draft.action).decode())
    slot, taken = draft.slot, [*draft.picks]
    common |= {"question": slot.label, "skip": _address(number, [*taken, None], query=query) if slot.optional else None}
    if slot.kind == "text":
        fields = {**query, "choice": str(number), "picks": encode(taken).decode()}
        return DraftPage(**common, writing=Writing(slot.most or 0, tuple(fields.items())))
    if slot.kind == "multiset":
        return DraftPage(**common, **_list_of(draft, slot, number, read_picks(items), query))
    options = (
        OptionLine(
            option.label, option.glyph, _address(number, [*taken, option.value], query=query), anchor=option.anchor
        )
        for option in draft.options
    )
    return DraftPage(**common, options=tuple(options))


def _list_of(draft: Draft, slot: Slot, number: int, items: list[Any], query: Mapping[str, str]) -> dict[str, Any]:
    """The options, items and the way on of a slot for a list."""
    names = {option.value: option.label for option in slot.options}
    if not all(isinstance(item, str | int) and item in names for item in items):
        raise BadDraft(str(items))
    taken, possible = [*draft.picks], with_item(items, draft)
    counted = any(option.left is not None and option.left > 1 for option in slot.options)

    def line(option: Option) -> OptionLine:
        more = _address(number, taken, [*items, option.value], query) if possible[str(option.value)] else None
        left = left_of(option, (*draft.gone, *items)) if counted else None
        return OptionLine(option.label, option.glyph, more, left, option.anchor)

    return {
        "options": tuple(map(line, slot.options)),
        "items": tuple(names[item] for item in items),
        "done": _address(number, [*taken, items], query=query) if draft.fits(items) else None,
    }


def _address(number: int, picks: Sequence[Any], items: Sequence[Any] = (), query: Mapping[str, str] = {}) -> str:
    parameters = {**query, "choice": str(number), "picks": encode(picks).decode()}
    if items:
        parameters["items"] = encode(items).decode()
    return f"?{urlencode(parameters)}"
