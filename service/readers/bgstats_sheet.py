"""The score sheet of a play in BG Stats: JSON in a string, with groups or rounds of rows."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from service.readers.play import SourceRow
from service.readers.text import text_of, true

_CHECKED: Final = frozenset({"checkbox", "check", "bool", "boolean"})
"""Types of rows that hold no points."""


def rows_of(scoresheet: Any, keys: Sequence[Collection[str]]) -> tuple[SourceRow, ...] | None:
    """The rows in which something is written; `keys` are the names of each seat in them, in lower case.

    None where there is a score sheet that can't be read.
    """
    if scoresheet in (None, "", {}):
        return ()
    if isinstance(scoresheet, str):
        try:
            scoresheet = msgspec.json.decode(scoresheet)
        except (msgspec.DecodeError, RecursionError):
            return None
    if not isinstance(scoresheet, dict):
        return None
    rows = (_row(row, keys) for row in _written(scoresheet))
    return tuple(row for row in rows if any(row.cells))


def _written(scoresheet: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for group in [*_list(scoresheet.get("groups")), *_list(scoresheet.get("rounds"))]:
        for row in _list(group.get("rows")):
            if text_of(row.get("type")).casefold() not in _CHECKED and isinstance(row.get("scores"), dict):
                extra = true(row.get("isExtra")) or true(group.get("isExtra"))
                yield {**row, "isExtra": extra}


def _row(row: Mapping[str, Any], keys: Sequence[Collection[str]]) -> SourceRow:
    scores = {key.lower(): text_of(value) for key, value in row["scores"].items()}
    cells = tuple(next((scores[key] for key in names if key in scores), "") for names in keys)
    label = text_of(row.get("label")).replace("{row}", text_of(row.get("repetition")))
    return SourceRow(label, cells, minus=true(row.get("negative")), extra=true(row.get("isExtra")))


def _list(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
