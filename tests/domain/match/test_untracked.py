"""A match isn't looked through by Python's garbage collector: it has no cycles, and thousands of parts."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import astuple, replace

from domain.match.events import ActionPlayed
from domain.match.folding import fold
from domain.match.line import Line
from domain.registry import GAMES
from tests.replays.matches import recorded


def structs_of(value: Any) -> Iterator[Struct]:
    """All structs that a value consists of."""
    if isinstance(value, Struct):
        yield value
        value = astuple(value)
    if isinstance(value, dict):
        value = (*value, *value.values())
    if isinstance(value, tuple | list | frozenset | Line):
        for part in value:
            yield from structs_of(part)


@pytest.mark.parametrize("key", GAMES)
def test_no_part_of_a_match_is_tracked_but_perhaps_its_state(key: str) -> None:
    match = fold(None, recorded(key, Random(7), 60))
    assert match is not None
    found = {type(one) for one in structs_of(replace(match, state=None, by_viewer=()))}
    assert {ActionPlayed, GAMES[key].options_type} <= found
    assert {kind.__name__ for kind in found if kind.__struct_config__.gc} == set()
