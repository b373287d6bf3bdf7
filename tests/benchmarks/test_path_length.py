"""How many of our files a request passes: no layer creeps in that only forwards."""

from collections.abc import Sequence

import pytest

from benchmarks.path_length import ACTION, AGAIN, CACHED, FIRST, KINDS, PICTURE, Way, longest, measured

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("benchmarks")]

MOST = {CACHED: 18, AGAIN: 15, FIRST: 19, PICTURE: 18, ACTION: 23}
"""Files of the service on the longest way of each kind; those of rules, folding and drawing depend on the game."""


@pytest.fixture(scope="module")
def ways() -> Sequence[Way]:
    return measured()


@pytest.mark.parametrize("kind", KINDS)
def test_the_way_of_a_request_stays_short(ways: Sequence[Way], kind: str) -> None:
    one = longest(ways)[kind]
    assert 0 < one.in_service <= MOST[kind], one


def test_what_is_cached_is_asked_neither_of_the_rules_nor_of_the_log(ways: Sequence[Way]) -> None:
    state = next(one for one in ways if one.kind == CACHED and one.address.endswith("/state"))
    assert len(state.files) == state.in_service <= 13
    assert not any("/games/" in name or name == "service/eventstore/log.py" for name in state.files)
