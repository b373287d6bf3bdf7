"""``python -m tests.replays.pictures --write`` draws the golden pictures anew; look at each before it is committed."""

import sys

from tests.replays.pictures.golden import DOCUMENTS, FOLDER, expected


def main() -> None:
    """Write the files, if it is asked for."""
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for folder in (FOLDER, DOCUMENTS):
        folder.mkdir(exist_ok=True)
        for file in folder.glob("*.svg"):
            file.unlink()
    for file, text in expected().items():
        file.write_text(text, encoding="utf-8")


main()
