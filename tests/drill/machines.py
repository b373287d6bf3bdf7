"""Machines in a network of their own, which can be killed, frozen and cut off: namespaces of this one.

Whoever uses this has to be alone in a network namespace already (:mod:`tests.drill.__main__` sees to that), so nothing
here is reached from outside, nor reaches anything there.
"""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

NETWORK: Final = "192.0.2"
"""Addresses for documentation: nobody has them (RFC 5737)."""

_GATEWAY: Final = f"{NETWORK}.1/24"
_KILL_SECONDS: Final = 10.0


def run(*command: str) -> str:
    """What a command says.

    Raises:
        subprocess.CalledProcessError: it fails.
    """
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def lay_network() -> None:
    """Make the network that machines are put into; whoever calls has an address in it."""
    for command in (
        "ip link set lo up",
        "ip link add lan type bridge",
        f"ip address add {_GATEWAY} dev lan",
        "ip link set lan up",
    ):
        run(*command.split())


class Machine:
    """A machine with an address, and the programs that run on it."""

    def __init__(self, name: str, number: int, folder: Path, logs: Path) -> None:
        self.name = name
        self.address = f"{NETWORK}.{number}"
        self.folder = folder / name
        self._logs = logs
        self._programs: dict[str, subprocess.Popen[bytes]] = {}
        self.folder.mkdir(mode=0o755)
        for command in (
            f"ip netns add {name}",
            f"ip link add {name} type veth peer name lan0 netns {name}",
            f"ip link set {name} master lan",
            f"ip link set {name} up",
            f"ip -n {name} link set lo up",
            f"ip -n {name} address add {self.address}/24 dev lan0",
            f"ip -n {name} link set lan0 up",
        ):
            run(*command.split())

    def __str__(self) -> str:
        return self.name

    def start(
        self,
        program: str,
        command: Sequence[str | Path],
        *,
        user: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start a program as a user; what it says is added to a log of its own."""
        entered = ["nsenter", f"--net=/run/netns/{self.name}", "--", *(_as(user) if user else ())]
        with (self._logs / f"{self.name}-{program}.log").open("ab") as log:
            self._programs[program] = subprocess.Popen(
                [*entered, *map(str, command)],
                cwd=self.folder,
                env=_environment(environment or {}),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def ended(self) -> list[str]:
        """The programs that were started, and aren't there any more."""
        return [name for name, process in self._programs.items() if process.poll() is not None]

    def kill(self, program: str | None = None) -> None:
        """End a program, or all of the machine, as when the power goes."""
        if program is not None:
            self._programs[program].kill()
            self._programs.pop(program).wait(_KILL_SECONDS)
            return
        deadline = time.monotonic() + _KILL_SECONDS
        while pids := self._pids():
            self._send(signal.SIGKILL, pids)
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.name} can't be killed")
            time.sleep(0.02)
        for process in self._programs.values():
            process.wait(_KILL_SECONDS)
        self._programs.clear()

    def freeze(self) -> None:
        """Have all its programs stand still; its system goes on acknowledging what is sent to them."""
        frozen: set[int] = set()
        while new := self._pids() - frozen:  # one may have started another meanwhile
            self._send(signal.SIGSTOP, new)
            frozen |= new

    def thaw(self) -> None:
        """Have them go on."""
        self._send(signal.SIGCONT, self._pids())

    def cut_off(self) -> None:
        """Pull the plug of the network."""
        run("ip", "link", "set", self.name, "down")

    def reconnect(self) -> None:
        """Put it in again."""
        run("ip", "link", "set", self.name, "up")

    def _pids(self) -> set[int]:
        return {int(pid) for pid in run("ip", "netns", "pids", self.name).split()}

    @staticmethod
    def _send(number: int, pids: set[int]) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def _as(user: int) -> list[str]:
    """Reading is allowed everywhere, since Python or the checkout may be where only root may look."""
    reading = "+dac_read_search"
    return [
        "setpriv",
        f"--reuid={user}",
        f"--regid={user}",
        "--clear-groups",
        f"--inh-caps={reading}",
        f"--ambient-caps={reading}",
    ]


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    hidden = ("PARTITA_", "DATABASE_URL", "PG", "LC_", "LANG")
    ours = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    return {**ours, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1", **more}
