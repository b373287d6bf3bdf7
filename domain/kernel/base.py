"""What a game needn't write: a base with defaults for each kind of game.

A game derives from one of two classes, and so says whether it has secrets:

- :class:`PerfectInformationGame`: everybody sees everything. The view is the state, and nothing is redacted.
- :class:`HiddenInformationGame`: what a viewer may know has to be written; without it, the game can't be made.

A game may as well offer what :class:`~domain.kernel.game.Game` lists without deriving from anything.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from sys import modules
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import convert

from domain.kernel.actions import AnyAction, ChanceAction, Fact, kinds_of
from domain.kernel.chance import Chance
from domain.kernel.chapter import END, PLAY, Chapter
from domain.kernel.decision_builder import Decided
from domain.kernel.figures import Figure
from domain.kernel.game import SERVER, ChanceOptions, Meta, Options, Setup
from domain.kernel.languages import Language
from domain.kernel.legal import Legal
from domain.kernel.pending import Finished, Pending
from domain.kernel.plain import plain_sentence
from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from domain.kernel.words import KERNEL, Texts

O = TypeVar("O", bound=Options)  # noqa: E741
A = TypeVar("A", bound=AnyAction)
F = TypeVar("F", bound=Fact)
S = TypeVar("S")


class GameBase(ABC, Generic[O, A, F, S]):
    """Defaults of what isn't secret. What has no default here is what makes a game: see :class:`Game`.

    Attributes:
        chance: whether some of the actions are outcomes of chance; found in `action_type`.
        texts: what it says to people; without its own, the files in the folder ``locales`` of its package, if any.
    """

    meta: Meta
    options_type: type[O]
    action_type: Any
    fact_type: Any
    view_type: Any
    demos: tuple[Setup[O], ...]
    demo_play: tuple[A, ...] = ()
    figures: tuple[Figure, ...] = ()
    open_standings: bool = False
    scored_in_play: bool = True
    traits: tuple[str, ...] = ()
    trait_groups: Mapping[str, int] = MappingProxyType({})
    texts: Texts
    chance: ClassVar[bool]

    def __init_subclass__(cls) -> None:
        """Complete a game that names its types.

        Raises:
            TypeError: it has chance, but nothing draws it, or its options don't say where the outcomes come from.
        """
        super().__init_subclass__()
        if "decide" in vars(cls) and "decided" not in vars(cls):
            cls.decided = GameBase.decided  # type: ignore[method-assign]  # not what its base would have decided
        if not hasattr(cls, "action_type"):
            return
        cls.chance = any(issubclass(kind, ChanceAction) for kind in kinds_of(cls.action_type))
        if cls.chance and not issubclass(cls.options_type, ChanceOptions):
            raise TypeError(f"{cls.__name__} has chance, so its options have to be ChanceOptions")
        if cls.chance and cls.draw is GameBase.draw:
            raise TypeError(f"{cls.__name__} has chance, so it has to define draw")
        if not hasattr(cls, "texts"):
            cls.texts = Texts(modules[cls.__module__].__package__ or KERNEL.package, KERNEL)
        if not hasattr(cls, "demos"):
            options = convert({"dealing": SERVER} if cls.chance else {}, cls.options_type)
            cls.demos = tuple(Setup(seats, options) for seats in cls.meta.seats)

    def starting_seat(self, options: O) -> int | None:
        """None: the game has no start player."""
        return None

    def sides(self, options: O, seats: int) -> tuple[int, ...]:
        """Each for itself."""
        return tuple(range(seats))

    def lowest_wins(self, options: O) -> bool:
        """No: the more points the better."""
        return False

    def broken_off(self, state: S) -> bool:
        """Never."""
        return False

    def drawn(self, state: S) -> bool:
        """Never: who is level at the end shares a victory."""
        return False

    def traits_of(self, state: S) -> Mapping[str, str]:
        """None."""
        return {}

    @abstractmethod
    def initial(self, setup: Setup[O], /) -> S:
        """See :meth:`Game.initial`."""

    @abstractmethod
    def decide(self, state: S, action: A, /) -> tuple[F, ...]:
        """See :meth:`Game.decide`."""

    def decided(self, state: S, action: A) -> Decided[S, F]:
        """What :meth:`decide` and :meth:`evolve` make of it."""
        facts = self.decide(state, action)
        for fact in facts:
            state = self.evolve(state, fact)
        return Decided(facts, state)

    @abstractmethod
    def evolve(self, state: S, fact: F, /) -> S:
        """See :meth:`Game.evolve`."""

    @abstractmethod
    def pending(self, state: S, /) -> Pending:
        """See :meth:`Game.pending`."""

    @abstractmethod
    def legal_actions(self, state: S, seat: int, /) -> Legal:
        """See :meth:`Game.legal_actions`."""

    @abstractmethod
    def standings(self, state: S, viewer: Viewer, /) -> tuple[Standing, ...]:
        """See :meth:`Game.standings`."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> Any:
        """See :meth:`Game.view`."""

    @abstractmethod
    def redact(self, action: A, facts: Sequence[F], viewer: Viewer) -> tuple[Any, tuple[Any, ...]]:
        """See :meth:`Game.redact`."""

    @abstractmethod
    def reveals(self, facts: Sequence[F]) -> bool:
        """See :meth:`Game.reveals`."""

    def draw(self, state: S, chance: Chance) -> A:
        """Never called: a game with chance has its own."""
        raise NotImplementedError

    def sentence(self, action: Any, facts: Sequence[Any], names: Sequence[str], language: Language) -> str:
        """Who acted, the type of the action, and its fields."""
        return plain_sentence(action, names, language)

    def chapter(self, state: S) -> Chapter:
        """One chapter for the whole match, without rounds, and its end."""
        return Chapter(0, END if isinstance(self.pending(state), Finished) else PLAY)


class HiddenInformationGame(GameBase[O, A, F, S]):
    """A game with secrets: `view`, `redact` and `reveals` have to be written, and Python refuses to make it without."""


class PerfectInformationGame(GameBase[O, A, F, S]):
    """A game in which everybody sees everything: `view_type` is the struct of the state, tagged by ``game``."""

    def view(self, state: S, viewer: Viewer) -> Any:
        """All of `state`."""
        return state

    def redact(self, action: A, facts: Sequence[F], viewer: Viewer) -> tuple[Any, tuple[Any, ...]]:
        """All of it."""
        return action, tuple(facts)

    def reveals(self, facts: Sequence[F]) -> bool:
        """Never, but in a game with chance: there anything may have been turned up, unless the game tells."""
        return self.chance
