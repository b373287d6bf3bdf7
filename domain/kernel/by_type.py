"""One small function for each type of fact, in place of a long chain of cases."""

from collections.abc import Callable, Iterable
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

S = TypeVar("S")
R = TypeVar("R")


def by_type(union: Any, *functions: Callable[[S, Any], R]) -> Callable[[S, Any], R]:
    """A function of two parameters that hands on to the one of `functions` that takes the type of the second.

    `union` has all these types; the annotation of the second parameter, a type or a union, says which a function
    takes. Made of functions that take a state and a fact, and give the state after it, this is an `evolve`.

    Raises:
        TypeError: a type has no function, or several; it is raised when the game is imported.
    """
    function_of: dict[type, Callable[[S, Any], R]] = {}
    for function in functions:
        _, taken, *_ = get_type_hints(function).values()
        for kind in _kinds(taken):
            if kind in function_of:
                raise TypeError(f"{kind.__name__} is for {function_of[kind].__name__} and for {function.__name__}")
            function_of[kind] = function
    if unmatched := set(_kinds(union)) ^ function_of.keys():
        raise TypeError(f"a function for each type: {', '.join(sorted(kind.__name__ for kind in unmatched))}")

    def dispatch(first: S, second: Any) -> R:
        return function_of[type(second)](first, second)

    dispatch.function_of = function_of  # type: ignore[attr-defined]  # for `after_all`
    return dispatch


def after_all(evolve: Callable[[S, Any], S], state: S, facts: Iterable[Any]) -> S:
    """`state` after all of `facts`; one made by :func:`by_type` is asked once for its functions, not fact by fact."""
    function_of: dict[type, Callable[[S, Any], S]] | None = getattr(evolve, "function_of", None)
    if function_of is None:
        for fact in facts:
            state = evolve(state, fact)
    else:
        for fact in facts:
            state = function_of[type(fact)](state, fact)
    return state


def _kinds(union: Any) -> list[type]:
    """The types of a union, those with parameters without them; of a single type, itself."""
    kinds = get_args(union) if get_origin(union) in {Union, UnionType} else (union,)
    return [get_origin(kind) or kind for kind in kinds]
