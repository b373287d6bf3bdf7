"""A game of chess as its file tells it, checked by the rules: actions, comments and variations, as far as they go."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.games.chess import GAME
from domain.games.chess.actions import ChessAction, ChessMove, ChessOptions
from domain.games.chess.events import ChessFact, ChessMoved
from domain.games.chess.meta import ChessPromotion
from domain.games.chess.notation import CASTLES, SAN
from domain.games.chess.pgn import plain_move
from domain.games.chess.state import ChessState
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import Setup
from domain.variations.commands import MAX_DEPTH, MAX_MOVES, MAX_MOVES_OF_ALL, MAX_VARIATIONS
from service.commands.imports.chess_endings import ending_of
from service.commands.imports.chess_notes import ChessNote, ChessNotes, clock_in, without_clock
from service.commands.imports.chess_options import header_note, options_of
from service.commands.imports.reasons import InvalidPlay, RuleReason, Why
from service.readers.movetext import PgnLine, PgnMove
from service.readers.play import PgnGame

CHESS: Final = "chess"

_SQUARES: Final = re.compile("([a-h][1-8])([a-h][1-8])=?([NBRQ])?[+#]?")


class ChessVariation(Struct, frozen=True):
    """A line that leaves the match, or the variation `parent`, at `step`; its actions as on the wire."""

    parent: int | None
    step: int
    actions: tuple[dict[str, Any], ...]


class BrokenGame(Struct, frozen=True):
    """Where a game can't be read on, and why; what follows there is kept as a comment."""

    at: str
    reason: Why


class ChessContent(Struct, frozen=True):
    """What a match is opened with, what is played in it, and what is written beside it.

    Attributes:
        plays: each action with what follows from it.
        unfinished: whether the file says that the game has no result.
        note: what is to stand in the note of the match beside what stands there anyway.
        losses: what can't be kept, such as `comments`.
    """

    options: ChessOptions
    plays: tuple[tuple[ChessAction, tuple[ChessFact, ...]], ...]
    notes: tuple[ChessNote, ...]
    variations: tuple[ChessVariation, ...]
    unfinished: bool
    note: tuple[str, ...]
    broken: BrokenGame | None
    losses: tuple[str, ...]


class _LinePlace(Struct, frozen=True):
    """Where a line of the file is here: the match, or a variation, and the states at its steps that stand.

    Attributes:
        number: of the variation; None for the match.
        depth: 0 for the match, 1 for what leaves it.
    """

    number: int | None
    depth: int
    states: tuple[ChessState, ...]


def content_of(game: PgnGame) -> ChessContent:
    """What `game` is here.

    Raises:
        InvalidPlay: it is of a variant that isn't known here, or begins where no game can go on.
    """
    return _remembered(_ByDigest(game))


class _ByDigest:
    """A game that is asked for by what it says."""

    def __init__(self, game: PgnGame) -> None:
        self.game = game
        self._key = (game.digest, game.first_line, game.movetext.lines[0].start)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByDigest) and self._key == other._key


@lru_cache(maxsize=128)  # a game is judged, and soon after carried out
def _remembered(asked: _ByDigest) -> ChessContent:
    return _ChessReader(asked.game).all()


