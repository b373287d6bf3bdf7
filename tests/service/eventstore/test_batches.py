"""Requests that have something in common keep their turn, whatever else is in the queue."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct
from typing_extensions import override

from service.eventstore import batched_reads as batches
from service.eventstore.batched_reads import DataLoader


class Request(Struct, frozen=True):
    """A request by its name; no two in a batch have one of the letters of `marks` in common."""

    name: str
    marks: str = ""
    weight: int = 1


class Answered(DataLoader[Request, str]):
    """Answers without a database, and knows in which batches."""

    def __init__(self) -> None:
        super().__init__("")
        self.batches: list[str] = []

    @override
    async def _connected(self) -> Any:
        return None

    @override
    async def _answers(self, connection: Any, requests: Sequence[Request]) -> Sequence[str | Exception]:
        self.batches.append("".join(request.name for request in requests))
        await asyncio.sleep(0)
        return [request.name for request in requests]

    @override
    def _weight(self, request: Request) -> int:
        return request.weight

    @override
    def _marks(self, request: Request) -> frozenset[str]:
        return frozenset(request.marks)


def answered(*requests: Request) -> list[str]:
    """The batches in which requests that come at once, in this order, are answered."""

    async def ask() -> list[str]:
        answering = Answered()
        answers = await asyncio.gather(*(answering.answer(request) for request in requests))
        assert answers == [request.name for request in requests]
        return answering.batches

    return asyncio.run(ask())


def test_what_has_nothing_in_common_shares_a_batch() -> None:
    assert answered(Request("a", "x"), Request("b", "y"), Request("c"), Request("d")) == ["abcd"]


def test_those_with_one_mark_are_answered_one_by_one_in_their_order() -> None:
    assert answered(*(Request(name, "x") for name in "abcd")) == ["a", "b", "c", "d"]


def test_who_waits_isnt_overtaken_by_who_has_another_mark_in_common_with_it() -> None:
    """Though nothing in the batch has that mark."""
    assert answered(Request("a", "x"), Request("b", "xy"), Request("c", "y"), Request("d", "z")) == ["ad", "b", "c"]


def test_who_waits_comes_before_who_hadnt_been_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ROOM", 10)
    asked = (Request("a", "x"), Request("b", "x"), Request("c", "x"), Request("d", weight=10), Request("e", "x"))
    assert answered(*asked) == ["ad", "b", "c", "e"]
