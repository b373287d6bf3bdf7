"""Random matches of every game beside records of them with random differences: each is found, and no more."""

from collections.abc import Iterator
from functools import cache
from random import Random
from time import perf_counter
from typing import Any

import pytest
from msgspec.structs import fields, replace

from domain.kernel.alignment import AlignmentEdit, Edit
from domain.kernel.cards import UNKNOWN
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.comparison import MatchView, compare
from domain.match.line import Line, Ply
from domain.match.match import Match
from domain.registry import GAMES
from tests.domain.games.covering import covering, unless_smallest
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import has_secrets, support_of
from tests.domain.games.twin_walk import opened, played, walk

PAIRS = 200
SET_UPS = [
    pytest.param(key, name, id=f"{key}-{name}", marks=unless_smallest(key, name))
    for key in GAMES
    for name in support_of(key).SETUPS
]


@cache
def recorded(key: str, name: str, seed: int) -> Match:
    """A whole match, or the beginning of a long one."""
    game, choices = GAMES[key], RandomChoices(Random(seed))
    match = opened(game, support_of(key).SETUPS[name])
    while not match.finished and match.step < 120:
        match = played(match, chosen_action(game, match.state, choices))
    return match


def with_line(match: Match, plies: list[Ply]) -> Match:
    return replace(match, line=Line(plies), step=len(plies))


def compared(first: Match, second: Match, viewer: Viewer = RECORDER) -> tuple[AlignmentEdit, ...]:
    return compare(MatchView(first, viewer), MatchView(second, viewer))


def are_alike(match: Match, one: Ply, other: Ply) -> bool:
    return one is other or not compared(with_line(match, [one]), with_line(match, [other]))


def differing(match: Match, donors: Match, number: int, random: Random) -> Match:
    """Another record of `match` with as many differences, no two of them side by side."""
    plies = list(match.line)
    places = sorted(random.sample(range(0, len(plies) - 1, 3), number), reverse=True)
    for place in places:
        here, after = plies[place : place + 2]
        other = next(ply for ply in random.sample(list(donors.line), donors.step) if not are_alike(match, ply, here))
        edit = random.choice(list(Edit))
        if edit is Edit.EXCHANGED and are_alike(match, here, after):
            edit = Edit.REPLACED
        plies[place : place + 2] = {
            Edit.REPLACED: [other, after],
            Edit.OMITTED: [after],
            Edit.INSERTED: [other, here, after],
            Edit.EXCHANGED: [after, here],
        }[edit]
    return with_line(match, plies)


def verify_complete(first: Match, second: Match, found: tuple[AlignmentEdit, ...]) -> None:
    """Everything outside of the differences is alike on both sides, in order."""
    one = other = 0
    for difference in (*found, AlignmentEdit(Edit.OMITTED, len(first.line), 0, len(second.line), 0)):
        assert difference.first - one == difference.second - other
        while one < difference.first:
            assert are_alike(first, first.line[one], second.line[other])
            one, other = one + 1, other + 1
        one, other = difference.first_end, difference.second_end


