"""``partita serve`` on machines of its own, all on one database."""

import sys
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from tests.drill.machines import Machine

_ROOT: Final = Path(__file__).parents[2]
_SERVE: Final = [sys.executable, "-c", "from service.cli.main import main; main()", "serve"]
_PORT: Final = 8000
_ANSWER_SECONDS: Final = 2.0


class Service:
    """A machine that serves Partita."""

    def __init__(self, machine: Machine, database: str) -> None:
        self.machine = machine
        self._database = database

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://{self.machine.address}:{_PORT}"

    @property
    def token(self) -> str:
        """The owner's, which it made at its first start."""
        return (self.machine.folder / "data" / "owner-token").read_text().strip()

    def boot(self) -> None:
        """Start the service."""
        place = ["--host", self.machine.address, "--port", str(_PORT), "--data", str(self.machine.folder / "data")]
        environment = {"DATABASE_URL": self._database, "PYTHONPATH": str(_ROOT)}
        self.machine.start("partita", [*_SERVE, *place], environment=environment)

    def is_ready(self) -> bool:
        """Whether it can do its work."""
        try:
            with urlopen(f"{self.url}/health/ready", timeout=_ANSWER_SECONDS) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False
