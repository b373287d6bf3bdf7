"""Answers that were made once and stay as they are."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

ROOM: Final = 32_000_000
"""Bytes of answers that are kept."""


class ResponseCache:
    """Encoded answers by all that they depend on, as many as there is room for; the least recently used go first.

    Used in one event loop.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._taken = 0
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """The answer that was kept under `key`, if it still is."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def keep(self, key: Hashable, answer: bytes) -> None:
        """Keep `answer`, unless it would take the room of very many others."""
        if len(answer) > self._room // 16:
            return
        self._taken += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while self._taken > self._room:
            _, dropped = self._answers.popitem(last=False)
            self._taken -= len(dropped)

    def forget(self) -> None:
        """Keep no answer any more."""
        self._answers.clear()
        self._taken = 0
