"""Where the server looks when it draws: at places where nobody has looked yet, each of them once."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import TypeVar

import pytest

from domain.games.halunken.meta import PILE, TAVERNS
from domain.kernel.chance import Pile
from domain.kernel.pending import AwaitChance, Finished
from domain.kernel.seed import SEED_BYTES, SeededChance
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, chosen_action, folded
from tests.domain.games.support import support_of

T = TypeVar("T")
DEALT = [
    (key, name)
    for key, game in GAMES.items()
    if "dealing" in game.options_type.__struct_fields__
    for name, setup in support_of(key).SETUPS.items()
    if setup.options.server_deals
]


class Watched(SeededChance):
    """A chance that checks what it is asked, and remembers where it has looked."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, 1)
        self.seen: dict[str, list[int]] = {}

    def draw(self, pile: Pile[T], places: Sequence[int]) -> list[T]:
        assert len(pile.unseen) == len(set(pile.unseen)) == len(pile.left)
        assert set(places) <= set(pile.unseen) <= set(range(len(pile.pieces)))
        self.seen.setdefault(pile.name, []).extend(places)
        return super().draw(pile, places)


@cache
def looked(key: str, name: str) -> Mapping[str, Sequence[int]]:
    """At which places of each pile the server looks in a match, in this order."""
    game, setup = GAMES[key], support_of(key).SETUPS[name]
    choices, chance = RandomChoices(Random(name)), Watched(Random(key).randbytes(SEED_BYTES))
    state = game.initial(setup)
    for _ in range(200):
        pending = game.pending(state)
        if isinstance(pending, Finished):
            break
        waits = isinstance(pending, AwaitChance)
        action = game.draw(state, chance) if waits else chosen_action(game, state, choices)
        state = folded(game, state, game.decide(state, action))
    return chance.seen


@pytest.mark.parametrize(("key", "name"), DEALT)
def test_it_looks_once_at_each_place(key: str, name: str) -> None:
    seen = looked(key, name)
    assert seen
    for places in seen.values():
        assert len(places) == len(set(places))


@pytest.mark.parametrize("name", [name for key, name in DEALT if key == "halunken"])
def test_H1_2_each_pile_of_rogues_is_turned_up_from_its_top(name: str) -> None:
    """Three lie on each tavern, the one on top at the first place."""
    seen = looked("halunken", name)["taverns"]
    for tavern in range(TAVERNS):
        turned = [place - PILE * tavern for place in seen if place // PILE == tavern]
        assert turned == list(range(len(turned)))
