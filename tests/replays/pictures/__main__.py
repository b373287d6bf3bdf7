"""``python -m tests.replays.pictures --write`` draws the golden pictures anew; look at each before it is committed."""

import sys

from tests.golden import replace_all
from tests.replays.pictures import golden


def write() -> None:
    """Replace the files once all are drawn, and remove pictures that needn't be there any more."""
    drawn = {file: f"{draw()}\n".encode() for file, draw in golden.expected().items()}
    replace_all(drawn, (golden.FOLDER, golden.DOCUMENTS), "*.svg")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    write()
