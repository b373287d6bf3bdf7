"""Podman in namespaces of its own: what runs there, and its networks, end with them, and touch nothing of this machine.

Images are kept in a cache of the user's, with the layers that are the same the next time.
"""

import ctypes
import fcntl
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "partita" / "containers"
"""What .ci/containers fetches, and images."""

_CERTIFICATES: Final = "/etc/ssl/certs"
_BUILD_SECONDS: Final = 540
_RUN_SECONDS: Final = 60
_NO_VARIABLES: Final[Mapping[str, str]] = {}

# Control groups aren't needed, and where there are those of both versions, crun wants one of them gone. The state of
# Podman is in /run and in shared memory, so that it is gone, too.
_KEEP: Final = """
umount /sys/fs/cgroup/unified 2>/dev/null
mount -t tmpfs run /run && mount -t tmpfs shm /dev/shm && ip link set lo up && echo ready && exec sleep infinity
"""
_NAMESPACES: Final = ("--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private")

_STORAGE: Final = f"""
[storage]
driver = "overlay"
graphroot = "{CACHE}/store"
runroot = "/run/partita-containers"
"""

# Limits above our own can't be set by every root.
_CONTAINERS: Final = """
[containers]
cgroups = "disabled"
default_ulimits = ["nofile=1024:4096", "nproc=4096:4096"]

[engine]
events_logger = "file"

[network]
network_backend = "netavark"
network_config_dir = "/run/partita-networks"
"""


def is_installed() -> bool:
    """Whether .ci/containers was here, and did its work."""
    return all((CACHE / name).exists() for name in ("base.tar", "compose/installed"))


class Podman:
    """Podman and podman-compose, for one user at a time; use it as a context."""

    def __init__(self, folder: Path) -> None:
        (folder / "storage.conf").write_text(_STORAGE)
        (folder / "containers.conf").write_text(_CONTAINERS)
        self._environment = os.environ | {
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            "DISABLE_HC_SYSTEMD": "true",  # nothing here runs health checks by the clock; the tests do
        }

    def __enter__(self) -> Self:
        self._lock = (CACHE / "lock").open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        command = ["setpriv", "--pdeathsig", "KILL", "unshare", *_NAMESPACES, "sh", "-c", _KEEP]
        self._keeper = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._keeper.stdout is not None
        assert self._keeper.stdout.readline() == "ready\n"
        pid = self._keeper.pid
        self._inside = Path(f"/proc/{pid}/task/{pid}/children").read_text().strip()
        self._clear()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._clear()
        finally:
            self._keeper.kill()
            self._keeper.communicate()
            self._lock.close()

    def _clear(self) -> None:
        """Remove all containers and their data, also those that a test which was killed left in the cache."""
        for _ in self("ps", "--all", "--quiet").split():  # one goes only after those that were started for it
            self._done(["podman", "rm", "--all", "--force", "--volumes", "--time", "0"])
        self("volume", "prune", "--force")

    def __call__(self, *arguments: str | Path) -> str:
        """What `podman` says with these arguments.

        Raises:
            AssertionError: it fails; with what it said.
        """
        return self._run(["podman", *arguments])

    def compose(self, file: Path, *arguments: str, **variables: str) -> str:
        """What `podman-compose` says, likewise; `variables` are those that the file asks for."""
        command: list[str | Path] = [CACHE / "compose" / "bin" / "podman-compose", "--file", file, *arguments]
        return self._run(command, variables=variables)

    def fails(self, *arguments: str) -> str:
        """What `podman` complains of with these arguments; it has to fail."""
        done = self._done(["podman", *arguments])
        assert done.returncode != 0, done.stdout
        return done.stderr

    def said(self, container: str) -> str:
        """What a container has written, to both of its outputs."""
        done = self._done(["podman", "logs", container])
        return done.stdout + done.stderr

    def base(self) -> str:
        """An image of Debian with Python."""
        name = f"localhost/base:{(CACHE / 'base.tar').stat().st_mtime_ns}"
        if not self("images", "--quiet", name):
            self._run(["podman", "import", CACHE / "base.tar", name], seconds=_BUILD_SECONDS)
        return name

    def build(self, tag: str, file: Path, context: Path, base: str, stages: Sequence[str] = ()) -> None:
        """Make an image, with this machine's network and the certificates that it believes.

        The layers of the named stages before the last are kept for the next time, too.
        """
        options = ["--format", "docker", "--isolation", "chroot", "--network", "host", "--build-arg", f"BASE={base}"]
        certificates = ["--volume", f"{_CERTIFICATES}:{_CERTIFICATES}:ro"]
        for stage in (*stages, ""):
            made = ["--target", stage, "--tag", f"{tag}-{stage}"] if stage else ["--tag", tag]
            command: list[str | Path] = ["podman", "build", *options, *certificates, *made, "--file", file, context]
            self._run(command, network=False, seconds=_BUILD_SECONDS)
        self("image", "prune", "--force")

    @contextmanager
    def network(self) -> Iterator[None]:
        """Have connections that this thread opens meanwhile begin where containers publish their ports."""
        with Path("/proc/self/ns/net").open() as here, Path(f"/proc/{self._inside}/ns/net").open() as there:
            _enter(there.fileno())
            try:
                yield
            finally:
                _enter(here.fileno())

    def _run(
        self,
        command: Sequence[str | Path],
        *,
        variables: Mapping[str, str] = _NO_VARIABLES,
        network: bool = True,
        seconds: int = _RUN_SECONDS,
    ) -> str:
        done = self._done(command, variables, network=network, seconds=seconds)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def _done(
        self,
        command: Sequence[str | Path],
        variables: Mapping[str, str] = _NO_VARIABLES,
        *,
        network: bool = True,
        seconds: int = _RUN_SECONDS,
    ) -> subprocess.CompletedProcess[str]:
        inside = ["nsenter", f"--target={self._inside}", "--mount", "--pid", *(["--net"] if network else [])]
        return subprocess.run(
            [*inside, *map(str, command)],
            env={**self._environment, **variables},
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )


def _enter(namespace: int) -> None:
    if ctypes.CDLL(None, use_errno=True).setns(namespace, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
