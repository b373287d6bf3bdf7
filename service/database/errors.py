"""Why there is no database; every message tells a person what is wrong, where, and what to do."""


class DatabaseUnavailable(Exception):  # noqa: N818 - it names a state, and people read it
    """The database can't be used. `str()` is written for a person; a traceback adds nothing."""


class ProgramsMissing(DatabaseUnavailable):
    """No usable PostgreSQL is installed."""


class WrongServerVersion(DatabaseUnavailable):
    """The data was written by another major version of PostgreSQL; it was not touched."""


class DiskFull(DatabaseUnavailable):
    """No space is left where the data is."""


class DataUnwritable(DatabaseUnavailable):
    """The data directory is read-only, or belongs to somebody else."""
