"""What a form asks for where a sheet is begun."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.games.sheet.actions import SheetOptions, SheetRow, SheetWinning
from domain.games.sheet.meta import MOST_ROUNDS
from domain.kernel.setup_words import OptionText, OptionValue, OptionWords, SetupField

SETUP_WORDS: Final = (OptionWords("winning", tuple(OptionValue(winning.value) for winning in SheetWinning)),)

SETUP_TEXTS: Final = (OptionText("title", 100),)

SETUP_FIELDS: Final = (
    SetupField("rows", "lines", 4200),
    SetupField("rounds", "number", MOST_ROUNDS),
    SetupField("variant", "line", 100),
    SetupField("expansions", "lines", 3100),
    SetupField("minutes", "number", 100_000),
)

SEAT_FIELDS: Final = (SetupField("teams", "line", 100), SetupField("roles", "line", 100), SetupField("new", "mark"))

_MINUS: Final = ("-", "\N{MINUS SIGN}")


def options_from(fields: Mapping[str, str], seats: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """The options that a form asks for.

    A row that begins with a minus is subtracted, one in brackets doesn't count (S3.1).

    Raises:
        ValueError: a number isn't one.
    """
    rows = [_row(number, line) for number, line in enumerate(_lines(fields.get("rows", "")), start=1)]
    options: dict[str, Any] = {
        "rows": rows,
        "rounds": _number(fields.get("rounds", "")),
        "variant": fields.get("variant", "").strip(),
        "expansions": list(_lines(fields.get("expansions", ""))),
        "minutes": _number(fields.get("minutes", "")),
        "new": [seat for seat, said in enumerate(seats) if said.get("new")],
    }
    for name in ("teams", "roles"):
        texts = [said.get(name, "").strip() for said in seats]
        options[name] = texts if any(texts) else []
    return {name: value for name, value in options.items() if value}


def fields_from(options: SheetOptions) -> dict[str, str]:
    """The form that asks for these options, but for those of seats."""
    named = len(options.rows) > 1 or any(row.label for row in options.rows)
    return {
        "rows": "\n".join(map(_written, options.rows)) if named else "",
        "rounds": str(options.rounds or ""),
        "variant": options.variant,
        "expansions": "\n".join(options.expansions),
        "minutes": str(options.minutes or ""),
    }


def template(options: SheetOptions) -> SheetOptions:
    """What comes again: all but what is said of the people in it."""
    return replace(options, teams=(), roles=(), new=(), start_seat=None)


def _row(number: int, line: str) -> dict[str, Any]:
    counts = not (line.startswith("(") and line.endswith(")"))
    label = line if counts else line[1:-1].strip()
    minus = label.startswith(_MINUS)
    return {
        "key": f"row_{number}",
        "label": label[1:].strip() if minus else label,
        "minus": minus,
        "counts": counts,
    }


def _written(row: SheetRow) -> str:
    label = f"- {row.label}" if row.minus else row.label
    return label if row.counts else f"({label})"


def _lines(text: str) -> Iterator[str]:
    return (line.strip() for line in text.splitlines() if line.strip())


def _number(text: str) -> int | None:
    return int(text) if text.strip() else None