def pairs_of(key: str, name: str) -> Iterator[tuple[Match, Match, int]]:
    """Two hundred pairs of each game, spread over its set-ups, with the number of differences put in."""
    random = Random(f"{key} {name}")
    for number in range(-(-PAIRS // len(covering(key)))):
        match = recorded(key, name, number % 3)
        put_in = random.choice([1, 1, 2, 3, 5, 8])
        if match.step < 4:  # it was over before there was room for a difference
            continue
        yield match, differing(match, recorded(key, name, 7), min(put_in, (match.step - 1) // 3), random), put_in


@pytest.mark.parametrize(("key", "name"), SET_UPS)
def test_each_difference_is_found_and_no_more_than_were_put_in(key: str, name: str) -> None:
    for first, second, put_in in pairs_of(key, name):
        found = compared(first, second)
        assert len(found) <= put_in
        verify_complete(first, second, found)
        assert len(compared(second, first)) == len(found)
        if put_in == 1:
            assert len(found) == 1
            (only,) = found
            lengths = {Edit.OMITTED: (1, 0), Edit.INSERTED: (0, 1), Edit.REPLACED: (1, 1), Edit.EXCHANGED: (2, 2)}
            assert (only.first_end - only.first, only.second_end - only.second) == lengths[only.edit]


@pytest.mark.parametrize(("key", "name"), SET_UPS)
def test_a_record_with_its_lists_in_another_order_is_the_same(key: str, name: str) -> None:
    random, match = Random(3), recorded(key, name, 0)

    def shuffled(value: Any) -> Any:
        items = list(value)
        if all(isinstance(item, str) for item in items):
            random.shuffle(items)
            return tuple(items)
        return tuple(shuffled(item) if isinstance(item, tuple) else item for item in items)

    plies = []
    for ply in match.line:
        action = ply.played.action
        lists = {one.name: getattr(action, one.name) for one in fields(action)}
        changed = {field: shuffled(value) for field, value in lists.items() if isinstance(value, tuple)}
        plies.append(Ply(ply.version, replace(ply.played, action=replace(action, **changed))))
    assert compared(match, with_line(match, plies)) == ()


def test_cards_that_one_record_does_not_know_may_be_what_the_other_has() -> None:
    match = opened(GAMES["klunker"], support_of("klunker").SETUPS["3-open"])
    match = played(match, chosen_action(match.game, match.state, RandomChoices(Random(1))))
    (dealt,) = match.line
    hands = dealt.played.action.hands

    def told(*first_hand: str) -> Match:
        action = replace(dealt.played.action, hands=(first_hand, *hands[1:]))
        return with_line(match, [Ply(dealt.version, replace(dealt.played, action=action, outcome=()))])

    whole = with_line(match, [Ply(dealt.version, replace(dealt.played, outcome=()))])
    assert compared(whole, told(*[UNKNOWN] * 6)) == ()
    assert compared(told(*hands[0][:3], *[UNKNOWN] * 3), told(*[UNKNOWN] * 3, *hands[0][3:])) == ()
    other = next(card for card in type(hands[0][0]) if hands[0].count(card) == 0)
    assert len(compared(whole, told(other, *[UNKNOWN] * 5))) == 1
    assert len(compared(whole, told(*[UNKNOWN] * 5))) == 1


@pytest.mark.parametrize(
    ("key", "name", "viewer"),
    [
        pytest.param(key, name, viewer, id=f"{key}-{name}-{viewer}", marks=unless_smallest(key, name))
        for key in GAMES
        if has_secrets(key)
        for name in support_of(key).SETUPS
        for viewer in (PUBLIC, 1)
    ],
)
def test_what_a_viewer_reads_in_a_comparison_follows_from_what_it_may_know(key: str, name: str, viewer: Viewer) -> None:
    random, third = Random(4), recorded(key, name, 5)
    for number, pair in enumerate(walk(GAMES[key], support_of(key).SETUPS[name], viewer, random, 60)):
        if pair.differ and number % 3 == 0:
            assert compared(pair.one, pair.other, viewer) == ()
            assert compared(pair.one, third, viewer) == compared(pair.other, third, viewer)
            assert compared(third, pair.one, viewer) == compared(third, pair.other, viewer)


@pytest.mark.slow
def test_two_thousand_steps_are_compared_in_well_below_a_second() -> None:
    for key in GAMES:
        name = covering(key)[0]
        plies = [ply for seed in range(40) for ply in recorded(key, name, seed % 8).line][:2000]
        others = [ply for seed in range(40) for ply in recorded(key, name, (seed + 3) % 8).line][:2000]
        first, second = with_line(recorded(key, name, 0), plies), with_line(recorded(key, name, 0), others)
        begun = perf_counter()
        assert compared(first, second)
        assert perf_counter() - begun < 1
