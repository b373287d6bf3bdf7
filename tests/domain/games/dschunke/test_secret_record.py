"""A match whose hands and special cards the record learns late ends as the same match with open ones."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.dschunke import GAME
from domain.games.dschunke.actions import (
    DschunkeDeal,
    DschunkeDealing,
    DschunkeOffer,
    DschunkePlaySpecial,
    DschunkeShowSpecials,
    DschunkeTakeSpecial,
    DschunkeUse,
)
from domain.games.dschunke.events import DschunkeDrew
from domain.games.dschunke.meta import ALWAYS
from domain.kernel.cards import UNKNOWN
from domain.kernel.game import Setup
from domain.kernel.pending import Finished
from domain.kernel.viewer import PUBLIC
from tests.domain.games.dschunke.support import S_EVERYWHERE, check_conservation
from tests.domain.games.play import RandomChoices, Step, chosen_action, played
from tests.domain.games.support import Table, setup

MATCHES: dict[str, dict[str, Any]] = {
    "2-fixed": {},
    "2-free": {"setup": "free"},
    "3-chosen": {"wandering_merchants": True},
    "4-chosen": {},
    "4-by_kind": {"opening_hands": "by_kind", "setup": "free"},
}


def opened(name: str, dealing: DschunkeDealing) -> Setup[Any]:
    options = setup(GAME, int(name[0]), {**MATCHES[name], "dealing": dealing.value}).options
    return Setup(int(name[0]), replace(options, board=S_EVERYWHERE))


def open_match(start: Setup[Any], random: Random) -> Iterator[Step]:
    """A match with open hands, in which every special card is named."""
    state = GAME.initial(start)
    while not isinstance(GAME.pending(state), Finished):
        action = chosen_action(GAME, state, RandomChoices(random))
        if isinstance(action, DschunkeOffer) and random.random() < 0.4:
            action = replace(action, goods=())
        if isinstance(action, DschunkeTakeSpecial) and action.card == UNKNOWN:
            named = (card for card in state.unseen_specials if card not in ALWAYS)
            action = replace(action, card=random.choice(list(named)))
        step = played(GAME, state, action, 0)
        yield step
        state = step.after


def as_secret(step: Step, random: Random) -> Any:
    """What a recorder tells who didn't see hands and special cards; all goods drawn are named."""
    action = step.action
    match action:
        case DschunkeDeal():
            return None
        case DschunkeTakeSpecial() if action.card not in ALWAYS and random.random() < 0.7:
            return DschunkeTakeSpecial(seat=action.seat, pile=action.pile, card=UNKNOWN)
        case DschunkeUse() | DschunkePlaySpecial():
            drawn = [fact.goods for fact in step.facts if isinstance(fact, DschunkeDrew)]
            return replace(action, goods=tuple(good for goods in drawn for good in goods)) if drawn else action
        case _:
            return action


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("seed", range(3))
def test_a_secret_record_of_an_open_match(name: str, seed: int) -> None:
    random = Random(seed)
    table = Table(GAME, GAME.initial(opened(name, DschunkeDealing.SECRET)))
    last: Any = None
    for step in open_match(opened(name, DschunkeDealing.OPEN), random):
        last = step.after
        action = as_secret(step, random)
        if action is None:
            continue
        assert action.seat is None or table.admits(action)
        table.plays(action)
        check_conservation(table.state)
        assert_piles_are_possible(table.state, last)
    for seat in table.asked:
        unknown = Counter(last.seats[seat].specials) - Counter(table.state.seats[seat].specials)
        table.plays(DschunkeShowSpecials(seat=seat, cards=tuple(unknown.elements())))
    assert GAME.standings(table.state, PUBLIC) == GAME.standings(last, PUBLIC)
    assert table.state.cargo == last.cargo


def assert_piles_are_possible(secret: Any, true: Any) -> None:
    """What lies in the piles is within the bounds that the record knows."""
    piles = true.stock.pile_most
    assert all(map(int.__le__, secret.stock.pile_least, piles))
    assert all(map(int.__le__, piles, secret.stock.pile_most))
    assert secret.mixed == true.mixed
