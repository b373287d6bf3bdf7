"""Given, when, then: what the tests of all games share, and what each game's own ``support`` module has to offer."""

import json
from collections.abc import Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Protocol, TypeVar, cast

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.actions import ChanceAction, kinds_of
from domain.kernel.base import PerfectInformationGame
from domain.kernel.chance import Pile
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import AnyGame, ChanceOptions, Setup
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitSeats, Pending
from domain.kernel.standing import Standing
from domain.kernel.viewer import RECORDER, Viewer
from domain.registry import game_of
from tests.domain.games.play import RandomChoices, play

T = TypeVar("T")

GAMES_FOLDER = Path(__file__).parent
SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.json"))


class GameSupport(Protocol):
    """What the tests of all games need of a game; :class:`DefaultSupport` has something for each of it.

    A game that wants more offers it under these names in ``tests/domain/games/<game>/support.py``, or in ``testing.py``
    in its own folder; one with secrets needs `scrambled` and `disguised`. A module may also have
    ``canonical(state, action)``: the listed form of an action that may be submitted in a shorter one, too; and
    ``RARE``: facts that random play hardly ever leads to, each with a test of its own. That of a game with unknown
    cards (``HasUnknowns``) has what :class:`UnknownsSupport` lists.
    """

    SETUPS: dict[str, Setup[Any]]
    """Named set-ups: every number of seats, every way to play, every dealing."""
    PLAYTHROUGHS: tuple[str, ...]
    """The names of those set-ups that have a golden playthrough."""
    MOST_STEPS: int
    """No match takes more steps."""
    EXAMPLES: tuple[Any, ...]
    """At least one of every action and fact: the structs that ``wire.json`` freezes."""
    REVEALING: tuple[type, ...]
    """Facts that open what was secret before: what a viewer reads in them may depend on secrets."""
    GAPS: dict[str, str]
    """Clauses without a test, each with the reason."""

    ENDINGS: frozenset[str]
    """Types of action that end a match at any time: chosen less often at random, so that it has some steps."""
    SELDOM: int
    """One of so many times that such an action may be chosen at random, it is."""
    WORDS: tuple[tuple[str, ...], ...]
    """Words in its actions that are no enumerations, such as the squares of a board; each list of one kind."""
    MAY_HAVE_NO_WINNER: bool
    """Whether a match may end so that nobody has won."""

    def check_conservation(self, state: Any) -> None:
        """Fail when a piece has got lost or appeared from nowhere."""

    def check_regular(self, state: Any) -> None:
        """Fail when pieces lie where regular play can't have brought them; irregular play can."""

    def scrambled(self, state: Any, viewer: Viewer, random: Random) -> Any:
        """A possible state that differs from `state` in all that `viewer` (a seat or the public) can't see."""

    def disguised(self, state: Any, action: Any, viewer: Viewer, random: Random) -> Any:
        """A possible action that differs from `action` in all that `viewer` can't see."""

    def check_end(self, state: Any, end: dict[str, Any]) -> None:
        """Fail when the end of a sample match isn't what `end` says of it, key by key."""


class Retold(Struct, frozen=True):
    """A match with open hands, told by somebody who didn't see them.

    Attributes:
        setup: how it is told.
        actions: what is told.
        truth: the state of the open match at each step of the one told, the set-up first.
    """

    setup: Setup[Any]
    actions: tuple[Any, ...]
    truth: tuple[Any, ...]


class UnknownsSupport(Protocol):
    """What the support module of a game with unknown cards offers beside."""

    def retold(self, random: Random) -> Retold:
        """A whole match of any set-up."""

    def missing(self, state: Any, truth: Any, seat: int) -> tuple[Any, ...]:
        """The cards of `seat` in `truth` that are unknown in `state`, where the same match is told."""

    def possible(self, state: Any, seat: int) -> tuple[Any, ...]:
        """Cards that might be among the unknown ones of `seat`, more than there are."""

    def identification(self, state: Any, seat: int, cards: Sequence[Any]) -> Any:
        """That `seat` held these beside the cards known in `state`."""


