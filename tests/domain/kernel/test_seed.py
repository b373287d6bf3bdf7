"""Draws that follow from a seed: the same for ever, fair, and never two pieces at one place."""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import permutations
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.klunker.actions import KlunkerDealing, KlunkerOptions
from domain.kernel.chance import Pile, whole
from domain.kernel.game import Setup
from domain.kernel.seed import SEED_BYTES, SeededChance, commitment_to, permutation
from domain.registry import GAMES

SEED = bytes(range(SEED_BYTES))


def seeds(number: int) -> Iterable[bytes]:
    """Always the same."""
    return (sha256(str(n).encode()).digest() for n in range(number))


def chi_square(found: Iterable[Any], outcomes: Sequence[Any], weights: Sequence[float] | None = None) -> float:
    """How far `found` is from `outcomes`, equally likely or by their weights."""
    counts = Counter(found)
    assert set(counts) <= set(outcomes)
    shares = weights or [1 / len(outcomes)] * len(outcomes)
    total = counts.total()
    expected = {one: total * share for one, share in zip(outcomes, shares, strict=True)}
    return sum((counts[one] - n) ** 2 / n for one, n in expected.items())


# --- the derivation never changes ---


def test_the_derivation_is_frozen() -> None:
    assert permutation(SEED, "taverns", 42)[:10] == FROZEN_TAVERNS
    assert permutation(SEED, "deck", 94)[:10] == FROZEN_DECK
    assert commitment_to(SEED, UUID(int=1)) == FROZEN_COMMITMENT


FROZEN_TAVERNS = (4, 35, 36, 23, 9, 38, 15, 37, 34, 24)
FROZEN_DECK = (50, 61, 67, 65, 60, 87, 70, 53, 51, 7)
FROZEN_COMMITMENT = "f193cb386e3169091adbf5f08a011c99e97687e964d7277bcb58fa20334214e4"


@settings(deadline=None)
@given(st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES), st.text(max_size=20), st.integers(0, 100))
def test_every_piece_lies_at_one_place(seed: bytes, pile: str, number: int) -> None:
    assert sorted(permutation(seed, pile, number)) == list(range(number))


def test_seeds_piles_and_sizes_are_told_apart() -> None:
    orders = {permutation(seed, pile, 30) for seed in seeds(5) for pile in ("a", "b", "a/1")}
    assert len(orders) == 15
    assert permutation(SEED, "a", 30)[:29] != permutation(SEED, "a", 29)


def test_a_seed_does_not_come_into_a_log() -> None:
    assert SEED.hex() not in repr(SeededChance(SEED, 1))
    assert repr(SEED) not in repr(SeededChance(SEED, 1))


# --- fair ---


def test_every_order_is_equally_likely() -> None:
    orders = list(permutations(range(4)))
    found = (permutation(seed, "pile", 4) for seed in seeds(4_800))
    assert chi_square(found, orders) < 49.7  # 23 degrees of freedom, one in a thousand


def test_every_piece_is_equally_likely_at_a_place() -> None:
    orders = [permutation(seed, "taverns", 42) for seed in seeds(2_100)]
    for place in (0, 20, 41):
        assert chi_square((order[place] for order in orders), range(42)) < 74.7  # 41 degrees of freedom


def test_what_is_left_is_equally_likely_where_pieces_have_come_elsewhere() -> None:
    """Two of four equal pieces and one of two others were seen at two places, whatever the seed says of them."""
    pieces = ("a", "a", "a", "a", "b", "b")
    pile = Pile("pile", pieces, range(3, 6), ("a", "a", "b"))
    orders = list(set(permutations(pile.left)))
    found = (tuple(SeededChance(seed, 1).draw(pile, (3, 4, 5))) for seed in seeds(1_500))
    assert chi_square(found, orders) < 13.8  # 2 degrees of freedom, one in a thousand


def test_the_cards_of_a_hand_are_as_likely_as_there_are_of_them() -> None:
    game = GAMES["klunker"]
    state = game.initial(Setup(3, KlunkerOptions(dealing=KlunkerDealing.SERVER)))
    hands = [game.draw(state, SeededChance(seed, 1)).hands for seed in seeds(600)]
    jewels = sorted({card for dealt in hands for hand in dealt for card in hand})
    weights = [10 / 94 if jewel == "necklace" else 14 / 94 for jewel in jewels]
    for seat in range(3):
        for card in (0, 5):
            assert chi_square((dealt[seat][card] for dealt in hands), jewels, weights) < 22.5  # 6 degrees of freedom


# --- what has come elsewhere ---


@pytest.mark.slow
@settings(deadline=None)
@given(st.data())
def test_what_lies_at_places_nobody_has_seen_is_what_is_left(data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.sampled_from("abcde"), min_size=1, max_size=12).map(sorted))
    numbers = data.draw(st.permutations(range(len(pieces))))
    left = sorted(pieces[n] for n in numbers[: data.draw(st.integers(1, len(pieces)))])
    unseen = data.draw(st.permutations(range(len(pieces))))[: len(left)]
    pile = Pile("pile", pieces, unseen, left)
    chance = SeededChance(data.draw(st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)), 1)
    drawn = chance.draw(pile, unseen)
    assert sorted(drawn) == left
    assert [chance.draw(pile, [place])[0] for place in unseen] == drawn


def test_what_nobody_has_moved_lies_where_it_was_shuffled() -> None:
    pieces = tuple("abcdefgh")
    order = SeededChance(SEED, 1).draw(whole("pile", pieces), range(8))
    seen = {2, 5}
    left = [piece for piece in pieces if piece not in {order[place] for place in seen}]
    unseen = [place for place in range(8) if place not in seen]
    assert SeededChance(SEED, 1).draw(Pile("pile", pieces, unseen, left), unseen) == [order[place] for place in unseen]


@settings(deadline=None)
@given(st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES), st.sets(st.integers(0, 7), min_size=2, max_size=7))
def test_a_place_gives_another_piece_only_if_its_own_has_come_elsewhere(seed: bytes, used: set[int]) -> None:
    """Cards that players chose, such as Black Jack's for two players, against none chosen."""
    pieces = tuple(range(8))
    chance = SeededChance(seed, 1)
    order = chance.draw(whole("pile", pieces), pieces)
    unseen = range(len(used), 8)
    drawn = chance.draw(Pile("pile", pieces, unseen, [piece for piece in pieces if piece not in used]), unseen)
    for place, piece in zip(unseen, drawn, strict=True):
        assert piece == order[place] or order[place] in used
        assert piece not in used
