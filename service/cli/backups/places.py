"""Where backups go: a folder, or a store of objects, for which they are made in a folder beside the data first."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from msgspec import Struct

from service.cli.backups.errors import BackupFailed
from service.cli.backups.making import folder_of_backups, remove_backup
from service.cli.backups.manifest import (
    Backup,
    Manifest,
    backups_in,
)
from service.cli.backups.retention import superfluous
from service.cli.backups.wal import remove_older_wal


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
