"""Templates as verbs with slots."""

from domain.kernel.choice_diagram import choices_of
from domain.kernel.choices import PlainWording, SlotList
from domain.kernel.legal import Legal, Multiset, Template


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
