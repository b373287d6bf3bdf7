"""The text of a table: its encoding, its delimiter, and its lines within bounds."""

import codecs
import csv
from collections.abc import Iterator
from io import TextIOWrapper
from typing import IO, Final

from service.readers.play import UnreadableFile

MAX_LINE: Final = 1 << 20
"""Characters that a line, or a cell, may have."""

_LOOKED_AT: Final = 4 << 20
_DELIMITERS: Final = ";,\t|"


def encoding_of(file: IO[bytes]) -> str:
    """The encoding of `file`, as its beginning shows: UTF-16 by its mark, UTF-8 if it is that, else Windows-1252."""
    file.seek(0)
    head = file.read(_LOOKED_AT)
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)  # which may end within a character
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def lines_of(file: IO[bytes], encoding: str) -> Iterator[str]:
    """The lines of `file` from where it stands, without a byte order mark.

    Raises:
        UnreadableFile: it isn't in this encoding, or a line is too long.
    """
    text = TextIOWrapper(file, encoding="utf-8-sig" if encoding == "utf-8" else encoding, newline="")
    number = 1
    try:
        while line := text.readline(MAX_LINE):
            if len(line) == MAX_LINE:
                raise UnreadableFile("line_too_long", f"line {number}", most=MAX_LINE)
            yield line
            number += 1
    except UnicodeError:
        raise UnreadableFile("other_encoding", f"line {number}", encoding=encoding) from None
    finally:
        text.detach()


def dialect_of(file: IO[bytes], encoding: str) -> str:
    """The delimiter of the columns: of the likely ones, the one by which the first line has most cells.

    Raises:
        UnreadableFile: as of :func:`lines_of`.
    """
    lines = lines_of(file, encoding)
    first = next(lines, "")
    lines.close()  # type: ignore[attr-defined]
    return max(_DELIMITERS, key=lambda sign: len(next(csv.reader([first], delimiter=sign), [])))
