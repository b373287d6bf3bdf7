"""Requests that are known by their bytes, so that they needn't be parsed."""

import re
from functools import partial
from typing import Any, Final
from uuid import UUID

from service.http.requests import Shortcut, ShortcutAlike

LONGEST: Final = 2_000
"""Bytes of a request that is remembered."""

_ROOM: Final = 5_000
"""Requests that are known of one kind; after more, that begins anew."""

_WITH_BODY: Final = re.compile(
    rb"(POST /[^ ?]*/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    rb"(/[^ ?]* HTTP/1\.1\r\n(?:[^\r\n]+\r\n)*?(?i:content-length): )([1-9][0-9]{0,5})(\r\n(?:[^\r\n]+\r\n)*\r\n)"
)
"""The head of a POST: the id in its path and the length of its body are the second and the fourth group."""


class Shortcuts:
    """The shortcuts of all connections of a process: by the client's address, and by what it sent."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, bytes], Shortcut] = {}
        self._alike: dict[tuple[str, bytes, bytes, bytes], ShortcutAlike] = {}

    def find(self, address: str, request: bytes) -> Shortcut | None:
        """What answers `request`, which came in one piece; None for one that has to be parsed."""
        known = self._known.get((address, request))
        if known is not None or not self._alike:
            return known
        head = _WITH_BODY.match(request)
        if head is None or len(request) - head.end() != int(head[4]):
            return None
        alike = self._alike.get((address, head[1], head[3], head[5]))
        return None if alike is None else partial(alike, UUID(head[2].decode()), request[head.end() :])

    def take(self, address: str, request: bytes, shortcut: Shortcut) -> None:
        """Know those that come byte by byte like `request`."""
        _make_room(self._known)
        self._known[address, request] = shortcut

    def take_alike(self, address: str, request: bytes, shortcut: ShortcutAlike) -> None:
        """Know those whose heads are like that of `request` but for the id and the length, if it is such a one.

        All else is as it was when that was parsed. What stands behind the head is the body, as long as it says.
        """
        head = _WITH_BODY.match(request)
        if head is not None:
            _make_room(self._alike)
            self._alike[address, head[1], head[3], head[5]] = shortcut


def _make_room(known: dict[Any, Any]) -> None:
    if len(known) >= _ROOM:
        known.clear()
