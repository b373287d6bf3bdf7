"""A game of chess as its file tells it, checked by the rules: actions, comments and variations, as far as they go."""

import re
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from domain.annotations.content import MAX_MARKS, Arrow, Colour, Comment, Content, Glyphs, Highlight, Marks, Tags
from domain.annotations.glyphs import ASSESSMENTS, GLYPHS
from domain.games.chess import GAME
from domain.games.chess.actions import ChessAction, ChessMove, ChessOptions
from domain.games.chess.events import ChessFact, ChessMoved
from domain.games.chess.meta import ChessPromotion
from domain.games.chess.notation import CASTLES, SAN
from domain.games.chess.pgn import COLOURS, COMMAND, clock_of, plain_move
from domain.games.chess.state import ChessState
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import Setup
from domain.variations.commands import MAX_DEPTH, MAX_MOVES, MAX_MOVES_OF_ALL, MAX_VARIATIONS
from service.commands.imports.chess_endings import ending_of
from service.commands.imports.chess_options import header_note, options_of
from service.commands.imports.reasons import InvalidPlay, RuleReason, Why
from service.readers.movetext import PgnLine, PgnMove
from service.readers.play import PgnGame
from service.validation.text import COMMENT_LENGTH, InvalidText, clean

CHESS: Final = "chess"

_SQUARES: Final = re.compile("([a-h][1-8])([a-h][1-8])=?([NBRQ])?[+#]?")

_MOST_NOTES: Final = 2000
_MOST_TAGS: Final = 16
_MOST_GLYPHS: Final = 4
_MOST_PARTS: Final = 50
"""Comments that one text is split into; what is longer isn't kept."""


class ChessNote(Struct, frozen=True):
    """Something written beside a step of the match, or of the variation with that number."""

    variation: int | None
    step: int
    content: Content


class ChessVariation(Struct, frozen=True):
    """A line that leaves the match, or the variation `parent`, at `step`; its actions as on the wire."""

    parent: int | None
    step: int
    actions: tuple[dict[str, Any], ...]


class Broken(Struct, frozen=True):
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
    broken: Broken | None
    losses: tuple[str, ...]


class _Place(Struct, frozen=True):
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
    return _Reading(asked.game).all()


class _Reading:
    def __init__(self, game: PgnGame) -> None:
        self._game = game
        self._text = game.text
        self._plays: list[tuple[ChessAction, tuple[ChessFact, ...]]] = []
        self._notes: list[ChessNote] = []
        self._variations: list[ChessVariation] = []
        self._tried = 0
        self._losses: set[str] = set()
        self._broken: Broken | None = None
        self._places: dict[int, _Place] = {}
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
        told = result if result not in {"", "*"} else self._game.movetext.result or result
        last_words = main.moves[-1].comments if main.moves else main.comments
        ending = ending_of(state, told, headers.get("Termination", ""), last_words)
        for action in ending.actions:
            decided = GAME.decided(state, action)
            state = decided.state
            self._plays.append((action, tuple(decided.facts)))
        return ChessContent(
            options=options,
            plays=tuple(self._plays),
            notes=self._kept_notes(),
            variations=tuple(self._variations),
            unfinished=ending.unfinished,
            note=(*header_note(headers, options), *ending.note),
            broken=self._broken,
            losses=tuple(sorted(self._losses)),
        )

    # --- lines ---

    def _main(self, start: ChessState, line: PgnLine) -> ChessState:
        self._write(None, 0, line.nags, line.comments)
        states, obstacle = [start], None
        for move in line.moves:
            try:
                action, facts, state = self._played(states[-1], move)
            except RuleViolation as violation:
                obstacle = Broken(self._where(move.at), RuleReason.of(violation, CHESS))
                self._keep_text(None, len(self._plays), self._text[move.at : self._game.end])
                break
            self._plays.append((action, facts))
            states.append(state)
            self._write(None, len(self._plays), move.nags, self._without_clock(move))
        stop = self._game.movetext.stop
        if obstacle is None and stop is not None:
            obstacle = Broken(self._where(stop.at), stop.reason)
            self._keep_text(None, len(self._plays), self._text[stop.at : self._game.end])
        self._broken = obstacle
        self._places[0] = _Place(None, 0, tuple(states))
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
            self._text_of(parent, line, number)
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
            self._text_of(parent, line, number)
            return
        self._tried += len(actions)
        own = len(self._variations)
        self._variations.append(ChessVariation(place.number, step, tuple(map(_wire, actions))))
        self._places[number] = _Place(own, place.depth + 1, tuple(states))
        self._write(own, 0, line.nags, line.comments)
        for at, move in enumerate(written, start=1):
            self._write(own, at, move.nags, self._without_clock(move))
        if rest:
            self._keep_text(own, len(actions), rest)

    def _place_of(self, variation: int | None) -> _Place:
        return next(place for place in self._places.values() if place.number == variation)

    def _too_many(self, place: _Place, line: PgnLine) -> bool:
        return (
            place.depth >= MAX_DEPTH
            or len(line.moves) > MAX_MOVES
            or len(self._variations) >= MAX_VARIATIONS
            or self._tried + len(line.moves) > MAX_MOVES_OF_ALL
        )

    def _text_of(self, parent: int, line: PgnLine, number: int) -> None:
        """A variation stays text, behind the move that it would replace."""
        self._over.add(number)
        self._keep_text(self._places[parent].number, line.ply + 1, self._text[line.start : line.end])

    def _played(self, state: ChessState, move: PgnMove) -> tuple[ChessMove, tuple[ChessFact, ...], ChessState]:
        san = move.san
        if SAN.fullmatch(san) is None and CASTLES.fullmatch(san) is None:
            san = plain_move(san)
        clock = next((found for text in move.comments if (found := _clock(text)) is not None), None)
        decided = GAME.decided(state, _told(state, san, clock))
        fact = decided.facts[0]
        assert isinstance(fact, ChessMoved)  # noqa: S101  # that is what follows from a move
        return ChessMove(seat=fact.seat, san=fact.san, clock_ms=clock), tuple(decided.facts), decided.state

    def _where(self, at: int) -> str:
        line = self._game.first_line + self._text.count("\n", 0, at)
        return f"line {line}, column {at - self._text.rfind(chr(10), 0, at)}"

    # --- what is written beside them ---

    def _without_clock(self, move: PgnMove) -> list[str]:
        """The comments of a move without the clock that its action tells."""
        comments = list(move.comments)
        for index, text in enumerate(comments):
            if _clock(text) is not None:
                comments[index] = _removed(text, next(one for one in COMMAND.finditer(text) if one[1] == "clk"))
                break
        return comments

    def _write(self, variation: int | None, step: int, nags: list[int], comments: list[str]) -> None:
        glyphs, others = _glyphs(nags)
        if glyphs:
            self._note(variation, step, Glyphs(glyphs=glyphs))
        for index in range(0, len(others), _MOST_TAGS):
            self._note(variation, step, Tags(tags=tuple(f"${number}" for number in others[index : index + _MOST_TAGS])))
        for text in comments:
            rest, marks = _marks(text)
            if marks:
                self._note(variation, step, Marks(marks=marks))
            self._keep_text(variation, step, rest)

    def _keep_text(self, variation: int | None, step: int, text: str) -> None:
        """A comment, or several where it is too long for one."""
        text = self._storable(text)
        parts = range(0, len(text), COMMENT_LENGTH)
        if len(parts) > _MOST_PARTS:
            self._losses.add("comments")
        for index in parts[:_MOST_PARTS]:
            try:
                part = clean(text[index : index + COMMENT_LENGTH], COMMENT_LENGTH, lines=True, required=True)
            except InvalidText:
                continue
            self._note(variation, step, Comment(text=part))

    def _storable(self, text: str) -> str:
        """A text without the characters that can't stand in any."""
        try:
            return clean(text, len(text) * 4, lines=True)
        except InvalidText:
            self._losses.add("characters")
            return "".join(one for one in text if _stands(one)).strip()

    def _note(self, variation: int | None, step: int, content: Content) -> None:
        self._notes.append(ChessNote(variation, step, content))

    def _kept_notes(self) -> tuple[ChessNote, ...]:
        if len(self._notes) > _MOST_NOTES:
            self._losses.add("comments")
        return tuple(self._notes[:_MOST_NOTES])


