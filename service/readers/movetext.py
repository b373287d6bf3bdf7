"""The moves of a game as PGN has them: numbers, moves, comments, glyphs and variations, read without any board.

Whatever is nested is read without recursion, and no deeper than variations may be here: what is deeper stays text.
"""

import re
from typing import Final

from msgspec import Struct

from domain.games.chess.pgn_tokens import TOKEN
from service.readers.reason import Reason

MOST_DEPTH: Final = 16
"""How deep variations are read as such."""

MOST_MOVES: Final = 20_000
"""Moves that a game may have, those of its variations included."""

_SIGNS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_PRINTED: Final = {"‼": "!!", "⁇": "??", "⁉": "!?", "⁈": "?!"}
_WORTH: Final = {
    "=": 10,
    "∞": 13,
    "+=": 14,
    "+/=": 14,
    "⩲": 14,
    "=+": 15,
    "=/+": 15,
    "⩱": 15,
    "+/-": 16,
    "±": 16,
    "-/+": 17,
    "∓": 17,
    "+-": 18,
    "-+": 19,
}
"""Signs for how the game stands, which only some programs write, by the numbers of their glyphs."""

_BRACKETS: Final = re.compile(r"\{[^}]*(?:\}|\Z)|;[^\n]*|[()]")


class PgnMove(Struct):
    """A move.

    Attributes:
        at: where it stands in the text.
        nags: the numbers of its glyphs.
        verbatim: what stands behind it and is kept as text: variations that are too deep, a null move and what follows.
    """

    san: str
    at: int
    nags: list[int] = []
    comments: list[str] = []
    verbatim: tuple[str, ...] = ()


class PgnLine(Struct):
    """The main line, or a variation.

    Attributes:
        parent: the place among the lines of that which it leaves; None for the main line.
        ply: how many moves of the parent stand before those that it replaces.
        start, end: where it stands in the text.
        nags, comments: what stands before its first move.
    """

    parent: int | None
    ply: int
    start: int
    end: int
    nags: list[int] = []
    comments: list[str] = []
    moves: list[PgnMove] = []


class Stop(Struct, frozen=True):
    """Why a text isn't read on, and from where."""

    at: int
    reason: Reason


class Movetext(Struct):
    """What was read.

    Attributes:
        lines: the main line first, and each before those that leave it.
        result: as it stands at the end; empty where nothing does.
        end: where it ends in the text: behind the result, or where it isn't read on.
        stop: why it isn't, if it isn't.
    """

    lines: list[PgnLine]
    result: str
    end: int
    stop: Stop | None = None


def read_movetext(text: str, start: int = 0) -> Movetext:
    """The game that begins at `start`, up to its result, or as far as it can be read."""
    return _MovetextReader(text, start).all()


class _MovetextReader:
    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._at = start
        self._lines = [PgnLine(None, 0, start, len(text), [], [], [])]
        self._open = [0]
        self._moves = 0

    def all(self) -> Movetext:
        while self._at < len(self._text):
            found = TOKEN.match(self._text, self._at)
            if found is None or found.end() == self._at:
                return self._stopped(self._reason())
            kind = found.lastgroup
            if kind is None:
                self._at = found.end()
                continue
            if kind == "result" and len(self._open) == 1:
                self._lines[0].end = self._at
                return Movetext(self._lines, found["result"], found.end())
            reason = self._take(kind, found)
            if reason is not None:
                return self._stopped(reason)
            self._at = max(self._at, found.end())
        if len(self._open) > 1:
            for line in self._open[1:]:
                self._lines[line].end = self._at
            return self._stopped(Reason.of("open_variation"))
        return Movetext(self._lines, "", self._at)

    def _stopped(self, reason: Reason) -> Movetext:
        for line in self._open:
            self._lines[line].end = self._at
        return Movetext(self._lines, "", self._at, Stop(self._at, reason))

    def _reason(self) -> Reason:
        if self._text[self._at] == "{":
            return Reason.of("open_comment")
        return Reason.of("not_movetext", written=self._text[self._at : self._at + 20].split("\n")[0].strip() or "?")

    def _take(self, kind: str, found: "re.Match[str]") -> Reason | None:
        """One token; gives why it can't stand there, if it can't."""
        line = self._lines[self._open[-1]]
        match kind:
            case "move":
                self._moves += 1
                if self._moves > MOST_MOVES:
                    return Reason.of("too_many_moves", most=MOST_MOVES)
                san = found["move"].split()[0].removesuffix("e.p.")
                line.moves.append(PgnMove(san, self._at, [], []))
            case "comment" | "line" | "result":
                self._comment(found[kind])
            case "nag":
                (line.moves[-1] if line.moves else line).nags.append(int(found["nag"]))
            case "sign":
                sign = _PRINTED.get(found["sign"], found["sign"])
                (line.moves[-1] if line.moves else line).nags.append(_SIGNS[sign])
            case "worth":
                (line.moves[-1] if line.moves else line).nags.append(_WORTH[found["worth"]])
            case "open":
                return self._begin(line)
            case "close":
                return self._end(found.end())
            case _:
                return self._null(line)
        return None

    def _comment(self, text: str) -> None:
        line = self._lines[self._open[-1]]
        if text := text.strip():
            (line.moves[-1] if line.moves else line).comments.append(text)

    def _begin(self, line: PgnLine) -> Reason | None:
        if not line.moves:
            return Reason.of("variation_of_nothing")
        if len(self._open) > MOST_DEPTH:
            end = _closing(self._text, self._at)
            if end is None:
                return Reason.of("open_variation")
            line.moves[-1].verbatim += (self._text[self._at : end],)
            self._at = end
            return None
        self._lines.append(PgnLine(self._open[-1], len(line.moves) - 1, self._at, self._at, [], [], []))
        self._open.append(len(self._lines) - 1)
        return None

    def _end(self, end: int) -> Reason | None:
        if len(self._open) == 1:
            return Reason.of("closes_nothing")
        self._lines[self._open.pop()].end = end
        return None

    def _null(self, line: PgnLine) -> Reason | None:
        """A null move is no move: the line that has one stays text from there on, all of it where it begins so."""
        if len(self._open) == 1:
            return Reason.of("null_move")
        end = _closing(self._text, self._lines[self._open[-1]].start)
        if end is None:
            return Reason.of("open_variation")
        if line.moves:
            line.moves[-1].verbatim += (self._text[self._at : end - 1],)
        self._at = end - 1
        return None


def _closing(text: str, at: int) -> int | None:
    """Where the parenthesis that opens at `at` is closed, behind it; None where it isn't."""
    depth = 0
    for found in _BRACKETS.finditer(text, at):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth == 0 and found[0] == ")":
            return found.end()
    return None
