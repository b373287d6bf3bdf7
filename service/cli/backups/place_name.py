"""What a place for backups is called, as an option's value; apart from the places, so that it is loaded quickly."""

import re
from pathlib import Path
from typing import Any, Final

import click

_SCHEME: Final = "s3://"
_URL: Final = re.compile(rf"{_SCHEME}[a-z0-9][a-z0-9.-]{{1,61}}[a-z0-9](?:/(?!\.\.?(?:/|$))[\w.=+-]+)*/?")


def is_in_store(text: str) -> bool:
    """Whether a place is one in a store of objects."""
    return text.startswith(_SCHEME)


class PlaceName(click.ParamType[Any]):
    """A folder, as an absolute path, or a place in a store."""

    name = "PLACE"

    def __init__(self, *, exists: bool = False) -> None:
        self._exists = exists

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """`value`, with which another working directory doesn't matter."""
        if "://" not in value:
            path = Path(value).resolve()
            if not path.is_dir() and (self._exists or path.exists()):
                self.fail(f"{value} is no folder.", param, ctx)
            return str(path)
        if not _URL.fullmatch(value):
            self.fail(f"{value!r} is no place in a store; s3://bucket and s3://bucket/some/prefix are.", param, ctx)
        return str(value.rstrip("/"))
