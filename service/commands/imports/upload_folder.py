"""The folder of files that were sent to be imported: they lie there between the plan and the import."""

import asyncio
import hashlib
import os
import secrets
import time
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import IO, Final
from uuid import UUID

from msgspec import Struct

from service.readers.reading import HEAD

_PIECE: Final = 1 << 20
_INCOMING: Final = "incoming-"
_INCOMING_SECONDS: Final = 24 * 3600
"""After that time, what came in only in part comes no more."""


class FileTooLarge(Exception):  # noqa: N818  # what it is
    """A file has more bytes than it may: `most`."""

    def __init__(self, most: int) -> None:
        super().__init__(f"A file to import may have {most} bytes.")
        self.most = most


class Upload(Struct, frozen=True):
    """A file that has come in.

    Attributes:
        digest: of its bytes.
        head: its first bytes, by which it is recognised.
    """

    path: Path
    size: int
    digest: bytes
    head: bytes


class UploadFolder:
    """Files by the id of their import; only the owner of the process reads them."""

    def __init__(self, path: Path, most: int) -> None:
        """`most` is the bytes that a file may have."""
        self._path = path
        self._most = most

    def verify_size(self, announced: int | None) -> None:
        """Refuse a file that says beforehand that it is too large.

        Raises:
            FileTooLarge: as the name says.
        """
        if announced is not None and announced > self._most:
            raise FileTooLarge(self._most)

    async def receive(self, chunks: AsyncIterator[bytes]) -> Upload:
        """A file as it comes in, written while it comes. The caller keeps it or removes it.

        Raises:
            FileTooLarge: as the name says; nothing is left of it.
        """
        path = await asyncio.to_thread(self._new)
        incoming = _Incoming(path, self._most)
        try:
            async for chunk in chunks:
                if incoming.take(chunk):
                    await asyncio.to_thread(incoming.write)
            await asyncio.to_thread(incoming.write)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        finally:
            incoming.close()
        return Upload(path, incoming.size, incoming.digest.digest(), incoming.head)

    def _new(self) -> Path:
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path / f"{_INCOMING}{secrets.token_hex(8)}"
        path.touch(mode=0o600, exist_ok=False)
        return path

    def keep(self, upload: Upload, import_id: UUID) -> None:
        """From now on it is the file of that import."""
        upload.path.replace(self._path_of(import_id))

    def open(self, import_id: UUID) -> IO[bytes]:
        """The file of an import, to read.

        Raises:
            FileNotFoundError: as the name says.
        """
        return self._path_of(import_id).open("rb")

    def remove(self, import_id: UUID) -> None:
        """Remove the file of an import, if there is one."""
        self._path_of(import_id).unlink(missing_ok=True)

    def sweep(self, known: Collection[UUID]) -> None:
        """Remove what belongs to no import that is `known`, and what came in only in part, a day ago."""
        if not self._path.is_dir():
            return
        names = {str(import_id) for import_id in known}
        for path in self._path.iterdir():
            if path.name not in names and _is_old(path):
                path.unlink(missing_ok=True)

    def _path_of(self, import_id: UUID) -> Path:
        return self._path / str(import_id)


def _is_old(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime > _INCOMING_SECONDS
    except FileNotFoundError:  # another process removed it
        return False


class _Incoming:
    """A file that is being written."""

    def __init__(self, path: Path, most: int) -> None:
        self._descriptor = os.open(path, os.O_WRONLY)
        self._most = most
        self._buffer = bytearray()
        self.size = 0
        self.digest = hashlib.sha256()
        self.head = b""

    def take(self, chunk: bytes) -> bool:
        """Take what has come; whether it is time to write."""
        self.size += len(chunk)
        if self.size > self._most:
            raise FileTooLarge(self._most)
        self._buffer += chunk
        return len(self._buffer) >= _PIECE

    def write(self) -> None:
        """Write what was taken since."""
        self.head += bytes(self._buffer[: HEAD - len(self.head)])
        self.digest.update(self._buffer)
        with memoryview(self._buffer) as left:
            written = 0
            while written < len(left):
                written += os.write(self._descriptor, left[written:])
        self._buffer.clear()

    def close(self) -> None:
        os.close(self._descriptor)
