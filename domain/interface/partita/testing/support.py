"""A game being tested: random matches of it, and what its module ``testing`` says."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from random import Random
from typing import Any, Final

from msgspec import Struct, ValidationError, convert, to_builtins

from domain.kernel.base import PerfectInformationGame
from domain.kernel.game import AnyGame, Setup
from domain.kernel.packages import module_of
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished
from domain.kernel.seed import SEED_BYTES, SeededChance
from domain.kernel.viewer import PUBLIC, Viewer
from domain.registry import game_of
from replays.sample import demo_action

SEEDS: Final = range(4)
"""Matches of each set-up."""

NAMES: Final = ("Ada", "Bruno", "Chiara", "Dario", "Emma", "Fabio", "Gaia", "Hugo")


def neighbours(game: AnyGame, action: Any) -> Iterator[Any]:
    """Actions that differ from `action` in one field, by a little, and that have the form of an action."""
    wire = to_builtins(action)
    for name, value in wire.items():
        for other in _nearly(value):
            with suppress(ValidationError):
                yield convert({**wire, name: other}, game.action_type)


def _nearly(value: Any) -> Iterable[Any]:
    match value:
        case bool():
            return (not value,)
        case int():
            return (value - 1, value + 1)
        case list() | tuple() if value:
            return (value[:-1], value[1:], [*value, value[0]])
        case _:
            return ()


class TestedStep(Struct, frozen=True):
    """One action of a match, with the states around it."""

    __test__ = False

    number: int
    before: Any
    action: Any
    facts: tuple[Any, ...]
    after: Any


class TestedGame:
    """A game, with what the module ``testing`` of its package offers.

    All of it is optional, but for the last two in a game with secrets:

    - ``SETUPS``: named set-ups to play, in place of the demonstrations.
    - ``MOST_STEPS``: no match takes more steps; 1000 without it.
    - ``MAY_HAVE_NO_WINNER``: whether a match may end so that nobody has won.
    - ``REVEALING``: facts that open what was secret before, so that what a viewer reads in them may depend on secrets.
    - ``GAPS``: clauses that no test is called after, each with the reason.
    - ``check_conservation(state)``: fails when a piece got lost or appeared from nowhere.
    - ``canonical(state, action)``: the listed form of an action that may be submitted in a shorter one, too.
    - ``scrambled(state, viewer, random)``: a possible state that differs in all that `viewer` can't see.
    - ``disguised(state, action, viewer, random)``: likewise a possible action.
    """

    __test__ = False

    def __init__(self, key: str) -> None:
        self.game: AnyGame = game_of(key)
        module = module_of(key, "testing")
        self._own: Mapping[str, Any] = vars(import_module(module)) if module else {}

    def own(self, name: str, default: Any = None) -> Any:
        """What the module ``testing`` calls so."""
        return self._own.get(name, default)

    @property
    def has_secrets(self) -> bool:
        """Whether somebody may not see something."""
        return not isinstance(self.game, PerfectInformationGame)

    @cached_property
    def setups(self) -> Mapping[str, Setup[Any]]:
        """The set-ups that are played."""
        demos = {f"{setup.seats}-{number}": setup for number, setup in enumerate(self.game.demos)}
        found: Mapping[str, Setup[Any]] = self.own("SETUPS", demos)
        return found

    @cached_property
    def matches(self) -> list[tuple[Setup[Any], list[TestedStep]]]:
        """Random matches of every set-up, to their ends."""
        return [(setup, list(self.played(setup, seed))) for setup in self.setups.values() for seed in SEEDS]

    def steps(self) -> Iterator[TestedStep]:
        """All steps of the matches."""
        for _, match in self.matches:
            yield from match

    def played(self, setup: Setup[Any], seed: int) -> Iterator[TestedStep]:
        """A random match.

        Raises:
            AssertionError: it doesn't end.
        """
        game, most = self.game, self.own("MOST_STEPS", 1000)
        random = Random(seed)  # noqa: S311  # nothing is secret here
        chance = SeededChance(random.randbytes(SEED_BYTES), 1)
        state = game.initial(setup)
        for number in range(1, most + 2):
            pending = game.pending(state)
            if isinstance(pending, Finished):
                return
            assert number <= most, f"no end after {most} steps"
            if isinstance(pending, AwaitChance):
                action = game.draw(state, chance)
            else:
                assert isinstance(pending, AwaitSeats)
                action = demo_action(game, state, len(game.demo_play), pending.seats or pending.optional, random)
            decided = game.decided(state, action)
            yield TestedStep(number, state, action, tuple(decided.facts), decided.state)
            state = decided.state

    def viewers(self, setup: Setup[Any]) -> tuple[Viewer, ...]:
        """Everybody who doesn't see all."""
        return (PUBLIC, *range(setup.seats))
