"""The files that the pages use, each under an address that changes with its content, so that browsers may keep it."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

_MEDIA_TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
_ASKS: Final = {
    "js": re.compile(rb'(?<= from "\./)([a-z_]+\.js)(?=";)'),
    "webmanifest": re.compile(rb'(?<="/static/)([a-z0-9-]+\.(?:svg|png))(?=")'),
}
"""Where a file asks for others, by their names."""

WORKER: Final = "worker.js"
"""The service worker, which stands for all pages though it lies among the files."""


class StaticFile:
    """A file that the pages use.

    Attributes:
        media_type: what it is.
        digest: tells its content from any other.
    """

    def __init__(self, content: bytes, media_type: str) -> None:
        self.content = content
        self.media_type = media_type
        self.digest = hashlib.sha256(content).hexdigest()[:16]


@cache
def static_files() -> Mapping[str, StaticFile]:
    """All of them, by name; a module asks for others by addresses that change with them."""
    files = resources.files("service.web").joinpath("static").iterdir()
    contents = {file.name: file.read_bytes() for file in files}
    made = dict[str, StaticFile]()

    def file_of(name: str) -> StaticFile:
        if name not in made:
            kind = name.rpartition(".")[2]
            asks = _ASKS.get(kind)
            content = contents[name]
            if asks is not None:
                content = asks.sub(lambda found: b"%b?v=%b" % (found[0], _digest(file_of(found[0].decode()))), content)
            made[name] = StaticFile(content, _MEDIA_TYPES[kind])
        return made[name]

    return {name: file_of(name) for name in contents}


def _digest(file: StaticFile) -> bytes:
    return file.digest.encode()


def static_address(name: str) -> str:
    """Where a file is served."""
    return f"/static/{name}?v={static_files()[name].digest}"


@cache
def build() -> str:
    """Tells these files from those of another version of the service."""
    digests = "".join(file.digest for _, file in sorted(static_files().items()))
    return hashlib.sha256(digests.encode()).hexdigest()[:16]
