"""A few set-ups of each game that together have everything that all of them have: what the quick tests play.

The tests that take their time (``slow``, ``long``) play the others too. What would take hours is thinned even there;
with ``EVERYTHING=1`` in the environment nothing is.
"""

import os
from collections.abc import Collection, Hashable
from functools import cache
from typing import Any, Final

import pytest
from msgspec.structs import asdict

from domain.kernel.game import Setup
from tests.domain.games.support import support_of

EVERYTHING: Final = os.environ.get("EVERYTHING", "0") != "0"
"""Whether the longest tests go through each set-up and each step."""


def traits(setup: Setup[Any]) -> set[tuple[str, Hashable]]:
    """What there is to a set-up: its number of seats, its dealing, and what else its options choose."""
    return {("seats", setup.seats), *asdict(setup.options).items()}


@cache
def covering(key: str) -> tuple[str, ...]:
    """Names of few of a game's set-ups, so that each trait of any of them is a trait of one of these."""
    setups = support_of(key).SETUPS
    missing = set().union(*map(traits, setups.values()))
    names: list[str] = []
    while missing:
        names.append(max(setups, key=lambda name: len(traits(setups[name]) & missing)))
        missing -= traits(setups[names[-1]])
    return tuple(names)


def smallest(key: str) -> str:
    """The one of them with the fewest seats: what the quick tests play where each step takes its time."""
    return min(covering(key), key=lambda name: support_of(key).SETUPS[name].seats)


def unless_smallest(key: str, name: str) -> Collection[pytest.MarkDecorator]:
    """The marks of a test that looks at every step of a whole match: none if the match is small."""
    return () if name == smallest(key) else (pytest.mark.slow,)


def unless_covering(
    key: str, name: str, mark: pytest.MarkDecorator = pytest.mark.slow
) -> Collection[pytest.MarkDecorator]:
    """The marks of a test that plays a set-up: none if it is one of the few."""
    return () if name in covering(key) else (mark,)
