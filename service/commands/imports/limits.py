"""How much may be sent to be imported, and how long it lies there."""

from typing import Final

from msgspec import Struct

MEBIBYTE: Final = 1 << 20


class ImportLimits(Struct, frozen=True):
    """What uploads may take up.

    Attributes:
        size: bytes that a file may have.
        concurrent: files that one process reads or imports at one time; more are turned away.
        files: files that may lie there; more are turned away.
        hours: how long a file lies there after something was last done with it.
    """

    size: int = 100 * MEBIBYTE
    concurrent: int = 2
    files: int = 20
    hours: int = 24
