"""The way in: recognises what a file is, and reads it."""

import codecs
import re
from collections.abc import Iterator
from typing import IO, Final, TypeAlias

from service.readers.mapping import TableMapping
from service.readers.pgn import looks_like_pgn, read_pgn
from service.readers.play import BadPlay, Kind, Loss, Play, UnreadableFile
from service.readers.table import read_table

Item: TypeAlias = Play | BadPlay | Loss

HEAD: Final = 4096
"""Bytes by which a file is recognised."""

_PACKED: Final = {b"PK\x03\x04": "ZIP", b"\x1f\x8b": "gzip", b"%PDF": "PDF", b"\xd0\xcf\x11\xe0": "Excel"}
_BGSTATS: Final = re.compile(
    r'\{\s*"(about|challenges|deletedObjects|games|groups|locations|players|plays|tags|userInfo)"\s*:'
)
"""How an export of BG Stats begins: its lists come in any order."""

_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def kind_of(head: bytes) -> Kind:
    """What a file is, by its first bytes: `HEAD` of them, or as many as are at hand.

    Raises:
        UnreadableFile: it is packed, empty, a web page, or no text.
    """
    for magic, name in _PACKED.items():
        if head.startswith(magic):
            raise UnreadableFile("packed", format=name)
    text = _beginning(head)
    if not text:
        raise UnreadableFile("empty_file")
    if text.startswith("<"):
        if text[:14].lower().startswith(("<!doctype html", "<html")):
            raise UnreadableFile("web_page")
        return Kind.BGG
    if looks_like_pgn(text):
        return Kind.PGN
    if text.startswith(("{", "[")):
        return Kind.BGSTATS if _BGSTATS.match(text) else Kind.RECORD
    if "\0" in text:
        raise UnreadableFile("no_text")
    return Kind.CSV


def _beginning(head: bytes) -> str:
    encoding = "utf-16" if head.startswith(_UTF16) else "utf-8-sig"
    return head.decode(encoding, errors="ignore").lstrip()


def read(file: IO[bytes], kind: Kind, mapping: TableMapping | None = None) -> Iterator[Item]:
    """The plays of `file`, which can be sought in, and what can't be read of it, in its order.

    Raises:
        UnreadableFile: it can't be read on; or it holds records, which aren't plays.
    """
    file.seek(0)
    if kind is Kind.BGSTATS:
        from service.readers.bgstats import read_bgstats

        return read_bgstats(file)
    if kind is Kind.BGG:
        from service.readers.bgg import read_bgg

        return read_bgg(file)
    if kind is Kind.PGN:
        return read_pgn(file)
    if kind is Kind.CSV:
        return read_table(file, mapping)
    raise UnreadableFile("holds_records")
