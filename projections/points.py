"""How points come from the database: columns of the type ``numeric``, in which decimals are exact."""

from typing import Final

from psycopg import adapters
from psycopg.adapt import Buffer
from psycopg.types.numeric import NumericBinaryLoader, NumericLoader

from domain.kernel.points import Points, points


class _TextLoader(NumericLoader):
    def load(self, data: Buffer) -> Points:  # type: ignore[override]
        return points(super().load(data))


class _BinaryLoader(NumericBinaryLoader):
    def load(self, data: Buffer) -> Points:  # type: ignore[override]
        return points(super().load(data))


_LOADERS: Final = (_TextLoader, _BinaryLoader)


def register() -> None:
    """Make all connections that are opened from now on read whole numbers as int."""
    for loader in _LOADERS:
        adapters.register_loader("numeric", loader)