class DefaultSupport:
    """What can be found out about a game that offers nothing of it."""

    PLAYTHROUGHS: tuple[str, ...] = ()
    MOST_STEPS = 1000
    REVEALING: tuple[type, ...] = ()
    RARE: tuple[type, ...] = ()
    ENDINGS: frozenset[str] = frozenset()
    SELDOM = 8
    WORDS: tuple[tuple[str, ...], ...] = ()
    MAY_HAVE_NO_WINNER = False
    GAPS: dict[str, str] = {}  # noqa: RUF012  # read only

    def __init__(self, game: AnyGame, modules: Sequence[ModuleType]) -> None:
        self.game = game
        for module in reversed(modules):
            vars(self).update({name: value for name, value in vars(module).items() if not name.startswith("_")})

    @cached_property
    def SETUPS(self) -> dict[str, Setup[Any]]:
        """The demonstrations, each in every dealing."""
        dealt = [one for demo in self.game.demos for one in every_dealing(demo)]
        return {f"{one.seats}-{number}": one for number, one in enumerate(dealt)}

    @cached_property
    def EXAMPLES(self) -> tuple[Any, ...]:
        """The first of every action and fact in some random matches."""
        found: dict[type, Any] = {}
        for seed, one in enumerate(list(self.SETUPS.values()) * 3):
            for step in play(self.game, one, RandomChoices(Random(seed)), self.MOST_STEPS):
                found = {type(value): value for value in (step.action, *step.facts)} | found
        kinds = (*kinds_of(self.game.action_type), *kinds_of(self.game.fact_type))
        return tuple(found[kind] for kind in kinds if kind in found)

    def check_conservation(self, state: Any) -> None:
        """Nothing is known of its pieces."""

    def check_regular(self, state: Any) -> None:
        """Nothing is known of its pieces."""

    def scrambled(self, state: Any, viewer: Viewer, random: Random) -> Any:
        """The same, since nothing is secret."""
        self._needs_no("scrambled")
        return state

    def disguised(self, state: Any, action: Any, viewer: Viewer, random: Random) -> Any:
        """The same, since nothing is secret."""
        self._needs_no("disguised")
        return action

    def check_end(self, state: Any, end: dict[str, Any]) -> None:
        """The winners, the scores, and fields of the state."""
        standings = self.game.standings(state, RECORDER)
        found = msgspec.to_builtins(state) | {
            "winners": [standing.seat for standing in standings if standing.winner],
            "scores": msgspec.to_builtins([standing.score for standing in standings]),
        }
        assert {key: found.get(key) for key in end} == end

    def _needs_no(self, name: str) -> None:
        if not isinstance(self.game, PerfectInformationGame):
            pytest.fail(f"The game {self.game.meta.key} has secrets; its tests need {name}, as GameSupport says.")


def every_dealing(setup: Setup[Any]) -> list[Setup[Any]]:
    """`setup` in each of its dealings; of a game without chance, itself."""
    if not isinstance(setup.options, ChanceOptions):
        return [setup]
    ways = type(setup.options.dealing)
    return [replace(setup, options=replace(setup.options, dealing=way)) for way in ways]


NEEDED = tuple(name for name in (*GameSupport.__annotations__, *vars(GameSupport)) if not name.startswith("_"))


@cache
def support_of(key: str) -> GameSupport:
    """What a game offers for its tests, and defaults for what it doesn't."""
    names = (f"tests.domain.games.{key}.support", f"domain.games.{key}.testing")
    found = [import_module(name) for name in names if _is_there(name)]
    return cast("GameSupport", DefaultSupport(game_of(key), found))


def _is_there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def unknowns_support_of(key: str) -> UnknownsSupport:
    """The same of a game with unknown cards."""
    module = support_of(key)
    needed = [name for name in vars(UnknownsSupport) if not name.startswith("_")]
    if missing := [name for name in needed if not hasattr(module, name)]:
        pytest.fail(f"The support of {key}, which has unknown cards, lacks {', '.join(missing)}.")
    return cast("UnknownsSupport", module)


