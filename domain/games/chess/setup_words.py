"""What a form asks for where a game of chess is opened."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.games.chess.actions import MOST_FEN, MOST_TIME, ChessOptions
from domain.kernel.setup_words import SetupField

SETUP_FIELDS: Final = (
    SetupField("time_control", "line", MOST_TIME),
    SetupField("chess960", "line", 3),
    SetupField("fen", "line", MOST_FEN),
)

SEAT_FIELDS: Final[tuple[SetupField, ...]] = ()


def options_from(fields: Mapping[str, str], seats: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """The options that a form asks for.

    Raises:
        ValueError: the number of the set-up isn't one.
    """
    del seats
    options: dict[str, Any] = {name: text for name in ("fen", "time_control") if (text := fields.get(name, "").strip())}
    if number := fields.get("chess960", "").strip():
        options["chess960"] = int(number)
    return options


def fields_from(options: ChessOptions) -> dict[str, str]:
    """The form that asks for these options."""
    return {
        "time_control": options.time_control,
        "chess960": "" if options.chess960 is None else str(options.chess960),
        "fen": options.fen,
    }


def template(options: ChessOptions) -> ChessOptions:
    """What comes again: all of it, since nothing is said of people."""
    return options
