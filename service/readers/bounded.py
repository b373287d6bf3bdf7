"""Reading within bounds: whatever a file holds, only so much of it is in memory."""

import re
from typing import IO, Final

from service.readers.play import UnreadableFile

MAX_ITEM: Final = 4 << 20
"""Bytes that one play, or anything else between two plays, may have."""

MAX_ENTRIES: Final = 200_000
"""People, games, places and tags that a file may list, each."""

MAX_DEPTH: Final = 64
"""How deep JSON or XML may be nested."""


class BoundedFile:
    """A file for a parser, which calls :meth:`advance` whenever it has done with an item.

    A parser holds an item until its end, and a text until its last character. So what is read between two calls is what
    can be in memory.
    """

    def __init__(self, file: IO[bytes], forbidden: re.Pattern[bytes] | None = None) -> None:
        """`forbidden` is what no part of it may hold, as far as it doesn't lie across two parts that are read."""
        self._file = file
        self._forbidden = forbidden
        self._since = 0

    def advance(self) -> None:
        """An item has ended."""
        self._since = 0

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes.

        Raises:
            UnreadableFile: an item is longer than it may be, or holds what is forbidden.
        """
        part = self._file.read(size)
        self._since += len(part)
        if self._since > MAX_ITEM + size:
            raise UnreadableFile("item_too_long", most=MAX_ITEM)
        if self._forbidden is not None and (found := self._forbidden.search(part)) is not None:
            raise UnreadableFile("number_too_long", digits=found[0][:20].decode(errors="replace"))
        return part
