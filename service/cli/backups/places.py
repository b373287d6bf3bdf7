"""Where backups go: a folder, or a store of objects, for which they are made in a folder beside the data first."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final

import click
from msgspec import Struct

from service.cli.backups.errors import BackupFailed
from service.cli.backups.making import folder_of_backups, remove_backup
from service.cli.backups.manifest import (
    BACKUP_NAME,
    Backup,
    Manifest,
    backups_in,
)
from service.cli.backups.retention import superfluous
from service.cli.backups.wal import remove_older_wal

_SCHEME: Final = "s3://"
_URL: Final = re.compile(rf"{_SCHEME}[a-z0-9][a-z0-9.-]{{1,61}}[a-z0-9](?:/(?!\.\.?(?:/|$))[\w.=+-]+)*/?")


class MadeBackup(Struct, frozen=True):
    """A backup that is where it is to be.

    Attributes:
        place: its folder, or its address in a store.
    """

    place: str
    manifest: Manifest


class Place(ABC):
    """Where the backups of a database are, and the archive beside them.

    Attributes:
        folder: where backups are made, and the archive is written by the server's program.
    """

    folder: Path

    @abstractmethod
    def alone(self) -> AbstractContextManager[None]:
        """Have it alone, as a context, as far as this machine goes; what was left of unfinished work is removed.

        Raises:
            BackupFailed: another process makes a backup there, or it can't be reached.
        """

    @abstractmethod
    def manifests(self) -> list[Manifest]:
        """Those of all backups, the oldest first."""

    @abstractmethod
    def keep(self, backup: Backup, *, verify: bool) -> MadeBackup:
        """Bring a backup that was made in `folder` to where it is to be; if `verify`, read it back.

        Raises:
            BackupFailed: it couldn't be, and isn't there.
        """

    @abstractmethod
    def outlined(self) -> AbstractContextManager[Path]:
        """Have it to read from: a folder with all names, as a context. A file has its contents once it was brought."""

    @abstractmethod
    def bring(self, files: Iterable[Path]) -> None:
        """Have the contents of files of the outline."""

    @abstractmethod
    def thin_out(self, source: str, keep: int) -> None:
        """Remove backups of a database that are older than its `keep` newest good ones, and WAL that none takes."""

    @abstractmethod
    def take_archive(self, *, has_ended: bool = False) -> None:
        """Take over what was written of the archive in `folder`, all of it if the writing has ended.

        Raises:
            BackupFailed: it can't just now.
        """

    def is_behind(self) -> bool:
        """Whether so much of the archive waits that no more should be written now."""
        return False


class FolderPlace(Place):
    """A folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __str__(self) -> str:
        return str(self.folder)

    @contextmanager
    def alone(self) -> Iterator[None]:  # noqa: D102
        with folder_of_backups(self.folder):
            yield

    def manifests(self) -> list[Manifest]:  # noqa: D102
        return [one.manifest for one in backups_in(self.folder)] if self.folder.exists() else []

    def keep(self, backup: Backup, *, verify: bool) -> MadeBackup:  # noqa: D102  # it was read when it was made
        return MadeBackup(str(backup.folder), backup.manifest)

    @contextmanager
    def outlined(self) -> Iterator[Path]:  # noqa: D102
        if not self.folder.is_dir():
            raise BackupFailed(f"There is no folder {self.folder}.")
        yield self.folder

    def bring(self, files: Iterable[Path]) -> None:  # noqa: D102
        pass  # all is there

    def thin_out(self, source: str, keep: int) -> None:  # noqa: D102
        for old in superfluous(backups_in(self.folder), source, keep):
            remove_backup(old)
        remove_older_wal(self.folder)

    def take_archive(self, *, has_ended: bool = False) -> None:  # noqa: D102
        pass  # it is in its place


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
