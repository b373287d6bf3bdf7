"""Many who ask at once for an answer that isn't so any longer: one has it made, and nobody is told what was before."""

import asyncio

import pytest

from service.http.basis import Basis
from tests.service.http.again import MATCH, Place, Routes


@pytest.fixture
def place() -> Place:
    return Place(Routes(Basis(MATCH)))


def test_what_many_ask_for_that_has_changed_is_made_once(place: Place) -> None:
    assert place.get() == b"1 "
    place.tail.changed[MATCH], place.tail.moment = 2, (0, 2)
    assert place.get_at_once(8) == [b"2 "] * 8
    assert place.get() == b"2 "


def test_who_waited_for_an_answer_isnt_told_what_has_changed_again(place: Place) -> None:
    assert place.get() == b"1 "
    place.tail.changed[MATCH], place.tail.moment = 2, (0, 2)
    place.routes.meanwhile = lambda: place.tail.changed.update({MATCH: 3})
    assert sorted(place.get_at_once(4)) == [b"2 ", b"3 ", b"4 ", b"5 "]


def test_nobody_waits_for_an_answer_that_fails(place: Place) -> None:
    assert place.get() == b"1 "
    place.tail.changed[MATCH], place.tail.moment = 2, (0, 2)

    def fail_once() -> None:
        place.routes.meanwhile = lambda: None
        raise OSError("gone")

    place.routes.meanwhile = fail_once

    async def two() -> tuple[bytes | BaseException, bytes | BaseException]:
        return await asyncio.gather(place.asked(), place.asked(), return_exceptions=True)

    failed, made = asyncio.run(two())
    assert isinstance(failed, OSError)
    assert made == b"3 "


def test_who_asks_for_what_was_never_answered_waits_for_nobody(place: Place) -> None:
    assert place.get_at_once(3) == [b"1 ", b"2 ", b"3 "]
