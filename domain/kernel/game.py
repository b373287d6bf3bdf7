"""The interface of a game: the Decider pattern, with views and standings."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.actions import AnyAction, Fact
from domain.kernel.chance import Chance
from domain.kernel.chapter import Chapter
from domain.kernel.decision_builder import Decided
from domain.kernel.figures import Figure
from domain.kernel.languages import Language
from domain.kernel.legal import Legal
from domain.kernel.pending import Pending
from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from domain.kernel.words import Texts

SERVER: Final = "server"
"""The dealing with which the service itself draws whatever chance decides."""


class Dealing(StrEnum):
    """Where the outcomes of chance come from; each game with chance lists its own ways, :data:`SERVER` among them."""


class Options(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What can be chosen when a match is opened; each game adds its own fields, all with defaults."""

    keep_secrets: Annotated[
        bool, msgspec.Meta(description="Keep hidden what was hidden, even when the match has ended.")
    ] = False

    @property
    def server_deals(self) -> bool:
        """Whether the service itself draws the outcomes of chance; False in a game without any."""
        return False


class ChanceOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a game with chance: they have a field ``dealing``, which says where its outcomes come from."""

    @property
    def dealing(self) -> Dealing:
        """Each game has its own field of this name."""
        raise NotImplementedError

    @property
    def server_deals(self) -> bool:
        """Whether the service itself draws the outcomes of chance."""
        return self.dealing == SERVER


O = TypeVar("O", bound=Options)  # noqa: E741
A = TypeVar("A", bound=AnyAction)
F = TypeVar("F", bound=Fact)
S = TypeVar("S")


class Meta(Struct, frozen=True):
    """What identifies a game and bounds its matches.

    Attributes:
        key: the name in every address, and of the folder below ``domain/games`` or of the entry point.
        title: as printed on the box.
        seats: the numbers of players it can be played by.
        edition: the rules edition that new matches are pinned to.
        credits: who made the game.
        titled: whether each of its matches is of a game of its own, which the option ``title`` names: only those of one
            title can be compared.
        interface: for a game of another distribution, the number of the kernel's interface that it was written for.
    """

    key: str
    title: str
    seats: tuple[int, ...]
    edition: str
    credits: str
    titled: bool = False
    interface: int | None = None

    @property
    def name(self) -> str:
        """The name with which its structs begin: ``TicTacToe`` for the key ``tic_tac_toe``."""
        return "".join(map(str.capitalize, self.key.split("_")))


class Setup(Struct, Generic[O], frozen=True):
    """What a match starts from: the number of seats and the game's options."""

    seats: int
    options: O


class Game(Protocol[O, A, F, S]):
    """The rules of one game, as pure functions over its immutable states.

    An action is *decided* on a state and gives facts, or is refused; facts are *folded* into the state. A state
    is reached from :meth:`initial` by folding the facts of every action, in order, and by nothing else.
    """

    meta: Meta
    options_type: type[O]
    action_type: Any
    """The union of the game's action structs."""
    fact_type: Any
    """The union of the game's fact structs."""
    view_type: Any
    """The struct that :meth:`view` gives, tagged by ``game``."""
    demos: tuple[Setup[O], ...]
    """Set-ups with server dealing, one for each way to play the game: what a demonstration records."""
    demo_play: tuple[A, ...]
    """What a demonstration plays first; from there on it plays at random, which shows most games well enough."""
    figures: tuple[Figure, ...]
    """What is counted of a match beside its score, in the order in which it is shown."""
    open_standings: bool
    """Whether :meth:`standings` tells all viewers the same of a state, so that it needn't be asked for each."""
    scored_in_play: bool
    """Whether scores mean something before the end, so that they are worth being shown."""
    traits: tuple[str, ...]
    """What queries ask of a match as they do of options, though it came about in play; such as its opening."""
    trait_groups: Mapping[str, int]
    """Of which `traits` so many first characters mean something, too: what begins so is counted together."""

    texts: Texts
    """What the game says to people: titles of phases (``phase_<key>``), figures (``figure_<key>``) and options."""

    def starting_seat(self, options: O) -> int | None:
        """The seat that begins a match with these options; None where the game has none."""
        ...

    def sides(self, options: O, seats: int) -> tuple[int, ...]:
        """The side on which each seat plays, by number: those of one side win, and are rated, together."""
        ...

    def lowest_wins(self, options: O) -> bool:
        """Whether fewer points are the better ones."""
        ...

    def broken_off(self, state: S) -> bool:
        """Whether it ended without a result, so that the match counts in nothing."""
        ...

    def drawn(self, state: S) -> bool:
        """Whether it ended in a draw, or would if people left it there: nobody wins, and it is half a win for each."""
        ...

    def traits_of(self, state: S) -> Mapping[str, str]:
        """The `traits` that a match has by now, which everybody may know."""
        ...

    def initial(self, setup: Setup[O]) -> S:
        """The state at step 0.

        Raises:
            InvalidSetup: the game can't be played so.
        """
        ...

    def decide(self, state: S, action: A) -> tuple[F, ...]:
        """The facts that follow from `action`, all that the software itself does included.

        Raises:
            RuleViolation: the rules refuse it; names the clause.
        """
        ...

    def decided(self, state: S, action: A) -> Decided[S, F]:
        """The facts of :meth:`decide`, with the state that they lead to; raises as that."""
        ...

    def evolve(self, state: S, fact: F, /) -> S:
        """`state` after `fact`. Never refuses."""
        ...

    def pending(self, state: S) -> Pending:
        """What the match waits for."""
        ...

    def legal_actions(self, state: S, seat: int) -> Legal:
        """What `seat` may do now: nothing when it isn't asked."""
        ...

    def draw(self, state: S, chance: Chance) -> A:
        """The action of chance that `state` waits for, drawn fairly from what is possible.

        Only called while `pending` awaits chance.
        """
        ...

    def view(self, state: S, viewer: Viewer) -> Any:
        """What `viewer` may know of `state`: a struct of `view_type`. What the game doesn't show is not in it."""
        ...

    def redact(self, action: A, facts: Sequence[F], viewer: Viewer) -> tuple[Any, tuple[Any, ...]]:
        """`action` and `facts` as `viewer` may know them, with the same types and fields; for reading only."""
        ...

    def reveals(self, facts: Sequence[F]) -> bool:
        """Whether `facts` turned up something that somebody didn't know before and that isn't the actor's own.

        So does a card of a face-down pile, or what others had picked secretly, when it is shown or drawn; a card that
        somebody shows of the own hand doesn't. Who has made others, or oneself, see it can't take it back alone.
        """
        ...

    def standings(self, state: S, viewer: Viewer) -> tuple[Standing, ...]:
        """One standing a seat, in seat order, with the scores that `viewer` may know."""
        ...

    def sentence(self, action: Any, facts: Sequence[Any], names: Sequence[str], language: Language) -> str:
        """What happened, as a player of the game would tell it; takes what :meth:`redact` gives."""
        ...

    def chapter(self, state: S) -> Chapter:
        """The round and phase that `state` belongs to. Nothing in it is secret."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
