"""What a seed explains of a match: each draw it made, and none that another one made."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.actions import ChanceAction
from domain.kernel.game import SERVER
from domain.kernel.seed import SEED_BYTES, SeededChance, commitment_to
from domain.match import commands
from domain.match.events import MatchEvent
from domain.match.fairness import Draw, draws
from domain.match.folding import evolve
from domain.match.match import Match
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import support_of
from tests.domain.match.examples import AT

SEED, ANOTHER = bytes(range(SEED_BYTES)), bytes(SEED_BYTES)
DEALT = [
    (key, next(name for name, setup in support_of(key).SETUPS.items() if setup.options.server_deals))
    for key, game in GAMES.items()
    if "dealing" in game.options_type.__struct_fields__
]


def dealt(key: str, name: str, most: int = 60) -> tuple[Match, list[MatchEvent]]:
    """A match that the server deals by `SEED`, with its events."""
    game, setup = GAMES[key], support_of(key).SETUPS[name]
    assert setup.options.dealing == SERVER
    choices, chance = RandomChoices(Random(key)), SeededChance(SEED, 1)
    seats = [UUID(int=seat + 1) for seat in range(setup.seats)]
    commitment = commitment_to(SEED, UUID(int=99))
    first = commands.open_match(game, setup.options, seats, played_on=AT.date(), commitment=commitment, at=AT, by="")
    match = evolve(None, first)
    events: list[MatchEvent] = [first]
    while not match.finished and match.step < most:
        action: Any = (
            game.draw(match.state, chance) if match.awaits_server else chosen_action(game, match.state, choices)
        )
        events.append(commands.play(match, action, at=AT, by=""))
        match = evolve(match, events[-1])
    return match, events


@pytest.mark.parametrize(("key", "name"), DEALT)
def test_all_that_the_server_drew_follows_from_its_seed(key: str, name: str) -> None:
    match, events = dealt(key, name)
    steps = [step for step, ply in enumerate(match.line, start=1) if isinstance(ply.played.action, ChanceAction)]
    assert steps
    assert list(draws(events, {1: SEED})) == [Draw(step + 1, step, 1, follows=True) for step in steps]


@pytest.mark.parametrize(("key", "name"), DEALT)
def test_another_seed_does_not_explain_it(key: str, name: str) -> None:
    _, events = dealt(key, name)
    assert not all(draw.follows for draw in draws(events, {1: ANOTHER}))


@pytest.mark.parametrize(("key", "name"), DEALT)
def test_what_no_seed_at_hand_decides_is_left_out(key: str, name: str) -> None:
    _, events = dealt(key, name)
    assert list(draws(events, {})) == []
