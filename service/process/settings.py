"""Settings, from the command line and the environment."""

import os
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from service.auth.rate_limit import ALLOWED
from service.commands.imports.limits import ImportLimits

DEFAULT_DATA: Final = Path(".data")

DEFAULT_AUDIT_DAYS: Final = 400
"""A year, and some days to look back on it."""

DEFAULT_VERIFY_RATE: Final = 200
"""A million events in an hour and a half, for less than a hundredth of a processor."""
DEFAULT_STREAMS: Final = 1000

DEFAULT_STREAMS_PER_CLIENT: Final = 100

DEFAULT_NOTES_PER_MINUTE: Final = 300

DEFAULT_DATABASE_SECONDS: Final = 5.0

DATABASE_OF_WORKERS: Final = "PARTITA_WORKER_DATABASE"
"""The variable that names the database to the processes that the service starts; a command line can be read by all."""

READ_DATABASE_OF_WORKERS: Final = "PARTITA_WORKER_READ_DATABASE"
"""The same for its standbys, if there are any."""


class Settings(Struct, frozen=True):
    """How one process of the service runs.

    Attributes:
        data: the folder of the embedded database and of the owner's token.
        conninfo: the database, as a URL or connection string that libpq understands.
        read_conninfo: its standbys, likewise, which what only reads is read from; None is none.
        library_connections: threads, and connections, of the synchronous event store.
        pool_connections: connections for everything that is read asynchronously.
        concurrent_writes: requests that may be writing at one time; more are turned away.
        wait_seconds: how long a read waits for a read model.
        own_projector: whether the read models are kept up by a process of their own, not by threads of this one.
        failures_allowed: how many tokens that are no good may come from one address in a minute.
        streams: event streams that may be open at one time in this process; more are turned away.
        streams_per_client: how many of them by one token or, without one, from one address.
        notes_per_minute: annotations and variations that one token may write, unless it administers.
        database_seconds: how long a request waits for a database that says nothing at all.
        heartbeat_seconds: how often a stream is heard of when nothing happens, and its rights are looked up again.
        reading_seconds: how long a stream waits for its reader to take a piece of it.
        public_url: the address that others see, without a slash at its end; if None, that of each request.
        import_seconds: how long a request that begins work on an import waits for its end, before it answers that it
            goes on.
        imports: what files that are sent to be imported may take up.
        access_log: whether each request is told of in the log of the process.
        traces: whether spans are made of requests, by OpenTelemetry.
        audit_days: how long entries of the audit trail are kept; 0 is for ever.
        verify_rate: how many events of the log are checked in a second, in the background; 0 is none.
        verify_rest_seconds: how long that rests when it has come to the end of the log.
        log_key: the file with the key by which heads of the log are signed; None is that of the data folder.
        metrics: the folder in which the processes of one service tell each other what they have counted.
    """

    data: Path
    conninfo: str
    library_connections: int = 4
    pool_connections: int = 8
    concurrent_writes: int = 1024
    wait_seconds: float = 5.0
    own_projector: bool = False
    failures_allowed: int = ALLOWED
    streams: int = DEFAULT_STREAMS
    streams_per_client: int = DEFAULT_STREAMS_PER_CLIENT
    notes_per_minute: int = DEFAULT_NOTES_PER_MINUTE
    database_seconds: float = DEFAULT_DATABASE_SECONDS
    heartbeat_seconds: float = 15.0
    reading_seconds: float = 10.0
    read_conninfo: str | None = None
    metrics: Path | None = None
    public_url: str | None = None
    import_seconds: float = 2.0
    imports: ImportLimits = ImportLimits()
    access_log: bool = False
    traces: bool = False
    audit_days: int = DEFAULT_AUDIT_DAYS
    verify_rate: int = DEFAULT_VERIFY_RATE
    verify_rest_seconds: float = 3600.0
    log_key: Path | None = None

    def to_environment(self) -> dict[str, str]:
        """The variables from which a worker process reads these settings."""
        shared = {"PARTITA_WORKER_METRICS": str(self.metrics)} if self.metrics else {}
        reads = {READ_DATABASE_OF_WORKERS: self.read_conninfo} if self.read_conninfo else {}
        public = {"PARTITA_WORKER_PUBLIC_URL": self.public_url} if self.public_url else {}
        imports = {"PARTITA_WORKER_IMPORTS": msgspec.json.encode(self.imports).decode()}
        return {
            "PARTITA_DATA": str(self.data),
            DATABASE_OF_WORKERS: self.conninfo,
            "PARTITA_WORKER_ACCESS_LOG": "1" if self.access_log else "",
            "PARTITA_WORKER_TRACES": "1" if self.traces else "",
            "PARTITA_WORKER_AUDIT_DAYS": str(self.audit_days),
            "PARTITA_WORKER_VERIFY_RATE": str(self.verify_rate),
            "PARTITA_WORKER_LOG_KEY": str(self.log_key or ""),
            "PARTITA_WORKER_STREAMS": str(self.streams),
            "PARTITA_WORKER_DATABASE_SECONDS": str(self.database_seconds),
            "PARTITA_WORKER_STREAMS_PER_CLIENT": str(self.streams_per_client),
            "PARTITA_WORKER_NOTES_PER_MINUTE": str(self.notes_per_minute),
            **shared,
            **reads,
            **public,
            **imports,
        }

    @staticmethod
    def from_environment() -> "Settings":
        """The settings that the parent process left for its workers."""
        metrics = os.environ.get("PARTITA_WORKER_METRICS")
        return Settings(
            Path(os.environ["PARTITA_DATA"]),
            os.environ[DATABASE_OF_WORKERS],
            own_projector=True,
            read_conninfo=os.environ.get(READ_DATABASE_OF_WORKERS),
            metrics=Path(metrics) if metrics else None,
            public_url=os.environ.get("PARTITA_WORKER_PUBLIC_URL"),
            imports=msgspec.json.decode(os.environ.get("PARTITA_WORKER_IMPORTS", "{}"), type=ImportLimits),
            traces=bool(os.environ["PARTITA_WORKER_TRACES"]),
            access_log=bool(os.environ["PARTITA_WORKER_ACCESS_LOG"]),
            audit_days=int(os.environ["PARTITA_WORKER_AUDIT_DAYS"]),
            verify_rate=int(os.environ["PARTITA_WORKER_VERIFY_RATE"]),
            log_key=Path(log_key) if (log_key := os.environ["PARTITA_WORKER_LOG_KEY"]) else None,
            database_seconds=float(os.environ["PARTITA_WORKER_DATABASE_SECONDS"]),
            streams=int(os.environ["PARTITA_WORKER_STREAMS"]),
            streams_per_client=int(os.environ["PARTITA_WORKER_STREAMS_PER_CLIENT"]),
            notes_per_minute=int(os.environ["PARTITA_WORKER_NOTES_PER_MINUTE"]),
        )
