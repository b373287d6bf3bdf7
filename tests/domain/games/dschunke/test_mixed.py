"""Where unknown cards of hands may come from (D10.3), compared with every way in which they can have been drawn."""

from itertools import combinations, product
from random import Random

import pytest

from domain.games.dschunke.meta import GOODS
from domain.games.dschunke.mixed import DschunkeMixedPiles, first_renewal
from domain.kernel.counts import Counts, plus

Cards = tuple[int, ...]


def splits(cards: Cards, numbers: tuple[int, int]) -> set[tuple[Cards, Cards]]:
    """Every way to give so many of `cards` to either hand."""
    found = set()
    places = range(len(cards))
    for first in combinations(places, numbers[0]):
        rest = [place for place in places if place not in first]
        for second in combinations(rest, numbers[1]):
            found.add((counted(cards, first), counted(cards, second)))
    return found


def counted(cards: Cards, places: tuple[int, ...]) -> Counts:
    counts = [0] * len(GOODS.kinds)
    for place in places:
        counts[cards[place]] += 1
    return tuple(counts)


def possible_hands(piles: DschunkeMixedPiles) -> set[tuple[Counts, Counts]]:
    """All that both hands can have drawn, without a look at what was seen."""
    every = [
        splits(tuple(place for place, n in enumerate(pile.goods) for _ in range(n)), (pile.drawn[0], pile.drawn[1]))
        for pile in piles.piles
    ]
    hands = {(GOODS.none, GOODS.none)}
    for ways in every:
        hands = {(plus(a, c), plus(b, d)) for (a, b), (c, d) in product(hands, ways)}
    return hands


def some_piles(random: Random) -> DschunkeMixedPiles:
    """Two or three small piles, drawn from at random, and some of the cards drawn seen."""
    unknown = (random.randint(0, 3), random.randint(1, 3))
    hidden = [0, 0, 0, 0]
    for _ in range(sum(unknown)):
        hidden[random.randrange(4)] += 1
    piles = first_renewal(tuple(hidden), unknown, tuple(random.randint(0, 2) for _ in range(4)))
    for pile in range(random.randint(1, 2)):
        size = sum(piles.piles[-1].goods)
        drawn = size if pile else random.randint(0, size)
        if pile:
            piles = renew(piles, random)
            drawn = random.randint(0, sum(piles.piles[-1].goods))
        first = random.randint(0, drawn)
        piles = piles.drawing(0, first).drawing(1, drawn - first)
    truth = random.choice(sorted(possible_hands(piles)))
    for seat, hand in enumerate(truth):
        piles = piles.seeing(seat, tuple(random.randint(0, n) for n in hand))
    return piles


def renew(piles: DschunkeMixedPiles, random: Random) -> DschunkeMixedPiles:
    last = piles.piles[-1]
    left = sum(last.goods) - sum(last.drawn)
    first = random.randint(0, left)
    piles = piles.drawing(0, first).drawing(1, left - first)
    return piles.renewed(tuple(random.randint(0, 1) for _ in range(4)))


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("seat", [0, 1])
def test_D10_3_what_a_hand_can_hold_is_what_some_way_of_drawing_gives_it(seed: int, seat: int) -> None:
    piles = some_piles(Random(seed))
    fitting = [
        hands
        for hands in possible_hands(piles)
        if all(map(int.__le__, piles.seen[0], hands[0])) and all(map(int.__le__, piles.seen[1], hands[1]))
    ]
    most = piles.most_unseen(seat)
    assert fitting
    unseen = {tuple(map(int.__sub__, hands[seat], piles.seen[seat])) for hands in fitting}
    assert most == tuple(max(chosen(hand, choice) for hand in unseen) for choice in range(16))
    for shown in product(range(4), repeat=4):
        admitted = all(chosen(shown, choice) <= n for choice, n in enumerate(most))
        assert admitted == any(all(map(int.__le__, shown, hand)) for hand in unseen)


def chosen(counts: Counts, choice: int) -> int:
    return sum(n for place, n in enumerate(counts) if choice >> place & 1)


def test_D10_3_a_record_that_contradicts_itself_says_nothing() -> None:
    piles = first_renewal((1, 0, 0, 0), (1, 0), (0, 1, 0, 0)).seeing(0, (0, 0, 1, 0))
    assert piles.most_unseen(0) == ()
    assert piles.most_unseen(1) == ()
