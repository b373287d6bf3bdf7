"""What a game refuses when nearly right things are tried: for games that have no tests of their own."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.registry import GAMES
from tests.domain.games.perturb import perturbed
from tests.domain.games.play import RandomChoices, on_wire, play
from tests.domain.games.support import support_of


def clauses_provoked(key: str) -> set[str]:
    """The clauses for which set-ups and actions were refused, in some random matches."""
    game, random = GAMES[key], Random(key)
    found: set[str] = set()
    for setup in list(support_of(key).SETUPS.values()) * 3:
        found |= {clause for other in _other_setups(game, setup, random) for clause in _refused_setup(game, other)}
        wires: list[Any] = []
        state = game.initial(setup)
        for step in play(game, setup, RandomChoices(random), support_of(key).MOST_STEPS):
            wires.append(msgspec.to_builtins(step.action))
            for wire in random.sample(wires, min(8, len(wires))):
                tries = [wire, *perturbed(key, wire, setup.seats, random)]
                found |= {clause for one in tries for clause in _refused(game, step.before, one)}
            state = step.after
        found |= {clause for wire in wires for clause in _refused(game, state, wire)}
    return found


def _other_setups(game: AnyGame, setup: Setup[Any], random: Random) -> Iterator[Setup[Any]]:
    yield from (Setup(seats, setup.options) for seats in range(max(game.meta.seats) + 2))
    for _ in range(20):
        for wire in perturbed(game.meta.key, msgspec.to_builtins(setup.options), setup.seats, random):
            try:
                yield Setup(setup.seats, msgspec.convert(wire, game.options_type))
            except msgspec.ValidationError:
                continue


def _refused_setup(game: AnyGame, setup: Setup[Any]) -> set[str]:
    try:
        game.initial(setup)
    except InvalidSetup as refusal:
        return {refusal.clause} if refusal.clause else set()
    return set()


def _refused(game: AnyGame, state: Any, wire: dict[str, Any]) -> set[str]:
    try:
        game.decide(state, on_wire(game, wire))
    except RuleViolation as refusal:
        return {refusal.clause}
    except msgspec.ValidationError:
        pass
    return set()
