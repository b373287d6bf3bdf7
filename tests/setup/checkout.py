"""A copy of the checkout, with what isn't committed yet."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def files_of_the_project(*folders: str) -> list[str]:
    """The names of its files, below `folders` if any are given."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def copy_of_the_project(place: Path) -> Path:
    for name in files_of_the_project():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place / name)
    return place
