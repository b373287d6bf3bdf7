"""A match of chess as PGN (Portable Game Notation): headers, moves, and what people wrote beside them.

What stands in the note as a header is one again. Comments are written as they are, so their lines aren't broken; one
with a closing brace, which no comment in braces may have, becomes one up to the end of its line.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from domain.annotations.content import Arrow, Comment, Glyphs, Highlight, Marks, Tags
from domain.games.chess.actions import ChessAccept, ChessDecline, ChessOffer, ChessOptions
from domain.games.chess.events import ChessMoved
from domain.games.chess.fen import read_fen
from domain.games.chess.meta import META
from domain.games.chess.pgn import (
    COLOURS,
    NO_RESULT,
    OWN_ID,
    ROSTER,
    UNKNOWN,
    clock_text,
    date_header,
    day_of_header,
    header_line,
    noted_headers,
    option_headers,
    result_header,
    tagged_headers,
    termination_header,
)
from domain.games.chess.pgn_tokens import VERBATIM, in_braces, verbatim_tokens
from domain.kernel.languages import ENGLISH
from domain.match.dates import EARLIEST
from domain.match.events import ActionPlayed
from domain.match.match import Match
from domain.match.parts import Status
from domain.registry import game_of
from replays.notebook import Notebook, PlacedAnnotation, PlacedVariation

MEDIA_TYPE: Final = "application/x-chess-pgn"
GAME: Final = META.key
TITLE: Final = "Portable Game Notation, of matches of chess"

_WIDTH: Final = 80
_VERBATIM: Final = Tags(tags=(VERBATIM,))
_LETTERS: Final = {colour: letter for letter, colour in COLOURS.items()}

_Variations = Mapping[tuple[UUID | None, int], Sequence[PlacedVariation]]


def pgn_of(match_id: UUID, match: Match, notebook: Notebook, names: Sequence[str]) -> bytes:
    """The match as one game, with an empty line behind it; `names` are those of the seats, ``?`` where nobody knows."""
    headers = _headers(match_id, match, names)
    leaving: dict[tuple[UUID | None, int], list[PlacedVariation]] = defaultdict(list)
    for placed in notebook.variations:
        if placed.line.step is not None and placed.line.standing:
            leaving[placed.variation.parent, placed.line.step].append(placed)
    options = match.options
    start = read_fen(options.fen) if isinstance(options, ChessOptions) and options.fen else None
    ply = 0 if start is None else 2 * (start.number - 1) + start.position.turn
    writer = _LineWriter(leaving, names)
    writer.free_note(match.note)
    writer.line(None, [one.played for one in match.line], notebook.annotations, ply)
    result = headers["Result"]
    lines = [*(header_line(name, value) for name, value in headers.items()), "", *_wrapped([*writer.tokens, result])]
    return ("\n".join(lines) + "\n\n").encode()


# --- headers ---


def _headers(match_id: UUID, match: Match, names: Sequence[str]) -> dict[str, str]:
    """All headers, the usual seven first."""
    noted = dict(noted_headers(match.note))
    tagged = dict(tagged_headers(match.tags))
    result = _result(match)
    known = {name: value for name, value in tagged.items() if name != "Date"} | {
        "Site": match.place or UNKNOWN,
        "Date": _date(match, tagged.get("Date", "")),
        "White": names[0],
        "Black": names[1],
    }
    kept = {
        name: value
        for name, value in noted.items()
        if name not in {"Result", OWN_ID} and (name not in {"White", "Black"} or known[name] == UNKNOWN)
    }
    own = option_headers(match.options) if isinstance(match.options, ChessOptions) else {}
    termination = "unterminated" if match.status is Status.PLAYING else termination_header(match.state)
    others = [tag for tag in match.tags if not dict(tagged_headers([tag]))]
    more = {"Termination": termination, "Tags": ", ".join(others)}
    found = known | own | {name: value for name, value in more.items() if value} | kept
    found |= {"Result": result, OWN_ID: str(match_id)}
    return {name: found.pop(name, UNKNOWN) for name in ROSTER} | found


def _result(match: Match) -> str:
    if match.status is Status.FINISHED and match.state.ended is None:
        return "1/2-1/2"  # people ended it (C6.7)
    return NO_RESULT if match.status is Status.ABANDONED else result_header(match.state)


def _date(match: Match, tagged: str) -> str:
    """The date; one that isn't whole as it was told, unless the match has another one now."""
    if tagged and day_of_header(tagged, EARLIEST)[0] == match.played_on:
        return tagged
    return date_header(match.played_on)


# --- moves ---


