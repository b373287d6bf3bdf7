"""How many of our files a request passes: no layer creeps in that only forwards."""

from collections.abc import Sequence

import pytest

from benchmarks.path_length import ACTION, AGAIN, CACHED, FIRST, KINDS, PICTURE, Way, longest, measured

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("benchmarks")]

MOST = {CACHED: 8, AGAIN: 18, FIRST: 22, PICTURE: 20, ACTION: 20}
"""Files of the service on the longest way of each kind; those of rules, folding and drawing depend on the game."""

MOST_CACHED = 9
"""Files of all kinds that a read passes whose answer was made before."""

CACHED_READS = {"state", "legal-actions", "events", "history", "fairness", "replay", "chapters", "2"} | {
    "2.svg",
    "scoreboard.svg",
}


@pytest.fixture(scope="module")
def ways() -> Sequence[Way]:
    return measured()


@pytest.mark.parametrize("kind", KINDS)
def test_the_way_of_a_request_stays_short(ways: Sequence[Way], kind: str) -> None:
    one = longest(ways)[kind]
    assert 0 < one.in_service <= MOST[kind], one


def test_what_was_answered_before_is_asked_neither_of_the_rules_nor_of_the_log(ways: Sequence[Way]) -> None:
    cached = [one for one in ways if one.kind == CACHED]
    assert {one.address.rpartition("/")[2] for one in cached} == CACHED_READS
    for one in cached:
        assert len(one.files) <= MOST_CACHED, one
        assert not any("/games/" in name or name == "service/eventstore/log.py" for name in one.files), one