def _stands(character: str) -> bool:
    try:
        return bool(clean(f"x{character}x", 12, lines=True))
    except InvalidText:
        return False


def _told(state: ChessState, san: str, clock: int | None) -> ChessMove:
    """A move that is told in notation, or by its squares as programs do among themselves."""
    squares = _SQUARES.fullmatch(san)
    if squares is None:
        return ChessMove(seat=state.turn, san=san, clock_ms=clock)
    promotion = ChessPromotion(squares[3]) if squares[3] else None
    return ChessMove(seat=state.turn, from_=squares[1], to=squares[2], promotion=promotion, clock_ms=clock)


def _wire(action: ChessMove) -> dict[str, Any]:
    wire: dict[str, Any] = {"type": "move", "seat": action.seat, "san": action.san}
    return wire if action.clock_ms is None else {**wire, "clock_ms": action.clock_ms}


def _clock(text: str) -> int | None:
    return next((clock_of(one[2]) for one in COMMAND.finditer(text) if one[1] == "clk"), None) if "[%" in text else None


def _removed(text: str, command: Any) -> str:
    """A comment without one of its commands, and without white space twice where that stood."""
    before, after = text[: command.start()].rstrip(), text[command.end() :].lstrip()
    return f"{before} {after}".strip()


def _marks(text: str) -> tuple[str, tuple[Highlight | Arrow, ...]]:
    """A comment without the marks that can be kept as such, and these."""
    marks: list[Highlight | Arrow] = []
    at = 0
    while "[%" in text and (command := COMMAND.search(text, at)) is not None:
        found = [_mark(one.strip()) for one in command[2].split(",")] if command[1] in {"cal", "csl"} else [None]
        together = [*marks, *(one for one in found if one is not None)]
        if None in found or len(set(together)) != len(together) or len(together) > MAX_MARKS:
            at = command.end()
            continue
        marks, at = together, len(text[: command.start()].rstrip())
        text = _removed(text, command)
    return text, tuple(marks)


def _mark(text: str) -> Highlight | Arrow | None:
    colour, squares = COLOURS.get(text[:1]), (text[1:3], text[3:])
    if colour is None or not all(_is_square(one) for one in squares if one) or not squares[0]:
        return None
    if squares[1]:
        return Arrow(from_=squares[0], to=squares[1], colour=Colour(colour))
    return Highlight(place=squares[0], colour=Colour(colour))


def _is_square(text: str) -> bool:
    return len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678"


def _glyphs(nags: list[int]) -> tuple[tuple[int, ...], list[int]]:
    """The numbers that are glyphs here, and the others."""
    glyphs: list[int] = []
    others: list[int] = []
    for number in dict.fromkeys(nags):
        fits = number in GLYPHS and len(glyphs) < _MOST_GLYPHS
        if fits and not (number in ASSESSMENTS and ASSESSMENTS.intersection(glyphs)):
            glyphs.append(number)
        else:
            others.append(number)
    return tuple(glyphs), others