class _LineWriter:
    """Writes lines as tokens, between which lines of text may be broken."""

    def __init__(self, leaving: _Variations, names: Sequence[str]) -> None:
        self._leaving = leaving
        self._names = names
        self.tokens: list[str] = []
        self._numbered = True
        """Whether the next move takes its number, whoever moves."""

    def free_note(self, note: str) -> None:
        """What people wrote of the match that is no header."""
        headers = {header_line(*found) for found in noted_headers(note)}
        if rest := "\n".join(line for line in note.split("\n") if line not in headers).strip():
            self._comment(rest)

    def line(
        self,
        parent: UUID | None,
        plays: Sequence[ActionPlayed[Any, Any]],
        annotations: Iterable[PlacedAnnotation],
        ply: int,
    ) -> None:
        """A line: the main one, or that of the variation `parent`; `ply` counts half-moves from White's first."""
        written: dict[int | None, list[PlacedAnnotation]] = defaultdict(list)
        for one in annotations:
            written[one.step].append(one)
        self._words(written[0])
        waiting = list(self._leaving.get((parent, 0), ()))
        last, offer = "", ""
        verbatim: list[str] = []
        for step, played in enumerate(plays, start=1):
            fact = played.outcome[0] if played.outcome else None
            if offer and not isinstance(played.action, ChessAccept):
                self._comment(offer)
            offer = self._offer(played) if isinstance(played.action, ChessOffer | ChessDecline) else ""
            if not isinstance(fact, ChessMoved):
                self._words(written[step])
                waiting += self._leaving.get((parent, step), ())
                continue
            last = self._move(fact, ply)
            ply += 1
            words, verbatim = _verbatim_apart(written[step], goes_on=parent is not None and step == len(plays))
            self._words(words, fact.clock_ms)
            for variation in waiting:
                self._variation(variation, ply - 1)
            if step < len(plays):
                self._moves(verbatim, ply)
                verbatim = []
            waiting = list(self._leaving.get((parent, step), ()))
        if offer:
            self._comment(offer)
        for variation in waiting:  # what goes on behind the last move, which it begins with
            self._variation(variation, ply, last)
        self._moves(verbatim, ply)
        self._words(written[None])

    def _moves(self, verbatim: Sequence[str], ply: int) -> None:
        """Moves that are kept as text, as they are."""
        if verbatim and verbatim[0] != "(":
            self.tokens.append(f"{ply // 2 + 1}{'...' if ply % 2 else '.'}")
        self.tokens += verbatim
        self._numbered |= bool(verbatim)

    def _offer(self, played: ActionPlayed[Any, Any]) -> str:
        return game_of(GAME).sentence(played.action, played.outcome, self._names, ENGLISH)

    def _move(self, fact: ChessMoved, ply: int) -> str:
        number = ply // 2 + 1
        if ply % 2 == 0:
            self.tokens += [f"{number}.", fact.san]
        else:
            self.tokens += [f"{number}...", fact.san] if self._numbered else [fact.san]
        self._numbered = False
        return f"{number}{'...' if ply % 2 else '.'} {fact.san}"

    def _variation(self, placed: PlacedVariation, ply: int, before: str = "") -> None:
        self.tokens.append("(")
        if placed.variation.title:
            self._comment(placed.variation.title)
        if before:
            self.tokens.append(before)
        self._numbered = not before or ply % 2 == 0
        plays = [one.played for one in placed.line.positions if one.played is not None]
        self.line(placed.variation.id, plays, placed.annotations, ply)
        self.tokens.append(")")
        self._numbered = True

    def _words(self, placed: Sequence[PlacedAnnotation], clock_ms: int | None = None) -> None:
        """What is written to a step: glyphs first, then clock and marks in the first comment."""
        contents = [one.annotation.content for one in placed]
        commands = "" if clock_ms is None else f"[%clk {clock_text(clock_ms)}]"
        texts: list[str] = []
        for content in contents:
            match content:
                case Glyphs():
                    self.tokens += [f"${number}" for number in content.glyphs]
                case Tags():
                    self.tokens += [tag for tag in content.tags if _is_nag(tag)]
                    texts += [f"#{tag}" for tag in content.tags if not _is_nag(tag)]
                case Marks():
                    commands += _marks(content)
                case Comment():
                    texts.append(content.text)
        first, *others = texts or [""]
        if commands or first:
            self._comment(" ".join(part for part in (commands, first) if part))
        for text in others:
            self._comment(text)

    def _comment(self, text: str) -> None:
        if "}" in text:
            self.tokens.append("; " + " ".join(text.split("\n")) + "\n")
        else:
            self.tokens.append("{" + in_braces(text) + "}")
        self._numbered = True


def _verbatim_apart(
    placed: Sequence[PlacedAnnotation], *, goes_on: bool
) -> tuple[Sequence[PlacedAnnotation], list[str]]:
    """What is written to a move, and apart from that the moves kept as text; none where they would break the game."""
    words: list[PlacedAnnotation] = []
    texts: list[str] = []
    for one in placed:
        last = words[-1].annotation.content if words else None
        if one.annotation.content == _VERBATIM and isinstance(last, Comment):
            texts.append(last.text)
            words.pop()
        else:
            words.append(one)
    tokens = verbatim_tokens("\n".join(texts), goes_on=goes_on)
    return (placed, []) if tokens is None else (words, tokens)


def _is_nag(tag: str) -> bool:
    return tag[:1] == "$" and tag[1:].isascii() and tag[1:].isdecimal()


def _marks(content: Marks) -> str:
    squares = [f"{_LETTERS[one.colour]}{one.place}" for one in content.marks if isinstance(one, Highlight)]
    arrows = [f"{_LETTERS[one.colour]}{one.from_}{one.to}" for one in content.marks if isinstance(one, Arrow)]
    return "".join(f"[%{name} {','.join(marks)}]" for name, marks in (("csl", squares), ("cal", arrows)) if marks)


def _wrapped(words: Iterable[str]) -> list[str]:
    """Lines of words, of the usual width where no word is longer; a word may have lines of its own."""
    lines: list[str] = []
    line, glued = "", True
    for word in words:
        space = "" if glued or word == ")" else " "
        first, *others = word.split("\n")
        if line and len(line) + len(space) + len(first) >= _WIDTH:
            lines.append(line)
            line = first
        else:
            line += space + first
        for more in others:
            lines.append(line)
            line = more
        glued = not line or word == "("
    return [*lines, line] if line else lines
