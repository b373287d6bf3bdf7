"""boardgame.io's own server, and who plays at it, by Node: installed once into a folder for what can be made anew."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from benchmarks.harness import Effort

_HERE: Final = Path(__file__).parent
_INSTALL_SECONDS: Final = 300
_START_SECONDS: Final = 60


class Played(Struct, frozen=True):
    """What a sender measured: moves a second, and the times of one."""

    rate: float
    p50_ms: float
    p99_ms: float


class NotToBeHadError(Exception):
    """There is no boardgame.io here; the message tells why."""


def installed() -> Path:
    """The folder in which it can be run; it is made by npm the first time, outside of the project.

    Raises:
        NotToBeHadError: there is no npm, or it can't get the packages.
    """
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NotToBeHadError("Node and npm aren't installed")
    files = sorted(file for file in _HERE.iterdir() if file.suffix in {".js", ".json"})
    digest = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "partita-bench" / f"boardgame-io-{digest}"
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        for file in files:
            shutil.copy(file, made)
        command = [npm, "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
        try:
            subprocess.run(command, cwd=made, check=True, capture_output=True, timeout=_INSTALL_SECONDS)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise NotToBeHadError(f"npm couldn't install it: {error}") from None
        Path(made).rename(folder)
        Path(made).mkdir()  # which is removed now
    return folder


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """Its server; the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    child = subprocess.Popen(["node", "server.js", str(port)], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if child.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("boardgame.io didn't start") from None
                time.sleep(0.05)
        yield port
    finally:
        child.terminate()
        child.wait()


def play(folder: Path, port: int, clients: int, moves: int, effort: Effort) -> Played:
    """Have so many clients play matches of so many `moves` each, one after the other."""
    times = (effort.request_seconds, effort.warm_up_seconds)
    numbers = [str(number) for number in (port, clients, *times, moves)]
    done = subprocess.run(["node", "sender.js", *numbers], cwd=folder, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=Played)
