"""A request that waits for what doesn't come is answered all the same; others aren't touched."""

import asyncio
from typing import Any

from service.app import AnswersInTime


def start(status: int) -> Any:
    return {"type": "http.response.start", "status": status, "headers": []}


END: Any = {"type": "http.response.body", "body": b"", "more_body": False}


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """The answer in place of the application's."""
    await send(start(503))
    await send(END)


async def statuses_of(*, begins: bool, seconds: float) -> list[int]:
    """What is sent for a request whose application waits for something, before or after its answer has begun."""
    come, sent = asyncio.Event(), []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if begins:
            await send(start(200))
        await come.wait()
        if not begins:
            await send(start(200))
        await send(END)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            sent.append(message["status"])

    in_time: Any = AnswersInTime(app, answer, seconds)
    request = asyncio.create_task(in_time({"type": "http"}, None, send))
    await asyncio.sleep(0.01)
    await in_time.give_up()
    await in_time.give_up()
    come.set()
    await request
    assert not in_time._waiting
    return sent


def test_one_that_has_waited_too_long_is_answered_once() -> None:
    assert asyncio.run(statuses_of(begins=False, seconds=0)) == [503]


def test_one_that_came_just_now_waits_on() -> None:
    assert asyncio.run(statuses_of(begins=False, seconds=60)) == [200]


def test_an_answer_that_has_begun_goes_on() -> None:
    assert asyncio.run(statuses_of(begins=True, seconds=0)) == [200]
