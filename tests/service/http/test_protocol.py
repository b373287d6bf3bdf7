"""Header and body of an answer go out in one piece; what comes alone waits no longer than the loop takes."""

import asyncio
from typing import Any

from service.http.protocol import JoiningTransport


class Wire:
    """A transport that notes what it is told to do."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def close(self) -> None:
        self.sent.append("closed")

    def is_closing(self) -> bool:
        return "closed" in self.sent


async def sent(*pieces: bytes, later: bool, close: bool = False) -> list[Any]:
    """What is sent of `pieces`, written one after the other; `later`, after the loop has come round."""
    wire: Any = Wire()
    joining = JoiningTransport(wire, asyncio.get_running_loop())
    for piece in pieces:
        joining.write(piece)
    if close:
        joining.close()
    if later:
        await asyncio.sleep(0)
    assert joining.is_closing() is close
    return list(wire.sent)  # of this moment: what waits is sent when the loop ends


def test_header_and_body_are_one_piece() -> None:
    assert asyncio.run(sent(b"header ", b"body", later=False)) == [b"header body"]
    assert asyncio.run(sent(b"header ", b"body", later=True)) == [b"header body"]


def test_a_header_without_a_body_waits_only_until_the_loop_comes_round() -> None:
    assert asyncio.run(sent(b"header", later=False)) == []
    assert asyncio.run(sent(b"header", later=True)) == [b"header"]
    assert asyncio.run(sent(b"header", b"", later=False)) == [b"header"]


def test_a_stream_is_never_held_back_for_long() -> None:
    """Not more than one piece waits, however fast they come."""
    assert asyncio.run(sent(b"1", b"2", b"3", b"4", b"5", later=False)) == [b"12", b"34"]
    assert asyncio.run(sent(b"1", b"2", b"3", b"4", b"5", later=True)) == [b"12", b"34", b"5"]


def test_a_whole_answer_goes_out_at_once_behind_what_waits() -> None:
    async def sent_whole(*before: bytes) -> list[Any]:
        wire: Any = Wire()
        joining = JoiningTransport(wire, asyncio.get_running_loop())
        for piece in before:
            joining.write(piece)
        joining.write_whole(b"whole")
        at_once = list(wire.sent)
        await asyncio.sleep(0)
        assert wire.sent == at_once
        return at_once

    assert asyncio.run(sent_whole()) == [b"whole"]
    assert asyncio.run(sent_whole(b"header ")) == [b"header whole"]


def test_what_waits_is_sent_before_it_is_closed() -> None:
    assert asyncio.run(sent(b"header", later=False, close=True)) == [b"header", "closed"]
    assert asyncio.run(sent(b"header", later=True, close=True)) == [b"header", "closed"]
