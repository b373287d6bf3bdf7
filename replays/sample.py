"""A position of a game as it may come up, from random legal play: to show what a game looks like."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any, Final

import msgspec

from domain.kernel.base import PerfectInformationGame
from domain.kernel.chance import Chance
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitChance, AwaitSeats
from domain.kernel.seed import SEED_BYTES, SeededChance
from domain.kernel.titles import game_title
from domain.kernel.viewer import PUBLIC
from replays.pictures.scene import Scene

_NAMES: Final = ("Ada", "Bruno", "Chiara", "Dario", "Emma", "Fabio")
_STEPS: Final = 40
_TEMPLATE_SAMPLE: Final = 2000


def demo_action(game: AnyGame, state: Any, step: int, seats: Sequence[int], random: Random) -> Any:
    """What a demonstration plays at `step`: what the game has for it, or what one of `seats`, who are asked, may do."""
    if step < len(game.demo_play):
        return game.demo_play[step]
    return _random_action(game, game.legal_actions(state, random.choice(seats)), random)


def _random_action(game: AnyGame, legal: Legal, random: Random) -> Any:
    """One of the legal actions; of a template with many, one of the first."""
    choices: list[Any] = [*legal.actions]
    for template in legal.templates:
        listed = list(islice(template, _TEMPLATE_SAMPLE))
        choices.append(msgspec.convert(random.choice(listed), game.action_type))
    return random.choice(choices)


def sample_scene(game: AnyGame, language: Language) -> Scene:
    """What everybody may see of a table of `game` some way into a match; the same each time."""
    setup = game.demos[-1]
    random, chance = Random(1), SeededChance(bytes(SEED_BYTES), 1)  # noqa: S311  # nothing is secret here
    state = before = game.initial(setup)
    step = 0
    while step < _STEPS and (action := _next(game, state, step, random, chance)) is not None:
        before, step = state, step + 1
        state = game.decided(state, action).state
    return Scene(
        game=game.meta.key,
        title=game_title(game, language),
        step=step,
        view=game.view(state, PUBLIC),
        before=game.view(before, PUBLIC),
        standings=game.standings(state, PUBLIC),
        pending=game.pending(state),
        names=tuple(_NAMES[seat % len(_NAMES)] for seat in range(setup.seats)),
        viewer=PUBLIC,
        sentence=None,
        language=language,
        all_open=isinstance(game, PerfectInformationGame),
        continued=True,
    )


def _next(game: AnyGame, state: Any, step: int, random: Random, chance: Chance) -> Any:
    """What may happen next; None at the end."""
    pending = game.pending(state)
    if isinstance(pending, AwaitSeats):
        return demo_action(game, state, step, pending.seats, random)
    return game.draw(state, chance) if isinstance(pending, AwaitChance) else None
