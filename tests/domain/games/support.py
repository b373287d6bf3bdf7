"""Given, when, then: what the tests of all games share, and what each game's own ``support`` module has to offer."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar, cast

import msgspec
import pytest
from msgspec import Struct

from domain.kernel.chance import Pile
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitSeats, Pending
from domain.kernel.standing import Standing
from domain.kernel.viewer import RECORDER, Viewer
from domain.registry import game_of

T = TypeVar("T")

GAMES_FOLDER = Path(__file__).parent
SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.json"))


class GameSupport(Protocol):
    """What ``tests/domain/games/<game>/support.py`` offers, so that the tests of all games cover that game.

    A module may also have ``canonical(state, action)``: the listed form of an action that may be submitted in a
    shorter one, too; and ``RARE``: facts that random play hardly ever leads to, each with a test of its own. That of a
    game with unknown cards (``HasUnknowns``) has what :class:`UnknownsSupport` lists.
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

    def check_conservation(self, state: Any) -> None:
        """Fail when a piece has got lost or appeared from nowhere."""

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


NEEDED = tuple(name for name in (*GameSupport.__annotations__, *vars(GameSupport)) if not name.startswith("_"))


def support_of(key: str) -> GameSupport:
    """The support module of a game; a game without a complete one fails."""
    name = f"tests.domain.games.{key}.support"
    if not (GAMES_FOLDER / key / "support.py").is_file() or find_spec(name) is None:
        pytest.fail(f"The game {key} lacks tests/domain/games/{key}/support.py; GameSupport says what belongs in it.")
    module = import_module(name)
    if missing := [needed for needed in NEEDED if not hasattr(module, needed)]:
        pytest.fail(f"{name} lacks {', '.join(missing)}.")
    return cast("GameSupport", module)


def unknowns_support_of(key: str) -> UnknownsSupport:
    """The same of a game with unknown cards."""
    module = support_of(key)
    needed = [name for name in vars(UnknownsSupport) if not name.startswith("_")]
    if missing := [name for name in needed if not hasattr(module, name)]:
        pytest.fail(f"The support of {key}, which has unknown cards, lacks {', '.join(missing)}.")
    return cast("UnknownsSupport", module)


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
