"""Files that are made to do harm end in a clear error, within bounds of memory and time."""

import io
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from service.readers.play import UnreadableFile
from service.readers.reading import HEAD, kind_of, read

MEGABYTES = 200
"""What is read of a file that doesn't end, at most, before that is an error of the test."""


class Endless(io.RawIOBase):
    """A file that begins with `head` and goes on for ever; nothing of it is in memory."""

    def __init__(self, head: bytes, again: bytes) -> None:
        self._head, self._again = head, again * (1 + (1 << 16) // len(again))
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        assert whence == 0
        self._at = offset
        return offset

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer) -> int:
        assert self._at < MEGABYTES << 20, "it is read without end"
        part = self._head[self._at : self._at + len(buffer)] or self._again[: len(buffer)]
        buffer[: len(part)] = part
        self._at += len(part)
        return len(part)


def consumed(file) -> None:
    head = file.read(HEAD)
    stream: Iterator[object] = read(file, kind_of(head))
    for _ in stream:
        pass


@pytest.mark.slow
@pytest.mark.parametrize(
    ("head", "again"),
    [
        (b'{"plays": [{"uuid": "', b"a"),
        (b'{"plays": [{"uuid": "', b'\\"'),
        (b'{"plays": [{"uuid": [', b"1,"),
        (b'{"other": [{"uuid": [', b"1,"),
        (b'{"plays": ', b"["),
        (b'{"plays": ', b'{"a":'),
        (b"{", b" "),
        (b'{"plays": 1', b"1"),
        (b"<plays><play id='", b"a"),
        (b"<plays>", b"<a>"),
        (b"<plays><play>", b"<a/>"),
        (b"<plays>", b" "),
        (b"<plays><!--", b"x"),
        (b"date,title,player\n2020-01-01,", b"x"),
        (b'date,title,player\n2020-01-01,"', b"x\n"),
        (b"", b"x"),
        (b"", b","),
        (b'[Event "', b"a"),
        (b'[Event "x"]\n\n1. e4 {', b"x"),
        (b'[Event "x"]\n\n1. e4 {', b"x\n"),
        (b"1. e4 ", b"(e4 "),
        (b"1. e4 ", b"{"),
        (b"1. e4 ", b"e5 e4\n"),
    ],
)
def test_something_without_end_is_an_error_soon(head, again):
    began = time.process_time()
    with pytest.raises(UnreadableFile):
        consumed(io.BufferedReader(Endless(head, again)))
    assert time.process_time() - began < 8  # without what traces memory, which takes four times as long
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableFile):
            consumed(io.BufferedReader(Endless(head, again)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100 << 20


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"  \n",
        b"PK\x03\x04rest",
        b"\x1f\x8brest",
        b"%PDF-1.4",
        b"<!DOCTYPE html><html></html>",
        b"<html></html>",
        b"\x00\x01\x02\x03",
        b"\xff\xfeab\x00",
        b'{"plays": [}',
        b'{"plays": ["\xff"]}',
        b'{"plays": [{}]} x',
        b'{"plays": [' + b"1" * 5000 + b"]}",
        '{"plays": []}'.encode("utf-16"),
        b"<plays>\xff</plays>",
        b"<?xml version='1.0' encoding='nonsense'?><plays/>",
        b"date,title,player\n2020-01-01,\x81\x8d,Ada\n",
        b"date,date,title,player\n",
        b"just some words\n",
    ],
)
def test_what_is_nothing_of_all_that_is_an_error(body):
    with pytest.raises(UnreadableFile):
        consumed(io.BytesIO(body))
