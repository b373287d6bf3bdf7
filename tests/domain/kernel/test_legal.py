"""Legal actions: lists and templates."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.kernel.actions import SeatAction
from domain.kernel.legal import Entry, Legal, Limit, Multiset, Ranking, Template


class Take(SeatAction, frozen=True, kw_only=True, tag="take"):
    fruit: tuple[str, ...] = ()
    note: str = ""


FRUIT = st.sampled_from(["apple", "pear", "plum"])
MULTISETS = st.builds(
    Multiset,
    of=st.dictionaries(FRUIT, st.integers(1, 3)),
    least=st.integers(0, 2),
    most=st.integers(0, 4),
    limits=st.lists(
        st.builds(Limit, beyond=st.dictionaries(FRUIT, st.integers(0, 2)), most=st.integers(0, 3)), max_size=2
    ).map(tuple),
)


def taking(items: Multiset) -> Template:
    return Template({"type": "take", "seat": 1, "note": ""}, {"fruit": items})


def test_a_multiset_lists_each_filling_once() -> None:
    assert list(Multiset({"apple": 2, "pear": 1}, least=1, most=2)) == [
        ["pear"],
        ["apple"],
        ["apple", "pear"],
        ["apple", "apple"],
    ]


def test_an_empty_list_fits_where_none_is_needed() -> None:
    assert list(Multiset({}, least=0, most=3)) == [[]]
    assert [] in Multiset({"apple": 1}, least=0, most=1)
    assert [] not in Multiset({"apple": 1}, least=1, most=1)


@pytest.mark.parametrize("items", [["plum"], ["apple"] * 3, ["apple", "apple", "pear"], "apple", None, 3])
def test_what_breaks_a_bound_doesnt_fit(items: Any) -> None:
    assert items not in Multiset({"apple": 2, "pear": 1}, least=1, most=2)


def test_a_limit_bounds_what_goes_beyond_in_all() -> None:
    """Of a hand with two apples and one card that may be anything."""
    hand = Multiset({"apple": 3, "pear": 1, "plum": 1}, 0, 3, (Limit({"apple": 2}, 1),))
    for shown in (["apple", "apple", "apple"], ["apple", "apple", "plum"], ["pear"]):
        assert shown in hand
    for shown in (["pear", "plum"], ["apple", "pear", "plum"]):
        assert shown not in hand
    assert ["pear", "plum"] not in list(hand)


@given(MULTISETS)
def test_all_that_is_listed_fits(items: Multiset) -> None:
    for filling in items:
        assert filling in items
        assert filling[::-1] in items
        assert tuple(filling) in items


@given(MULTISETS, st.lists(FRUIT, max_size=5))
def test_all_that_fits_is_listed(items: Multiset, filling: list[str]) -> None:
    assert (filling in items) == (sorted(filling) in map(sorted, items))


@given(MULTISETS)
def test_a_template_admits_all_that_it_yields(items: Multiset) -> None:
    template = taking(items)
    for action in template:
        assert template.admits(action)
        assert Legal(templates=(template,)).admits(Take(seat=1, fruit=tuple(action["fruit"])))


@given(MULTISETS)
def test_a_template_admits_no_perturbation(items: Multiset) -> None:
    assume(list(items))
    template = taking(items)
    for action in template:
        assert not template.admits({**action, "seat": 2})
        assert not template.admits({**action, "type": "give"})
        assert not template.admits({**action, "note": "extra"})
        assert not template.admits({**action, "more": 1})
        assert not template.admits({**action, "fruit": [*action["fruit"], "stone"]})
        assert not template.admits({**action, "fruit": ["apple"] * 5})
        assert not template.admits({name: value for name, value in action.items() if name != "fruit"})
        assert not template.admits({name: value for name, value in action.items() if name != "seat"})


def test_a_template_with_two_lists_yields_all_pairs() -> None:
    template = Template(
        {"type": "swap"},
        {"give": Multiset({"apple": 1}, 1, 1), "take": Multiset({"pear": 1, "plum": 1}, 1, 1)},
    )
    assert list(template) == [
        {"type": "swap", "give": ["apple"], "take": ["plum"]},
        {"type": "swap", "give": ["apple"], "take": ["pear"]},
    ]
    assert not template.admits({"type": "swap", "give": ["apple"], "take": ["apple"]})


def test_nothing_is_legal_of_nothing() -> None:
    assert list(Legal()) == []
    assert not Legal().admits(Take(seat=1))


def test_a_listed_action_is_admitted_with_its_items_in_any_order() -> None:
    legal = Legal((Take(seat=1, fruit=("apple", "pear")),))
    assert legal.admits(Take(seat=1, fruit=("apple", "pear")))
    assert legal.admits(Take(seat=1, fruit=("pear", "apple")))


@pytest.mark.parametrize(
    "other",
    [
        Take(seat=2, fruit=("apple", "pear")),
        Take(seat=1, fruit=("apple",)),
        Take(seat=1, fruit=("apple", "pear", "pear")),
        Take(seat=1, fruit=("apple", "plum")),
        Take(seat=1, fruit=("apple", "pear"), note="extra"),
    ],
)
def test_an_action_not_listed_is_not_admitted(other: Take) -> None:
    assert not Legal((Take(seat=1, fruit=("apple", "pear")),)).admits(other)


def test_listed_actions_come_before_those_of_templates() -> None:
    legal = Legal((Take(seat=1, fruit=("plum",)),), (taking(Multiset({"apple": 1}, 1, 1)),))
    assert [action["fruit"] for action in legal] == [("plum",), ["apple"]]


def test_a_text_takes_anything_that_is_not_too_long() -> None:
    entry = Entry(3, ("12", ""))
    assert [*entry] == ["12", ""]
    assert "1+2" in entry
    assert "1+23" not in entry
    assert 12 not in entry


def test_places_are_one_a_seat() -> None:
    places = Ranking(2, 2)
    assert [*places] == [[1, 1], [1, 2], [2, 1], [2, 2]]
    assert (2, 1) in places
    for wrong in ([1], [1, 2, 1], [0, 1], [3, 1], [True, 1], "12"):
        assert wrong not in places


def test_a_template_with_texts_and_places_admits_what_fits_them() -> None:
    template = Template({"type": "end", "seat": 0}, {}, {"note": Entry(5, ("won",))}, {"ranks": Ranking(2, 2)})
    assert next(iter(template)) == {"type": "end", "seat": 0, "note": "won", "ranks": [1, 1]}
    assert template.admits({"type": "end", "seat": 0, "note": "lost", "ranks": [2, 1]})
    assert not template.admits({"type": "end", "seat": 0, "note": "unsure", "ranks": [2, 1]})
