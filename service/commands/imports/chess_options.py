"""The options of a match of chess by the headers of its file."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from domain.games.chess.actions import MOST_FEN, MOST_TIME, ChessOptions
from domain.games.chess.pgn import UNKNOWN, header_line, option_headers
from domain.games.chess.starts import USUAL, start_fen
from service.commands.imports.reasons import InvalidPlay
from service.readers.reason import Reason
from service.validation.text import InvalidText, clean

_STANDARD: Final = frozenset({"", UNKNOWN, "standard", "chess", "normal", "fromposition", "classical"})
_RANDOM: Final = frozenset({"chess960", "fischerandom", "fischerrandom", "fischerrandomchess", "frc", "960"})


@cache
def _starts() -> Mapping[str, int]:
    """The numbers of the set-ups of Chess960 by what stands where."""
    return {start_fen(number).split()[0]: number for number in range(960)}


def options_of(headers: Mapping[str, str]) -> ChessOptions:
    """The position that a game begins from, and its time control.

    Raises:
        InvalidPlay: it is of a variant that isn't known here, or its position is too long.
    """
    variant = headers.get("Variant", "")
    key = "".join(variant.casefold().replace("-", "").split())
    if key not in _STANDARD | _RANDOM:
        raise InvalidPlay(Reason.of("other_variant", variant=variant[:40]))
    fen = headers.get("FEN", "").strip()
    if len(fen) > MOST_FEN or not fen.isascii() or not fen.isprintable():
        raise InvalidPlay(Reason.of("not_a_position", fen=fen[:40]))
    number = _number(fen) if key in _RANDOM else None
    if number is None and fen == start_fen(USUAL):
        fen = ""
    return ChessOptions(fen="" if number is not None else fen, chess960=number, time_control=_time_control(headers))


def header_note(headers: Mapping[str, str], options: ChessOptions) -> list[str]:
    """The headers of the position as they are in the file, where `options` don't lead to the same."""
    own = option_headers(options)
    return [
        header_line(name, headers[name])
        for name in ("Variant", "SetUp", "FEN")
        if name in headers and own.get(name) != headers[name]
    ]


def _number(fen: str) -> int | None:
    """The number of a set-up of Chess960; None for another position."""
    if not fen:
        return USUAL
    board, *rest = fen.split()
    is_start = (
        len(rest) >= 2 and rest[0] == "w" and len(rest[1]) == 4 and rest[2:] in ([], ["-"], ["-", "0"], ["-", "0", "1"])
    )
    return _starts().get(board) if is_start else None


def _time_control(headers: Mapping[str, str]) -> str:
    try:
        return clean(headers.get("TimeControl", ""), MOST_TIME)
    except InvalidText:
        return ""
