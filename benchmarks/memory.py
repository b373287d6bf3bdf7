"""The most memory that this process has had for a while, as Linux counts it: proc_pid_clear_refs(5)."""

import re
from pathlib import Path
from typing import Final

_CLEAR: Final = Path("/proc/self/clear_refs")
_STATUS: Final = Path("/proc/self/status")


def forget_peak() -> float:
    """Begin anew: the most memory so far is that of this moment; gives it, in megabytes."""
    _CLEAR.write_text("5", encoding="ascii")
    return most_memory()


def most_memory() -> float:
    """The most since then, in megabytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", _STATUS.read_text(encoding="ascii"))
    return int(found[1]) / 1000 if found else 0.0
