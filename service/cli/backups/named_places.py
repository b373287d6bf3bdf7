"""The places for backups that the command line names."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.cli.backups.errors import BackupFailed
from service.cli.backups.manifest import BACKUP_NAME
from service.cli.backups.place_name import is_in_store
from service.cli.backups.places import FolderPlace, Place


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
