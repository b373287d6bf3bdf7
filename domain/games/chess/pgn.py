"""What chess as PGN (Portable Game Notation) is both read and written by: headers, dates, clocks, marks, moves.

A match has a place of its own for some headers; of the others, those that are found by stand in its tags, as
``Event: Hastings``, and the rest as lines in its note, as they stood in the file.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Final

from domain.games.chess.actions import MOST_CLOCK, ChessOptions
from domain.games.chess.meta import ChessEnding, ChessResult, ChessRuling
from domain.games.chess.starts import start_fen
from domain.games.chess.state import ChessState

ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The headers that every game has, in their order."""

TAGGED: Final = ("Event", "Round", "Date", "ECO")
"""The headers that are tags of the match; `Date` only where it isn't a whole one."""

OWN_ID: Final = "PartitaMatch"
"""The header that names the match which a game was exported from."""

UNKNOWN: Final = "?"
NO_RESULT: Final = "*"
RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2", NO_RESULT})

HEADER: Final = re.compile(r'\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]{0,254})\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
"""A header, its name and its value with backslashes."""

COMMAND: Final = re.compile(r"\[%([A-Za-z][A-Za-z0-9_]*)\s+([^\[\]]*?)\s*\]")
"""A command in a comment, its name and what it is of."""

COLOURS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
"""The colours of marks by their letters."""

_DATE: Final = re.compile(r"(\d{4}|\?{4})\.(\d{2}|\?{2})\.(\d{2}|\?{2})", re.ASCII)
_CLOCK: Final = re.compile(r"(\d{1,3}):([0-5]?\d)(?::([0-5]?\d)(?:\.(\d{1,3}))?)?", re.ASCII)
_LONG: Final = re.compile(r"P?([NBRQK]?[a-h]?[1-8]?)[-x]?([a-h][1-8])(?:[=/]?\(?([nbrqNBRQ])\)?)?([+#]{0,2})")


def header_line(name: str, value: str) -> str:
    """A header as it is written."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def header_of(line: str) -> tuple[str, str] | None:
    """The header on a line, name and value; None where there is none."""
    found = HEADER.fullmatch(line.strip())
    return None if found is None else (found[1], re.sub(r"\\(.)", r"\1", found[2]))


def noted_headers(note: str) -> Iterator[tuple[str, str]]:
    """The headers that stand in the note of a match."""
    return (found for line in note.split("\n") if (found := header_of(line)) is not None)


def tag_of(name: str, value: str) -> str:
    """A header as a tag of a match."""
    return f"{name}: {value}"


def tagged_headers(tags: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The headers that are among the tags of a match."""
    for tag in tags:
        name, colon, value = tag.partition(": ")
        if colon and name in TAGGED:
            yield name, value


# --- dates ---


def day_of_header(value: str, earliest: date) -> tuple[date, bool]:
    """The day that a date means, and whether that is all that it says.

    What isn't known is the first that it can be; of what is no date, or before `earliest`, that is the day.
    """
    found = _DATE.fullmatch(value)
    if found is None or not found[1].isdecimal():
        return earliest, False
    known = [int(part) if part.isdecimal() else 1 for part in found.groups()]
    try:
        day = date(*known)
    except ValueError:
        return earliest, False
    return (day, "?" not in value) if day >= earliest else (earliest, False)


def date_header(day: date) -> str:
    """A whole date as it is written."""
    return f"{day.year:04}.{day.month:02}.{day.day:02}"


# --- moves, clocks and marks ---


def plain_move(written: str) -> str:
    """A move as the rules read it: without what only some programs write, such as a hyphen or a small letter."""
    found = _LONG.fullmatch(written)
    if found is None:
        return written
    piece, target, promotion, _ = found.groups()
    return f"{piece}{target}{f'={promotion.upper()}' if promotion else ''}"


def clock_of(text: str) -> int | None:
    """The milliseconds that ``[%clk]`` tells; None where it can't be kept so."""
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds, fraction = found.groups()
    total = ((int(hours) * 60 + int(minutes)) * 60 + int(seconds or 0)) * 1000 + int((fraction or "").ljust(3, "0"))
    return total if total <= MOST_CLOCK else None


def clock_text(milliseconds: int) -> str:
    """What a clock shows, for ``[%clk]``."""
    seconds, fraction = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" + (f".{fraction:03}".rstrip("0") if fraction else "")


# --- how it ended ---


def result_header(state: ChessState) -> str:
    """The result that a game has by itself: none while it goes on, and none where both have lost."""
    if state.ended is None or state.ended.result is ChessResult.BOTH_LOSE:
        return NO_RESULT
    return state.ended.result.value


_RULINGS: Final[Mapping[ChessRuling | None, str]] = {
    ChessRuling.ARBITER: "adjudication",
    ChessRuling.ILLEGAL_MOVE: "rules infraction",
    ChessRuling.ABSENCE: "abandoned",
}


def termination_header(state: ChessState) -> str:
    """How it ended, as the standard says it; empty where that isn't known."""
    if state.ended is None:
        return ""
    if state.ended.ending is ChessEnding.FLAG:
        return "time forfeit"
    if state.ended.ending is ChessEnding.RULING:
        return _RULINGS.get(state.ended.ruling, "")
    return "normal"


def option_headers(options: ChessOptions) -> dict[str, str]:
    """The headers that the options of a match are."""
    found: dict[str, str] = {}
    if options.chess960 is not None:
        found["Variant"] = "Chess960"
    fen = options.fen if options.chess960 is None else start_fen(options.chess960)
    if fen:
        found |= {"SetUp": "1", "FEN": fen}
    if options.time_control:
        found["TimeControl"] = options.time_control
    return found
