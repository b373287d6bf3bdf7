"""What all that read requests share."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

from litestar import Request
from msgspec import Struct

from service.http.basis import Basis
from service.http.svg_rewrite import outer

AnyRequest = Request[Any, Any, Any]

NOTES: Final = "partita.notes"
"""Where the scope of a request has its notes."""

WHOLE: Final = "partita.whole"
"""Where the scope of a request may have a :data:`SendsWhole`."""

SendsWhole: TypeAlias = Callable[[int, Sequence[bytes]], bool]
"""Sends an answer at once: its status, and the lines of its headers, an empty one and its body in so many pieces. They
are sent as they are, so the headers must have been sent in the usual way before. False if nothing was sent, and that
way has to be taken."""

SHORTCUT: Final = "partita.shortcut"
"""Where the scope of a request may have what takes a :data:`Shortcut` for all that come byte by byte like it, from the
same client."""

PassesOn: TypeAlias = Callable[["asyncio.Future[Any] | None"], None]
"""Has a request go the usual way; what was begun for it, if anything was, is in the scope as :data:`BEGUN`."""

Shortcut: TypeAlias = Callable[[SendsWhole, PassesOn], None]
"""Answers a request of which all is known, at once or later, by what it is given; or calls the second, once, if nothing
was sent and it has to go the usual way. It raises nothing."""

SHORTCUT_ALIKE: Final = "partita.shortcut_alike"
"""Where the scope of a request may have what takes a :data:`ShortcutAlike` for all whose heads are like its own, from
the same client: but for the id in the path, and the length of the body (:mod:`service.http.shortcuts`)."""

ShortcutAlike: TypeAlias = Callable[[UUID, bytes, SendsWhole, PassesOn], None]
"""As :data:`Shortcut`, of a request of which the id and the body are new."""

BEGUN: Final = "partita.begun"
"""Where the scope of a request may have what was begun for it already, so that it isn't done twice."""

SINCE: Final = "partita.since"
"""Where the scope of a request may have since when it waits, by :func:`time.monotonic`, if that isn't now."""

_HARMLESS: Final = frozenset({"game", "token_id"})  # what an invitation is opened by is none
_SHORT: Final = re.compile("[0-9a-z-]{1,40}")  # a whole token is longer, and has other characters
_FIELD: Final = re.compile("{([a-z_]+)}")


class RequestNotes(Struct):
    """What those inside find out about a request that those around it tell of.

    Attributes:
        operation: its name; empty where none was found.
        template: the route that it took, with names of parameters in braces.
        parameters: their values.
        token_id: the id of the token that let it in, by itself or by a session; empty without one.
        made: the address of what it made, where the answer has no ``Location``.
        basis: what the answer rests on, where it may be given again as long as that is so.
    """

    operation: str = ""
    template: str = ""
    parameters: Mapping[str, Any] = {}
    token_id: str = ""
    made: str = ""
    basis: Basis | None = None

    @property
    def path(self) -> str:
        """The address without what could be a secret: ids and numbers stand in it, other values are left as names."""
        return outer(_FIELD.sub(self._value, self.template))

    def _value(self, field: re.Match[str]) -> str:
        value = self.parameters.get(field[1])
        if isinstance(value, UUID | int) or (field[1] in _HARMLESS and _SHORT.fullmatch(str(value))):
            return str(value)
        return field[0]


def notes_of(scope: Any) -> RequestNotes:
    """The notes about a request: one object for all copies of its `scope` that are made from now on."""
    notes: RequestNotes = scope.setdefault(NOTES, RequestNotes())
    return notes