def has_secrets(key: str) -> bool:
    """Whether a game has something that somebody may not see."""
    return not isinstance(game_of(key), PerfectInformationGame)


def has_chance(key: str) -> bool:
    """Whether a game has outcomes that nobody chooses."""
    return any(issubclass(kind, ChanceAction) for kind in kinds_of(game_of(key).action_type))


def sample_of(key: str) -> dict[str, Any]:
    """The first sample of a game; of one without any, a random match that the server doesn't deal, in the same form."""
    if own := [sample for sample in SAMPLES if sample.name.startswith(f"{key}-")]:
        sample: dict[str, Any] = json.loads(own[0].read_text(encoding="utf-8"))
        return sample
    support = support_of(key)
    start = next(one for one in support.SETUPS.values() if not one.options.server_deals)
    steps = play(game_of(key), start, RandomChoices(Random(key)), support.MOST_STEPS)
    return {
        "game": key,
        "seats": start.seats,
        "options": msgspec.to_builtins(start.options),
        "actions": [msgspec.to_builtins(step.action) for step in steps],
    }


def listed_form(key: str, state: Any, action: Any) -> Any:
    """`action` as the rules list it."""
    canonical = getattr(support_of(key), "canonical", None)
    return canonical(state, action) if canonical else action


def setup(game: AnyGame, seats: int, options: dict[str, Any]) -> Setup[Any]:
    """A set-up with its options as on the wire."""
    return Setup(seats, msgspec.convert(options, game.options_type))


class TopCards:
    """Chance that always gives the first of what is left."""

    since = None

    def draw(self, pile: Pile[T], places: Sequence[int]) -> list[T]:
        return list(pile.left[: len(places)])


class Table:
    """A match in the middle of a test: given a state, when actions are played, then it is looked at."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.state = state
        self.facts: tuple[Any, ...] = ()
        """All that followed from the last actions played."""

    @classmethod
    def opened(cls, key: str, seats: int, **options: Any) -> "Table":
        """A new match; options as on the wire."""
        game = game_of(key)
        return cls(game, game.initial(setup(game, seats, options)))

    def plays(self, *actions: Any) -> "Table":
        """Play actions that the rules admit."""
        facts: list[Any] = []
        for action in actions:
            for fact in self.game.decide(self.state, action):
                self.state = self.game.evolve(self.state, fact)
                facts.append(fact)
        self.facts = tuple(facts)
        return self

    def refuses(self, action: Any, clause: str) -> None:
        """The rules refuse `action` for `clause`, and don't list it either."""
        with pytest.raises(RuleViolation) as refusal:
            self.game.decide(self.state, action)
        assert refusal.value.clause == clause, refusal.value
        if action.seat in self.asked:
            assert not self.legal(action.seat).admits(action)

    def admits(self, action: Any) -> bool:
        """Whether `action` is legal now: listed, and accepted when it is played."""
        listed = self.legal(action.seat).admits(action)
        if listed:
            self.game.decide(self.state, action)
        return listed

    def told(self, kind: type[T]) -> list[T]:
        """The facts of one kind that followed from the last actions played."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    @property
    def pending(self) -> Pending:
        return self.game.pending(self.state)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the match waits for."""
        return self.pending.seats if isinstance(self.pending, AwaitSeats) else ()

    def legal(self, seat: int) -> Legal:
        return self.game.legal_actions(self.state, seat)

    def view(self, viewer: Viewer) -> Any:
        return self.game.view(self.state, viewer)

    @property
    def standings(self) -> tuple[Standing, ...]:
        return self.game.standings(self.state, RECORDER)

    @property
    def winners(self) -> list[int]:
        return [standing.seat for standing in self.standings if standing.winner]


def invalid(key: str, seats: int, clause: str | None, pointer: str, **options: Any) -> None:
    """The game can't be set up so, because of `clause`."""
    game = game_of(key)
    with pytest.raises(InvalidSetup) as refusal:
        game.initial(setup(game, seats, options))
    assert (refusal.value.clause, refusal.value.pointer) == (clause, pointer)
