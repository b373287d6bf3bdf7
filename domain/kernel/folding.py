"""Folding with one small function for each type of fact."""

from collections.abc import Callable
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

S = TypeVar("S")


def fold_by_type(facts: Any, *functions: Callable[[S, Any], S]) -> Callable[[S, Any], S]:
    """An `evolve` that hands each fact to the one of `functions` that takes its type.

    `facts` is the union of a game's facts. Each function takes a state and a fact, and gives the state after it; the
    annotation of the fact, a type or a union of them, says which facts it is for.

    Raises:
        TypeError: a fact has no function, or several; it is raised when the game is imported.
    """
    function_of: dict[type, Callable[[S, Any], S]] = {}
    for function in functions:
        _, taken, *_ = get_type_hints(function).values()
        for kind in _kinds(taken):
            if kind in function_of:
                raise TypeError(f"{kind.__name__} is folded by {function_of[kind].__name__} and {function.__name__}")
            function_of[kind] = function
    if strangers := set(_kinds(facts)) ^ function_of.keys():
        raise TypeError(f"a function for each fact: {', '.join(sorted(kind.__name__ for kind in strangers))}")

    def evolve(state: S, fact: Any) -> S:
        """`state` after `fact`."""
        return function_of[type(fact)](state, fact)

    return evolve


def _kinds(union: Any) -> list[type]:
    """The types of a union, those with parameters without them; of a single type, itself."""
    return [
        get_origin(kind) or kind for kind in (get_args(union) if get_origin(union) in {Union, UnionType} else (union,))
    ]
