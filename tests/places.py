"""Where tests keep databases: in memory if there is room, and what runs that were killed left there is removed."""

import fcntl
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import psutil  # type: ignore[import-untyped]
import pytest

from service.database.locks import opened_lock, try_alone

MEMORY: Final = Path("/dev/shm")
"""Where files are kept in memory, if anywhere."""

ROOM: Final = 6 << 30
"""Bytes that have to be free there: a database takes nine million, and there are hundreds in the slow tests."""

NAME: Final = f"partita-tests-{os.geteuid()}"
"""What the names of all folders of ours begin with."""


@contextmanager
def place_of_databases(tmp_path_factory: pytest.TempPathFactory, memory: Path = MEMORY) -> Iterator[Path]:
    """A folder, in memory if there is room: copying a database takes a third of the time there."""
    hold = None
    if memory.is_dir() and os.access(memory, os.W_OK):
        with opened_lock(memory / f"{NAME}.lock") as gate:
            fcntl.flock(gate, fcntl.LOCK_EX)  # nobody sees a folder that its maker doesn't hold yet
            for left in memory.glob(f"{NAME}-*"):
                _remove_unless_held(left)
            if _has_room(memory):
                place = Path(mkdtemp(prefix=f"{NAME}-", dir=memory))
                place.chmod(0o711)  # the server may run as somebody else
                hold = os.open(place, os.O_DIRECTORY)
                try_alone(hold)
    if hold is None:
        yield tmp_path_factory.mktemp("postgres")
        return
    try:
        yield place
    finally:
        shutil.rmtree(place)
        os.close(hold)


def _has_room(memory: Path) -> bool:
    """Files in memory may take as much as all memory there is, so what is free of either counts."""
    available: int = psutil.virtual_memory().available
    return min(shutil.disk_usage(memory).free, available) >= ROOM


def _remove_unless_held(folder: Path) -> None:
    """Remove a folder whose maker is gone, and end the servers that outlived him.

    Told to quit at once, they remove the memory that they share; killed, they would leave that, too.
    """
    with suppress(FileNotFoundError):
        hold = os.open(folder, os.O_DIRECTORY)
        try:
            if try_alone(hold):
                for process in psutil.process_iter():
                    with suppress(psutil.Error):
                        if Path(process.cwd()).is_relative_to(folder):
                            process.send_signal(signal.SIGQUIT)
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(hold)
