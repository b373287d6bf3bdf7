"""Files of what was looked at once: written only when all of it is made, so that a failure leaves them as they were."""

from collections.abc import Iterable, Mapping
from pathlib import Path


def replace_all(files: Mapping[Path, bytes], folders: Iterable[Path] = (), pattern: str = "*") -> None:
    """Write `files`, and remove what else fits `pattern` in `folders`.

    Each takes the place of its older one at once, and nothing is removed before all of them are there.
    """
    for file, content in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_name(f".{file.name}.unfinished")
        try:
            unfinished.write_bytes(content)
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)
    for folder in folders:
        for file in {*folder.glob(pattern)} - files.keys():
            file.unlink()
