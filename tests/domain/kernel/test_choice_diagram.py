"""Templates as verbs with slots."""

from domain.kernel.choice_diagram import choices_of
from domain.kernel.choices import PlainWording, SlotList
from domain.kernel.legal import Entry, Legal, Multiset, Ranking, Template


def test_a_list_that_nothing_can_be_put_into_is_not_asked_for() -> None:
    slots = SlotList()
    template = Template({"type": "supply", "seat": 2}, {"goods": Multiset({}, 0, 0)})
    (choice,) = choices_of([(Legal(templates=(template,)), PlainWording())], slots)
    assert choice.action == {"type": "supply", "seat": 2, "goods": []}
    assert (choice.slot, slots.slots) == (None, ())


def test_a_list_that_may_stay_empty_is_asked_for() -> None:
    slots = SlotList()
    template = Template({"type": "stock", "seat": 0}, {"jewels": Multiset({"ring": 1}, 0, 1)})
    (choice,) = choices_of([(Legal(templates=(template,)), PlainWording())], slots)
    assert choice.action == {"type": "stock", "seat": 0}
    assert [slot.pointer for slot in slots.slots] == ["/jewels"]


def test_a_text_is_asked_for_before_what_follows() -> None:
    slots = SlotList()
    template = Template({"type": "score", "seat": 0}, {"goods": Multiset({"rice": 1}, 0, 1)}, {"value": Entry(9, ())})
    (choice,) = choices_of([(Legal(templates=(template,)), PlainWording())], slots)
    assert choice.slot is not None
    first = slots.slots[choice.slot]
    assert (first.pointer, first.kind) == ("/goods", "multiset")
    assert first.then is not None
    assert (slots.slots[first.then].kind, slots.slots[first.then].most) == ("text", 9)


def test_places_are_asked_for_seat_by_seat_in_a_list_that_is_there() -> None:
    slots = SlotList()
    template = Template({"type": "end", "seat": 0}, {}, rank={"ranks": Ranking(2, 3)})
    (choice,) = choices_of([(Legal(templates=(template,)), PlainWording())], slots)
    assert choice.action == {"type": "end", "seat": 0, "ranks": [1, 1]}
    assert choice.slot is not None
    first = slots.slots[choice.slot]
    assert [option.value for option in first.options] == [1, 2, 3]
    followed = {option.then for option in first.options}
    assert [slots.slots[place or 0].pointer for place in followed] == ["/ranks/1"]
