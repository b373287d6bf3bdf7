"""Answers that were made once and stay as they are."""

from collections.abc import Hashable, Mapping
from typing import Final
from uuid import UUID

from cachetools import LRUCache
from msgspec import Struct

ROOM: Final = 32_000_000
"""Bytes of answers that are kept."""


class Sources(Struct, frozen=True):
    """What an answer to one question was made of: as long as it is so, who has the same rights is answered the same.

    Attributes:
        match: what tells the match from itself at any other time.
        seats: the players whose names are in the answer; none where no names are.
        names: by which these were told apart.
        annotations: what tells those of the match from themselves at other times; None where they don't count.
        own: whether it tells who asked what that one wrote: no other token is answered so.
    """

    match: Hashable
    seats: tuple[UUID, ...] = ()
    names: tuple[str, ...] = ()
    annotations: Hashable = None
    own: bool = False


class CachedAnswer(Struct, frozen=True):
    """An answer of status 200.

    Attributes:
        content: its bytes; of a page of a read model all in front of the position, which is its last field.
        tag: its entity tag, if it has one.
        read_model: whose position follows, if one does.
    """

    content: bytes
    sources: Sources
    tag: int | str | None
    headers: Mapping[str, str]
    media_type: str
    read_model: str | None = None


class ResponseCache(LRUCache[Hashable, CachedAnswer]):
    """Answers by the question and who asked it, as many as there is room for; the least recently used go first.

    Used in one event loop.
    """

    def __init__(self, room: int = ROOM) -> None:
        super().__init__(room, getsizeof=lambda answer: len(answer.content))

    def keep(self, question: Hashable, answer: CachedAnswer) -> None:
        """Keep `answer`, unless it would take the room of very many others."""
        if len(answer.content) <= self.maxsize // 16:
            self[question] = answer
        else:
            self.pop(question, None)
