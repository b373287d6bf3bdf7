"""Answers that were made once and stay as they are."""

from collections.abc import Hashable
from typing import Final

from cachetools import LRUCache

ROOM: Final = 32_000_000
"""Bytes of answers that are kept."""


class ResponseCache:
    """Encoded answers by all that they depend on, as many as there is room for; the least recently used go first.

    Used in one event loop.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._largest = room // 16
        self._answers: LRUCache[Hashable, bytes] = LRUCache(room, getsizeof=len)

    def get(self, key: Hashable) -> bytes | None:
        """The answer that was kept under `key`, if it still is."""
        return self._answers.get(key)

    def keep(self, key: Hashable, answer: bytes) -> None:
        """Keep `answer`, unless it would take the room of very many others."""
        if len(answer) <= self._largest:
            self._answers[key] = answer

    def forget(self) -> None:
        """Keep no answer any more."""
        self._answers.clear()
