"""Values as PostgreSQL takes them in binary, for statements that are sent past psycopg's own conversion."""

from collections.abc import Callable, Collection, Mapping
from struct import Struct
from typing import Any, Final

_Dump = Callable[[Any], bytes]

_HEAD: Final = Struct("!iiIii")
"""Of an array: dimensions, whether there are nulls, the type of its elements, their number, the first one's."""

_SIZE: Final = Struct("!i")
_NULL: Final = _SIZE.pack(-1)

bigint: Final = Struct("!q").pack
"""An integer of eight bytes."""

_FORMS: Final[Mapping[str, tuple[int, _Dump]]] = {
    "bigint": (20, bigint),
    "boolean": (16, Struct("!?").pack),
    "bytea": (17, bytes),
    "integer": (23, Struct("!i").pack),
    "text": (25, str.encode),
    "uuid": (2950, lambda value: value.bytes),
}
"""The number of each type (pg_type.oid), and what makes its bytes."""


def array(form: str, values: Collection[Any]) -> bytes:
    """An array of `values`, which are of the type that is called `form`, or None."""
    number, dump = _FORMS[form]
    pieces = [_HEAD.pack(1, None in values, number, len(values), 1)]
    for value in values:
        if value is None:
            pieces.append(_NULL)
            continue
        dumped = dump(value)
        pieces += (_SIZE.pack(len(dumped)), dumped)
    return b"".join(pieces)
