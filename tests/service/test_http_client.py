"""The tests' own client: what it takes of a stream is the same in whatever pieces that comes."""

import io
from http.client import HTTPResponse
from typing import Final

import pytest

from tests.service.http_client import read_until

_FIRST: Final = b'id: 3\nevent: played\ndata: {"id: 30": 1}\n\n'
_LAST: Final = b'id: 30\nevent: played\ndata: {"step": 30}\n\n'
_STREAM: Final = b"retry: 2000\n\n" + _FIRST + _LAST


class _Socket:
    """Holds the answer that a server has sent in chunks of `size` bytes."""

    def __init__(self, stream: bytes, size: int) -> None:
        pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in [*pieces, b""])
        self._sent = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks

    def makefile(self, _: str) -> io.BufferedReader:
        return io.BufferedReader(io.BytesIO(self._sent))


def answer(stream: bytes, size: int) -> HTTPResponse:
    answer = HTTPResponse(_Socket(stream, size))  # type: ignore[arg-type]  # all of a socket that it needs
    answer.begin()
    return answer


@pytest.mark.parametrize("size", [1, 7, len(_STREAM) - 1, 1000])
def test_a_stream_is_read_through_the_end_of_an_event_and_no_further(size: int) -> None:
    stream = _STREAM + b": ping\n\n"
    assert read_until(answer(stream, size), 30) == _STREAM
    assert read_until(answer(stream, size), 3) == _STREAM.removesuffix(_LAST)
    assert read_until(answer(stream, size), None) == b"retry: 2000\n\n"


@pytest.mark.parametrize("after", [b"", b": ping\n\n"])
def test_an_event_that_never_comes_is_not_awaited_for_ever(after: bytes) -> None:
    with pytest.raises(AssertionError, match="the event 31"):
        read_until(answer(_STREAM + after, 1000), 31)
