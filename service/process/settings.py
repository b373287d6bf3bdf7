"""Settings, from the command line and the environment."""

import os
from pathlib import Path
from typing import Final

from msgspec import Struct

from service.auth.rate_limit import ALLOWED

DEFAULT_DATA: Final = Path(".data")

DATABASE_OF_WORKERS: Final = "PARTITA_WORKER_DATABASE"
"""The variable that names the database to the processes that the service starts; a command line can be read by all."""


class Settings(Struct, frozen=True):
    """How one process of the service runs.

    Attributes:
        data: the folder of the embedded database and of the owner's token.
        conninfo: the database, as a URL or connection string that libpq understands.
        library_connections: threads, and connections, of the synchronous event store.
        pool_connections: connections for everything that is read asynchronously.
        concurrent_writes: requests that may be writing at one time; more are turned away.
        wait_seconds: how long a read waits for a read model.
        own_projector: whether the read models are kept up by a process of their own, not by threads of this one.
        failures_allowed: how many tokens that are no good may come from one address in a minute.
        streams: event streams that may be open at one time in this process; more are turned away.
        heartbeat_seconds: how often a stream is heard of when nothing happens, and its rights are looked up again.
        reading_seconds: how long a stream waits for its reader to take a piece of it.
        public_url: the address that others see, without a slash at its end; if None, that of each request.
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
    streams: int = 1000
    heartbeat_seconds: float = 15.0
    reading_seconds: float = 10.0
    metrics: Path | None = None
    public_url: str | None = None

    def to_environment(self) -> dict[str, str]:
        """The variables from which a worker process reads these settings."""
        shared = {"PARTITA_WORKER_METRICS": str(self.metrics)} if self.metrics else {}
        public = {"PARTITA_WORKER_PUBLIC_URL": self.public_url} if self.public_url else {}
        return {"PARTITA_DATA": str(self.data), DATABASE_OF_WORKERS: self.conninfo, **shared, **public}

    @staticmethod
    def from_environment() -> "Settings":
        """The settings that the parent process left for its workers."""
        metrics = os.environ.get("PARTITA_WORKER_METRICS")
        return Settings(
            Path(os.environ["PARTITA_DATA"]),
            os.environ[DATABASE_OF_WORKERS],
            own_projector=True,
            metrics=Path(metrics) if metrics else None,
            public_url=os.environ.get("PARTITA_WORKER_PUBLIC_URL"),
        )
