"""``python -m tests.domain.playthroughs --write`` tells the golden playthroughs again; review the difference.

The matches stay the same as long as the rules admit them. Delete a file to have its match played anew.
"""

import sys

from domain.kernel.errors import RuleViolation
from tests.domain.playthroughs.narrator import FOLDER, expected_names, retold, told_anew
from tests.golden import replace_all


def write() -> None:
    """Write the files once all are played."""
    texts = {}
    for name in expected_names():
        file = FOLDER / name
        try:
            text = retold(file.read_text(encoding="utf-8")) if file.exists() else told_anew(name)
        except RuleViolation as refusal:
            sys.exit(f"{name}: its match is no longer admitted ({refusal}). If that is right, delete the file.")
        texts[file] = text.encode()
        print(f"{name}: {len(text) // 1024} kB")
    replace_all(texts)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    write()