class _ChessReader:
    def __init__(self, game: PgnGame) -> None:
        self._game = game
        self._text = game.text
        self._plays: list[tuple[ChessAction, tuple[ChessFact, ...]]] = []
        self._notes = ChessNotes()
        self._variations: list[ChessVariation] = []
        self._tried = 0
        self._broken: BrokenGame | None = None
        self._places: dict[int, _LinePlace] = {}
        """Of each line that is kept, by its number in the file."""
        self._over: set[int] = set()
        """The lines that aren't kept as such, and what leaves them."""

    def all(self) -> ChessContent:
        headers = dict(self._game.headers)
        options = options_of(headers)
        try:
            start = GAME.initial(Setup(2, options))
        except InvalidSetup as invalid:
            raise InvalidPlay(RuleReason.of(invalid, CHESS)) from None
        main, *others = self._game.movetext.lines
        state = self._main(start, main)
        for number, line in enumerate(others, start=1):
            self._variation(number, line)
        result = headers.get("Result", "")
        claimed = result if result not in {"", "*"} else self._game.movetext.result or result
        last_words = main.moves[-1].comments if main.moves else main.comments
        ending = ending_of(state, claimed, headers.get("Termination", ""), last_words)
        for action in ending.actions:
            decided = GAME.decided(state, action)
            state = decided.state
            self._plays.append((action, tuple(decided.facts)))
        return ChessContent(
            options=options,
            plays=tuple(self._plays),
            notes=self._notes.kept(),
            variations=tuple(self._variations),
            unfinished=ending.unfinished,
            note=(*header_note(headers, options), *ending.note),
            broken=self._broken,
            losses=tuple(sorted(self._notes.losses)),
        )

    # --- lines ---

    def _main(self, start: ChessState, line: PgnLine) -> ChessState:
        self._notes.write(None, 0, line.nags, line.comments)
        states, obstacle = [start], None
        for move in line.moves:
            try:
                action, facts, state = self._played(states[-1], move)
            except RuleViolation as violation:
                obstacle = BrokenGame(self._where(move.at), RuleReason.of(violation, CHESS))
                self._notes.keep_text(None, len(self._plays), self._text[move.at : self._game.end])
                break
            self._plays.append((action, facts))
            states.append(state)
            self._notes.write(None, len(self._plays), move.nags, without_clock(move))
            self._keep(None, len(self._plays), move)
        stop = self._game.movetext.stop
        if obstacle is None and stop is not None:
            obstacle = BrokenGame(self._where(stop.at), stop.reason)
            self._notes.keep_text(None, len(self._plays), self._text[stop.at : self._game.end])
        self._broken = obstacle
        self._places[0] = _LinePlace(None, 0, tuple(states))
        return states[-1]

    def _variation(self, number: int, line: PgnLine) -> None:
        parent = line.parent
        assert parent is not None  # noqa: S101  # only the main line has none
        if parent in self._over or line.ply >= len(self._places[parent].states) - 1:
            self._over.add(number)  # its text stands in that of what it leaves
            return
        place, step = self._places[parent], line.ply
        if step == 0 and place.number is not None:  # what leaves a variation where it begins leaves what that leaves
            left = self._variations[place.number]
            place, step = self._place_of(left.parent), left.step
        if self._too_many(place, line):
            self._text_of(parent, line, number, self._notes.keep_moves)
            return
        states, actions, written = [place.states[step]], [], []
        rest = ""
        for move in line.moves:
            try:
                action, _, state = self._played(states[-1], move)
            except RuleViolation:
                rest = self._text[move.at : line.end].rstrip().removesuffix(")")
                break
            states.append(state)
            actions.append(action)
            written.append(move)
        if not actions:
            keep = self._notes.keep_text if line.moves else self._notes.keep_moves  # what the rules refuse stays words
            self._text_of(parent, line, number, keep)
            return
        self._tried += len(actions)
        own = len(self._variations)
        self._variations.append(ChessVariation(place.number, step, tuple(map(_wire, actions))))
        self._places[number] = _LinePlace(own, place.depth + 1, tuple(states))
        self._notes.write(own, 0, line.nags, line.comments)
        for at, move in enumerate(written, start=1):
            self._notes.write(own, at, move.nags, without_clock(move))
            self._keep(own, at, move)
        if rest:
            self._notes.keep_text(own, len(actions), rest)

    def _place_of(self, variation: int | None) -> _LinePlace:
        return next(place for place in self._places.values() if place.number == variation)

    def _too_many(self, place: _LinePlace, line: PgnLine) -> bool:
        return (
            place.depth >= MAX_DEPTH
            or len(line.moves) > MAX_MOVES
            or len(self._variations) >= MAX_VARIATIONS
            or self._tried + len(line.moves) > MAX_MOVES_OF_ALL
        )

    def _keep(self, variation: int | None, step: int, move: PgnMove) -> None:
        for text in move.verbatim:
            self._notes.keep_moves(variation, step, text)

    def _text_of(self, parent: int, line: PgnLine, number: int, keep: Callable[[int | None, int, str], None]) -> None:
        """A variation stays text, behind the move that it would replace."""
        self._over.add(number)
        keep(self._places[parent].number, line.ply + 1, self._text[line.start : line.end])

    def _played(self, state: ChessState, move: PgnMove) -> tuple[ChessMove, tuple[ChessFact, ...], ChessState]:
        san = move.san
        if SAN.fullmatch(san) is None and CASTLES.fullmatch(san) is None:
            san = plain_move(san)
        clock = clock_in(move.comments)
        action = _action(state, san, clock)
        decided = GAME.decided(state, action)
        fact = decided.facts[0]
        assert isinstance(fact, ChessMoved)  # noqa: S101  # that is what follows from a move
        if action.san != fact.san:
            action = ChessMove(seat=fact.seat, san=fact.san, clock_ms=clock)
        return action, tuple(decided.facts), decided.state

    def _where(self, at: int) -> str:
        line = self._game.first_line + self._text.count("\n", 0, at)
        return f"line {line}, column {at - self._text.rfind(chr(10), 0, at)}"


def _action(state: ChessState, san: str, clock: int | None) -> ChessMove:
    """A move that is told in notation, or by its squares as programs do among themselves."""
    squares = _SQUARES.fullmatch(san) if len(san) > 3 and san[1].isdecimal() else None
    if squares is None:
        return ChessMove(seat=state.turn, san=san, clock_ms=clock)
    promotion = ChessPromotion(squares[3]) if squares[3] else None
    return ChessMove(seat=state.turn, from_=squares[1], to=squares[2], promotion=promotion, clock_ms=clock)


def _wire(action: ChessMove) -> dict[str, Any]:
    """An action with all its fields, as the commands of variations keep it."""
    wire: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    return wire
