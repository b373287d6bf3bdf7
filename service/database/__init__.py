"""The database: an embedded PostgreSQL."""

from service.database.embedded import EmbeddedPostgres
from service.database.errors import (
    DatabaseUnavailable,
    DataUnwritable,
    DiskFull,
    ProgramsMissing,
    WrongServerVersion,
)

__all__ = [
    "DataUnwritable",
    "DatabaseUnavailable",
    "DiskFull",
    "EmbeddedPostgres",
    "ProgramsMissing",
    "WrongServerVersion",
]
