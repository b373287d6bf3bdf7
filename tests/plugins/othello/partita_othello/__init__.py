"""Othello, as a game of another distribution: all of Partita that it imports is `partita.kernel`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from msgspec import Meta as Limits
from msgspec import Struct

from partita.kernel import (
    KERNEL,
    AwaitSeats,
    Choice,
    Face,
    Fact,
    Figure,
    Finished,
    Game,
    InvalidSetup,
    Language,
    Legal,
    Meta,
    Options,
    OptionValue,
    OptionWords,
    Pending,
    PerfectInformationGame,
    RuleViolation,
    SeatAction,
    Setup,
    SlotList,
    Standing,
    Texts,
    Viewer,
    ranked,
)
from partita_othello.board import Board, beginning, name_of, open_to, outflanked, place_of

TEXTS: Final = Texts("partita_othello", KERNEL)


class OthelloOptions(Options, frozen=True, kw_only=True):
    """What is chosen when a match is opened."""

    size: Annotated[Literal[6, 8], Limits(description="How many squares a side of the board has (O1.1).")] = 8


class OthelloPlace(SeatAction, frozen=True, kw_only=True, tag="place"):
    """A disc is placed (O2.2)."""

    square: Annotated[str, Limits(pattern="^[a-h][1-8]$", description="Where, such as `d3`.")]


class OthelloPlaced(Fact, frozen=True, kw_only=True, tag="placed"):
    """A disc lies on a square, and others were turned over (O2.3).

    Attributes:
        passed: whether the other player can place none, so that the same one goes on (O2.4).
    """

    seat: int
    square: str
    turned: tuple[str, ...]
    passed: bool = False


class OthelloState(Struct, frozen=True, tag="othello", tag_field="game"):
    """A position, which everybody sees.

    Attributes:
        size: how many squares a side of the board has.
        board: the seat whose disc lies on each square, row by row from a1; -1 where there is none.
        turn: the seat that acts; None when neither can.
    """

    size: int
    board: Board
    turn: int | None


def _corners(outcome: Sequence[OthelloPlaced]) -> Iterator[tuple[int, int]]:
    """Discs on corners of the large board, which nobody turns over again (O2.2)."""
    return ((fact.seat, 1) for fact in outcome if fact.square in {"a1", "a8", "h1", "h8"})


def _turned(outcome: Sequence[OthelloPlaced]) -> Iterator[tuple[int, int]]:
    """Discs that were turned over (O2.3)."""
    return ((fact.seat, len(fact.turned)) for fact in outcome)


def _passes(outcome: Sequence[OthelloPlaced]) -> Iterator[tuple[int, int]]:
    """Turns without a square (O2.4)."""
    return ((1 - fact.seat, 1) for fact in outcome if fact.passed)


class OthelloWording:
    """What can be chosen: a square, pointed at on the board."""

    heads: Mapping[str, tuple[str, ...]] = {}
    fields: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, language: Language) -> None:
        self.words = TEXTS[language]

    def verb(self, action: Mapping[str, Any]) -> Face:
        """What placing a disc is called."""
        return Face(self.words["verb_place"])

    def question(self, kind: str, field: str) -> str:
        """Where."""
        return self.words["question_place"]

    def face(self, kind: str, field: str, value: Any) -> Face:
        """The square, by its name and place."""
        return Face(str(value), anchor=f"square:{value}")


class Othello(PerfectInformationGame[OthelloOptions, OthelloPlace, OthelloPlaced, OthelloState]):
    """The rules of Othello."""

    meta = Meta(key="othello", title="Othello", seats=(2,), edition="1971", credits="Goro Hasegawa", interface=1)
    options_type = OthelloOptions
    action_type = OthelloPlace
    fact_type = OthelloPlaced
    view_type = OthelloState
    texts = TEXTS
    demos: tuple[Setup[OthelloOptions], ...] = (Setup(2, OthelloOptions()), Setup(2, OthelloOptions(size=6)))
    figures: tuple[Figure, ...] = (
        Figure("turned", "O2.3", _turned),
        Figure("corners", "O2.2", _corners),
        Figure("passes", "O2.4", _passes),
    )
    setup_words = (OptionWords("size", (OptionValue(8), OptionValue(6))),)
    tie_breaks = ()
    open_standings = True

    def starting_seat(self, options: OthelloOptions) -> int:
        """Dark begins (O1.3)."""
        return 0

    def initial(self, setup: Setup[OthelloOptions]) -> OthelloState:
        """Four discs in the middle (O1.2)."""
        if setup.seats != 2:
            raise InvalidSetup("/seats", "Othello is played by two.", "O1.1")
        size = setup.options.size
        return OthelloState(size, beginning(size), 0)

    def decide(self, state: OthelloState, action: OthelloPlace) -> tuple[OthelloPlaced, ...]:
        """Refuse who isn't asked, and squares from which nothing is outflanked."""
        if state.turn is None:
            raise RuleViolation("O3.1", "Neither player can place a disc: the game has ended.")
        if action.seat != state.turn:
            raise RuleViolation("O2.1", "It is the turn of {seat}.", seat=state.turn)
        place = place_of(action.square, state.size)
        if place is None:
            raise RuleViolation("O1.1", "The board has no square {square}.", square=action.square)
        turned = outflanked(state.board, state.size, place, action.seat)
        if not turned:
            raise RuleViolation("O2.2", "On {square} no row is outflanked.", square=action.square)
        placed = OthelloPlaced(
            seat=action.seat, square=action.square, turned=tuple(name_of(one, state.size) for one in turned)
        )
        after = self.evolve(state, placed).board
        passed = not open_to(after, state.size, 1 - action.seat) and bool(open_to(after, state.size, action.seat))
        return (OthelloPlaced(seat=placed.seat, square=placed.square, turned=placed.turned, passed=passed),)

    def evolve(self, state: OthelloState, fact: OthelloPlaced) -> OthelloState:
        """The disc lies there, others are turned over, and who can act does (O2.4, O3.1)."""
        board = list(state.board)
        for square in (fact.square, *fact.turned):
            board[place_of(square, state.size) or 0] = fact.seat
        after = tuple(board)
        turn = next((seat for seat in (1 - fact.seat, fact.seat) if open_to(after, state.size, seat)), None)
        return OthelloState(state.size, after, turn)

    def pending(self, state: OthelloState) -> Pending:
        """One player acts as long as one can (O3.1)."""
        return Finished("O3.1") if state.turn is None else AwaitSeats((state.turn,))

    def legal_actions(self, state: OthelloState, seat: int) -> Legal:
        """Every square from which a row is outflanked (O2.2)."""
        if seat != state.turn:
            return Legal()
        squares = [name_of(place, state.size) for place in open_to(state.board, state.size, seat)]
        return Legal(tuple(OthelloPlace(seat=seat, square=square) for square in squares))

    def standings(self, state: OthelloState, viewer: Viewer) -> tuple[Standing, ...]:
        """A point a disc (O3.2)."""
        scores = [state.board.count(seat) for seat in range(2)]
        return ranked(scores, [(), ()], lambda score, _: score, ended=state.turn is None)

    def sentence(
        self, action: OthelloPlace, facts: Sequence[OthelloPlaced], names: Sequence[str], language: Language
    ) -> str:
        """Who placed a disc where, how many were turned over, and who had to pass."""
        words = TEXTS[language]
        told = [words("places", name=names[fact.seat], square=fact.square, n=len(fact.turned)) for fact in facts]
        told += [words("passes", name=names[1 - fact.seat]) for fact in facts if fact.passed]
        return " ".join(told)

    def wording(
        self, state: OthelloState, seat: int | None, names: Sequence[str], language: Language
    ) -> OthelloWording:
        """The words for what can be chosen."""
        return OthelloWording(language)

    def reports(self, state: OthelloState, slots: SlotList, words: Any) -> Iterator[Choice]:
        """Nothing: there is no chance."""
        return iter(())


GAME: Game[OthelloOptions, OthelloPlace, OthelloPlaced, OthelloState] = Othello()
