"""Functions found by the type of what they are handed."""

from typing import Any, Generic, TypeVar

import pytest
from msgspec import Struct

from domain.kernel.by_type import by_type

T = TypeVar("T")


class Won(Struct, frozen=True):
    points: int


class Lost(Struct, frozen=True):
    points: int


class Paid(Struct, Generic[T], frozen=True):
    coin: T


def won(score: int, fact: Won) -> int:
    return score + fact.points


def lost(score: int, fact: Lost | Paid[Any]) -> int:
    return score - (fact.points if isinstance(fact, Lost) else 1)


def lost_alone(score: int, fact: Lost) -> int:
    return score - fact.points


def test_each_type_has_the_function_that_is_annotated_with_it() -> None:
    evolve = by_type(Won | Lost | Paid[Any], lost, won)
    assert [evolve(10, fact) for fact in (Won(3), Lost(2), Paid("yen"))] == [13, 8, 9]


def test_a_single_type_is_a_union_of_one() -> None:
    assert by_type(Won, won)(1, Won(1)) == 2


def test_a_type_without_a_function_is_an_error_at_once() -> None:
    with pytest.raises(TypeError, match="a function for each type: Paid"):
        by_type(Won | Lost | Paid[Any], won, lost_alone)


def test_a_function_for_another_type_is_an_error() -> None:
    with pytest.raises(TypeError, match="a function for each type: Lost, Paid"):
        by_type(Won, won, lost)


def test_two_functions_for_a_type_are_an_error() -> None:
    with pytest.raises(TypeError, match="Lost is for lost and for lost_alone"):
        by_type(Won | Lost | Paid[Any], won, lost, lost_alone)


def test_what_is_of_no_type_known_is_an_error() -> None:
    with pytest.raises(KeyError):
        by_type(Won, won)(1, Lost(1))
