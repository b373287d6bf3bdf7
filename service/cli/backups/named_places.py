"""What a place for backups is called on the command line."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from service.cli.backups.errors import BackupFailed
from service.cli.backups.manifest import BACKUP_NAME
from service.cli.backups.places import FolderPlace, Place

_SCHEME: Final = "s3://"
_URL: Final = re.compile(rf"{_SCHEME}[a-z0-9][a-z0-9.-]{{1,61}}[a-z0-9](?:/(?!\.\.?(?:/|$))[\w.=+-]+)*/?")


def is_in_store(text: str) -> bool:
    """Whether a place is one in a store of objects."""
    return text.startswith(_SCHEME)


def place_of(text: str, data: Path) -> Place:
    """The place that is called so: an absolute path, or the address of a store.

    Raises:
        BackupFailed: it is a store, and what it takes isn't installed or set.
    """
    if not is_in_store(text):
        return FolderPlace(Path(text))
    try:
        from service.cli.backups.store import Store  # noqa: PLC0415  # takes an extra
        from service.cli.backups.store_place import StorePlace  # noqa: PLC0415
    except ImportError:
        raise BackupFailed("Stores of objects take an extra: pip install 'partita[s3]'.") from None
    return StorePlace(Store(text), data.absolute())


@contextmanager
def readable(text: str, data: Path) -> Iterator[tuple[Place, Path]]:
    """A place of backups or a single one, to read from: the place, and the folder of what was named."""
    parent, _, name = text.rpartition("/")
    if not (is_in_store(text) and BACKUP_NAME.fullmatch(name)):
        parent, name = text, ""
    place = place_of(parent, data)
    with place.outlined() as folder:
        yield place, folder / name


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
