"""Cells of tables that people open in a spreadsheet."""

from typing import Any, Final

_LEADS_ASTRAY: Final = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a text that spreadsheets take for a formula."""


def plain_cell(cell: Any) -> Any:
    """`cell`, so that no spreadsheet takes a name for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_LEADS_ASTRAY) else cell
