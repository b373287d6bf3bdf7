"""A place for backups in a store of objects; they are made, and the archive is written, in the data folder first."""

import hashlib
import re
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from service.cli.backups.errors import BackupFailed
from service.cli.backups.making import folder_of_backups, remove_backup
from service.cli.backups.manifest import BACKUP_NAME, MANIFEST, Backup, FileFacts, Manifest, backups_in, decoded
from service.cli.backups.places import MadeBackup, Place
from service.cli.backups.retention import superfluous
from service.cli.backups.store import Store
from service.cli.backups.wal import SERVERS_MANIFEST, WalStretch, remove_older_wal, stretches_in
from service.cli.common import SPOOL

MOST_SPOOLED_BYTES: Final = 4 << 30
"""How much of the archive may wait for a store, beside what the server keeps."""
_OURS: Final = re.compile(rf"(?:{BACKUP_NAME.pattern}|wal-[\w-]+)/\w[\w.-]*")
_OUTLINE: Final = ".outline.part"
_SMALL: Final = {MANIFEST, SERVERS_MANIFEST}
_PARTIAL: Final = ".partial"
_ABANDONED: Final = timedelta(days=1)
_PARTIAL_SECONDS: Final = 10.0


class StorePlace(Place):
    """A prefix of a bucket, for one database; backups are made and checked in the data folder."""

    def __init__(self, store: Store, data: Path) -> None:
        self.folder = data / SPOOL
        self._store = store
        self._outline = self.folder / _OUTLINE
        self._data = data
        self._sent: dict[str, tuple[int, float]] = {}

    def __str__(self) -> str:
        return str(self._store)

    @contextmanager
    def alone(self) -> Iterator[None]:  # noqa: D102
        self._store.files()
        self._data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with folder_of_backups(self.folder):
            for leftover in backups_in(self.folder):  # its upload broke off
                remove_backup(leftover)
            yield

    def manifests(self) -> list[Manifest]:  # noqa: D102
        found = []
        for name in self._store.files():
            with suppress(BackupFailed):  # that of a form that isn't known
                if _is_manifest(name):
                    found.append(decoded(self._store.get(name), f"{self}/{name}"))
        return sorted(found, key=lambda one: one.began_at)

    def keep(self, backup: Backup, *, verify: bool) -> MadeBackup:  # noqa: D102
        name = f"{backup.folder.name}-{secrets.token_hex(4)}"  # another of the same second may be there
        data = (backup.folder / MANIFEST).read_bytes()
        try:
            for file in backup.manifest.files:
                self._store.put_file(f"{name}/{file}", backup.folder / file)
            self._verify(name, backup.manifest, by_hash=verify)
            self._store.put(f"{name}/{MANIFEST}", data)
        except Exception:  # after a signal, there is no time: it is removed later
            with suppress(BackupFailed):
                self._remove([name])
            raise
        finally:
            remove_backup(backup)
        return MadeBackup(f"{self}/{name}", backup.manifest)

    def _verify(self, name: str, manifest: Manifest, *, by_hash: bool) -> None:
        """Verify that the store has what was written."""
        there = self._store.files()
        for file, facts in manifest.files.items():
            stored = there.get(f"{name}/{file}")
            if stored is None or stored.size != facts.size or (by_hash and self._facts(f"{name}/{file}") != facts):
                raise BackupFailed(f"{self}/{name}/{file} isn't what was written. The backup doesn't count.")

    def _facts(self, name: str) -> FileFacts:
        digest, size = hashlib.sha256(), 0

        def take(data: bytes) -> None:
            nonlocal size
            digest.update(data)
            size += len(data)

        self._store.get_in_parts(name, take)
        return FileFacts(size, digest.hexdigest())

    @contextmanager
    def outlined(self) -> Iterator[Path]:  # noqa: D102
        is_new = not self._data.exists()
        with self.alone():
            try:
                with self._outlined():
                    yield self._outline
            finally:
                if not stretches_in(self.folder):
                    shutil.rmtree(self.folder)
                if is_new:
                    with suppress(OSError):  # something was restored
                        self._data.rmdir()

    @contextmanager
    def _outlined(self) -> Iterator[None]:
        self._outline.mkdir(mode=0o700)
        try:
            for name in self._store.files():
                if _OURS.fullmatch(name):
                    file = self._outline / name
                    file.parent.mkdir(mode=0o700, exist_ok=True)
                    file.write_bytes(self._store.get(name) if file.name in _SMALL else b"")
            yield
        finally:
            shutil.rmtree(self._outline)

    def bring(self, files: Iterable[Path]) -> None:  # noqa: D102
        for file in files:
            with file.open("wb") as opened:
                self._store.get_in_parts(self._name_of(file), opened.write)

    def _name_of(self, file: Path) -> str:
        return file.relative_to(self._outline).as_posix()

    def thin_out(self, source: str, keep: int) -> None:  # noqa: D102
        with self._outlined():
            self._remove(self._abandoned())
            old = superfluous(backups_in(self._outline), source, keep)
            self._remove([one.folder.name for one in old])
            for one in old:
                shutil.rmtree(one.folder)
            remove_older_wal(self._outline, lambda file: self._store.remove([self._name_of(file)]))

    def _abandoned(self) -> list[str]:
        """Backups that have no manifest, since their upload broke off some time ago."""
        there = self._store.files()
        names = {name.partition("/")[0] for name in there}
        return [
            name
            for name in names
            if BACKUP_NAME.fullmatch(name)
            and f"{name}/{MANIFEST}" not in there
            and all(
                datetime.now(UTC) - there[one].written_at > _ABANDONED for one in there if one.startswith(f"{name}/")
            )
        ]

    def _remove(self, backups: list[str]) -> None:
        """Remove backups, their manifests first: what is left if that breaks off isn't taken for one."""
        there = self._store.files() if backups else {}
        for backup in backups:
            self._store.remove([f"{backup}/{MANIFEST}"])
            self._store.remove(name for name in there if name.startswith(f"{backup}/"))

    def take_archive(self, *, has_ended: bool = False) -> None:  # noqa: D102
        stretches = stretches_in(self.folder) if self.folder.exists() else []
        for stretch in stretches:
            self._take(stretch, is_last=stretch == stretches[-1], has_ended=has_ended)

    def _take(self, stretch: WalStretch, *, is_last: bool, has_ended: bool) -> None:
        """Send what is new of a stretch; of the one that is being written, the newest segments stay here, too."""
        files = sorted(path for path in stretch.folder.iterdir() if path.suffix in {".gz", _PARTIAL})
        whole = [path for path in files if path.suffix != _PARTIAL]
        for path in files:
            name = f"{stretch.folder.name}/{path.name}"
            if is_last and not self._is_due(path, name, has_ended=has_ended):
                continue
            with suppress(FileNotFoundError):  # it has just become a whole one
                data = path.read_bytes()
                self._store.put(name, data)
                self._sent[name] = (len(data), time.monotonic())
                if path.suffix != _PARTIAL:
                    self._store.remove([f"{name}{_PARTIAL}"])
        for path in whole[:-1] if is_last else files:
            path.unlink(missing_ok=True)
            self._sent.pop(f"{stretch.folder.name}/{path.name}", None)
        if not is_last:
            stretch.folder.rmdir()

    def _is_due(self, path: Path, name: str, *, has_ended: bool) -> bool:
        """Whether a segment has grown; a partial one isn't sent more often than it has to be."""
        size, at = self._sent.get(name, (-1, -_PARTIAL_SECONDS))
        is_time = has_ended or path.suffix != _PARTIAL or time.monotonic() - at >= _PARTIAL_SECONDS
        return is_time and path.exists() and path.stat().st_size != size

    def is_behind(self) -> bool:  # noqa: D102
        waiting = (path.stat().st_size for stretch in stretches_in(self.folder) for path in stretch.folder.iterdir())
        return sum(waiting) > MOST_SPOOLED_BYTES


def _is_manifest(name: str) -> bool:
    folder, _, file = name.partition("/")
    return file == MANIFEST and BACKUP_NAME.fullmatch(folder) is not None
