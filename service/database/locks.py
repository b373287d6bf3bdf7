"""Locks on files, which the kernel drops with the last process that has the file open."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def open_lock(path: Path) -> int:
    """A descriptor to lock, inherited only on request; locking needs no right to write."""
    return os.open(path, os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW, 0o644)


@contextmanager
def opened_lock(path: Path) -> Iterator[int]:
    """`open_lock`, closed at the end: that unlocks it, unless another process inherited it."""
    lock = open_lock(path)
    try:
        yield lock
    finally:
        os.close(lock)


def try_alone(lock: int) -> bool:
    """Lock it against everybody if nobody else has it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def wait_alone(lock: int, seconds: float) -> bool:
    """`try_alone` again and again; False if somebody else still has it after that time."""
    since = time.monotonic()
    while not (alone := try_alone(lock)) and time.monotonic() - since < seconds:
        time.sleep(0.02)
    return alone
