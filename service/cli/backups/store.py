"""A store of objects that speaks S3: what obstore does, and its errors for people.

An object is there whole or not at all: larger files go up in parts, which become an object with the last request.
It takes the extra ``partita[s3]``.
"""

import os
import re
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final, TypeVar
from urllib.parse import urlsplit

import obstore
from msgspec import Struct
from obstore.exceptions import BaseError
from obstore.store import S3Store

from service.cli.backups.errors import BackupFailed

_PART_BYTES: Final = 8 << 20
_PARALLEL_PARTS: Final = 4
_MOST_PARTS: Final = 9_000  # S3 takes 10,000
_ENDPOINTS: Final = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")
_CREDENTIALS: Final = (
    "AWS_ACCESS_KEY_ID",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_METADATA_ENDPOINT",
)
"""One of these says who we are. Without any, the library would ask an address of clouds for minutes."""

_CONNECT: Final = timedelta(seconds=5)
_SILENCE: Final = timedelta(minutes=5)  # some parts go up on a slow line, or a store puts a large object together
_REQUEST: Final = timedelta(days=1)  # a large object comes down on a slow line
_RETRIES: Final = timedelta(seconds=30)

_WORDS: Final = re.compile(r"<(?:Code|Message)>([^<]*)</")

T = TypeVar("T")


class StoredFile(Struct, frozen=True):
    """An object: its bytes, and when it was written."""

    size: int
    written_at: datetime


class Store:
    """What is below one prefix of a bucket; names are those below the prefix.

    All methods raise BackupFailed if the store can't be reached, refuses, or has no such bucket or object.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._objects = _opened(url)

    def __str__(self) -> str:
        return self._url

    def files(self) -> dict[str, StoredFile]:
        """All that is there, by name."""
        found = self._done(lambda: [one for some in obstore.list(self._objects) for one in some])
        return {one["path"]: StoredFile(one["size"], one["last_modified"]) for one in found}

    def put(self, name: str, data: bytes) -> None:
        """Write an object of some bytes."""
        self._done(lambda: obstore.put(self._objects, name, data, use_multipart=False))

    def put_file(self, name: str, file: Path) -> None:
        """Write an object from a file, of which a few parts are in memory at a time."""
        part = max(_PART_BYTES, file.stat().st_size // _MOST_PARTS)
        with file.open("rb") as opened:
            self._done(
                lambda: obstore.put(self._objects, name, opened, chunk_size=part, max_concurrency=_PARALLEL_PARTS)
            )

    def get(self, name: str) -> bytes:
        """All bytes of a small object."""
        return self._done(lambda: bytes(obstore.get(self._objects, name).bytes()))

    def get_in_parts(self, name: str, take: Callable[[bytes], object]) -> None:
        """Hand over the bytes of an object, some at a time."""
        parts = self._done(lambda: iter(obstore.get(self._objects, name).stream(min_chunk_size=_PART_BYTES)))
        while part := self._done(lambda: next(parts, None)):
            take(bytes(part))

    def remove(self, names: Iterable[str]) -> None:
        """Remove objects, as far as they are there."""
        for name in names:
            self._done(partial(self._remove, name))

    def _remove(self, name: str) -> None:
        with suppress(FileNotFoundError):
            obstore.delete(self._objects, name)

    def _done(self, work: Callable[[], T]) -> T:
        """Do something to its end, in a thread: so it is given up at once when a signal ends the process.

        What went wrong is told in the words of the store, if it said any: the rest may have what isn't for a log.
        """
        outcome: Future[T] = Future()

        def run() -> None:
            try:
                outcome.set_result(work())
            except BaseException as error:  # noqa: BLE001  # raised by who waits
                outcome.set_exception(error)

        Thread(target=run, name="store", daemon=True).start()
        try:
            return outcome.result()
        except (BaseError, FileNotFoundError, PermissionError) as error:
            raise BackupFailed(f"{self} can't be used: {_words(error)}") from None


def _opened(url: str) -> S3Store:
    if not any(os.environ.get(name) for name in _CREDENTIALS):
        raise BackupFailed(f"{url} takes credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.")
    parts = urlsplit(url)
    endpoint = next(filter(None, map(os.environ.get, _ENDPOINTS)), "")
    return S3Store(
        parts.netloc,
        prefix=parts.path.strip("/") or None,
        client_options={
            "connect_timeout": _CONNECT,
            "read_timeout": _SILENCE,
            "timeout": _REQUEST,
            "allow_http": endpoint.startswith("http://"),
        },
        retry_config={"max_retries": 10, "retry_timeout": _RETRIES},
    )


def _words(error: Exception) -> str:
    said = str(error).partition("Debug source")[0]
    return ": ".join(_WORDS.findall(said)) or " ".join(said.split())
